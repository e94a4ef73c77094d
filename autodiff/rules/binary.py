"""Rules of broadcasting arithmetic."""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f32

from ...dialects.pd_op.binary import (
    AddGradOp,
    AddOp,
    DivideGradOp,
    DivideOp,
    MultiplyGradOp,
    MultiplyOp,
    ScaleOp,
    SubtractGradOp,
    SubtractOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule

fused(AddOp, AddGradOp)
fused(SubtractOp, SubtractGradOp)
fused(MultiplyOp, MultiplyGradOp)
fused(DivideOp, DivideGradOp)


@rule(ScaleOp, differentiable=["x"])
def scale(op: ScaleOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The partial of x is the cotangent scaled by the same factor, without the bias."""
    gradient = ScaleOp.create(
        operands=[cotangents[0] or op.out, op.scale],
        result_types=[op.x.type],
        properties={"bias": FloatAttr(0.0, f32)},
    )
    return [build.emit(gradient).out, None]
