"""What the gradient ops of batch norm mean (see `normalization.py` for the formula)."""

from __future__ import annotations

from typing import Any

from ...dialects.pd_op.batch_norm import BatchNormGradOp, SyncBatchNormGradOp, global_statistics
from ...dialects.pd_op.normalization import (
    channel_axis,
)
from ..registry import decomposition
from ..values import Value
from .normalization import (
    Grouped,
    Three,
    Wants,
    channel_sums,
    channelwise,
    element_of_type,
    row_of_channels,
    rsqrt,
    scale_row,
)


def batch_view(x: Value, op: Any) -> Grouped:
    """A mean is over all but the channels."""
    channel = channel_axis(x.rank, op.data_format.data)
    axes = tuple(axis for axis in range(x.rank) if axis != channel)
    row = row_of_channels(x.rank, channel)
    return Grouped(x, axes, element_of_type(op.saved_mean), row=row, channel_row=row)


@decomposition(BatchNormGradOp)
def batch_norm_grad(
    x: Value,
    scale: Value | None,
    bias: Value | None,
    mean_out: Value | None,
    variance_out: Value | None,
    saved_mean: Value,
    saved_variance: Value,
    reserve_space: Value | None,
    out_grad: Value,
    epsilon: float,
    op: Any,
    wanted: Wants,
) -> Three:
    """With global statistics, mean and variance do not vary with x."""
    if not global_statistics(op):
        return _batch(x, scale, bias, saved_mean, saved_variance, out_grad, op, wanted)
    assert mean_out is not None and variance_out is not None
    grouped = batch_view(x, op)
    inverse = grouped.row(rsqrt(variance_out + epsilon))
    x_grad = None
    if wanted[0]:
        slope = inverse if scale is None else inverse * scale_row(grouped, scale)
        x_grad = grouped.back(grouped.view(out_grad) * slope)
    normalized = (grouped.x - grouped.row(mean_out)) * inverse
    sums = channel_sums(grouped, normalized, scale, bias, out_grad, wanted)
    return x_grad, *sums


@decomposition(SyncBatchNormGradOp)
def sync_batch_norm_grad(
    x: Value,
    scale: Value | None,
    bias: Value | None,
    saved_mean: Value,
    saved_variance: Value,
    reserve_space: Value | None,
    out_grad: Value,
    op: Any,
    wanted: Wants,
) -> Three:
    return _batch(x, scale, bias, saved_mean, saved_variance, out_grad, op, wanted)


def _batch(
    x: Value,
    scale: Value | None,
    bias: Value | None,
    mean: Value,
    inverse: Value,
    out_grad: Value,
    op: Any,
    wanted: Wants,
) -> Three:
    """With the statistics of the batch; `inverse` is 1 / sqrt(variance + epsilon)."""
    grouped = batch_view(x, op)
    row = grouped.row(inverse)
    return channelwise(grouped, grouped.row(mean), row, scale, bias, out_grad, wanted)
