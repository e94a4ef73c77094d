"""Rules of norms: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.norms import (
    FrobeniusNormGradOp,
    FrobeniusNormOp,
    L1NormGradOp,
    L1NormOp,
    PNormGradOp,
    PNormOp,
    SquaredL2NormGradOp,
    SquaredL2NormOp,
)
from ..registry import fused

fused(PNormOp, PNormGradOp)
fused(FrobeniusNormOp, FrobeniusNormGradOp)
fused(SquaredL2NormOp, SquaredL2NormGradOp)
fused(L1NormOp, L1NormGradOp)
