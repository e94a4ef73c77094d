"""Rules of picking by index."""

from __future__ import annotations

from ...dialects.pd_op.indexing import (
    EmbeddingGradOp,
    EmbeddingOp,
    GatherGradOp,
    GatherOp,
    IndexAddGradOp,
    IndexAddOp,
    OneHotOp,
)
from ..registry import fused, not_differentiable

fused(GatherOp, GatherGradOp)
fused(IndexAddOp, IndexAddGradOp)
fused(EmbeddingOp, EmbeddingGradOp)
not_differentiable(OneHotOp)
