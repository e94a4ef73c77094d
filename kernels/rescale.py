"""Tensors divided by a norm, in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.normalization import channel_axis
from ..dialects.pd_op.rescale import (
    ClipByNormOp,
    LrnGradOp,
    LrnOp,
    NormGradOp,
    NormOp,
    RenormOp,
    SpectralNormOp,
)
from .registry import kernel


@kernel(NormOp)
def norm(x: Any, axis: int, epsilon: float) -> Any:
    size = (x * x).sum(axis, keepdims=True)
    length = np.sqrt(size + size.dtype.type(epsilon))
    return x / length, length


@kernel(NormGradOp)
def norm_grad(x: Any, norm: Any, out_grad: Any, axis: int) -> Any:
    out = x / norm
    return (out_grad - out * (out_grad * out).sum(axis, keepdims=True)) / norm


@kernel(RenormOp)
def renorm(x: Any, p: float, axis: int, max_norm: float) -> Any:
    axes = tuple(a for a in range(x.ndim) if a != axis % x.ndim)
    length: Any = (np.abs(x) ** x.dtype.type(p)).sum(axes, keepdims=True) ** x.dtype.type(1 / p)
    limit = x.dtype.type(max_norm)
    return cast("Any", np.where(length > limit, x * (limit / length), x))


@kernel(ClipByNormOp)
def clip_by_norm(x: Any, max_norm: float) -> Any:
    length: Any = np.sqrt((x * x).sum())
    limit = x.dtype.type(max_norm)
    return x * (limit / length) if length > limit else x


@kernel(LrnOp)
def lrn(x: Any, n: int, k: float, alpha: float, beta: float, data_format: str) -> Any:
    element = x.dtype.type
    axis = channel_axis(x.ndim, data_format)
    mid_out = window(x * x, n, (n - 1) // 2, axis) * element(alpha) + element(k)
    return x * mid_out ** element(-beta), mid_out


@kernel(LrnGradOp)
def lrn_grad(
    x: Any,
    out: Any,
    mid_out: Any,
    out_grad: Any,
    n: int,
    alpha: float,
    beta: float,
    data_format: str,
) -> Any:
    element = x.dtype.type
    axis = channel_axis(x.ndim, data_format)
    spread = window(out_grad * out / mid_out, n, n - 1 - (n - 1) // 2, axis)
    return out_grad * mid_out ** element(-beta) - element(2 * alpha * beta) * x * spread


def window(x: Any, width: int, before: int, axis: int) -> Any:
    """The sum over `width` neighbours along the axis, `before` of them before the place."""
    padding = [(0, 0)] * x.ndim
    padding[axis] = (before, width - 1 - before)
    views = np.lib.stride_tricks.sliding_window_view(np.pad(x, padding), width, axis)
    return views.sum(-1)


@kernel(SpectralNormOp)
def spectral_norm(weight: Any, u: Any, v: Any, dim: int, power_iters: int, eps: float) -> Any:
    matrix = np.moveaxis(weight, dim, 0)
    matrix = matrix.reshape(matrix.shape[0], -1)
    for _ in range(power_iters):
        v = _unit(u @ matrix, eps)
        u = _unit(matrix @ v, eps)
    return weight / (u @ matrix @ v)


def _unit(x: Any, eps: float) -> Any:
    return x / (np.sqrt((x * x).sum()) + x.dtype.type(eps))
