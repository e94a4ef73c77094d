"""Setting a part of a tensor: x[starts:ends:steps] = values.

Paddle writes in place (`set_value_`, `set_value_with_tensor_`); these are the pure ops behind.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure

from .base import (
    PdOp,
    ShapeOnly,
    Types,
    integers64,
    normalize_axis,
    python_value,
    shape_of,
)


def check_axes(op: SetValueOp | SetValueWithTensorOp) -> None:
    """The axes must be axes of x."""
    rank = len(shape_of(op.x))
    for name, axes in (("axes", op.axes), ("decrease_axes", op.decrease_axes)):
        for axis in python_value(axes):
            normalize_axis(axis, rank, name)


@irdl_op_definition
class SetValueOp(PdOp):
    """x with the constant `values` (of the shape `shape`, broadcast) in the part."""

    name = "pd_op.set_value"
    x = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    steps = operand_def(TensorType)
    axes = integers64()
    decrease_axes = integers64([])
    none_axes = integers64([])
    shape = integers64([1])
    values = prop_def(Attribute)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        check_axes(self)
        return (self.x.type,)


@irdl_op_definition
class SetValueWithTensorOp(PdOp):
    """x with `values`, broadcast, in the part; the axes in `decrease_axes` have one element and
    are not in values, those in `none_axes` are there in addition."""

    name = "pd_op.set_value_with_tensor"
    x = operand_def(TensorType)
    values = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    steps = operand_def(TensorType)
    axes = integers64()
    decrease_axes = integers64([])
    none_axes = integers64([])
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        check_axes(self)
        return (self.x.type,)


@irdl_op_definition
class SetValueWithTensorGradOp(PdOp):
    """Gradient of `set_value_with_tensor`: x_grad is out_grad with zeros in the part, values_grad
    the part, summed back to the shape of values."""

    name = "pd_op.set_value_with_tensor_grad"
    values = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    steps = operand_def(TensorType)
    axes = integers64()
    decrease_axes = integers64([])
    none_axes = integers64([])
    x_grad = result_def(TensorType)
    values_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("values"))

    def infer(self) -> Types:
        return (self.out_grad.type, self.values.type)


OPERATIONS: list[type[Operation]] = [SetValueOp, SetValueWithTensorOp, SetValueWithTensorGradOp]
