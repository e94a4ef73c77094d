"""Rules of convolutions: each is Paddle's fused gradient op, whose own gradient is written with
the same ops again."""

from __future__ import annotations

from ...dialects.pd_op.convolution import (
    Conv2dGradOp,
    Conv2dOp,
    Conv2dTransposeGradOp,
    Conv2dTransposeOp,
    Conv3dGradOp,
    Conv3dOp,
    Conv3dTransposeGradOp,
    Conv3dTransposeOp,
    DepthwiseConv2dGradOp,
    DepthwiseConv2dOp,
    DepthwiseConv2dTransposeGradOp,
    DepthwiseConv2dTransposeOp,
    FoldGradOp,
    FoldOp,
    UnfoldGradOp,
    UnfoldOp,
)
from ..closed import bilinear, linear
from ..registry import fused

for forward, gradient in (
    (Conv2dOp, Conv2dGradOp),
    (DepthwiseConv2dOp, DepthwiseConv2dGradOp),
    (Conv3dOp, Conv3dGradOp),
    (Conv2dTransposeOp, Conv2dTransposeGradOp),
    (DepthwiseConv2dTransposeOp, DepthwiseConv2dTransposeGradOp),
    (Conv3dTransposeOp, Conv3dTransposeGradOp),
):
    fused(forward, gradient)
    bilinear(forward, gradient)

for forward, gradient in ((UnfoldOp, UnfoldGradOp), (FoldOp, FoldGradOp)):
    fused(forward, gradient)
    linear(forward, gradient)
