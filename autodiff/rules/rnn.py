"""The rule of recurrent networks: Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.rnn import RnnGradOp, RnnOp
from ..registry import fused

fused(RnnOp, RnnGradOp)
