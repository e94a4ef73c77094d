"""What tensors divided by a norm, and the gradient ops of these, mean."""

from __future__ import annotations

from functools import partial
from typing import Any

from ...dialects.pd_op.base import normalize_axis
from ...dialects.pd_op.elementwise import PowOp, SqrtOp, SquareOp
from ...dialects.pd_op.normalization import channel_axis
from ...dialects.pd_op.rescale import (
    ClipByNormOp,
    LrnGradOp,
    NormGradOp,
    RenormGradOp,
    SpectralNormGradOp,
    SpectralNormOp,
)
from ...dialects.pd_op.rounding import AbsOp, SignOp
from ..registry import decomposition
from ..values import Value, call, combine, compare, ones_like, reshape_as, where, zeros_like

absolute = partial(call, AbsOp)
power = partial(call, PowOp)
sign = partial(call, SignOp)
sqrt = partial(call, SqrtOp)
square = partial(call, SquareOp)


def total(value: Value, axes: tuple[int, ...]) -> Value:
    """The sum over axes that stay as dims of 1."""
    from ...dialects.pd_op.reduction import SumOp

    return call(SumOp, value, axes, keepdim=True)


@decomposition(NormGradOp)
def norm_grad(x: Value, norm: Value, out_grad: Value, axis: int) -> Value:
    """x / norm changes by dx / norm less its part along x."""
    out = x / norm
    along = total(out_grad * out, (normalize_axis(axis, x.rank),))
    return (out_grad - out * along) / norm


@decomposition(RenormGradOp)
def renorm_grad(x: Value, out_grad: Value, p: float, axis: int, max_norm: float) -> Value:
    """Where out = max_norm * x / n: x_grad = max_norm / n * (g - dn/dx * sum(g * x) / n), and
    dn/dx = sign(x) * (|x| / n)^(p - 1)."""
    axis = normalize_axis(axis, x.rank)
    axes = tuple(a for a in range(x.rank) if a != axis)
    size = total(square(x), axes) if p == 2 else total(power(absolute(x), y=p), axes)
    above = compare("greater_than", size, max_norm**p)
    # A norm of 0 is never above, but its slopes would be NaN.
    size = where(above, size, ones_like(size))
    norm = sqrt(size) if p == 2 else power(size, y=1 / p)
    if p == 2:
        slope = x / norm
    elif p == 1:
        slope = sign(x)
    else:
        slope = sign(x) * power(absolute(x) / norm, y=p - 1)
    along = total(out_grad * x, axes) / norm
    return where(above, max_norm * ((out_grad - slope * along) / norm), out_grad)


@decomposition(ClipByNormOp)
def clip_by_norm(x: Value, max_norm: float) -> Value:
    size = total(square(x), tuple(range(x.rank)))
    above = compare("greater_than", size, max_norm * max_norm)
    size = where(above, size, ones_like(size))
    return where(above, max_norm * (x / sqrt(size)), x)


@decomposition(LrnGradOp)
def lrn_grad(
    x: Value, out: Value, mid_out: Value, out_grad: Value, alpha: float, beta: float, op: Any
) -> Value:
    """out = x * m^-beta, and each m = mid_out takes alpha * x^2 from its neighbours."""
    spread = window(out_grad * out / mid_out, op, transposed=True)
    return out_grad * power(mid_out, y=-beta) - (2 * alpha * beta) * (x * spread)


def window(value: Value, op: Any, transposed: bool = False) -> Value:
    """The sum over the neighbouring channels that `lrn` looks at, or that look at it."""
    from ...dialects.pd_op.joining import ConcatOp

    width = op.n.value.data
    before = (width - 1) // 2
    if transposed:
        before = width - 1 - before
    axis = channel_axis(value.rank, op.data_format.data)
    nothing = zeros_like(_sliced(value, axis, 0, 1))
    padding = [nothing] * before, [nothing] * (width - 1 - before)
    padded = call(ConcatOp, combine([*padding[0], value, *padding[1]]), axis)
    found = None
    for shift in range(width):
        end = shift - (width - 1)
        part = _sliced(padded, axis, shift, end if end < 0 else _END)
        found = part if found is None else found + part
    assert found is not None
    return found


_END = 2**31 - 1


def _sliced(value: Value, axis: int, start: int, end: int) -> Value:
    from ...dialects.pd_op.joining import SliceOp

    return call(SliceOp, value, (start,), (end,), axes=[axis])


@decomposition(SpectralNormOp)
def spectral_norm(weight: Value, u: Value, v: Value, op: Any) -> Value:
    _, _, sigma = _singular(weight, u, v, op)
    return weight / sigma


@decomposition(SpectralNormGradOp)
def spectral_norm_grad(weight: Value, u: Value, v: Value, out_grad: Value, op: Any) -> Value:
    """With u and v constant, d sigma = u^T dW v."""
    from ...dialects.pd_op.linalg import MatmulOp
    from ...dialects.pd_op.reduction import SumOp
    from ...dialects.pd_op.shape import TransposeOp

    left, right, sigma = _singular(weight, u, v, op)
    outer = call(MatmulOp, left, right, transpose_x=True)
    perm = _rows_first(weight, op)
    moved = call(TransposeOp, weight, perm=perm)
    shaped = call(
        TransposeOp, reshape_as(outer, moved), perm=[perm.index(a) for a in range(len(perm))]
    )
    along = call(SumOp, out_grad * weight, ()) / sigma
    return (out_grad - shaped * along) / sigma


def _rows_first(weight: Value, op: Any) -> list[int]:
    dim = op.dim.value.data
    return [dim, *(axis for axis in range(weight.rank) if axis != dim)]


def _singular(weight: Value, u: Value, v: Value, op: Any) -> tuple[Value, Value, Value]:
    """u and v after the steps, as rows, and u W v."""
    from ...dialects.pd_op.linalg import MatmulOp
    from ...dialects.pd_op.reduction import SumOp
    from ...dialects.pd_op.shape import FlattenOp, TransposeOp, UnsqueezeOp

    perm = _rows_first(weight, op)
    matrix = weight if perm == sorted(perm) else call(TransposeOp, weight, perm=perm)
    if matrix.rank > 2:
        matrix = call(FlattenOp, matrix, start_axis=1, stop_axis=matrix.rank - 1)
    left, right = (call(UnsqueezeOp, value, (0,)) for value in (u, v))
    eps = op.eps.value.data
    for _ in range(op.power_iters.value.data):
        right = _unit(call(MatmulOp, left, matrix), eps)
        left = _unit(call(MatmulOp, right, matrix, transpose_y=True), eps)
    sigma = call(SumOp, call(MatmulOp, left, matrix) * right, ())
    return left, right, sigma


def _unit(row: Value, eps: float) -> Value:
    return row / (sqrt(total(square(row), (0, 1))) + eps)
