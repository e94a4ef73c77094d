"""What the gradient ops of shuffles mean: shuffles back."""

from __future__ import annotations

from typing import Any

from ...dialects.pd_op.joining import ConcatOp, SliceOp
from ...dialects.pd_op.shuffle import (
    ChannelShuffleGradOp,
    ChannelShuffleOp,
    PixelShuffleGradOp,
    PixelShuffleOp,
    PixelUnshuffleGradOp,
    PixelUnshuffleOp,
    TemporalShiftGradOp,
)
from ...dialects.pd_op.windows import is_channel_last
from ..errors import DiffError
from ..registry import decomposition
from ..values import Value, call, combine, reshape_as, zeros_like
from .axes import floor_divide
from .images import dims_of, reshaped

END = 2**31 - 1
"""The end of a slice that goes to the end."""


@decomposition(PixelShuffleGradOp)
def pixel_shuffle_grad(out_grad: Value, upscale_factor: int, data_format: str) -> Value:
    return call(
        PixelUnshuffleOp, out_grad, downscale_factor=upscale_factor, data_format=data_format
    )


@decomposition(PixelUnshuffleGradOp)
def pixel_unshuffle_grad(out_grad: Value, downscale_factor: int, data_format: str) -> Value:
    return call(PixelShuffleOp, out_grad, upscale_factor=downscale_factor, data_format=data_format)


@decomposition(ChannelShuffleGradOp)
def channel_shuffle_grad(out_grad: Value, groups: int, data_format: str, op: Any) -> Value:
    channels = _channels(out_grad, data_format, op)
    return call(ChannelShuffleOp, out_grad, groups=channels // groups, data_format=data_format)


def _channels(image: Value, data_format: str, op: Any) -> int:
    channels = image.shape[-1 if is_channel_last(data_format) else 1]
    if channels < 0:
        raise DiffError(f"{op.name}: the number of channels is not known", op)
    return channels


@decomposition(TemporalShiftGradOp)
def temporal_shift_grad(out_grad: Value, seg_num: int, data_format: str, op: Any) -> Value:
    """The first channels from the time after, the next from the time before."""
    first, second = op.bounds(_channels(out_grad, data_format, op))
    batch, *rest = dims_of(out_grad)
    videos = batch // seg_num if isinstance(batch, int) else floor_divide(batch, (seg_num,))
    times = reshaped(out_grad, [videos, seg_num, *rest])
    axis = times.rank - 1 if is_channel_last(data_format) else 2
    earlier, later, still = (
        call(SliceOp, times, (start,), (end,), axes=(axis,))
        for start, end in ((0, first), (first, second), (second, END))
    )
    ahead = [call(SliceOp, earlier, (1,), (END,), axes=(1,)), _one_time(earlier)]
    behind = [_one_time(later), call(SliceOp, later, (0,), (seg_num - 1,), axes=(1,))]
    parts = [call(ConcatOp, combine(ahead), 1), call(ConcatOp, combine(behind), 1), still]
    return reshape_as(call(ConcatOp, combine(parts), axis), out_grad)


def _one_time(times: Value) -> Value:
    """Zeros for one time."""
    return zeros_like(call(SliceOp, times, (0,), (1,), axes=(1,)))
