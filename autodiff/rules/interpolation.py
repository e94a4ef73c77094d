"""Rules of interpolation: each is Paddle's fused gradient op, and all are linear."""

from __future__ import annotations

from ...dialects.pd_op.interpolation import (
    BicubicInterpGradOp,
    BicubicInterpOp,
    BilinearInterpGradOp,
    BilinearInterpOp,
    LinearInterpGradOp,
    LinearInterpOp,
    NearestInterpGradOp,
    NearestInterpOp,
    TrilinearInterpGradOp,
    TrilinearInterpOp,
)
from ..closed import linear
from ..registry import fused

for forward, gradient in (
    (LinearInterpOp, LinearInterpGradOp),
    (BilinearInterpOp, BilinearInterpGradOp),
    (TrilinearInterpOp, TrilinearInterpGradOp),
    (NearestInterpOp, NearestInterpGradOp),
    (BicubicInterpOp, BicubicInterpGradOp),
):
    fused(forward, gradient)
    linear(forward, gradient, out="output")
