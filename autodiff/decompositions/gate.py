"""What the gradient ops of learned and random slopes, and of gates, mean."""

from __future__ import annotations

from ...dialects.pd_op.base import DYNAMIC, normalize_axis
from ...dialects.pd_op.compare import LogicalAndOp, LogicalNotOp
from ...dialects.pd_op.gate import (
    MaxoutGradOp,
    PreluGradOp,
    RreluGradOp,
    SwigluGradOp,
    slope_shape,
)
from ...dialects.pd_op.joining import ConcatOp, SplitWithNumOp
from ...dialects.pd_op.shape import ReshapeOp, UnsqueezeOp
from ..registry import decomposition
from ..values import Value, call, combine, compare, reduce_as, reshape_as, split, where, zeros_like
from .activation import sigmoid


@decomposition(PreluGradOp)
def prelu_grad(
    x: Value,
    alpha: Value,
    out_grad: Value,
    mode: str,
    data_format: str,
    wanted: tuple[bool, bool],
) -> tuple[Value | None, Value | None]:
    positive = compare("greater_than", x, 0.0)
    shape = slope_shape(x.rank, mode, data_format)
    slope = alpha if shape is None else call(ReshapeOp, alpha, shape)
    x_grad = alpha_grad = None
    if wanted[0]:
        x_grad = where(positive, out_grad, out_grad * slope)
    if wanted[1]:
        partial = where(positive, zeros_like(x), out_grad * x)
        alpha_grad = reshape_as(reduce_as(partial, slope), alpha)
    return x_grad, alpha_grad


@decomposition(RreluGradOp)
def rrelu_grad(x: Value, noise: Value, out_grad: Value) -> Value:
    return out_grad * noise


@decomposition(SwigluGradOp)
def swiglu_grad(
    x: Value, y: Value | None, out_grad: Value, wanted: tuple[bool, bool]
) -> tuple[Value | None, Value | None]:
    """With s = sigmoid(x): x_grad = y * (s + x * s * (1 - s)) and y_grad = x * s."""
    if y is not None:
        s = sigmoid(x)
        x_grad = y_grad = None
        if wanted[0]:
            x_grad = reduce_as(out_grad * y * (s + x * s * (1 - s)), x)
        if wanted[1]:
            y_grad = reduce_as(out_grad * x * s, y)
        return x_grad, y_grad
    left, right = split(call(SplitWithNumOp, x, -1, num=2))
    partials = swiglu_grad(left, right, out_grad, (True, True))
    return call(ConcatOp, combine(partials), -1), None


@decomposition(MaxoutGradOp)
def maxout_grad(x: Value, out: Value, out_grad: Value, groups: int, axis: int) -> Value:
    """The members of a group, one after the other: the first that is the maximum gets out_grad."""
    axis = normalize_axis(axis, x.rank)
    channels = DYNAMIC if x.shape[axis] == DYNAMIC else x.shape[axis] // groups
    # A dim of 0 means "as it is" to reshape, which helps the dynamic ones in front.
    apart = (*[0] * axis, channels, groups, *x.shape[axis + 1 :])
    members = split(call(SplitWithNumOp, call(ReshapeOp, x, apart), axis + 1, num=groups))
    maximum, cotangent = (call(UnsqueezeOp, value, (axis + 1,)) for value in (out, out_grad))
    free, partials = None, list[Value]()
    for member in members:
        taken = compare("equal", member, maximum)
        chosen = taken if free is None else call(LogicalAndOp, taken, free)
        partials.append(where(chosen, cotangent, zeros_like(cotangent)))
        free = call(LogicalNotOp, taken) if free is None else _without(free, taken)
    return reshape_as(call(ConcatOp, combine(partials), axis + 1), x)


def _without(free: Value, taken: Value) -> Value:
    return call(LogicalAndOp, free, call(LogicalNotOp, taken))
