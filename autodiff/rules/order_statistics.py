"""Rules of ranked elements: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.order_statistics import (
    KthvalueGradOp,
    KthvalueOp,
    MedianGradOp,
    MedianOp,
    ModeGradOp,
    ModeOp,
    NanmedianGradOp,
    NanmedianOp,
)
from ..registry import fused

fused(KthvalueOp, KthvalueGradOp)
fused(ModeOp, ModeGradOp)
fused(MedianOp, MedianGradOp)
fused(NanmedianOp, NanmedianGradOp)
