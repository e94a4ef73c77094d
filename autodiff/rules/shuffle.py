"""Rules of shuffles: each is Paddle's fused gradient op, and all are linear."""

from __future__ import annotations

from ...dialects.pd_op.shuffle import (
    ChannelShuffleGradOp,
    ChannelShuffleOp,
    PixelShuffleGradOp,
    PixelShuffleOp,
    PixelUnshuffleGradOp,
    PixelUnshuffleOp,
    TemporalShiftGradOp,
    TemporalShiftOp,
)
from ..closed import linear
from ..registry import fused

for forward, gradient in (
    (PixelShuffleOp, PixelShuffleGradOp),
    (PixelUnshuffleOp, PixelUnshuffleGradOp),
    (ChannelShuffleOp, ChannelShuffleGradOp),
    (TemporalShiftOp, TemporalShiftGradOp),
):
    fused(forward, gradient)
    linear(forward, gradient)
