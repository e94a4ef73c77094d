"""What the gradient ops of losses mean."""

from __future__ import annotations

from ...dialects.pd_op.indexing import OneHotOp
from ...dialects.pd_op.loss import CrossEntropyWithSoftmaxGradOp
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.shape import Shape64Op, SqueezeOp, TransposeOp
from ..registry import decomposition
from ..values import Value, call, cast, compare, where, zeros_like


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
    from ...dialects.pd_op.joining import SliceOp

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
