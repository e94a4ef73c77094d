"""What the gradient ops of products of tensors by their indices mean."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from ...dialects.pd_op.base import normalize_axis
from ...dialects.pd_op.products import (
    BilinearGradOp,
    CrossGradOp,
    CrossOp,
    EinsumGradOp,
    EinsumOp,
    KronGradOp,
    TraceGradOp,
    labels_of,
)
from ...dialects.pd_op.shape import TransposeOp
from ..registry import decomposition
from ..values import (
    Value,
    call,
    combine,
    conjugate,
    expand_as,
    reduce_as,
    reshape_as,
    zeros_like,
)
from .linalg import Pair, Wants, unsqueeze
from .matrices import tril, triu


def einsum(equation: str, *operands: Value) -> Value:
    """The einsum of these operands."""
    out, _, _ = call(EinsumOp, combine(operands), equation=equation)
    return out


cross = partial(call, CrossOp)


# --- einsum ----------------------------------------------------------------------------------


@decomposition(EinsumGradOp)
def einsum_grad(
    x_shape: tuple[Value, ...], inner_cache: tuple[Value, ...], out_grad: Value, equation: str
) -> Value:
    """For each operand: out_grad and the other operands, summed over what this one does not
    have; spread over the labels that only this one has, and along the diagonal of repeated ones.
    """
    terms, out = labels_of(equation, [value.rank for value in x_shape])
    grads: list[Value] = []
    for index, (x, term) in enumerate(zip(x_shape, terms, strict=True)):
        others = [value for k, value in enumerate(x_shape) if k != index]
        other_terms = [label for k, label in enumerate(terms) if k != index]
        elsewhere = out + "".join(other_terms)
        single = "".join(dict.fromkeys(term))
        reached = "".join(label for label in single if label in elsewhere)
        sources = ",".join([out, *other_terms])
        grad = einsum(f"{sources}->{reached}", out_grad, *map(conjugate, others))
        missing = [axis for axis, label in enumerate(single) if label not in elsewhere]
        if missing:
            grad = unsqueeze(grad, *missing)
        grads.append(_on_diagonals(grad, single, x, term))
    return combine(grads)


def _on_diagonals(grad: Value, single: str, x: Value, term: str) -> Value:
    """A value with an axis for each label, in the shape of x, whose labels may be repeated: zero
    but where axes of one label have one index. Broadcast axes are summed or spread."""
    if single == term:
        # An axis of length one on either side: first up to the larger one, then down.
        return reduce_as(grad + zeros_like(x), x) if _may_broadcast(grad, x) else grad
    axes = [single.index(label) for label in term]
    later = [place for place, label in enumerate(term) if label in term[:place]]
    grad = unsqueeze(grad, *range(len(single), len(term))) if later else grad
    rest = iter(range(len(single), len(term)))
    perm = [next(rest) if place in later else axis for place, axis in enumerate(axes)]
    spread = expand_as(call(TransposeOp, grad, perm=tuple(perm)), x)
    for place in later:
        spread = keep_diagonal(spread, term.index(term[place]), place)
    return spread


def _may_broadcast(grad: Value, x: Value) -> bool:
    return grad.shape != x.shape or -1 in x.shape


def keep_diagonal(x: Value, axis1: int, axis2: int, offset: int = 0) -> Value:
    """x with zeros but on one diagonal of the matrices that two axes span."""
    others = [axis for axis in range(x.rank) if axis not in (axis1, axis2)]
    perm = [*others, axis1, axis2]
    kept = tril(triu(_transpose(x, perm), offset), offset)
    return _transpose(kept, [perm.index(axis) for axis in range(x.rank)])


def _transpose(x: Value, perm: Sequence[int]) -> Value:
    return x if list(perm) == list(range(x.rank)) else call(TransposeOp, x, perm=tuple(perm))


# --- others ----------------------------------------------------------------------------------


@decomposition(CrossGradOp)
def cross_grad(x: Value, y: Value, out_grad: Value, axis: int, wanted: Wants) -> Pair:
    """g (dx × y) = dx (y × g) and g (x × dy) = dy (g × x)."""
    return (
        cross(conjugate(y), out_grad, axis=axis) if wanted[0] else None,
        cross(out_grad, conjugate(x), axis=axis) if wanted[1] else None,
    )


@decomposition(KronGradOp)
def kron_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    """Axis k of the result is axis k of x and axis k of y, one inside the other: with an axis
    for each, the Kronecker product is a broadcast product."""
    rank = out_grad.rank
    if rank == 0:
        return out_grad * conjugate(y), out_grad * conjugate(x)
    wide_x = _interleaved(conjugate(x), rank, 1)
    wide_y = _interleaved(conjugate(y), rank, 0)
    pairs = reshape_as(out_grad, wide_x * wide_y)
    return (
        reshape_as(reduce_as(pairs * wide_y, wide_x), x) if wanted[0] else None,
        reshape_as(reduce_as(pairs * wide_x, wide_y), y) if wanted[1] else None,
    )


def _interleaved(x: Value, rank: int, place: int) -> Value:
    """x with `rank` axes and one of length one before or after each."""
    lead = 2 * (rank - x.rank)
    return unsqueeze(x, *range(lead), *range(lead + place, 2 * rank, 2))


@decomposition(TraceGradOp)
def trace_grad(x: Value, out_grad: Value, offset: int, axis1: int, axis2: int) -> Value:
    first, second = (normalize_axis(axis, x.rank) for axis in (axis1, axis2))
    wide = unsqueeze(out_grad, *sorted((first, second)))
    return keep_diagonal(expand_as(wide, x), first, second, offset)


@decomposition(BilinearGradOp)
def bilinear_grad(
    x: Value, y: Value, weight: Value, out_grad: Value, wanted: tuple[bool, bool, bool, bool]
) -> tuple[Value | None, Value | None, Value | None, Value | None]:
    from ...dialects.pd_op.reduction import SumOp

    return (
        einsum("bo,omn,bn->bm", out_grad, weight, y) if wanted[0] else None,
        einsum("bo,omn,bm->bn", out_grad, weight, x) if wanted[1] else None,
        einsum("bo,bm,bn->omn", out_grad, x, y) if wanted[2] else None,
        call(SumOp, out_grad, (0,), keepdim=True) if wanted[3] else None,
    )
