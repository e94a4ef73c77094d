"""Rules of softmax."""

from __future__ import annotations

from ...dialects.pd_op.softmax import LogSoftmaxGradOp, LogSoftmaxOp, SoftmaxGradOp, SoftmaxOp
from ..registry import fused

fused(SoftmaxOp, SoftmaxGradOp)
fused(LogSoftmaxOp, LogSoftmaxGradOp)
