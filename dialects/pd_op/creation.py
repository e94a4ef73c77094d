"""Where values come from and go to: inputs, constants, filled tensors, fetches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Self, cast

from xdsl.dialects.builtin import (
    AnyFloat,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    TensorType,
    f64,
    i64,
)
from xdsl.ir import Attribute, OpResult, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure

from ..parsing import parse_value
from .base import (
    Cheap,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    integers_of,
    shape_of,
    string,
    tensor,
)
from .written import number_text, print_attributes, take_properties


@irdl_op_definition
class DataOp(PdOp):
    """An input of the program, fed by name. Custom form: `pd_op.data "x" : tensor<3xf64>`."""

    name = "pd_op.data"
    # The attribute is called `name`, as is the op: the field needs another word.
    data_name = prop_def(StringAttr, prop_name="name")
    shape = opt_prop_def(DenseArrayBase)
    dtype = opt_prop_def(Attribute)
    place = string("undefined")
    out = result_def()
    # It writes nothing, but belongs to the program's face: it stays although nobody reads it.
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def infer(self) -> Types:
        return (self.out.type,)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        name = parser.parse_str_literal()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        properties = take_properties(parser, cls, attributes)
        properties["name"] = StringAttr(name)
        return cls.create(result_types=[type_], properties=properties, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_string_literal(self.data_name.data)
        _print_rest(self, printer, hidden=("name", "shape", "dtype"))
        printer.print_string(" : ")
        printer.print_attribute(self.out.type)


@irdl_op_definition
class FetchOp(PdOp):
    """Names a value that comes out of the program. Custom form: `pd_op.fetch %0 "y" : type`."""

    name = "pd_op.fetch"
    x = operand_def()
    fetch_name = prop_def(StringAttr, prop_name="name")
    col = prop_def(IntegerAttr, default_value=IntegerAttr(0, 32))
    out = result_def()
    traits = traits_def(MemoryWriteEffect())

    def infer(self) -> Types:
        return (self.x.type,)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = parse_value(parser)
        name = parser.parse_str_literal()
        attributes = parser.parse_optional_attr_dict()
        type_ = value.type
        if parser.parse_optional_punctuation(":") is not None:
            type_ = parser.parse_type()
        properties = take_properties(parser, cls, attributes)
        properties["name"] = StringAttr(name)
        return cls.create(
            operands=[value], result_types=[type_], properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.x)
        printer.print_string(" ")
        printer.print_string_literal(self.fetch_name.data)
        _print_rest(self, printer, hidden=("name",))
        printer.print_string(" : ")
        printer.print_attribute(self.out.type)


class FilledOp(PdOp):
    """Shared by constants that print their value: `pd_op.full 1.0 : tensor<3xf64>`."""

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        self.print_value(printer)
        _print_rest(self, printer, hidden=("shape", "value", "dtype"))
        printer.print_string(" : ")
        printer.print_attribute(self.results[0].type)

    def print_value(self, printer: Printer) -> None:
        """The text of the constant's value."""
        raise NotImplementedError(type(self).name)


@irdl_op_definition
class FullOp(FilledOp):
    """A tensor of `shape` with every element `value` (a double, as in Paddle)."""

    name = "pd_op.full"
    shape = prop_def(DenseArrayBase)
    value = prop_def(FloatAttr)
    dtype = opt_prop_def(Attribute)
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        element = self.dtype if self.dtype is not None else element_of(self.out)
        return (tensor(element, integers_of(self.shape)),)

    @classmethod
    def of(cls, value: float, type_: Attribute, place: str = "undefined") -> Self:
        """The constant of that value and tensor type."""
        properties: dict[str, Attribute] = {
            "shape": DenseArrayBase.from_list(i64, shape_of(type_)),
            "value": FloatAttr(float(value), f64),
            "dtype": element_of(type_),
        }
        if place != "undefined":
            properties["place"] = StringAttr(place)
        return cls.create(result_types=[type_], properties=properties)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        value = _parse_number(parser)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        properties = take_properties(parser, cls, attributes)
        op = cls.of(float(value), type_)
        op.properties.update(properties)
        op.attributes.update(attributes)
        return op

    def print_value(self, printer: Printer) -> None:
        printer.print_string(_number(self.value.value.data, element_of(self.out)))


@irdl_op_definition
class FullIntArrayOp(FilledOp):
    """A vector of integers: `pd_op.full_int_array [0, 1] : tensor<2xi64>`."""

    name = "pd_op.full_int_array"
    value = prop_def(DenseArrayBase)
    dtype = opt_prop_def(Attribute)
    place = string("cpu")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        element = self.dtype if self.dtype is not None else element_of(self.out)
        return (tensor(element, [len(self.value)]),)

    @classmethod
    def of(cls, values: Sequence[int]) -> Self:
        """The int64 vector of these values."""
        properties: dict[str, Attribute] = {
            "value": DenseArrayBase.from_list(i64, list(values)),
            "dtype": i64,
        }
        return cls.create(result_types=[tensor(i64, [len(values)])], properties=properties)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        values = parser.parse_comma_separated_list(
            parser.Delimiter.SQUARE, lambda: parser.parse_integer()
        )
        attributes = parser.parse_optional_attr_dict()
        op = cls.of(values)
        if parser.parse_optional_punctuation(":") is not None:
            type_ = parser.parse_type()
            properties = dict(op.properties)
            properties["dtype"] = element_of(type_)
            op = cls.create(result_types=[type_], properties=properties)
        op.properties.update(take_properties(parser, cls, attributes))
        op.attributes.update(attributes)
        return op

    def print_value(self, printer: Printer) -> None:
        values = integers_of(self.value)
        printer.print_string("[" + ", ".join(str(int(v)) for v in values) + "]")


@irdl_op_definition
class FullLikeOp(PdOp):
    """A tensor of x's shape with every element `value` (a one-element tensor)."""

    name = "pd_op.full_like"
    x = operand_def(TensorType)
    value = operand_def(TensorType)
    dtype = opt_prop_def(Attribute)
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        element = self.dtype if self.dtype is not None else element_of(self.x)
        return (tensor(element, shape_of(self.x)),)


def constant_value(value: SSAValue | None) -> Any:
    """The Python value of a constant: a number for a one-element `full`, a tuple of ints for
    `full_int_array`, None for anything else."""
    if not isinstance(value, OpResult):
        return None
    match value.owner:
        case FullOp() as op:
            number = op.value.value.data
            return number if isinstance(element_of(op.out), AnyFloat) else int(number)
        case FullIntArrayOp() as op:
            return tuple(int(v) for v in integers_of(op.value))
        case _:
            return None


def constant_integers(value: SSAValue | None) -> tuple[int, ...] | None:
    """The integers of a constant: one for a one-element `full`. None for anything else."""
    found = constant_value(value)
    if found is None:
        return None
    return cast("tuple[int, ...]", found) if isinstance(found, tuple) else (int(found),)


def _number(value: float, element: Attribute) -> str:
    """The text of a number; MLIR has no word for infinity and NaN, so those are ours."""
    return str(int(value)) if isinstance(element, IntegerType) else number_text(value)


def _parse_number(parser: Parser) -> float:
    if parser.parse_optional_keyword("nan") is not None:
        return float("nan")
    sign = -1 if parser.parse_optional_punctuation("-") is not None else 1
    if parser.parse_optional_keyword("inf") is not None:
        return sign * float("inf")
    return sign * parser.parse_number(allow_boolean=True)


def _print_rest(op: PdOp, printer: Printer, hidden: tuple[str, ...]) -> None:
    """The attributes that are neither hidden nor at their default."""
    definition = op.get_irdl_definition().properties
    shown: Mapping[str, Attribute] = {
        name: value
        for name, value in op.properties.items()
        if name not in hidden and value != definition[name].default_value
    } | op.attributes
    if shown:
        printer.print_string(" ")
        print_attributes(printer, definition, shown)


OPERATIONS = [DataOp, FetchOp, FullOp, FullIntArrayOp, FullLikeOp]
