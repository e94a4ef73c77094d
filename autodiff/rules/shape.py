"""Rules of shapes: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.base import element_of
from ...dialects.pd_op.shape import (
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
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule
from ..values import Value
from ..values import cast as cast_to

fused(ReshapeOp, ReshapeGradOp)
fused(TransposeOp, TransposeGradOp)
fused(SqueezeOp, SqueezeGradOp)
fused(UnsqueezeOp, UnsqueezeGradOp)
fused(FlattenOp, FlattenGradOp)
fused(ExpandOp, ExpandGradOp)
fused(ExpandAsOp, ExpandAsGradOp)

not_differentiable(Shape64Op, ShapeOp, NumelOp)


@rule(CastOp)
def cast(op: CastOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The cotangent, cast back (Paddle too emits a cast, not a gradient op)."""
    assert cotangents[0] is not None
    return [cast_to(Value(cotangents[0], build), element_of(op.x)).ssa]
