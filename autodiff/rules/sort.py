"""Rules of sorting: the cotangent goes where the element came from."""

from __future__ import annotations

from ...dialects.pd_op.sort import ArgsortGradOp, ArgsortOp, TopkGradOp, TopkOp
from ..registry import fused

fused(TopkOp, TopkGradOp)
fused(ArgsortOp, ArgsortGradOp)
