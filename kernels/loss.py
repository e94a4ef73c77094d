"""Losses in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.loss import (
    BceLossOp,
    CrossEntropyWithSoftmaxGradOp,
    CrossEntropyWithSoftmaxOp,
    HingeLossOp,
    HuberLossOp,
    IdentityLossOp,
    KldivLossOp,
    LabelSmoothOp,
    LogLossOp,
    NllLossOp,
    SigmoidCrossEntropyWithLogitsOp,
)
from .registry import kernel
from .softmax import log_softmax


def _classes(label: Any, shape: tuple[int, ...], axis: int, ignore_index: int) -> Any:
    """Class numbers with a 1 at the axis, 0 in place of ignored ones, and which are ignored."""
    wanted = [*shape]
    wanted[axis] = 1
    numbers = np.reshape(label, wanted).astype(np.int64)
    ignored = numbers == ignore_index
    return np.where(ignored, 0, numbers), ignored


@kernel(CrossEntropyWithSoftmaxOp)
def cross_entropy_with_softmax(
    input: Any, label: Any, soft_label: bool, use_softmax: bool, ignore_index: int, axis: int
) -> Any:
    axis %= np.ndim(input)
    if use_softmax:
        logs = log_softmax(input, axis)
        softmax = np.exp(logs)
    else:
        logs, softmax = np.log(input), input
    if soft_label:
        return softmax, -np.sum(label * logs, axis, keepdims=True)
    classes, ignored = _classes(label, input.shape, axis, ignore_index)
    loss = -np.take_along_axis(logs, classes, axis)
    return softmax, np.where(ignored, np.zeros((), loss.dtype), loss)


@kernel(CrossEntropyWithSoftmaxGradOp)
def cross_entropy_with_softmax_grad(
    label: Any,
    softmax: Any,
    loss_grad: Any,
    soft_label: bool,
    use_softmax: bool,
    ignore_index: int,
    axis: int,
) -> Any:
    axis %= np.ndim(softmax)
    if soft_label:
        if not use_softmax:
            return -label / softmax * loss_grad
        return (softmax * np.sum(label, axis, keepdims=True) - label) * loss_grad
    classes, ignored = _classes(label, softmax.shape, axis, ignore_index)
    grad = np.where(ignored, np.zeros((), softmax.dtype), loss_grad)
    if use_softmax:
        gradient = softmax * grad
        picked = np.take_along_axis(gradient, classes, axis) - grad
    else:
        gradient = np.zeros_like(softmax)
        picked = -grad / np.take_along_axis(softmax, classes, axis)
    np.put_along_axis(gradient, classes, picked, axis)
    return gradient


@kernel(BceLossOp)
def bce_loss(input: Any, label: Any) -> Any:
    positive = np.maximum(np.log(input), -100)
    negative = np.maximum(np.log1p(-input), -100)
    return ((label - 1) * negative - label * positive).astype(input.dtype)


@kernel(HuberLossOp)
def huber_loss(input: Any, label: Any, delta: float) -> Any:
    residual = label - input
    size = np.abs(residual)
    out = cast("Any", np.where(size <= delta, residual * residual / 2, delta * (size - delta / 2)))
    return out.astype(input.dtype), residual


@kernel(KldivLossOp)
def kldiv_loss(x: Any, label: Any, reduction: str, log_target: bool) -> Any:
    if log_target:
        loss = np.exp(label) * (label - x)
    else:
        safe = np.where(label > 0, label, 1)
        loss = np.where(label > 0, label * (np.log(safe) - x), 0).astype(x.dtype)
    if reduction == "none":
        return loss
    total = np.sum(loss)
    count = {"sum": 1, "mean": loss.size, "batchmean": loss.shape[0] if loss.ndim else 1}
    return (total / max(count[reduction], 1)).astype(x.dtype)


@kernel(SigmoidCrossEntropyWithLogitsOp)
def sigmoid_cross_entropy_with_logits(
    x: Any, label: Any, pos_weight: Any, normalize: bool, ignore_index: int
) -> Any:
    weight = 1 if pos_weight is None else pos_weight
    loss = (1 - label) * x + weight * np.logaddexp(0, -x)
    ignored = label == ignore_index
    loss = np.where(ignored, 0, loss)
    if normalize:
        loss = loss / max(np.sum(~ignored), 1)
    return loss.astype(x.dtype)


@kernel(LogLossOp)
def log_loss(input: Any, label: Any, epsilon: float) -> Any:
    positive, negative = np.log(input + epsilon), np.log(1 - input + epsilon)
    return ((label - 1) * negative - label * positive).astype(input.dtype)


@kernel(HingeLossOp)
def hinge_loss(logits: Any, labels: Any) -> Any:
    return np.maximum(0, 1 - (2 * labels - 1) * logits).astype(logits.dtype)


@kernel(LabelSmoothOp)
def label_smooth(label: Any, prior_dist: Any, epsilon: float) -> Any:
    prior = 1 / np.shape(label)[-1] if prior_dist is None else prior_dist
    return ((1 - epsilon) * label + epsilon * prior).astype(label.dtype)


@kernel(NllLossOp)
def nll_loss(input: Any, label: Any, weight: Any, ignore_index: int, reduction: str) -> Any:
    numbers = np.expand_dims(label, 1)
    ignored = numbers == ignore_index
    classes = np.where(ignored, 0, numbers)
    weights = np.ones(input.shape[1], input.dtype) if weight is None else weight
    weights = np.where(ignored, np.zeros((), input.dtype), weights[classes])
    loss = -weights * np.take_along_axis(input, classes, 1)
    if reduction == "none":
        return loss[:, 0], np.zeros((), input.dtype)
    total = np.sum(loss)
    count = np.sum(weights)
    if reduction == "mean":
        total = total / count if count else np.zeros_like(total)
    return np.asarray(total), np.asarray(count)


@kernel(IdentityLossOp)
def identity_loss(x: Any, reduction: int) -> Any:
    if reduction == 2:
        return x
    reduce: Any = np.sum if reduction == 0 else np.mean
    return np.asarray(reduce(x))
