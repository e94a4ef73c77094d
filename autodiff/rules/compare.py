"""Rules of comparisons, logic and selection: only `where` passes a cotangent on."""

from __future__ import annotations

from ...dialects.pd_op.compare import (
    EqualOp,
    GreaterEqualOp,
    GreaterThanOp,
    LessEqualOp,
    LessThanOp,
    LogicalAndOp,
    LogicalNotOp,
    LogicalOrOp,
    LogicalXorOp,
    NotEqualOp,
    WhereGradOp,
    WhereOp,
)
from ..registry import fused, not_differentiable

not_differentiable(EqualOp, NotEqualOp, LessThanOp, LessEqualOp, GreaterThanOp, GreaterEqualOp)
not_differentiable(LogicalAndOp, LogicalOrOp, LogicalXorOp, LogicalNotOp)

fused(WhereOp, WhereGradOp)
