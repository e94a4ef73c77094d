"""What the gradient ops of complex numbers and Fourier transforms mean.

A transform F is linear, so x_grad = F^H out_grad: the transform in the other direction, with the
same factor. Of a transform to or from real numbers, that is F with what it adds or drops: the
coefficients that are not stored, because they are conjugates of others.
"""

from __future__ import annotations

from ...dialects.pd_op.base import normalize_axis
from ...dialects.pd_op.compare import EqualOp
from ...dialects.pd_op.fft import (
    AngleGradOp,
    ComplexGradOp,
    ComplexOp,
    FftC2cGradOp,
    FftC2cOp,
    FftC2rGradOp,
    FftR2cGradOp,
    FftR2cOp,
    ImagGradOp,
    ImagOp,
    RealGradOp,
    RealOp,
)
from ...dialects.pd_op.joining import SliceGradOp
from ...dialects.pd_op.ranges import ArangeOp
from ...dialects.pd_op.shape import Shape64Op
from ..registry import decomposition
from ..values import Value, call, cast, compare, ones_like, reduce_as, where, zeros_like
from .linalg import Pair, Wants, unsqueeze
from .matrices import section

OTHER_WAY = {"backward": "forward", "forward": "backward", "ortho": "ortho"}
"""The normalization with which the transform in the other direction has the same factor."""


def real(x: Value) -> Value:
    """The real part."""
    return call(RealOp, x)


def imag(x: Value) -> Value:
    """The imaginary part."""
    return call(ImagOp, x)


def with_parts(real_part: Value, imaginary_part: Value) -> Value:
    """The complex number of these parts."""
    return call(ComplexOp, real_part, imaginary_part)


@decomposition(ComplexGradOp)
def complex_grad(real: Value, imag: Value, out_grad: Value, wanted: Wants) -> Pair:
    return (
        reduce_as(call(RealOp, out_grad), real) if wanted[0] else None,
        reduce_as(call(ImagOp, out_grad), imag) if wanted[1] else None,
    )


@decomposition(RealGradOp)
def real_grad(out_grad: Value) -> Value:
    return with_parts(out_grad, zeros_like(out_grad))


@decomposition(ImagGradOp)
def imag_grad(out_grad: Value) -> Value:
    return with_parts(zeros_like(out_grad), out_grad)


@decomposition(AngleGradOp)
def angle_grad(x: Value, out_grad: Value) -> Value:
    if x.element == out_grad.element:
        return zeros_like(x)
    across, up = real(x), imag(x)
    size = across * across + up * up
    origin = compare("equal", size, 0.0)
    factor = out_grad / where(origin, ones_like(size), size)
    return with_parts(-(up * factor), across * factor)


@decomposition(FftC2cGradOp)
def fft_c2c_grad(
    out_grad: Value, axes: tuple[int, ...], normalization: str, forward: bool
) -> Value:
    return call(
        FftC2cOp,
        out_grad,
        axes=axes,
        normalization=OTHER_WAY[normalization],
        forward=not forward,
    )


@decomposition(FftR2cGradOp)
def fft_r2c_grad(
    x: Value,
    out_grad: Value,
    axes: tuple[int, ...],
    normalization: str,
    forward: bool,
    onesided: bool,
) -> Value:
    """The real part; of what was dropped, the cotangent is zero."""
    if onesided:
        zeros = zeros_like(x)
        size = size_of(out_grad, axes[-1])
        out_grad = call(
            SliceGradOp,
            with_parts(zeros, zeros),
            out_grad,
            (0,),
            size,
            axes=(normalize_axis(axes[-1], x.rank),),
            infer_flags=(1,),
        )
    return real(fft_c2c_grad(out_grad, axes, normalization, forward))


@decomposition(FftC2rGradOp)
def fft_c2r_grad(
    out_grad: Value, axes: tuple[int, ...], normalization: str, forward: bool
) -> Value:
    """Twice the coefficients, but for those that are their own conjugates: number 0, and n/2
    where n is even."""
    half = call(
        FftR2cOp,
        out_grad,
        axes=axes,
        normalization=OTHER_WAY[normalization],
        forward=not forward,
        onesided=True,
    )
    size, count = size_of(out_grad, axes[-1]), size_of(half, axes[-1])
    number = call(ArangeOp, zeros_like(size), count, ones_like(size), dtype=size.element)
    alone = cast(compare("equal", number, 0), out_grad.element)
    alone = alone + cast(call(EqualOp, number + number, size), out_grad.element)
    factor = 2 - alone
    behind = half.rank - 1 - normalize_axis(axes[-1], half.rank)
    if behind:
        factor = unsqueeze(factor, *range(1, behind + 1))
    return half * with_parts(factor, zeros_like(factor))


def size_of(x: Value, axis: int) -> Value:
    """How many elements an axis has, as a tensor of one."""
    place = normalize_axis(axis, x.rank)
    return section(call(Shape64Op, x), 0, place, place + 1)
