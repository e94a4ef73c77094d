"""What the gradient ops of softmax mean."""

from __future__ import annotations

from ...dialects.pd_op.elementwise import ExpOp
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.softmax import (
    FusedSoftmaxMaskGradOp,
    FusedSoftmaxMaskUpperTriangleGradOp,
    LogSoftmaxGradOp,
    SoftmaxGradOp,
)
from ..registry import decomposition
from ..values import Value, call


@decomposition(SoftmaxGradOp)
def softmax_grad(out: Value, out_grad: Value, axis: int) -> Value:
    if not out.rank:
        return out_grad * 0.0
    return out * (out_grad - call(SumOp, out * out_grad, (axis,), keepdim=True))


@decomposition(LogSoftmaxGradOp)
def log_softmax_grad(out: Value, out_grad: Value, axis: int) -> Value:
    if not out.rank:
        return out_grad * 0.0
    return out_grad - call(ExpOp, out) * call(SumOp, out_grad, (axis,), keepdim=True)


@decomposition(FusedSoftmaxMaskGradOp, FusedSoftmaxMaskUpperTriangleGradOp)
def fused_softmax_mask_grad(softmax: Value, out_grad: Value) -> Value:
    return call(SoftmaxGradOp, softmax, out_grad, axis=-1)
