"""Complex numbers and Fourier transforms in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.fft import (
    AngleOp,
    AsComplexOp,
    AsRealOp,
    ComplexOp,
    ConjOp,
    FftC2cOp,
    FftC2rGradOp,
    FftC2rOp,
    FftR2cGradOp,
    FftR2cOp,
    ImagOp,
    RealOp,
)
from .registry import kernel, kernels

Axes = tuple[int, ...]

kernels({ConjOp: np.conj, AngleOp: np.angle})

OTHER_WAY = {"backward": "forward", "forward": "backward", "ortho": "ortho"}


@kernel(ComplexOp)
def complex_(real: Any, imag: Any) -> Any:
    parts: Any = np.promote_types(real.dtype, np.complex64)
    out = np.empty(np.broadcast_shapes(real.shape, imag.shape), parts)
    out.real, out.imag = real, imag
    return out


@kernel(RealOp)
def real(x: Any) -> Any:
    return x.real.copy()


@kernel(ImagOp)
def imag(x: Any) -> Any:
    return x.imag.copy()


@kernel(AsRealOp)
def as_real(x: Any) -> Any:
    return np.stack((x.real, x.imag), axis=-1)


@kernel(AsComplexOp)
def as_complex(x: Any) -> Any:
    return complex_(x[..., 0], x[..., 1])


@kernel(FftC2cOp)
def fft_c2c(x: Any, axes: Axes, normalization: Any, forward: bool) -> Any:
    transform = np.fft.fftn if forward else np.fft.ifftn
    return transform(x, axes=axes, norm=normalization)


@kernel(FftR2cOp)
def fft_r2c(x: Any, axes: Axes, normalization: Any, forward: bool, onesided: bool) -> Any:
    """Backwards, the coefficients of a real signal are the conjugates of those forwards."""
    if not onesided:
        return fft_c2c(complex_(x, np.zeros_like(x)), axes, normalization, forward)
    if forward:
        return np.fft.rfftn(x, axes=axes, norm=normalization)
    return np.conj(np.fft.rfftn(x, axes=axes, norm=other_way(normalization)))


@kernel(FftC2rOp)
def fft_c2r(x: Any, axes: Axes, normalization: Any, forward: bool, last_dim_size: int) -> Any:
    size = last_dim_size or 2 * (x.shape[axes[-1]] - 1)
    sizes = (*(x.shape[axis] for axis in axes[:-1]), size)
    if forward:
        return np.fft.irfftn(np.conj(x), sizes, axes, norm=other_way(normalization))
    return np.fft.irfftn(x, sizes, axes, norm=normalization)


@kernel(FftR2cGradOp)
def fft_r2c_grad(
    x: Any, out_grad: Any, axes: Axes, normalization: Any, forward: bool, onesided: bool
) -> Any:
    """Half of the coefficients that stand for two: the transform to real numbers doubles them."""
    back = other_way(normalization)
    if not onesided:
        return real(fft_c2c(out_grad, axes, back, not forward))
    size = x.shape[axes[-1]]
    halves = out_grad * _counted(out_grad, axes[-1], size, 1, 0.5)
    return fft_c2r(halves, axes, back, not forward, size)


@kernel(FftC2rGradOp)
def fft_c2r_grad(out_grad: Any, axes: Axes, normalization: Any, forward: bool) -> Any:
    half = fft_r2c(out_grad, axes, other_way(normalization), not forward, True)
    return half * _counted(half, axes[-1], out_grad.shape[axes[-1]], 1, 2)


def other_way(normalization: str) -> Any:
    """The normalization with which the transform in the other direction has the same factor."""
    return OTHER_WAY[normalization]


def _counted(x: Any, axis: int, size: int, alone: float, paired: float) -> Any:
    """A factor for each coefficient along an axis: whether it is its own conjugate or not."""
    factor: Any = np.full(x.shape[axis], paired, x.real.dtype)
    factor[:1] = alone
    if size % 2 == 0:
        factor[size // 2 :] = alone
    shape = [1] * x.ndim
    shape[axis] = -1
    return factor.reshape(shape)
