"""Rules of products of matrices and vectors: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.linalg import MatmulGradOp, MatmulOp
from ..registry import fused

fused(MatmulOp, MatmulGradOp)
