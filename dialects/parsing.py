"""Reading operands whose types the text does not say: they are those of values already defined."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import SSAValue
from xdsl.parser import Parser


def parse_optional_value(parser: Parser) -> SSAValue | None:
    """The value that an operand names, None when no operand is next. A value that is not defined
    before is a parse error."""
    unresolved = parser.parse_optional_unresolved_operand()
    if unresolved is None:
        return None
    values = parser.ssa_values.get(unresolved.operand_name)
    if values is None:
        parser.raise_error(
            f"%{unresolved.operand_name} is not defined before this use", unresolved.span
        )
    if unresolved.index >= len(values):
        parser.raise_error(
            f"%{unresolved.operand_name} has {len(values)} values, there is no number "
            f"{unresolved.index}",
            unresolved.span,
        )
    return values[unresolved.index]


def parse_value(parser: Parser) -> SSAValue:
    """The value that the next operand names; a parse error when there is none."""
    return parser.expect(lambda: parse_optional_value(parser), "expected an operand")


def parse_values(parser: Parser) -> Sequence[SSAValue]:
    """The values of operands separated by commas, possibly none."""
    values: list[SSAValue] = []
    while (value := parse_optional_value(parser)) is not None:
        values.append(value)
        if parser.parse_optional_punctuation(",") is None:
            break
    return values
