"""Rules of learned and random slopes, and of gates."""

from __future__ import annotations

from ...dialects.pd_op.gate import (
    MaxoutGradOp,
    MaxoutOp,
    PreluGradOp,
    PreluOp,
    RreluGradOp,
    RreluOp,
    SwigluGradOp,
    SwigluOp,
)
from ..registry import fused

fused(PreluOp, PreluGradOp)
fused(RreluOp, RreluGradOp, constant=["noise"])
fused(MaxoutOp, MaxoutGradOp)
fused(SwigluOp, SwigluGradOp)
