"""Paddle's ops in the `builtin` dialect: vecs (tuples of tensors), parameters, outputs.

They are loaded beside xDSL's own `builtin` ops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Self

from xdsl.dialects.builtin import IntegerAttr, StringAttr, TupleType
from xdsl.ir import Attribute, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)
from xdsl.parser import Parser
from xdsl.traits import MemoryReadEffect, MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from .parsing import parse_values
from .pd_op.base import Cheap, PdOp, Types, elements_of, vec_type


@irdl_op_definition
class CombineOp(PdOp):
    """Packs values into a vec."""

    name = "builtin.combine"
    inputs = var_operand_def()
    out = result_def(TupleType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        return (vec_type([value.type for value in self.inputs]),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands = parse_values(parser)
        attributes = parser.parse_optional_attr_dict()
        types: Sequence[Attribute] = [vec_type([value.type for value in operands])]
        if parser.parse_optional_punctuation(":") is not None:
            types = [parser.parse_type()]
        return cls.create(operands=operands, result_types=types, attributes=attributes)


@irdl_op_definition
class SplitOp(PdOp):
    """Unpacks a vec into its values."""

    name = "builtin.split"
    input = operand_def(TupleType)
    outs = var_result_def()
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        return tuple(
            element.type if isinstance(element, SSAValue) else element
            for element in elements_of(self.input)
        )

    @classmethod
    def build_inferred(
        cls,
        operands: Sequence[SSAValue | None],
        attributes: Mapping[str, Attribute] | None = None,
        discardable: Mapping[str, Attribute] | None = None,
    ) -> Self:
        (vec,) = operands
        if vec is None or not isinstance(vec.type, TupleType):
            raise VerifyException("builtin.split takes a vec")
        return cls.create(
            operands=[vec], result_types=vec.type.types.data, attributes=discardable or {}
        )


@irdl_op_definition
class SliceOp(PdOp):
    """The value at `index` of a vec."""

    name = "builtin.slice"
    input = operand_def(TupleType)
    out = result_def()
    index = prop_def(IntegerAttr)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        elements = elements_of(self.input)
        index = self.index.value.data
        if not 0 <= index < len(elements):
            raise VerifyException(f"index {index} is outside a vec of {len(elements)}")
        element = elements[index]
        return (element.type if isinstance(element, SSAValue) else element,)


@irdl_op_definition
class ParameterOp(PdOp):
    """A trainable value kept under a name; its value comes from outside, like `pd_op.data`."""

    name = "builtin.parameter"
    parameter_name = prop_def(StringAttr)
    is_distributed = opt_prop_def(Attribute)
    is_parameter = opt_prop_def(Attribute)
    need_clip = opt_prop_def(Attribute)
    persistable = opt_prop_def(Attribute)
    trainable = opt_prop_def(Attribute)
    out = result_def()
    # It writes nothing, but belongs to the program's face: it stays although nobody reads it.
    traits = traits_def(MemoryReadEffect(), MemoryWriteEffect())

    def infer(self) -> Types:
        return (self.out.type,)


@irdl_op_definition
class SetParameterOp(PdOp):
    """Stores a value under a parameter's name."""

    name = "builtin.set_parameter"
    parameter = operand_def()
    parameter_name = prop_def(StringAttr)
    traits = traits_def(MemoryWriteEffect())

    def infer(self) -> Types:
        return ()


@irdl_op_definition
class ShadowOutputOp(PdOp):
    """Names a value that comes out of the program."""

    name = "builtin.shadow_output"
    input = operand_def()
    output_name = prop_def(StringAttr)
    traits = traits_def(MemoryWriteEffect())

    def infer(self) -> Types:
        return ()


@irdl_op_definition
class ConstantOp(PdOp):
    """A constant: `value` is a number, or the name under which a tensor is kept."""

    name = "builtin.constant"
    value = prop_def(Attribute)
    out = result_def()
    traits = traits_def(MemoryReadEffect())

    def infer(self) -> Types:
        return (self.out.type,)


OPERATIONS = [
    CombineOp,
    SplitOp,
    SliceOp,
    ParameterOp,
    SetParameterOp,
    ShadowOutputOp,
    ConstantOp,
]
