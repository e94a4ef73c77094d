"""The `cf` dialect: xDSL's branches and Paddle's five ops for regions and tapes, in one.

A stack is a list of tuples. `stack_create` gives its handle, its inlet and its outlet;
`tuple_push` puts a tuple in at the inlet, `tuple_pop` takes the last one out at the outlet,
`has_elements` asks whether any is left. A loop that pushes one tuple a trip, even an empty one,
thereby counts its trips for the loop that runs backwards.
"""

from __future__ import annotations

from typing import Self

from xdsl.dialects.builtin import TensorType, i1
from xdsl.dialects.cf import Cf as UpstreamCf
from xdsl.ir import Attribute, Dialect, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import (
    IRDLOperation,
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import (
    IsTerminator,
    MemoryAllocEffect,
    MemoryReadEffect,
    MemoryWriteEffect,
    Pure,
)

from .parsing import parse_value, parse_values

BOOL = TensorType(i1, [1])
"""Paddle's condition: a one-element bool tensor."""


@irdl_attr_definition
class StackType(ParametrizedAttribute, TypeAttribute):
    """A stack of tuples."""

    name = "cf.stack"


@irdl_attr_definition
class InletType(ParametrizedAttribute, TypeAttribute):
    """Where tuples go onto a stack."""

    name = "cf.inlet"


@irdl_attr_definition
class OutletType(ParametrizedAttribute, TypeAttribute):
    """Where tuples come off a stack."""

    name = "cf.outlet"


STACK, INLET, OUTLET = StackType(), InletType(), OutletType()


@irdl_op_definition
class StackCreateOp(IRDLOperation):
    """A new, empty stack: its handle, its inlet and its outlet."""

    name = "cf.stack_create"
    stack = result_def(StackType)
    inlet = result_def(InletType)
    outlet = result_def(OutletType)
    traits = traits_def(MemoryAllocEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        attributes = parser.parse_optional_attr_dict()
        return cls.create(result_types=[STACK, INLET, OUTLET], attributes=attributes)

    def print(self, printer: Printer) -> None:
        _print_attributes(self, printer)


@irdl_op_definition
class TuplePushOp(IRDLOperation):
    """Pushes one tuple; an empty one is legal and counts a trip."""

    name = "cf.tuple_push"
    inlet = operand_def(InletType)
    values = var_operand_def()
    traits = traits_def(MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_values(parser)
        attributes = parser.parse_optional_attr_dict()
        if parser.parse_optional_punctuation(":") is not None:
            parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(operands=operands, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        _print_attributes(self, printer)
        if self.values:
            printer.print_string(" : ")
            printer.print_list(self.values, lambda v: printer.print_attribute(v.type))


@irdl_op_definition
class TuplePopOp(IRDLOperation):
    """Pops the last tuple; an empty stack is an error when run."""

    name = "cf.tuple_pop"
    outlet = operand_def(OutletType)
    values = var_result_def()
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        outlet = parse_value(parser)
        attributes = parser.parse_optional_attr_dict()
        types: list[Attribute] = []
        if parser.parse_optional_punctuation(":") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(operands=[outlet], result_types=types, attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.outlet)
        _print_attributes(self, printer)
        if self.values:
            printer.print_string(" : ")
            printer.print_list(self.values, lambda v: printer.print_attribute(v.type))


@irdl_op_definition
class HasElementsOp(IRDLOperation):
    """Whether the stack holds a tuple: tensor<1xi1>."""

    name = "cf.has_elements"
    stack = operand_def(StackType)
    out = result_def(TensorType)
    traits = traits_def(MemoryReadEffect())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        stack = parse_value(parser)
        attributes = parser.parse_optional_attr_dict()
        if parser.parse_optional_punctuation(":") is not None:
            parser.parse_type()
        return cls.create(operands=[stack], result_types=[BOOL], attributes=attributes)

    def print(self, printer: Printer) -> None:
        printer.print_string(" ")
        printer.print_operand(self.stack)
        _print_attributes(self, printer)


@irdl_op_definition
class YieldOp(IRDLOperation):
    """Ends a region of `pd_op.if` (the results) or `pd_op.while` (the next condition, then the
    next value of each carry)."""

    name = "cf.yield"
    values = var_operand_def()
    traits = traits_def(IsTerminator(), Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_values(parser)
        attributes = parser.parse_optional_attr_dict()
        if parser.parse_optional_punctuation(":") is not None:
            parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls.create(operands=operands, attributes=attributes)

    def print(self, printer: Printer) -> None:
        if self.operands:
            printer.print_string(" ")
            printer.print_list(self.operands, printer.print_operand)
        _print_attributes(self, printer)
        if self.operands:
            printer.print_string(" : ")
            printer.print_list(self.operands, lambda v: printer.print_attribute(v.type))


def _print_attributes(op: IRDLOperation, printer: Printer) -> None:
    if op.attributes:
        printer.print_string(" ")
        printer.print_attr_dict(op.attributes)


OPERATIONS = [StackCreateOp, TuplePushOp, TuplePopOp, HasElementsOp, YieldOp]

Cf = Dialect(
    "cf",
    [*UpstreamCf.operations, *OPERATIONS],
    [*UpstreamCf.attributes, StackType, InletType, OutletType],
)
