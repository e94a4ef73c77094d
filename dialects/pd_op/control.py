"""Branches, loops and callbacks: `pd_op.if`, `pd_op.while` and `pd_op.pylayer`.

Regions capture outer values by visibility. `if` has two regions without arguments, each yields
its results. `while` carries values: its region has an argument for each, and yields the next
condition first, then the next value of each carry.
"""

from __future__ import annotations

from typing import Self

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Block, Region, SSAValue
from xdsl.irdl import (
    IRDLOperation,
    irdl_op_definition,
    operand_def,
    region_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import RecursiveMemoryEffect
from xdsl.utils.exceptions import VerifyException

from ..cf import YieldOp
from ..parsing import parse_value
from .base import compatible, shape_of


def _verify_condition(value: SSAValue, what: str) -> None:
    dims = shape_of(value)
    if any(dim not in (1, -1) for dim in dims):
        raise VerifyException(f"{what} must have one element, got {value.type}")


def _terminator(region: Region, what: str) -> YieldOp:
    block = region.blocks.first
    if block is None or block.next_block is not None:
        raise VerifyException(f"{what} must be one block")
    last = block.last_op
    if not isinstance(last, YieldOp):
        raise VerifyException(f"{what} must end in cf.yield")
    return last


@irdl_op_definition
class IfOp(IRDLOperation):
    """Runs one of its two regions; the results are what that region yields."""

    name = "pd_op.if"
    cond = operand_def(TensorType)
    outs = var_result_def()
    then_region = region_def()
    else_region = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        _verify_condition(self.cond, "the condition of pd_op.if")
        for region, what in ((self.then_region, "the first"), (self.else_region, "the second")):
            last = _terminator(region, f"{what} region of pd_op.if")
            if region.block.args:
                raise VerifyException(f"{what} region of pd_op.if takes no arguments")
            if len(last.operands) != len(self.results):
                raise VerifyException(
                    f"{what} region yields {len(last.operands)} values "
                    f"for {len(self.results)} results"
                )
            for index, (value, result) in enumerate(zip(last.operands, self.results, strict=True)):
                if not compatible(result.type, value.type):
                    raise VerifyException(
                        f"{what} region yields {value.type} for result #{index}, "
                        f"which is {result.type}"
                    )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        cond = parse_value(parser)
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("->") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        then_region = parser.parse_region()
        if parser.parse_optional_keyword("else") is not None:
            else_region = parser.parse_region()
        else:
            else_region = Region(Block())
        for region in (then_region, else_region):
            _end_region(region)
        return cls.create(
            operands=[cond],
            result_types=types,
            attributes=attributes.data if attributes else {},
            regions=[then_region, else_region],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.cond)
        if self.results:
            printer.print_string(" -> ")
            printer.print_list(self.results, lambda r: printer.print_attribute(r.type))
        if self.attributes:
            printer.print_string(" attributes ")
            printer.print_attr_dict(self.attributes)
        printer.print_string(" ")
        printer.print_region(self.then_region)
        printer.print_string(" else ")
        printer.print_region(self.else_region)


@irdl_op_definition
class WhileOp(IRDLOperation):
    """Runs its region as long as the condition holds, carrying values from trip to trip."""

    name = "pd_op.while"
    cond = operand_def(TensorType)
    inits = var_operand_def()
    outs = var_result_def()
    body = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        _verify_condition(self.cond, "the condition of pd_op.while")
        last = _terminator(self.body, "the region of pd_op.while")
        carries = len(self.inits)
        args = self.body.block.args
        if not len(args) == len(self.results) == carries == len(last.operands) - 1:
            raise VerifyException(
                f"pd_op.while has {carries} carried values, {len(args)} region arguments, "
                f"{len(self.results)} results and yields {len(last.operands)} values "
                f"(one more than carried: the condition first)"
            )
        _verify_condition(last.operands[0], "the condition that pd_op.while yields")
        for index in range(carries):
            kinds = {
                "starts as": self.inits[index].type,
                "is yielded as": last.operands[index + 1].type,
                "comes out as": self.results[index].type,
            }
            for words, type_ in kinds.items():
                if not compatible(type_, args[index].type):
                    raise VerifyException(
                        f"carried value #{index} is {args[index].type} in the region, "
                        f"but {words} {type_}"
                    )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        cond = parse_value(parser)
        names: list[Parser.UnresolvedArgument] = []
        inits: list[SSAValue] = []

        def carry() -> None:
            names.append(parser.parse_argument(expect_type=False))
            parser.parse_punctuation("=")
            inits.append(parse_value(parser))

        parser.parse_comma_separated_list(parser.Delimiter.PAREN, carry)
        types: list[Attribute] = [value.type for value in inits]
        if parser.parse_optional_punctuation(":") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        if len(types) != len(inits):
            parser.raise_error(f"{len(inits)} carried values, but {len(types)} types")
        results = types
        if parser.parse_optional_punctuation("->") is not None:
            results = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        arguments = [name.resolve(type_) for name, type_ in zip(names, types, strict=True)]
        body = parser.parse_region(arguments)
        return cls.create(
            operands=[cond, *inits],
            result_types=results,
            attributes=attributes.data if attributes else {},
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.cond)
        printer.print_string(" (")
        args = self.body.block.args
        for index, (arg, init) in enumerate(zip(args, self.inits, strict=True)):
            printer.print_string(", " if index else "")
            printer.print_ssa_value(arg)
            printer.print_string(" = ")
            printer.print_operand(init)
        printer.print_string(")")
        if args:
            printer.print_string(" : ")
            printer.print_list(args, lambda a: printer.print_attribute(a.type))
        if tuple(self.result_types) != tuple(arg.type for arg in args):
            printer.print_string(" -> ")
            printer.print_list(self.results, lambda r: printer.print_attribute(r.type))
        if self.attributes:
            printer.print_string(" attributes ")
            printer.print_attr_dict(self.attributes)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False)


@irdl_op_definition
class PyLayerOp(IRDLOperation):
    """Runs its region once. Paddle's gradient of it is a Python function, which is known only in
    the process that built the program (there `backward_function_id` finds it)."""

    name = "pd_op.pylayer"
    inputs = var_operand_def()
    outs = var_result_def()
    body = region_def()
    traits = traits_def(RecursiveMemoryEffect())

    def verify_(self) -> None:
        last = _terminator(self.body, "the region of pd_op.pylayer")
        if self.body.block.args:
            raise VerifyException("the region of pd_op.pylayer takes no arguments")
        if len(last.operands) != len(self.results):
            raise VerifyException(
                f"the region yields {len(last.operands)} values for {len(self.results)} results"
            )
        for index, (value, result) in enumerate(zip(last.operands, self.results, strict=True)):
            if not compatible(result.type, value.type):
                raise VerifyException(
                    f"the region yields {value.type} for result #{index}, which is {result.type}"
                )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        inputs = parser.parse_comma_separated_list(
            parser.Delimiter.PAREN, lambda: parse_value(parser)
        )
        types: list[Attribute] = []
        if parser.parse_optional_punctuation("->") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        attributes = parser.parse_optional_attr_dict_with_keyword()
        body = parser.parse_region()
        _end_region(body)
        return cls.create(
            operands=inputs,
            result_types=types,
            attributes=attributes.data if attributes else {},
            regions=[body],
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" (")
        printer.print_list(self.inputs, printer.print_operand)
        printer.print_string(")")
        if self.results:
            printer.print_string(" -> ")
            printer.print_list(self.results, lambda r: printer.print_attribute(r.type))
        if self.attributes:
            printer.print_string(" attributes ")
            printer.print_attr_dict(self.attributes)
        printer.print_string(" ")
        printer.print_region(self.body)


def _end_region(region: Region) -> None:
    """A region that gives nothing may leave out its yield."""
    block = region.blocks.first
    if block is None:
        block = Block()
        region.add_block(block)
    if not isinstance(block.last_op, YieldOp):
        block.add_op(YieldOp.create())


OPERATIONS = [IfOp, WhileOp, PyLayerOp]
