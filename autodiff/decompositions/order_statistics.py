"""What the gradient ops of ranked elements mean: out_grad where the elements came from."""

from __future__ import annotations

from ...dialects.pd_op.order_statistics import (
    KthvalueGradOp,
    MedianGradOp,
    ModeGradOp,
    NanmedianGradOp,
    middle_axes,
)
from ...dialects.pd_op.picking import PutAlongAxisOp
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.shape import FlattenOp, SqueezeOp, TransposeOp, UnsqueezeOp
from ..registry import decomposition
from ..values import Value, call, cast, compare, reshape_as, where, zeros_like
from .sort import put_back


@decomposition(KthvalueGradOp, ModeGradOp)
def kthvalue_grad(x: Value, indices: Value, out_grad: Value, axis: int, keepdim: bool) -> Value:
    if x.rank and not keepdim:
        indices, out_grad = (call(UnsqueezeOp, v, (axis % x.rank,)) for v in (indices, out_grad))
    return put_back(x, indices, out_grad, axis)


@decomposition(MedianGradOp, NanmedianGradOp)
def median_grad(
    x: Value,
    out: Value,
    medians: Value,
    out_grad: Value,
    axis: tuple[int, ...],
    keepdim: bool,
    mode: str,
) -> Value:
    if not x.rank:
        return out_grad
    kept, gone = middle_axes(axis, x.rank)
    if keepdim:
        out, medians, out_grad = (call(SqueezeOp, v, gone) for v in (out, medians, out_grad))
    out, out_grad = (call(UnsqueezeOp, v, (-1,)) for v in (out, out_grad))
    if mode == "min":
        medians = call(UnsqueezeOp, medians, (-1,))
    moved: Value = call(TransposeOp, x, perm=(*kept, *gone))
    rows: Value = call(FlattenOp, moved, start_axis=len(kept), stop_axis=x.rank - 1)
    known = cast(compare("greater_equal", medians, 0), x.element)
    part = known * (out_grad if mode == "min" else out_grad * 0.5)
    gradient: Value = call(PutAlongAxisOp, zeros_like(rows), medians, part, axis=-1, reduce="add")
    if mode == "avg" or len(gone) > 1:
        ties = cast(compare("equal", rows, out), x.element)
        count: Value = call(SumOp, ties, (-1,), keepdim=True)
        some = compare("greater_than", count, 0.0)
        share = ties * (out_grad / where(some, count, zeros_like(count) + 1))
        gradient = where(some, share, gradient)
    back = [(*kept, *gone).index(i) for i in range(x.rank)]
    return call(TransposeOp, reshape_as(gradient, moved), perm=tuple(back))
