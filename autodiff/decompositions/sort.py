"""What the gradient ops of sorting mean."""

from __future__ import annotations

from ...dialects.pd_op.picking import PutAlongAxisOp
from ...dialects.pd_op.sort import ArgsortGradOp, TopkGradOp
from ..registry import decomposition
from ..values import Value, call, zeros_like


@decomposition(TopkGradOp)
def topk_grad(x: Value, indices: Value, out_grad: Value, k: Value, axis: int) -> Value:
    return put_back(x, indices, out_grad, axis)


@decomposition(ArgsortGradOp)
def argsort_grad(indices: Value, x: Value, out_grad: Value, axis: int) -> Value:
    return put_back(x, indices, out_grad, axis)


def put_back(x: Value, indices: Value, out_grad: Value, axis: int) -> Value:
    """out_grad at the positions that were chosen along an axis, zeros elsewhere."""
    if not x.rank:
        return out_grad
    return call(PutAlongAxisOp, zeros_like(x), indices, out_grad, axis=axis, reduce="add")
