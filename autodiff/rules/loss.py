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
    HingeLossGradOp,
    HingeLossOp,
    HuberLossGradOp,
    HuberLossOp,
    IdentityLossGradOp,
    IdentityLossOp,
    KldivLossGradOp,
    KldivLossOp,
    LabelSmoothGradOp,
    LabelSmoothOp,
    LogLossGradOp,
    LogLossOp,
    NllLossGradOp,
    NllLossOp,
    SigmoidCrossEntropyWithLogitsGradOp,
    SigmoidCrossEntropyWithLogitsOp,
)
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.softmax import LogSoftmaxOp, SoftmaxGradOp
from ..builder import Builder
from ..decompositions.loss import (
    chosen_classes,
    counted,
    inside_margin,
    share_of_each,
    shared,
    where_not_ignored,
)
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call, compare, reduce_as, where, zeros_like

fused(IdentityLossOp, IdentityLossGradOp)
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


@rule(CrossEntropyWithSoftmaxOp)
def cross_entropy_with_softmax(
    op: CrossEntropyWithSoftmaxOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's fused gradient for the loss; the softmax, where somebody uses it, has its own.
    Labels that are probabilities have a gradient too, which Paddle lacks: -log(softmax)."""
    softmax_grad, loss_grad = cotangents
    partial: Value | None = None
    label: Value | None = None
    if loss_grad is not None and wanted[1]:
        x = Value(op.input, build)
        logs: Value = call(LogSoftmaxOp, x, axis=op.axis) if with_softmax(op) else call(LogOp, x)
        label = -(logs * Value(loss_grad, build))
    if loss_grad is not None and wanted[0]:
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
    if softmax_grad is not None and wanted[0]:
        through: Value = Value(softmax_grad, build)
        if with_softmax(op):
            through = call(SoftmaxGradOp, Value(op.softmax, build), softmax_grad, axis=op.axis)
        partial = through if partial is None else call(AddOp, partial, through)
    return [None if p is None else p.ssa for p in (partial, label)]


def with_softmax(op: CrossEntropyWithSoftmaxOp) -> bool:
    """Whether the input holds logits, not probabilities."""
    return bool(op.use_softmax.value.data)


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


@rule(LogLossOp)
def log_loss(op: LogLossOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient for the input; the label's, which Paddle lacks, is written out."""
    cotangent, x = _given(cotangents, build), Value(op.input, build)
    partials: list[Value | None] = [None, None]
    if wanted[0]:
        partials[0] = call(LogLossGradOp, x, op.label, cotangent, epsilon=op.epsilon)
    if wanted[1]:
        epsilon = float(op.epsilon.value.data)
        partials[1] = cotangent * (call(LogOp, 1 - x + epsilon) - call(LogOp, x + epsilon))
    return [None if p is None else p.ssa for p in partials]


@rule(HingeLossOp)
def hinge_loss(op: HingeLossOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient for the logits; the labels', which Paddle lacks, is written out."""
    cotangent, logits = _given(cotangents, build), Value(op.logits, build)
    partials: list[Value | None] = [None, None]
    if wanted[0]:
        partials[0] = call(HingeLossGradOp, logits, op.labels, cotangent)
    if wanted[1]:
        inside = inside_margin(logits, 2 * Value(op.labels, build) - 1)
        partials[1] = -2 * (cotangent * logits * inside)
    return [None if p is None else p.ssa for p in partials]


@rule(LabelSmoothOp)
def label_smooth(
    op: LabelSmoothOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's gradient for the label; the prior's, which Paddle lacks, is written out."""
    cotangent = _given(cotangents, build)
    partials: list[Value | None] = [None] * len(op.operands)
    if wanted[0]:
        partials[0] = call(LabelSmoothGradOp, cotangent, epsilon=op.epsilon)
    if op.prior_dist is not None and wanted[1]:
        share = cotangent * float(op.epsilon.value.data)
        partials[1] = reduce_as(share, Value(op.prior_dist, build))
    return [None if p is None else p.ssa for p in partials]


@rule(NllLossOp, differentiable=["input", "weight"])
def nll_loss(op: NllLossOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient for the input; the weight's, which Paddle lacks, is written out."""
    loss, total = (None if c is None else Value(c, build) for c in cotangents)
    x, label, kind = Value(op.input, build), Value(op.label, build), op.reduction.data
    partials: list[Value | None] = [None] * len(op.operands)
    if wanted[0] and loss is not None:
        partials[0] = call(
            NllLossGradOp,
            x,
            label,
            op.weight,
            op.total_weight,
            loss,
            ignore_index=op.ignore_index,
            reduction=op.reduction,
        )
    if op.weight is not None and wanted[2]:
        chosen = chosen_classes(x, label, int(op.ignore_index.value.data))
        slope: Value | None = None
        if loss is not None:
            share = share_of_each(loss, Value(op.total_weight, build), kind)
            slope = -(share * (x + Value(op.out, build) if kind == "mean" else x))
        if total is not None and kind != "none":
            slope = total if slope is None else slope + total
        if slope is not None:
            axes = (0, *range(2, x.rank))
            partials[2] = call(SumOp, chosen * slope, axes)
    return [None if p is None else p.ssa for p in partials]
