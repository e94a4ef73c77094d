"""Rules of triangles: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.triangle import TrilGradOp, TrilOp, TriuGradOp, TriuOp
from ..registry import fused

fused(TrilOp, TrilGradOp)
fused(TriuOp, TriuGradOp)
