"""Reductions over axes, and sums of several tensors."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, TupleType
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import Elementwise, PdOp, ShapeOnly, Types


@irdl_op_definition
class AddNOp(PdOp):
    """The sum of the tensors of a vec, all of one shape."""

    name = "pd_op.add_n"
    inputs = operand_def(TupleType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        assert isinstance(self.inputs.type, TupleType)
        return (self.inputs.type.types.data[0],)


@irdl_op_definition
class ReduceAsOp(PdOp):
    """Sums x over the axes along which `target` would be broadcast to it."""

    name = "pd_op.reduce_as"
    x = operand_def(TensorType)
    target = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("target"))

    def infer(self) -> Types:
        return (self.target.type,)


OPERATIONS = [AddNOp, ReduceAsOp]
