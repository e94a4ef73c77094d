"""Batch norm in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.batch_norm import (
    BatchNormGradOp,
    BatchNormOp,
    SyncBatchNormGradOp,
    global_statistics,
)
from ..dialects.pd_op.normalization import (
    channel_axis,
)
from .normalization import affine, bias_sum, channel_row, inverse_of, moments, others, wide
from .registry import kernel


@kernel(BatchNormOp)
def batch_norm(
    x: Any,
    mean: Any,
    variance: Any,
    scale: Any,
    bias: Any,
    momentum: float,
    epsilon: float,
    data_format: str,
    op: BatchNormOp,
) -> Any:
    channel = channel_axis(x.ndim, data_format)
    work = wide(x)
    mean_out, variance_out = mean, variance
    if global_statistics(op):
        used_mean, used_variance = mean, variance
    else:
        found = moments(work, others(x.ndim, channel))
        used_mean, used_variance = (value.reshape(-1) for value in found)
        keep = mean.dtype.type(momentum)
        mean_out = keep * mean + (1 - keep) * used_mean
        variance_out = keep * variance + (1 - keep) * used_variance
    inverse = inverse_of(used_variance, epsilon)
    factor = inverse if scale is None else inverse * scale
    shift = affine(-(used_mean * factor), None, bias)
    out = work * channel_row(factor, x.ndim, channel)
    out += channel_row(shift, x.ndim, channel)
    reserve = np.zeros(0, np.uint8)
    return out.astype(x.dtype, copy=False), mean_out, variance_out, used_mean, inverse, reserve


@kernel(BatchNormGradOp)
def batch_norm_grad(
    x: Any,
    scale: Any,
    bias: Any,
    mean_out: Any,
    variance_out: Any,
    saved_mean: Any,
    saved_variance: Any,
    reserve_space: Any,
    out_grad: Any,
    epsilon: float,
    data_format: str,
    op: BatchNormGradOp,
    wanted: tuple[bool, bool, bool],
) -> Any:
    if not global_statistics(op):
        return _batch(x, scale, bias, saved_mean, saved_variance, out_grad, data_format, wanted)
    channel = channel_axis(x.ndim, data_format)
    inverse = inverse_of(variance_out, epsilon)
    x_grad = scale_grad = None
    if wanted[0]:
        factor = inverse if scale is None else inverse * scale
        x_grad = (out_grad * channel_row(factor, x.ndim, channel)).astype(x.dtype, copy=False)
    if wanted[1] and scale is not None:
        centered = x - channel_row(mean_out, x.ndim, channel)
        total = (out_grad * centered).sum(others(x.ndim, channel))
        scale_grad = (total * inverse).astype(scale.dtype, copy=False)
    return x_grad, scale_grad, bias_sum(bias, out_grad, channel, wanted)


@kernel(SyncBatchNormGradOp)
def sync_batch_norm_grad(
    x: Any,
    scale: Any,
    bias: Any,
    saved_mean: Any,
    saved_variance: Any,
    reserve_space: Any,
    out_grad: Any,
    data_format: str,
    wanted: tuple[bool, bool, bool],
) -> Any:
    return _batch(x, scale, bias, saved_mean, saved_variance, out_grad, data_format, wanted)


def _batch(
    x: Any,
    scale: Any,
    bias: Any,
    mean: Any,
    inverse: Any,
    out_grad: Any,
    data_format: str,
    wanted: tuple[bool, bool, bool],
) -> Any:
    """With per-channel sums at hand, x_grad = factor * (out_grad - n * a - b) costs one pass."""
    channel = channel_axis(x.ndim, data_format)
    axes = others(x.ndim, channel)
    normalized = wide(x) - channel_row(mean, x.ndim, channel)
    normalized *= channel_row(inverse, x.ndim, channel)
    cotangent = wide(out_grad)
    along = (cotangent * normalized).sum(axes)
    total = cotangent.sum(axes)
    x_grad = scale_grad = bias_grad = None
    if wanted[1] and scale is not None:
        scale_grad = along.astype(scale.dtype, copy=False)
    if wanted[2] and bias is not None:
        bias_grad = total.astype(bias.dtype, copy=False)
    if wanted[0]:
        count = x.size // max(along.size, 1)
        factor = inverse if scale is None else inverse * scale
        normalized *= channel_row(along / -count, x.ndim, channel)
        normalized += cotangent
        normalized -= channel_row(total / count, x.ndim, channel)
        normalized *= channel_row(factor, x.ndim, channel)
        x_grad = normalized.astype(x.dtype, copy=False)
    return x_grad, scale_grad, bias_grad
