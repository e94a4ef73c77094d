"""Rules of the factors of matrices: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.factorization import (
    CholeskyGradOp,
    CholeskyOp,
    LuGradOp,
    LuOp,
    LuSolveGradOp,
    LuSolveOp,
    LuUnpackGradOp,
    LuUnpackOp,
    QrGradOp,
    QrOp,
)
from ..registry import fused

fused(CholeskyOp, CholeskyGradOp)
fused(QrOp, QrGradOp)
fused(LuOp, LuGradOp)
fused(LuUnpackOp, LuUnpackGradOp, constant=["pmat"])
fused(LuSolveOp, LuSolveGradOp)
