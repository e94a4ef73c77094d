"""Rules of losses."""

from __future__ import annotations

from ...dialects.pd_op.binary import AddOp
from ...dialects.pd_op.loss import CrossEntropyWithSoftmaxGradOp, CrossEntropyWithSoftmaxOp
from ...dialects.pd_op.softmax import SoftmaxGradOp
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, rule
from ..values import Value, call


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
