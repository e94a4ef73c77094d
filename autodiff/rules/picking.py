"""Rules of picking single elements: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.picking import (
    GatherNdGradOp,
    GatherNdOp,
    IndexPutGradOp,
    IndexPutOp,
    IndexSampleGradOp,
    IndexSampleOp,
    IndexSelectGradOp,
    IndexSelectOp,
    PutAlongAxisGradOp,
    PutAlongAxisOp,
    ScatterGradOp,
    ScatterNdAddGradOp,
    ScatterNdAddOp,
    ScatterOp,
    TakeAlongAxisGradOp,
    TakeAlongAxisOp,
)
from ..registry import fused

fused(IndexSelectOp, IndexSelectGradOp)
fused(GatherNdOp, GatherNdGradOp)
fused(ScatterNdAddOp, ScatterNdAddGradOp)
fused(ScatterOp, ScatterGradOp)
fused(TakeAlongAxisOp, TakeAlongAxisGradOp)
fused(PutAlongAxisOp, PutAlongAxisGradOp)
fused(IndexSampleOp, IndexSampleGradOp)
fused(IndexPutOp, IndexPutGradOp)
