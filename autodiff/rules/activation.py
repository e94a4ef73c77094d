"""Rules of the activation functions: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.activation import (
    CeluGradOp,
    CeluOp,
    EluGradOp,
    EluOp,
    GeluGradOp,
    GeluOp,
    HardshrinkGradOp,
    HardshrinkOp,
    HardsigmoidGradOp,
    HardsigmoidOp,
    HardswishGradOp,
    HardswishOp,
    HardtanhGradOp,
    HardtanhOp,
    LeakyReluGradOp,
    LeakyReluOp,
    LogsigmoidGradOp,
    LogsigmoidOp,
    MishGradOp,
    MishOp,
    Relu6GradOp,
    Relu6Op,
    ReluGradOp,
    ReluOp,
    SeluGradOp,
    SeluOp,
    SigmoidGradOp,
    SigmoidOp,
    SiluGradOp,
    SiluOp,
    SoftplusGradOp,
    SoftplusOp,
    SoftReluGradOp,
    SoftReluOp,
    SoftshrinkGradOp,
    SoftshrinkOp,
    SoftsignGradOp,
    SoftsignOp,
    StanhGradOp,
    StanhOp,
    SwishGradOp,
    SwishOp,
    TanhShrinkGradOp,
    TanhShrinkOp,
    ThresholdedReluGradOp,
    ThresholdedReluOp,
)
from ..registry import fused

fused(ReluOp, ReluGradOp)
fused(Relu6Op, Relu6GradOp)
fused(LeakyReluOp, LeakyReluGradOp)
fused(ThresholdedReluOp, ThresholdedReluGradOp)
fused(EluOp, EluGradOp)
fused(CeluOp, CeluGradOp)
fused(SeluOp, SeluGradOp)
fused(SigmoidOp, SigmoidGradOp)
fused(LogsigmoidOp, LogsigmoidGradOp)
fused(SiluOp, SiluGradOp)
fused(SwishOp, SwishGradOp)
fused(MishOp, MishGradOp)
fused(GeluOp, GeluGradOp)
fused(SoftplusOp, SoftplusGradOp)
fused(SoftReluOp, SoftReluGradOp)
fused(SoftsignOp, SoftsignGradOp)
fused(SoftshrinkOp, SoftshrinkGradOp)
fused(HardshrinkOp, HardshrinkGradOp)
fused(TanhShrinkOp, TanhShrinkGradOp)
fused(HardtanhOp, HardtanhGradOp)
fused(HardsigmoidOp, HardsigmoidGradOp)
fused(HardswishOp, HardswishGradOp)
fused(StanhOp, StanhGradOp)
