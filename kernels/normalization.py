"""Normalization by mean and variance in NumPy.

Every op brings x into a view in which what shares a mean lies along a few axes, and keeps the
statistics with dims of 1 there.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..dialects.pd_op.normalization import (
    FastRmsNormGradOp,
    FastRmsNormOp,
    FusedRmsNormExtGradOp,
    FusedRmsNormExtOp,
    GroupNormGradOp,
    GroupNormOp,
    InstanceNormGradOp,
    InstanceNormOp,
    LayerNormGradOp,
    LayerNormOp,
    RmsNormGradOp,
    RmsNormOp,
    channel_axis,
    first_normalized,
)
from .registry import kernel


def wide(x: Any) -> Any:
    """Half precision as float32, in which it is normalized."""
    return x.astype(np.float32) if x.dtype == np.float16 else x


def moments(x: Any, axes: tuple[int, ...]) -> tuple[Any, Any]:
    """Mean and variance over axes that stay as dims of 1."""
    mean = x.mean(axes, keepdims=True)
    centered = x - mean
    return mean, (centered * centered).mean(axes, keepdims=True)


def inverse_of(variance: Any, epsilon: float) -> Any:
    """1 / sqrt(variance + epsilon)."""
    return 1 / np.sqrt(variance + variance.dtype.type(epsilon))


def affine(x: Any, scale: Any, bias: Any) -> Any:
    """x * scale + bias, either of which may be absent."""
    if scale is not None:
        x = x * scale
    return x if bias is None else x + bias


def slope(normalized: Any, inverse: Any, scaled: Any, axes: tuple[int, ...]) -> Any:
    """inverse * (scaled - average(scaled) - normalized * average(scaled * normalized))."""
    average = (scaled * normalized).mean(axes, keepdims=True)
    result = normalized * -average
    result += scaled
    result -= scaled.mean(axes, keepdims=True)
    result *= inverse
    return result


def channel_row(value: Any, rank: int, channel: int) -> Any:
    """One element a channel so that it broadcasts to x."""
    return value if value is None else value.reshape(-1, *[1] * (rank - 1 - channel))


def others(rank: int, channel: int) -> tuple[int, ...]:
    """All axes but that of the channels."""
    return tuple(axis for axis in range(rank) if axis != channel)


def bias_sum(bias: Any, out_grad: Any, channel: int, wanted: tuple[bool, bool, bool]) -> Any:
    """The gradient of a bias with one element a channel."""
    if not wanted[2] or bias is None:
        return None
    return out_grad.sum(others(out_grad.ndim, channel)).astype(bias.dtype, copy=False)


# --- over a layer ----------------------------------------------------------------------------


@kernel(LayerNormOp)
def layer_norm(x: Any, scale: Any, bias: Any, epsilon: float, begin_norm_axis: int) -> Any:
    lead = x.shape[:begin_norm_axis]
    work = _rows(wide(x), begin_norm_axis)
    mean, variance = moments(work, (1,))
    out = affine((work - mean) * inverse_of(variance, epsilon), scale, bias)
    out = out.reshape(x.shape).astype(x.dtype, copy=False)
    return out, mean.reshape(lead), variance.reshape(lead)


@kernel(LayerNormGradOp)
def layer_norm_grad(
    x: Any,
    scale: Any,
    bias: Any,
    mean: Any,
    variance: Any,
    out_grad: Any,
    epsilon: float,
    begin_norm_axis: int,
    wanted: tuple[bool, bool, bool],
) -> Any:
    cotangent = _rows(wide(out_grad), begin_norm_axis)
    x_grad = scale_grad = bias_grad = None
    if wanted[0] or wanted[1]:
        inverse = inverse_of(variance.reshape(-1, 1), epsilon)
        normalized = (_rows(wide(x), begin_norm_axis) - mean.reshape(-1, 1)) * inverse
        if wanted[1] and scale is not None:
            scale_grad = (cotangent * normalized).sum(0).astype(scale.dtype, copy=False)
        if wanted[0]:
            x_grad = slope(normalized, inverse, affine(cotangent, scale, None), (1,))
            x_grad = x_grad.reshape(x.shape).astype(x.dtype, copy=False)
    if wanted[2] and bias is not None:
        bias_grad = cotangent.sum(0).astype(bias.dtype, copy=False)
    return x_grad, scale_grad, bias_grad


def _rows(x: Any, begin: int) -> Any:
    """A matrix with a row for what shares a mean."""
    rows = math.prod(x.shape[:begin])
    return x.reshape(rows, x.size // rows if rows else math.prod(x.shape[begin:]))


@kernel(RmsNormOp, FastRmsNormOp, FusedRmsNormExtOp)
def rms_norm(x: Any, scale: Any, epsilon: float, op: RmsNormOp) -> Any:
    begin = first_normalized(op, x.ndim)
    work = _rows(wide(x), begin)
    inverse = inverse_of((work * work).mean(1, keepdims=True), epsilon)
    out = affine(work * inverse, scale if scale is None else scale.reshape(-1), None)
    return out.reshape(x.shape).astype(x.dtype, copy=False), inverse.reshape(x.shape[:begin])


@kernel(RmsNormGradOp, FastRmsNormGradOp, FusedRmsNormExtGradOp)
def rms_norm_grad(
    x: Any, scale: Any, invvar: Any, y_grad: Any, op: RmsNormGradOp, wanted: tuple[bool, bool]
) -> Any:
    begin = first_normalized(op, x.ndim)
    inverse = invvar.reshape(-1, 1)
    normalized = _rows(wide(x), begin) * inverse
    cotangent = _rows(wide(y_grad), begin)
    x_grad = scale_grad = None
    if wanted[1] and scale is not None:
        total = (cotangent * normalized).sum(0)
        scale_grad = total.reshape(scale.shape).astype(scale.dtype, copy=False)
    if wanted[0]:
        scaled = affine(cotangent, scale if scale is None else scale.reshape(-1), None)
        along = (scaled * normalized).mean(1, keepdims=True)
        x_grad = ((scaled - normalized * along) * inverse).reshape(x.shape)
        x_grad = x_grad.astype(x.dtype, copy=False)
    return x_grad, scale_grad


# --- over groups of channels -----------------------------------------------------------------


def _in_groups(x: Any, groups: int, channel: int) -> tuple[Any, tuple[int, ...]]:
    """x with the groups along axis 1 (channels first) or 2, and the axes that a mean is over."""
    if channel == 1:
        return x.reshape(x.shape[0], groups, -1, *x.shape[2:]), tuple(range(2, x.ndim + 1))
    size = math.prod(x.shape[1:-1])
    return x.reshape(x.shape[0], size, groups, -1), (1, 3)


def _statistic(value: Any, grouped: Any, axes: tuple[int, ...]) -> Any:
    """A statistic with dims of 1 along the axes."""
    return value.reshape([1 if a in axes else n for a, n in enumerate(grouped.shape)])


@kernel(GroupNormOp)
def group_norm(x: Any, scale: Any, bias: Any, epsilon: float, groups: int, data_format: str) -> Any:
    channel = channel_axis(x.ndim, data_format)
    grouped, axes = _in_groups(wide(x), groups, channel)
    mean, variance = moments(grouped, axes)
    normalized = ((grouped - mean) * inverse_of(variance, epsilon)).reshape(x.shape)
    rows = (channel_row(value, x.ndim, channel) for value in (scale, bias))
    out = affine(normalized, *rows).astype(x.dtype, copy=False)
    shape = x.shape[0], groups
    return out, mean.reshape(shape), variance.reshape(shape)


@kernel(GroupNormGradOp)
def group_norm_grad(
    x: Any,
    scale: Any,
    bias: Any,
    y: Any,
    mean: Any,
    variance: Any,
    y_grad: Any,
    epsilon: float,
    groups: int,
    data_format: str,
    wanted: tuple[bool, bool, bool],
) -> Any:
    channel = channel_axis(x.ndim, data_format)
    grouped, axes = _in_groups(wide(x), groups, channel)
    inverse = inverse_of(variance, epsilon)
    mean, inverse = (_statistic(value, grouped, axes) for value in (mean, inverse))
    return _in_view(
        (grouped - mean) * inverse, inverse, axes, scale, bias, y_grad, x, channel, wanted
    )


@kernel(InstanceNormOp)
def instance_norm(x: Any, scale: Any, bias: Any, epsilon: float) -> Any:
    work = wide(x)
    axes = tuple(range(2, x.ndim))
    mean, variance = moments(work, axes)
    inverse = inverse_of(variance, epsilon)
    rows = (channel_row(value, x.ndim, 1) for value in (scale, bias))
    out = affine((work - mean) * inverse, *rows).astype(x.dtype, copy=False)
    return out, mean.reshape(-1), inverse.reshape(-1)


@kernel(InstanceNormGradOp)
def instance_norm_grad(
    x: Any,
    scale: Any,
    bias: Any,
    saved_mean: Any,
    saved_variance: Any,
    y_grad: Any,
    wanted: tuple[bool, bool, bool],
) -> Any:
    work = wide(x)
    axes = tuple(range(2, x.ndim))
    mean, inverse = (_statistic(value, x, axes) for value in (saved_mean, saved_variance))
    normalized = (work - mean) * inverse
    return _in_view(normalized, inverse, axes, scale, bias, y_grad, x, 1, wanted)


def _in_view(
    normalized: Any,
    inverse: Any,
    axes: tuple[int, ...],
    scale: Any,
    bias: Any,
    out_grad: Any,
    x: Any,
    channel: int,
    wanted: tuple[bool, bool, bool],
) -> Any:
    """The gradients where scale and bias have one element a channel."""
    cotangent = wide(out_grad)
    x_grad = scale_grad = None
    if wanted[1] and scale is not None:
        along = (cotangent * normalized.reshape(x.shape)).sum(others(x.ndim, channel))
        scale_grad = along.astype(scale.dtype, copy=False)
    if wanted[0]:
        scaled = affine(cotangent, channel_row(scale, x.ndim, channel), None)
        x_grad = slope(normalized, inverse, scaled.reshape(normalized.shape), axes)
        x_grad = x_grad.reshape(x.shape).astype(x.dtype, copy=False)
    return x_grad, scale_grad, bias_sum(bias, cotangent, channel, wanted)
