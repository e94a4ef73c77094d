"""Softmax in NumPy, shifted by the largest element so that nothing overflows."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.softmax import (
    FusedSoftmaxMaskOp,
    FusedSoftmaxMaskUpperTriangleOp,
    LogSoftmaxOp,
    SoftmaxGradOp,
    SoftmaxOp,
)
from .registry import kernel


@kernel(SoftmaxOp)
def softmax(x: Any, axis: int) -> Any:
    if not np.ndim(x):
        return np.ones_like(x)
    e = np.exp(x - np.max(x, axis, keepdims=True, initial=-np.inf))
    return e / np.sum(e, axis, keepdims=True)


@kernel(LogSoftmaxOp)
def log_softmax(x: Any, axis: int) -> Any:
    if not np.ndim(x):
        return np.zeros_like(x)
    shifted = x - np.max(x, axis, keepdims=True, initial=-np.inf)
    return shifted - np.log(np.sum(np.exp(shifted), axis, keepdims=True))


@kernel(SoftmaxGradOp)
def softmax_grad(out: Any, out_grad: Any, axis: int) -> Any:
    if not np.ndim(out):
        return np.zeros_like(out)
    return out * (out_grad - np.sum(out * out_grad, axis, keepdims=True))


@kernel(FusedSoftmaxMaskOp)
def fused_softmax_mask(x: Any, mask: Any) -> Any:
    return softmax(x + mask, -1)


@kernel(FusedSoftmaxMaskUpperTriangleOp)
def fused_softmax_mask_upper_triangle(x: Any) -> Any:
    below = np.tri(*x.shape[-2:], dtype=np.bool_)
    return softmax(np.where(below, x, x.dtype.type(-np.inf)), -1)
