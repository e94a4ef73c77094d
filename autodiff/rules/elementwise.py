"""Rules of elementwise mathematics: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.elementwise import (
    CosGradOp,
    CosOp,
    ExpGradOp,
    ExpOp,
    SinGradOp,
    SinOp,
    TanhGradOp,
    TanhOp,
)
from ..registry import fused

fused(TanhOp, TanhGradOp)
fused(SinOp, SinGradOp)
fused(CosOp, CosGradOp)
fused(ExpOp, ExpGradOp)
