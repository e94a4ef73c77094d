"""What the gradient ops of extrema mean: out_grad where the extremum is."""

from __future__ import annotations

from collections.abc import Sequence

from ...dialects.pd_op.extremum import (
    AmaxGradOp,
    AminGradOp,
    MaxGradOp,
    MaxWithIndexGradOp,
    MinGradOp,
    MinWithIndexGradOp,
)
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.shape import ReshapeOp
from ..registry import decomposition
from ..values import Value, call, cast, compare, reshape_as, where, zeros_like
from .padding import places_of
from .reduction import keep_axes, keep_listed


@decomposition(MaxGradOp, MinGradOp)
def max_grad(x: Value, out: Value, out_grad: Value, axis: Value, keepdim: bool) -> Value:
    out = keep_axes(out, x, axis, keepdim)
    return shared(x, out, keep_axes(out_grad, x, axis, keepdim), axis)


@decomposition(AmaxGradOp, AminGradOp)
def amax_grad(x: Value, out: Value, out_grad: Value, axis: tuple[int, ...], keepdim: bool) -> Value:
    out = keep_listed(out, x, axis, keepdim)
    return shared(x, out, keep_listed(out_grad, x, axis, keepdim), axis)


def shared(x: Value, out: Value, out_grad: Value, axis: Value | Sequence[int]) -> Value:
    """out_grad in equal parts for the elements of x that are the extremum (none is NaN's equal:
    0 * inf is NaN then)."""
    ties = cast(compare("equal", x, out), x.element)
    return ties * (out_grad / call(SumOp, ties, axis, keepdim=True))


@decomposition(MaxWithIndexGradOp, MinWithIndexGradOp)
def max_with_index_grad(
    x: Value,
    values: Value,
    indices: Value,
    values_grad: Value,
    dim: int,
    keepdim: bool,
    flatten: bool,
) -> Value:
    if flatten or x.rank == 0:
        flat: Value = call(ReshapeOp, x, (-1,))
        one = (call(ReshapeOp, part, (1,)) for part in (values, indices, values_grad))
        return reshape_as(max_with_index_grad(flat, *one, 0, True, False), x)
    shape = [1] * x.rank
    shape[dim] = -1
    places: Value = call(ReshapeOp, places_of(x, dim % x.rank), shape)
    here = compare("equal", places, keep_listed(indices, x, (dim,), keepdim))
    values_grad = keep_listed(values_grad, x, (dim,), keepdim)
    return where(here, values_grad, zeros_like(values_grad))
