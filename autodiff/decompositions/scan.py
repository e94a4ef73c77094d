"""What the gradient ops of scans mean.

A scan makes each element part of many results, and so its gradient is a scan the other way. Where
the terms are products, a linear recurrence (`linear_scan`) adds them up without dividing: zeros
are no exception, and the gradient of any order is a scan again.
"""

from __future__ import annotations

from ...dialects.pd_op.elementwise import ExpOp
from ...dialects.pd_op.scan import (
    CummaxGradOp,
    CumminGradOp,
    CumprodGradOp,
    CumprodOp,
    CumsumGradOp,
    CumsumOp,
    LinearScanOp,
    LogcumsumexpGradOp,
    LogcumsumexpOp,
)
from ..registry import decomposition
from ..values import (
    Value,
    call,
    cast,
    compare,
    conjugate,
    ones_like,
    reshape_as,
    where,
    zeros_like,
)


def before(x: Value, axis: int, reverse: bool = False) -> Value:
    """x[i - 1] at place i along an axis, zero at the first; `reverse`: x[i + 1]."""
    from ...dialects.pd_op.joining import SliceOp
    from ...dialects.pd_op.padding import PadOp
    from .padding import END

    if x.rank == 0:
        return zeros_like(x)
    axis %= x.rank
    paddings = [0] * (2 * x.rank)
    paddings[2 * axis + reverse] = 1
    longer: Value = call(PadOp, x, 0.0, paddings=paddings)
    start, end = (1, END) if reverse else (0, -1)
    return call(SliceOp, longer, (start,), (end,), axes=(axis,), infer_flags=(1,))


def after(x: Value, axis: int, reverse: bool = False) -> Value:
    """x[i + 1] at place i along an axis, zero at the last; `reverse`: x[i - 1]."""
    return before(x, axis, not reverse)


@decomposition(CumsumGradOp)
def cumsum_grad(
    x: Value, out_grad: Value, axis: Value, flatten: bool, exclusive: bool, reverse: bool
) -> Value:
    found: Value = call(
        CumsumOp, out_grad, axis, flatten=flatten, exclusive=exclusive, reverse=not reverse
    )
    return reshape_as(found, x) if flatten else found


@decomposition(CumprodGradOp)
def cumprod_grad(
    x: Value, out: Value, out_grad: Value, dim: int, exclusive: bool, reverse: bool
) -> Value:
    """x[i] is multiplied by what comes before it, and then by what follows, up to each k: the
    product of the ones before, times the sum over k of out_grad[k] x[i + 1] ... x[k]."""
    earlier: Value = call(CumprodOp, x, dim=dim, exclusive=True, reverse=reverse)
    if exclusive:
        out_grad = after(out_grad, dim, reverse)
    later: Value = call(
        LinearScanOp,
        out_grad,
        conjugate(after(x, dim, reverse)),
        axis=dim,
        reverse=not reverse,
    )
    return conjugate(earlier) * later


@decomposition(LogcumsumexpGradOp)
def logcumsumexp_grad(
    x: Value,
    out: Value,
    out_grad: Value,
    axis: int,
    flatten: bool,
    exclusive: bool,
    reverse: bool,
) -> Value:
    """exp(x[i] - out[k]) is exp(x[i] - out[i]), times exp(out[j - 1] - out[j]) for each j from
    i + 1 to k: none of them is above 1, so nothing overflows."""
    from ...dialects.pd_op.shape import ReshapeOp

    shaped = x
    if flatten:
        x, axis = call(ReshapeOp, x, (-1,)), 0
    if exclusive:
        out = call(LogcumsumexpOp, x, axis=axis, reverse=reverse)
        out_grad = after(out_grad, axis, reverse)
    has_before = before(ones_like(x), axis, reverse)
    rise = (before(out, axis, reverse) - out) * has_before
    step = after(call(ExpOp, rise), axis, reverse)
    later: Value = call(LinearScanOp, out_grad, step, axis=axis, reverse=not reverse)
    found: Value = call(ExpOp, x - out) * later
    return reshape_as(found, shaped) if flatten else found


@decomposition(CummaxGradOp, CumminGradOp)
def cummax_grad(x: Value, indices: Value, out_grad: Value, axis: int) -> Value:
    """The results that come from one element stand in a row that begins at its own place: a scan
    that starts anew with each row adds them up there."""
    same = cast(compare("equal", indices, after(indices, axis)), out_grad.element)
    total: Value = call(LinearScanOp, out_grad, same, axis=axis, reverse=True)
    places: Value = call(CumsumOp, ones_like(indices), axis, exclusive=True)
    return where(compare("equal", indices, places), total, zeros_like(total))
