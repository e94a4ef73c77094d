"""Rules of complex numbers and Fourier transforms."""

from __future__ import annotations

from ...dialects.pd_op.fft import (
    AngleGradOp,
    AngleOp,
    AsComplexOp,
    AsRealOp,
    ComplexGradOp,
    ComplexOp,
    ConjOp,
    FftC2cGradOp,
    FftC2cOp,
    FftC2rGradOp,
    FftC2rOp,
    FftR2cGradOp,
    FftR2cOp,
    ImagGradOp,
    ImagOp,
    RealGradOp,
    RealOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call

fused(ComplexOp, ComplexGradOp)
fused(RealOp, RealGradOp)
fused(ImagOp, ImagGradOp)
fused(AngleOp, AngleGradOp)
fused(FftC2cOp, FftC2cGradOp)
fused(FftR2cOp, FftR2cGradOp)
fused(FftC2rOp, FftC2rGradOp)

TURNED = {ConjOp: ConjOp, AsRealOp: AsComplexOp, AsComplexOp: AsRealOp}
"""Ops that only write their operand down in another way, and the ops that undo it."""


@rule(*TURNED)
def turned(
    op: ConjOp | AsRealOp | AsComplexOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """As Paddle has it, without gradient ops."""
    out_grad = cotangents[0] or build.zeros_like(op.out)
    return [call(TURNED[type(op)], Value(out_grad, build)).ssa]


@rule(FftR2cGradOp, differentiable=["out_grad"])
def fft_r2c_grad(
    op: FftR2cGradOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The gradient is linear in out_grad, and what it does is undone by the transform."""
    x_grad = cotangents[0] or build.zeros_like(op.x_grad)
    forward = FftR2cOp.create(
        operands=[x_grad], result_types=[op.out_grad.type], properties=dict(op.properties)
    )
    return [None, build.emit(forward).out]


@rule(FftC2rGradOp)
def fft_c2r_grad(
    op: FftC2rGradOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The same of the transform to real numbers."""
    x_grad = cotangents[0] or build.zeros_like(op.x_grad)
    forward = FftC2rOp.create(
        operands=[x_grad], result_types=[op.out_grad.type], properties=dict(op.properties)
    )
    return [build.emit(forward).out]
