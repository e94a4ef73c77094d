"""Rules of products of matrices and vectors: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.linalg import (
    AddmmGradOp,
    AddmmOp,
    BaddbmmGradOp,
    BaddbmmOp,
    BmmGradOp,
    BmmOp,
    DotGradOp,
    DotOp,
    LinearV2GradOp,
    LinearV2Op,
    MatmulGradOp,
    MatmulOp,
    MatmulWithFlattenGradOp,
    MatmulWithFlattenOp,
    MultiDotGradOp,
    MultiDotOp,
    MvGradOp,
    MvOp,
)
from ..registry import fused

fused(MatmulOp, MatmulGradOp)
fused(BmmOp, BmmGradOp)
fused(MvOp, MvGradOp)
fused(DotOp, DotGradOp)
fused(AddmmOp, AddmmGradOp)
fused(BaddbmmOp, BaddbmmGradOp)
fused(LinearV2Op, LinearV2GradOp)
fused(MatmulWithFlattenOp, MatmulWithFlattenGradOp)
fused(MultiDotOp, MultiDotGradOp)
