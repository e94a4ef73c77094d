"""Rules of shapes: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.shape import (
    CastGradOp,
    CastOp,
    ExpandAsGradOp,
    ExpandAsOp,
    ExpandGradOp,
    ExpandOp,
    FlattenGradOp,
    FlattenOp,
    NumelOp,
    ReshapeGradOp,
    ReshapeOp,
    Shape64Op,
    ShapeOp,
    SqueezeGradOp,
    SqueezeOp,
    TransposeGradOp,
    TransposeOp,
    UnsqueezeGradOp,
    UnsqueezeOp,
)
from ..registry import fused, not_differentiable

fused(CastOp, CastGradOp)
fused(ReshapeOp, ReshapeGradOp)
fused(TransposeOp, TransposeGradOp)
fused(SqueezeOp, SqueezeGradOp)
fused(UnsqueezeOp, UnsqueezeGradOp)
fused(FlattenOp, FlattenGradOp)
fused(ExpandOp, ExpandGradOp)
fused(ExpandAsOp, ExpandAsGradOp)

not_differentiable(Shape64Op, ShapeOp, NumelOp)
