"""What the gradient of setting a part means."""

from __future__ import annotations

from xdsl.dialects.builtin import DenseArrayBase, f64

from ...dialects.pd_op.base import python_value
from ...dialects.pd_op.joining import StridedSliceOp
from ...dialects.pd_op.setting import (
    SetValueOp,
    SetValueWithTensorGradOp,
    SetValueWithTensorOp,
)
from ...dialects.pd_op.shape import SqueezeOp, UnsqueezeOp
from ..registry import decomposition
from ..values import Value, call, reduce_as


def without_part(
    cotangent: Value,
    starts: Value,
    ends: Value,
    steps: Value,
    op: SetValueOp | SetValueWithTensorOp | SetValueWithTensorGradOp,
) -> Value:
    """A cotangent with zeros where a part was overwritten."""
    return call(
        SetValueOp,
        cotangent,
        starts,
        ends,
        steps,
        axes=op.axes,
        decrease_axes=op.decrease_axes,
        none_axes=op.none_axes,
        shape=(1,),
        values=DenseArrayBase.from_list(f64, [0.0]),
    )


@decomposition(SetValueWithTensorGradOp)
def set_value_with_tensor_grad(
    values: Value,
    out_grad: Value,
    starts: Value,
    ends: Value,
    steps: Value,
    op: SetValueWithTensorGradOp,
) -> tuple[Value, Value]:
    part: Value = call(StridedSliceOp, out_grad, starts, ends, steps, axes=op.axes)
    gone, added = python_value(op.decrease_axes), python_value(op.none_axes)
    if gone:
        part = call(SqueezeOp, part, gone)
    if added:
        part = call(UnsqueezeOp, part, added)
    return without_part(out_grad, starts, ends, steps, op), reduce_as(part, values)
