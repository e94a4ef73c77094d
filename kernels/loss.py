"""Losses in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.loss import CrossEntropyWithSoftmaxGradOp, CrossEntropyWithSoftmaxOp
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
