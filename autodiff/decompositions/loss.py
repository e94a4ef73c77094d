"""What the gradient ops of losses mean."""

from __future__ import annotations

import math

from ...dialects.pd_op.activation import SigmoidOp
from ...dialects.pd_op.elementwise import ExpOp
from ...dialects.pd_op.indexing import OneHotOp
from ...dialects.pd_op.joining import SliceOp
from ...dialects.pd_op.loss import (
    BceLossGradOp,
    CrossEntropyWithSoftmaxGradOp,
    HingeLossGradOp,
    HuberLossGradOp,
    IdentityLossGradOp,
    KldivLossGradOp,
    LabelSmoothGradOp,
    LogLossGradOp,
    NllLossGradOp,
    SigmoidCrossEntropyWithLogitsGradOp,
)
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.shape import NumelOp, Shape64Op, SqueezeOp, TransposeOp, UnsqueezeOp
from ..registry import decomposition
from ..values import Value, call, cast, compare, expand_as, where, zeros_like


@decomposition(CrossEntropyWithSoftmaxGradOp)
def cross_entropy_with_softmax_grad(
    label: Value,
    softmax: Value,
    loss_grad: Value,
    soft_label: bool,
    use_softmax: bool,
    ignore_index: int,
    axis: int,
) -> Value:
    """d loss / d input = softmax * sum(target) - target; without softmax: -target / input."""
    axis %= softmax.rank
    target = label if soft_label else one_hot_along(label, softmax, axis)
    if not use_softmax:
        inside = compare("not_equal", target, 0.0)
        safe = where(inside, softmax, softmax * 0.0 + 1.0)
        gradient = -(target / safe) * loss_grad
    elif soft_label:
        total = call(SumOp, target, (axis,), keepdim=True)
        gradient = (softmax * total - target) * loss_grad
    else:
        gradient = (softmax - target) * loss_grad
    if soft_label:
        return gradient
    ignored = compare("equal", cast(label, softmax.element), float(ignore_index))
    spread = cast(cast(ignored, softmax.element) + zeros_like(softmax), ignored.element)
    return where(spread, zeros_like(softmax), gradient)


def one_hot_along(label: Value, like: Value, axis: int) -> Value:
    """Class numbers as 0 and 1 along an axis of the shape of `like`."""
    flat = call(SqueezeOp, label, (axis,)) if label.rank == like.rank else label
    size = like.shape[axis]
    classes: Value | int = size
    if size == -1:
        classes = call(SliceOp, call(Shape64Op, like), (axis,), (axis + 1,), axes=(0,))
    hot = cast(call(OneHotOp, flat, classes), like.element)
    last = like.rank - 1
    if axis == last:
        return hot
    perm = [*range(axis), last, *range(axis, last)]
    return call(TransposeOp, hot, perm=tuple(perm))


@decomposition(BceLossGradOp)
def bce_loss_grad(input: Value, label: Value, out_grad: Value) -> Value:
    """The variance input (1 - input) is taken as no less than 1e-12, as Paddle does."""
    variance = input * (1 - input)
    large = compare("greater_than", variance, 1e-12)
    safe = where(large, variance, zeros_like(variance) + 1e-12)
    return out_grad * (input - label) / safe


@decomposition(HuberLossGradOp)
def huber_loss_grad(residual: Value, out_grad: Value, delta: float) -> tuple[Value, Value]:
    zero = zeros_like(residual)
    low = where(compare("less_than", residual, -delta), zero - delta, residual)
    slope = where(compare("greater_than", residual, delta), zero + delta, low)
    return -(out_grad * slope), out_grad * slope


def shared(out_grad: Value, x: Value, reduction: str) -> Value:
    """The cotangent of a reduced loss as every element's share of it."""
    if reduction == "none":
        return out_grad
    total = expand_as(out_grad, x)
    if reduction == "sum":
        return total
    dims = x.shape if reduction == "mean" else x.shape[:1]
    if -1 not in dims:
        return total * (1 / max(math.prod(dims), 1))
    if reduction == "mean":
        return total / cast(call(NumelOp, x), x.element)
    first = call(SliceOp, call(Shape64Op, x), (0,), (1,), axes=(0,), decrease_axis=(0,))
    return total / cast(first, x.element)


@decomposition(KldivLossGradOp)
def kldiv_loss_grad(
    x: Value, label: Value, out_grad: Value, reduction: str, log_target: bool
) -> Value:
    share = shared(out_grad, x, reduction)
    if log_target:
        return -(share * call(ExpOp, label))
    positive = compare("greater_than", label, 0.0)
    return -(share * where(positive, label, zeros_like(label)))


def where_not_ignored(label: Value, value: Value, ignore_index: int) -> Value:
    """The value, 0 where the label is the one to ignore."""
    return where(compare("equal", label, float(ignore_index)), zeros_like(value), value)


def counted(label: Value, value: Value, ignore_index: int) -> Value:
    """The value divided by the number of labels that are not ignored (at least one)."""
    kept = cast(compare("not_equal", label, float(ignore_index)), value.element)
    count: Value = call(SumOp, kept, ())
    some = compare("greater_than", count, 0.0)
    return value / where(some, count, zeros_like(count) + 1)


@decomposition(SigmoidCrossEntropyWithLogitsGradOp)
def sigmoid_cross_entropy_with_logits_grad(
    x: Value,
    label: Value,
    pos_weight: Value | None,
    out_grad: Value,
    normalize: bool,
    ignore_index: int,
) -> Value:
    """d loss / d x = 1 - label - pos_weight (1 - sigmoid(x))."""
    below = 1 - call(SigmoidOp, x)
    if pos_weight is not None:
        below = below * pos_weight
    slope = where_not_ignored(label, (1 - label - below) * out_grad, ignore_index)
    return counted(label, slope, ignore_index) if normalize else slope


@decomposition(LogLossGradOp)
def log_loss_grad(input: Value, label: Value, out_grad: Value, epsilon: float) -> Value:
    return out_grad * ((1 - label) / (1 - input + epsilon) - label / (input + epsilon))


def inside_margin(logits: Value, sign: Value) -> Value:
    """1 where the hinge loss is positive, else 0."""
    return cast(compare("less_than", sign * logits, 1.0), logits.element)


@decomposition(HingeLossGradOp)
def hinge_loss_grad(logits: Value, labels: Value, loss_grad: Value) -> Value:
    sign = 2 * labels - 1
    return -(loss_grad * sign * inside_margin(logits, sign))


@decomposition(LabelSmoothGradOp)
def label_smooth_grad(out_grad: Value, epsilon: float) -> Value:
    return out_grad * (1 - epsilon)


def chosen_classes(input: Value, label: Value, ignore_index: int) -> Value:
    """1 at the class (along axis 1) of each label that is not ignored, else 0."""
    kept = cast(compare("not_equal", label, ignore_index), input.element)
    return one_hot_along(label, input, 1) * call(UnsqueezeOp, kept, (1,))


def along_classes(weight: Value, rank: int) -> Value:
    """A weight a class, in a shape that broadcasts along axis 1."""
    return call(UnsqueezeOp, weight, (0, *range(2, rank)))


def share_of_each(out_grad: Value, total_weight: Value, reduction: str) -> Value:
    """The cotangent of `nll_loss` as the loss of each label gets it, with an axis of classes."""
    if reduction == "none":
        return call(UnsqueezeOp, out_grad, (1,))
    if reduction == "sum":
        return out_grad
    some = compare("not_equal", total_weight, 0.0)
    return out_grad / where(some, total_weight, zeros_like(total_weight) + 1)


@decomposition(NllLossGradOp)
def nll_loss_grad(
    input: Value,
    label: Value,
    weight: Value | None,
    total_weight: Value,
    out_grad: Value,
    ignore_index: int,
    reduction: str,
) -> Value:
    chosen = chosen_classes(input, label, ignore_index)
    if weight is not None:
        chosen = chosen * along_classes(weight, input.rank)
    return -(chosen * share_of_each(out_grad, total_weight, reduction))


@decomposition(IdentityLossGradOp)
def identity_loss_grad(x: Value, out_grad: Value, reduction: int) -> Value:
    return shared(out_grad, x, ("sum", "mean", "none")[reduction])
