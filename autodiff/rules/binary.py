"""Rules of broadcasting arithmetic."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import SSAValue

from ...dialects.pd_op.base import TRUE, python_value
from ...dialects.pd_op.binary import (
    AddGradOp,
    AddOp,
    Atan2GradOp,
    Atan2Op,
    CopysignGradOp,
    CopysignOp,
    DistGradOp,
    DistOp,
    DivideGradOp,
    DivideOp,
    ElementwisePowGradOp,
    ElementwisePowOp,
    FloorDivideOp,
    FmaxGradOp,
    FmaxOp,
    FminGradOp,
    FminOp,
    HeavisideGradOp,
    HeavisideOp,
    LerpGradOp,
    LerpOp,
    MaximumGradOp,
    MaximumOp,
    MinimumGradOp,
    MinimumOp,
    MultiplexGradOp,
    MultiplexOp,
    MultiplyGradOp,
    MultiplyOp,
    RemainderGradOp,
    RemainderOp,
    ScaleOp,
    SubtractGradOp,
    SubtractOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule
from ..values import Value, call, cast, reduce_as, total_as

fused(AddOp, AddGradOp)
fused(SubtractOp, SubtractGradOp)
fused(MultiplyOp, MultiplyGradOp)
fused(DivideOp, DivideGradOp)
fused(ElementwisePowOp, ElementwisePowGradOp)
fused(MaximumOp, MaximumGradOp)
fused(MinimumOp, MinimumGradOp)
fused(FmaxOp, FmaxGradOp)
fused(FminOp, FminGradOp)
fused(RemainderOp, RemainderGradOp)
fused(Atan2Op, Atan2GradOp)
fused(HeavisideOp, HeavisideGradOp)
fused(CopysignOp, CopysignGradOp)
fused(DistOp, DistGradOp)
fused(MultiplexOp, MultiplexGradOp)

not_differentiable(FloorDivideOp)


@rule(ScaleOp)
def scale(op: ScaleOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The partial of x is the cotangent scaled by the same factor, without the bias."""
    out_grad = cotangents[0] or build.zeros_like(op.out)
    partials: list[SSAValue | None] = [None, None]
    if wanted[0]:
        gradient = ScaleOp.create(
            operands=[out_grad, op.scale],
            result_types=[op.x.type],
            properties={"bias": FloatAttr(0.0, f32), "bias_after_scale": TRUE},
        )
        partials[0] = build.emit(gradient).out
    if wanted[1]:
        x, factor = Value(op.x, build), Value(op.scale, build)
        if not python_value(op.bias_after_scale):
            x = x + python_value(op.bias)
        partials[1] = total_as(cast(Value(out_grad, build) * x, factor.element), factor).ssa
    return partials


@rule(LerpOp)
def lerp(op: LerpOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient op gives those of x and y; that of the weight is out_grad * (y - x)."""
    x, y, weight = (Value(operand, build) for operand in op.operands)
    out_grad = Value(cotangents[0] or build.zeros_like(op.out), build)
    partials: list[SSAValue | None] = [None, None, None]
    if wanted[0] or wanted[1]:
        x_grad, y_grad = call(LerpGradOp, x, y, weight, Value(op.out, build), out_grad)
        partials[:2] = [x_grad.ssa, y_grad.ssa]
    if wanted[2]:
        partials[2] = reduce_as(out_grad * (y - x), weight).ssa
    return partials
