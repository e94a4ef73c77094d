"""Rules of inverses, determinants and linear systems: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.solve import (
    CholeskySolveGradOp,
    CholeskySolveOp,
    DetGradOp,
    DetOp,
    InverseGradOp,
    InverseOp,
    MatrixPowerGradOp,
    MatrixPowerOp,
    SlogdetGradOp,
    SlogdetOp,
    SlogdetV2GradOp,
    SlogdetV2Op,
    SolveGradOp,
    SolveOp,
    TriangularSolveGradOp,
    TriangularSolveOp,
)
from ..registry import fused

fused(InverseOp, InverseGradOp)
fused(MatrixPowerOp, MatrixPowerGradOp)
fused(DetOp, DetGradOp)
fused(SlogdetOp, SlogdetGradOp)
fused(SlogdetV2Op, SlogdetV2GradOp)
fused(SolveOp, SolveGradOp)
fused(TriangularSolveOp, TriangularSolveGradOp)
fused(CholeskySolveOp, CholeskySolveGradOp)
