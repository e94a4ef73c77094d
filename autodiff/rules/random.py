"""Rules of random ops. Only dropout varies smoothly with an operand."""

from __future__ import annotations

from ...dialects.pd_op.random import (
    DropoutGradOp,
    DropoutOp,
    GaussianOp,
    RandintOp,
    RandpermOp,
    SeedOp,
    TruncatedGaussianRandomOp,
    UniformOp,
    UniformRandomBatchSizeLikeOp,
)
from ..registry import fused, not_differentiable

not_differentiable(
    UniformOp,
    GaussianOp,
    RandintOp,
    RandpermOp,
    TruncatedGaussianRandomOp,
    UniformRandomBatchSizeLikeOp,
    SeedOp,
)

fused(DropoutOp, DropoutGradOp)
