"""What the gradient ops of reductions mean: out_grad, spread over the axes that were reduced."""

from __future__ import annotations

import math

from ...dialects.pd_op.base import normalize_axis
from ...dialects.pd_op.creation import constant_value
from ...dialects.pd_op.reduction import (
    MeanAllGradOp,
    MeanGradOp,
    ReduceAsGradOp,
    SumGradOp,
)
from ..registry import decomposition
from ..values import Value, call, cast, expand_as, reshape_as


def keep_axes(reduced: Value, x: Value, axis: Value, keepdim: bool) -> Value:
    """A reduced value with the axes that were reduced put back as ones, so that it broadcasts
    against x."""
    axes = constant_value(axis.ssa)
    if keepdim or reduced.rank == x.rank:
        return reduced
    if axes == () or reduced.rank == 0:
        return reduced
    from ...dialects.pd_op.shape import UnsqueezeOp

    if axes is None:
        return call(UnsqueezeOp, reduced, axis)
    given = axes if isinstance(axes, tuple) else (int(axes),)
    return call(UnsqueezeOp, reduced, sorted(normalize_axis(a, x.rank) for a in given))


def count_of(x: Value, reduced: Value) -> Value | float:
    """How many elements of x went into one element of a reduced value (with its axes kept)."""
    from ...dialects.pd_op.binary import DivideOp
    from ...dialects.pd_op.shape import NumelOp

    if -1 not in x.shape and -1 not in reduced.shape:
        return math.prod(x.shape) / max(math.prod(reduced.shape), 1)
    whole = cast(call(NumelOp, x), x.element)
    part = cast(call(NumelOp, reduced), x.element)
    return call(DivideOp, whole, part)


@decomposition(SumGradOp)
def sum_grad(x: Value, out_grad: Value, axis: Value, keepdim: bool) -> Value:
    return expand_as(keep_axes(cast(out_grad, x.element), x, axis, keepdim), x)


@decomposition(MeanGradOp)
def mean_grad(x: Value, out_grad: Value, axis: Value, keepdim: bool) -> Value:
    kept = keep_axes(out_grad, x, axis, keepdim)
    count = count_of(x, kept)
    share = kept / count if isinstance(count, Value) else kept * (1 / count if count else 0.0)
    return expand_as(share, x)


@decomposition(MeanAllGradOp)
def mean_all_grad(x: Value, out_grad: Value) -> Value:
    scalar = reshape_as(out_grad, out_grad)
    count = count_of(x, scalar)
    share = scalar / count if isinstance(count, Value) else scalar * (1 / count if count else 0.0)
    return expand_as(share, x)


@decomposition(ReduceAsGradOp)
def reduce_as_grad(x: Value, target: Value, out_grad: Value) -> Value:
    return expand_as(out_grad, x)
