"""What the gradient ops of reductions mean: out_grad, spread over the axes that were reduced, times
what each element adds to the result."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...dialects.pd_op.base import normalize_axis
from ...dialects.pd_op.binary import DivideOp, MaximumOp
from ...dialects.pd_op.creation import constant_integers
from ...dialects.pd_op.elementwise import ExpOp
from ...dialects.pd_op.reduction import (
    LogsumexpGradOp,
    MeanAllGradOp,
    MeanGradOp,
    MeanOp,
    NansumGradOp,
    ProdGradOp,
    ReduceAsGradOp,
    StdGradOp,
    SumGradOp,
    SumOp,
    VarGradOp,
)
from ...dialects.pd_op.rounding import IsnanOp
from ...dialects.pd_op.scan import CumprodOp
from ...dialects.pd_op.shape import FlattenOp, NumelOp, TransposeOp, UnsqueezeOp
from ..errors import DiffError
from ..registry import decomposition
from ..values import (
    Value,
    call,
    cast,
    compare,
    conjugate,
    constant,
    expand_as,
    ones_like,
    reshape_as,
    where,
    zeros_like,
)


def keep_axes(reduced: Value, x: Value, axis: Value, keepdim: bool) -> Value:
    """A reduced value with the axes that were reduced put back as ones, so that it broadcasts
    against x."""
    axes = constant_integers(axis.ssa)
    if axes is None and not keepdim and reduced.rank != 0:
        return reshape_as(reduced, call(SumOp, x, axis, keepdim=True))
    return keep_listed(reduced, x, axes or (), keepdim)


def keep_listed(reduced: Value, x: Value, axes: Sequence[int], keepdim: bool) -> Value:
    """As `keep_axes`, where the axes are known (none: all of them, and what is left broadcasts
    as it is)."""
    if keepdim or not axes or reduced.rank in (0, x.rank):
        return reduced
    return call(UnsqueezeOp, reduced, sorted({normalize_axis(a, x.rank) for a in axes}))


def count_of(x: Value, reduced: Value) -> Value | float:
    """How many elements of x went into one element of a reduced value (with its axes kept)."""
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


def nonzero(value: Value) -> Value:
    """The value with ones in place of zeros, to divide by."""
    return where(compare("equal", value, 0.0), ones_like(value), value)


# --- products --------------------------------------------------------------------------------


@decomposition(ProdGradOp)
def prod_grad(
    x: Value,
    out: Value,
    out_grad: Value,
    axis: Value,
    keepdim: bool,
    reduce_all: bool,
    op: ProdGradOp,
) -> Value:
    axes = () if reduce_all else constant_integers(axis.ssa)
    if axes is None:
        raise DiffError("the axes of a product must be constant to differentiate it", op)
    out_grad = keep_listed(out_grad, x, axes, keepdim)
    return out_grad * conjugate(product_of_others(x, axes))


def product_of_others(x: Value, axes: Sequence[int]) -> Value:
    """For each element, the product of all others along some axes: of those before it and those
    after it, so that nothing is divided by zero."""
    if x.rank == 0:
        return ones_like(x)
    reduced = sorted({normalize_axis(a, x.rank) for a in axes}) or list(range(x.rank))
    if len(reduced) == 1:
        (dim,) = reduced
        earlier: Value = call(CumprodOp, x, dim=dim, exclusive=True)
        return earlier * call(CumprodOp, x, dim=dim, exclusive=True, reverse=True)
    kept = [i for i in range(x.rank) if i not in reduced]
    perm = (*kept, *reduced)
    moved: Value = call(TransposeOp, x, perm=perm)
    flat: Value = call(FlattenOp, moved, start_axis=len(kept), stop_axis=-1)
    others = reshape_as(product_of_others(flat, (len(kept),)), moved)
    return call(TransposeOp, others, perm=tuple(perm.index(i) for i in range(x.rank)))


# --- sums of functions -----------------------------------------------------------------------


@decomposition(LogsumexpGradOp)
def logsumexp_grad(
    x: Value, out: Value, out_grad: Value, axis: tuple[int, ...], keepdim: bool, reduce_all: bool
) -> Value:
    axes = () if reduce_all else axis
    out_grad = keep_listed(out_grad, x, axes, keepdim)
    out = keep_listed(out, x, axes, keepdim)
    # Where all of x is -inf, so is out, and x - out is not a number.
    shift = where(compare("equal", out, -math.inf), zeros_like(out), out)
    return out_grad * call(ExpOp, x - shift)


@decomposition(NansumGradOp)
def nansum_grad(x: Value, out_grad: Value, axis: tuple[int, ...], keepdim: bool) -> Value:
    spread = expand_as(keep_listed(cast(out_grad, x.element), x, axis, keepdim), x)
    return where(call(IsnanOp, x), zeros_like(x), spread)


def freedom(x: Value, reduced: Value, correction: float) -> Value:
    """max(n - correction, 0) of a variance over n elements."""
    count = count_of(x, reduced)
    if not isinstance(count, Value):
        return constant(x, max(count - correction, 0.0))
    return call(MaximumOp, count - correction, constant(x, 0.0))


@decomposition(VarGradOp)
def var_grad(
    x: Value, out_grad: Value, axis: tuple[int, ...], keepdim: bool, correction: float
) -> Value:
    out_grad = keep_listed(out_grad, x, axis, keepdim)
    centered = x - call(MeanOp, x, axis, keepdim=True)
    return centered * (out_grad * 2 / freedom(x, out_grad, correction))


@decomposition(StdGradOp)
def std_grad(
    x: Value,
    out: Value,
    out_grad: Value,
    axis: tuple[int, ...],
    keepdim: bool,
    correction: float,
) -> Value:
    out_grad = keep_listed(out_grad, x, axis, keepdim)
    out = nonzero(keep_listed(out, x, axis, keepdim))
    centered = x - call(MeanOp, x, axis, keepdim=True)
    return centered * (out_grad / (out * freedom(x, out_grad, correction)))
