"""Rules of losses."""

from __future__ import annotations

from ...dialects.pd_op.activation import SoftplusOp
from ...dialects.pd_op.binary import AddOp
from ...dialects.pd_op.elementwise import ExpOp, LogOp
from ...dialects.pd_op.loss import (
    BceLossGradOp,
    BceLossOp,
    CrossEntropyWithSoftmaxGradOp,
    CrossEntropyWithSoftmaxOp,
    HuberLossGradOp,
    HuberLossOp,
    KldivLossGradOp,
    KldivLossOp,
    SigmoidCrossEntropyWithLogitsGradOp,
    SigmoidCrossEntropyWithLogitsOp,
)
from ...dialects.pd_op.softmax import SoftmaxGradOp
from ..builder import Builder
from ..decompositions.loss import counted, shared, where_not_ignored
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call, compare, where, zeros_like

_huber = fused(HuberLossOp, HuberLossGradOp)


@rule(HuberLossOp)
def huber_loss(op: HuberLossOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient for the loss; the residual, which that reads, is label - input."""
    loss, residual = cotangents
    partials: list[Value | None] = [None, None]
    if loss is not None:
        found = _huber(op, [loss, None], wanted, build)
        partials = [None if p is None else Value(p, build) for p in found]
    if residual is not None:
        through = Value(residual, build)
        signed = (-through if wanted[0] else None, through)
        partials = [
            more if there is None or more is None else there + more
            for there, more in zip(partials, signed, strict=True)
        ]
    return [None if p is None else p.ssa for p in partials]


@rule(CrossEntropyWithSoftmaxOp, differentiable=["input"])
def cross_entropy_with_softmax(
    op: CrossEntropyWithSoftmaxOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's fused gradient for the loss; the softmax, where somebody uses it, has its own."""
    softmax_grad, loss_grad = cotangents
    partial: Value | None = None
    if loss_grad is not None:
        partial = call(
            CrossEntropyWithSoftmaxGradOp,
            Value(op.label, build),
            op.softmax,
            loss_grad,
            soft_label=op.soft_label,
            use_softmax=op.use_softmax,
            numeric_stable_mode=op.numeric_stable_mode,
            ignore_index=op.ignore_index,
            axis=op.axis,
        )
    if softmax_grad is not None:
        through: Value = Value(softmax_grad, build)
        if op.use_softmax.value.data:
            through = call(SoftmaxGradOp, Value(op.softmax, build), softmax_grad, axis=op.axis)
        partial = through if partial is None else call(AddOp, partial, through)
    return [None if partial is None else partial.ssa, None]


def _given(cotangents: Cotangents, build: Builder) -> Value:
    assert cotangents[0] is not None
    return Value(cotangents[0], build)


@rule(BceLossOp)
def bce_loss(op: BceLossOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient for the input; the label's, which Paddle lacks, is written out."""
    cotangent, x, label = _given(cotangents, build), Value(op.input, build), op.label
    partials: list[Value | None] = [None, None]
    if wanted[0]:
        partials[0] = call(BceLossGradOp, x, label, cotangent)
    if wanted[1]:
        partials[1] = cotangent * (call(LogOp, 1 - x) - call(LogOp, x))
    return [None if p is None else p.ssa for p in partials]


@rule(KldivLossOp)
def kldiv_loss(op: KldivLossOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient for x; the label's, which Paddle lacks, is written out."""
    cotangent, x, label = _given(cotangents, build), Value(op.x, build), Value(op.label, build)
    partials: list[Value | None] = [None, None]
    if wanted[0]:
        partials[0] = call(
            KldivLossGradOp, x, label, cotangent, reduction=op.reduction, log_target=op.log_target
        )
    if wanted[1]:
        share = shared(cotangent, x, op.reduction.data)
        if op.log_target.value.data:
            slope = call(ExpOp, label) * (label - x + 1)
        else:
            positive = compare("greater_than", label, 0.0)
            safe = where(positive, label, zeros_like(label) + 1)
            slope = where(positive, call(LogOp, safe) + 1 - x, zeros_like(x))
        partials[1] = share * slope
    return [None if p is None else p.ssa for p in partials]


@rule(SigmoidCrossEntropyWithLogitsOp)
def sigmoid_cross_entropy_with_logits(
    op: SigmoidCrossEntropyWithLogitsOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's gradient for x; those of label and weight, which Paddle lacks, are written out."""
    cotangent, x, label = _given(cotangents, build), Value(op.x, build), Value(op.label, build)
    partials: list[Value | None] = [None] * len(op.operands)
    ignore = int(op.ignore_index.value.data)
    if wanted[0]:
        partials[0] = call(
            SigmoidCrossEntropyWithLogitsGradOp,
            x,
            label,
            op.pos_weight,
            cotangent,
            normalize=op.normalize,
            ignore_index=op.ignore_index,
        )
    slopes = {1: -x} if wanted[1] else {}
    if len(wanted) > 2 and wanted[2]:
        slopes[2] = call(SoftplusOp, -x)
    for index, slope in slopes.items():
        share = where_not_ignored(label, slope * cotangent, ignore)
        partials[index] = counted(label, share, ignore) if op.normalize.value.data else share
    return [None if p is None else p.ssa for p in partials]
