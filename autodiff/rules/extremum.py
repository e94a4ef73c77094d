"""Rules of extrema: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.extremum import (
    AmaxGradOp,
    AmaxOp,
    AminGradOp,
    AminOp,
    ArgmaxOp,
    ArgminOp,
    MaxGradOp,
    MaxOp,
    MaxWithIndexGradOp,
    MaxWithIndexOp,
    MinGradOp,
    MinOp,
    MinWithIndexGradOp,
    MinWithIndexOp,
)
from ..registry import fused, not_differentiable

fused(MaxOp, MaxGradOp)
fused(MinOp, MinGradOp)
fused(AmaxOp, AmaxGradOp)
fused(AminOp, AminGradOp)
fused(MaxWithIndexOp, MaxWithIndexGradOp)
fused(MinWithIndexOp, MinWithIndexGradOp)

not_differentiable(ArgmaxOp, ArgminOp)
