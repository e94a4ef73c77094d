"""Complex numbers and Fourier transforms.

The cotangent of a complex value z = a + ib, of a real function L, is dL/da + i dL/db: Paddle's
convention (JAX's is its conjugate). The partial of a holomorphic function f is therefore the
cotangent times the conjugate of f'.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import AnyFloat, ComplexType, StringAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    TRUE,
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    broadcast,
    element_of,
    flag,
    integer64,
    integers64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)


def part_of(element: Attribute) -> Attribute | None:
    """The element type of the parts of a complex element type, None for another one."""
    found: Any = element
    return found.element_type if isinstance(element, ComplexType) else None


def part_element(value: SSAValue) -> Attribute:
    """The element type of the parts of a complex value."""
    part = part_of(element_of(value))
    if part is None:
        raise VerifyException(f"expected complex numbers, got {value.type}")
    return part


def complex_of(value: SSAValue) -> Attribute:
    """The complex element type whose parts are a value's elements."""
    element = element_of(value)
    if not isinstance(element, AnyFloat):
        raise VerifyException(f"expected real numbers, got {value.type}")
    return ComplexType(element)


# --- complex numbers -------------------------------------------------------------------------


@irdl_op_definition
class ComplexOp(PdOp):
    """out = real + i imag; the parts broadcast."""

    name = "pd_op.complex"
    real = operand_def(TensorType)
    imag = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        if element_of(self.real) != element_of(self.imag):
            raise VerifyException("the parts must have one element type")
        return (tensor(complex_of(self.real), broadcast(*map(shape_of, self.operands))),)


@irdl_op_definition
class ComplexGradOp(PdOp):
    """Gradient of `complex`: the parts of out_grad."""

    name = "pd_op.complex_grad"
    real = operand_def(TensorType)
    imag = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    real_grad = result_def(TensorType)
    imag_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("real", "imag"))

    def infer(self) -> Types:
        return (self.real.type, self.imag.type)


class PartOp(PdOp):
    """out = a real number for each complex one."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (tensor(part_element(self.x), shape_of(self.x)),)


class PartGradOp(PdOp):
    """x_grad, complex, of one part."""

    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (tensor(complex_of(self.out_grad), shape_of(self.out_grad)),)


@irdl_op_definition
class RealOp(PartOp):
    """out = the real part."""

    name = "pd_op.real"


@irdl_op_definition
class RealGradOp(PartGradOp):
    """Gradient of `real`: out_grad + 0i."""

    name = "pd_op.real_grad"


@irdl_op_definition
class ImagOp(PartOp):
    """out = the imaginary part."""

    name = "pd_op.imag"


@irdl_op_definition
class ImagGradOp(PartGradOp):
    """Gradient of `imag`: 0 + i out_grad."""

    name = "pd_op.imag_grad"


@irdl_op_definition
class ConjOp(PdOp):
    """out = the complex conjugate; a real number is its own."""

    name = "pd_op.conj"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class AsRealOp(PdOp):
    """out[..., 0] = the real part of x, out[..., 1] = the imaginary part."""

    name = "pd_op.as_real"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(part_element(self.x), [*shape_of(self.x), 2]),)


@irdl_op_definition
class AsComplexOp(PdOp):
    """out = x[..., 0] + i x[..., 1]."""

    name = "pd_op.as_complex"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        if not shape or shape[-1] not in (2, DYNAMIC):
            raise VerifyException(f"the last dim must be two, got {self.x.type}")
        return (tensor(complex_of(self.x), shape[:-1]),)


@irdl_op_definition
class AngleOp(PdOp):
    """out = the angle of each number in the complex plane, in (-π, π]."""

    name = "pd_op.angle"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        if isinstance(element_of(self.x), ComplexType):
            return (tensor(part_element(self.x), shape_of(self.x)),)
        return (self.x.type,)


@irdl_op_definition
class AngleGradOp(PdOp):
    """Gradient of `angle`: i x / |x|^2 times out_grad, and 0 at 0; of real numbers 0."""

    name = "pd_op.angle_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


# --- Fourier transforms ----------------------------------------------------------------------

NORMALIZATIONS = ("backward", "forward", "ortho")


class FftOp(PdOp):
    """out = the discrete Fourier transform of x on `axes`: the sums of x times
    exp(-2πi jk/n), with + where not `forward`. `normalization` says which direction divides by
    the number of elements, or that both divide by its root."""

    x = operand_def(TensorType)
    axes = integers64()
    normalization = prop_def(StringAttr)
    forward = flag(True)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def checked_axes(self) -> Sequence[int]:
        """The axes, counted from the front. Raises VerifyException for bad attributes."""
        axes = checked_axes(python_value(self.axes), len(shape_of(self.x)))
        normalization = python_value(self.normalization)
        if normalization not in NORMALIZATIONS:
            words = ", ".join(NORMALIZATIONS)
            raise VerifyException(f'normalization "{normalization}" is none of {words}')
        return axes


def checked_axes(axes: Sequence[int], rank: int) -> Sequence[int]:
    """Axes counted from the front. Raises VerifyException when one is there twice or none is."""
    found = [normalize_axis(axis, rank, "axes") for axis in axes]
    if not found or len(set(found)) != len(found):
        raise VerifyException(f"axes {list(axes)} must be one or more different axes")
    return found


def halved(size: int) -> int:
    """How many of the n coefficients of a real signal say all."""
    return size if size == DYNAMIC else size // 2 + 1


@irdl_op_definition
class FftC2cOp(FftOp):
    """The transform of complex numbers."""

    name = "pd_op.fft_c2c"

    def infer(self) -> Types:
        self.checked_axes()
        part_element(self.x)
        return (self.x.type,)


@irdl_op_definition
class FftR2cOp(FftOp):
    """The transform of real numbers; `onesided`, of the last axis of `axes` only the first half,
    the rest being its conjugate."""

    name = "pd_op.fft_r2c"
    onesided = flag(True)

    def infer(self) -> Types:
        axes, shape = self.checked_axes(), list(shape_of(self.x))
        if self.onesided == TRUE:
            shape[axes[-1]] = halved(shape[axes[-1]])
        return (tensor(complex_of(self.x), shape),)


@irdl_op_definition
class FftC2rOp(FftOp):
    """The transform to real numbers of one half of a signal whose rest is its conjugate; the last
    axis of `axes` gets `last_dim_size` elements (0: twice those of x but two)."""

    name = "pd_op.fft_c2r"
    last_dim_size = integer64(0)

    def infer(self) -> Types:
        axes, shape = self.checked_axes(), list(shape_of(self.x))
        given, last = python_value(self.last_dim_size), shape[axes[-1]]
        shape[axes[-1]] = given or (DYNAMIC if last == DYNAMIC else 2 * (last - 1))
        return (tensor(part_element(self.x), shape),)


class FftGradOp(PdOp):
    """x_grad: the transform in the other direction, with the same factor."""

    axes = integers64()
    normalization = prop_def(StringAttr)
    forward = flag(True)
    traits = traits_def(Pure())


@irdl_op_definition
class FftC2cGradOp(FftGradOp):
    """Gradient of `fft_c2c`."""

    name = "pd_op.fft_c2c_grad"
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class FftR2cGradOp(FftGradOp):
    """Gradient of `fft_r2c`, of real numbers."""

    name = "pd_op.fft_r2c_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    onesided = flag(True)
    x_grad = result_def(TensorType)
    traits = traits_def(ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class FftC2rGradOp(FftGradOp):
    """Gradient of `fft_c2r`: what stands for two coefficients gets twice."""

    name = "pd_op.fft_c2r_grad"
    out_grad = operand_def(TensorType)
    last_dim_size = integer64(0)
    x_grad = result_def(TensorType)

    def infer(self) -> Types:
        shape = list(shape_of(self.out_grad))
        axis = checked_axes(python_value(self.axes), len(shape))[-1]
        shape[axis] = halved(shape[axis])
        return (tensor(complex_of(self.out_grad), shape),)


OPERATIONS: list[type[Operation]] = [
    ComplexOp,
    ComplexGradOp,
    RealOp,
    RealGradOp,
    ImagOp,
    ImagGradOp,
    ConjOp,
    AsRealOp,
    AsComplexOp,
    AngleOp,
    AngleGradOp,
    FftC2cOp,
    FftC2cGradOp,
    FftR2cOp,
    FftR2cGradOp,
    FftC2rOp,
    FftC2rGradOp,
]
