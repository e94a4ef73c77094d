"""Rules of softmax."""

from __future__ import annotations

from ...dialects.pd_op.softmax import (
    FusedSoftmaxMaskGradOp,
    FusedSoftmaxMaskOp,
    FusedSoftmaxMaskUpperTriangleGradOp,
    FusedSoftmaxMaskUpperTriangleOp,
    LogSoftmaxGradOp,
    LogSoftmaxOp,
    SoftmaxGradOp,
    SoftmaxOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call, reduce_as

fused(SoftmaxOp, SoftmaxGradOp)
fused(LogSoftmaxOp, LogSoftmaxGradOp)
fused(FusedSoftmaxMaskUpperTriangleOp, FusedSoftmaxMaskUpperTriangleGradOp, Softmax="Out")


@rule(FusedSoftmaxMaskOp)
def fused_softmax_mask(
    op: FusedSoftmaxMaskOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's gradient for x; the mask, which has none in Paddle, is a summand like x."""
    gradient: Value = call(FusedSoftmaxMaskGradOp, Value(op.out, build), cotangents[0])
    mask = reduce_as(gradient, Value(op.mask, build)) if wanted[1] else None
    return [gradient.ssa, None if mask is None else mask.ssa]
