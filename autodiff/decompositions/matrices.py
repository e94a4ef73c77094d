"""Words in which decompositions speak of matrices (the last two axes of a tensor)."""

from __future__ import annotations

from ...dialects.pd_op.creation import FullLikeOp, constant_value
from ...dialects.pd_op.joining import ConcatOp, SliceOp
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.shape import TransposeOp
from ...dialects.pd_op.triangle import TrilOp, TriuOp
from ..values import Value, call, combine, compare, conjugate, ones_like, where, zeros_like
from .linalg import matmul, unsqueeze


def transpose(x: Value) -> Value:
    """The matrices transposed."""
    rank = x.rank
    return call(TransposeOp, x, perm=(*range(rank - 2), rank - 1, rank - 2))


def adjoint(x: Value) -> Value:
    """The matrices transposed and conjugated."""
    return transpose(conjugate(x))


def tril(x: Value, diagonal: int = 0) -> Value:
    """The lower triangles, zeros above."""
    return call(TrilOp, x, diagonal=diagonal)


def triu(x: Value, diagonal: int = 0) -> Value:
    """The upper triangles, zeros below."""
    return call(TriuOp, x, diagonal=diagonal)


def times_adjoint(x: Value, y: Value) -> Value:
    """x y^H."""
    return matmul(x, conjugate(y), False, True)


def adjoint_times(x: Value, y: Value) -> Value:
    """x^H y."""
    return matmul(conjugate(x), y, True)


def as_element_of(x: Value, like: Value) -> Value:
    """Real numbers as complex ones where `like` is complex."""
    if x.element == like.element:
        return x
    from ...dialects.pd_op.fft import ComplexOp

    return call(ComplexOp, x, zeros_like(x))


def is_zero(x: Value) -> bool:
    """Whether a value is known to be zero everywhere: a constant."""
    owner = x.ssa.owner
    return constant_value(owner.value if isinstance(owner, FullLikeOp) else x.ssa) == 0


def sum_rows(x: Value) -> Value:
    """The sum over the rows of each matrix: a row."""
    return call(SumOp, x, (-2,))


def columns_times(x: Value, factors: Value) -> Value:
    """Column j of x times factor j: x diag(factors)."""
    return x * as_element_of(unsqueeze(factors, -2), x)


def rows_times(factors: Value, x: Value) -> Value:
    """Row i of x times factor i: diag(factors) x."""
    return as_element_of(unsqueeze(factors, -1), x) * x


def halved_lower(x: Value) -> Value:
    """The lower triangle with half of the diagonal (Giles's Φ)."""
    return 0.5 * (tril(x) + tril(x, -1))


def symmetric(x: Value) -> Value:
    """(x + x^H) / 2."""
    return 0.5 * (x + adjoint(x))


def gaps(values: Value) -> Value:
    """1 / (v_j - v_i) for each pair, and 0 where two are equal: a function that does not depend
    on how equal ones are told apart has nothing to multiply there."""
    difference = unsqueeze(values, -2) - unsqueeze(values, -1)
    same = compare("equal", difference, 0.0)
    return where(same, zeros_like(difference), 1 / where(same, ones_like(difference), difference))


def part(x: Value, axis: int, index: int) -> Value:
    """x[..., index, ...] on one axis, which goes."""
    place = axis % x.rank
    return call(
        SliceOp, x, (index,), (index + 1,), axes=(place,), infer_flags=(1,), decrease_axis=(place,)
    )


def section(x: Value, axis: int, start: int, end: int) -> Value:
    """x[..., start:end, ...] on one axis."""
    return call(SliceOp, x, (start,), (end,), axes=(axis % x.rank,), infer_flags=(1,))


def concat(values: list[Value], axis: int) -> Value:
    """Tensors side by side."""
    return call(ConcatOp, combine(values), axis % values[0].rank)
