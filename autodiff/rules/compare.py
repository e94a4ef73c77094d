"""Rules of comparisons, logic and selection: only `where` passes a cotangent on."""

from __future__ import annotations

from ...dialects.pd_op.compare import (
    AllcloseOp,
    EqualAllOp,
    EqualOp,
    GreaterEqualOp,
    GreaterThanOp,
    IscloseOp,
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

fused(WhereOp, WhereGradOp)

not_differentiable(
    EqualOp,
    NotEqualOp,
    LessThanOp,
    LessEqualOp,
    GreaterThanOp,
    GreaterEqualOp,
    LogicalAndOp,
    LogicalOrOp,
    LogicalXorOp,
    LogicalNotOp,
    IscloseOp,
    AllcloseOp,
    EqualAllOp,
)
