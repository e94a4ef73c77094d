"""Shuffles in NumPy: axes split, put in order and joined."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.shuffle import (
    ChannelShuffleGradOp,
    ChannelShuffleOp,
    PixelShuffleGradOp,
    PixelShuffleOp,
    PixelUnshuffleGradOp,
    PixelUnshuffleOp,
    TemporalShiftGradOp,
    TemporalShiftOp,
)
from ..dialects.pd_op.windows import is_channel_last
from .registry import kernel


def to_places(x: Any, factor: int, last: bool) -> Any:
    """Channels as places."""
    batch, *shape = x.shape
    if last:
        height, width, channels = shape
        split = x.reshape(batch, height, width, -1, factor, factor)
        moved: Any = np.transpose(split, (0, 1, 4, 2, 5, 3))
        return moved.reshape(batch, height * factor, width * factor, -1)
    channels, height, width = shape
    split = x.reshape(batch, channels // factor**2, factor, factor, height, width)
    moved = np.transpose(split, (0, 1, 4, 2, 5, 3))
    return moved.reshape(batch, channels // factor**2, height * factor, width * factor)


def to_blocks(x: Any, factor: int, last: bool) -> Any:
    """Places as channels."""
    batch, *shape = x.shape
    if last:
        height, width, channels = shape
        split = x.reshape(batch, height // factor, factor, width // factor, factor, channels)
        moved: Any = np.transpose(split, (0, 1, 3, 5, 2, 4))
        return moved.reshape(batch, height // factor, width // factor, channels * factor**2)
    channels, height, width = shape
    split = x.reshape(batch, channels, height // factor, factor, width // factor, factor)
    moved = np.transpose(split, (0, 1, 3, 5, 2, 4))
    return moved.reshape(batch, channels * factor**2, height // factor, width // factor)


@kernel(PixelShuffleOp)
def pixel_shuffle(x: Any, upscale_factor: int, data_format: str) -> Any:
    return to_places(x, upscale_factor, is_channel_last(data_format))


@kernel(PixelShuffleGradOp)
def pixel_shuffle_grad(out_grad: Any, upscale_factor: int, data_format: str) -> Any:
    return to_blocks(out_grad, upscale_factor, is_channel_last(data_format))


@kernel(PixelUnshuffleOp)
def pixel_unshuffle(x: Any, downscale_factor: int, data_format: str) -> Any:
    return to_blocks(x, downscale_factor, is_channel_last(data_format))


@kernel(PixelUnshuffleGradOp)
def pixel_unshuffle_grad(out_grad: Any, downscale_factor: int, data_format: str) -> Any:
    return to_places(out_grad, downscale_factor, is_channel_last(data_format))


def turned(x: Any, rows: int, data_format: str) -> Any:
    """The channels, written as so many rows, read by columns."""
    axis = x.ndim - 1 if is_channel_last(data_format) else 1
    shape = x.shape
    split = x.reshape(*shape[:axis], rows, -1, *shape[axis + 1 :])
    swapped: Any = np.swapaxes(split, axis, axis + 1)
    return swapped.reshape(shape)


@kernel(ChannelShuffleOp)
def channel_shuffle(x: Any, groups: int, data_format: str) -> Any:
    return turned(x, groups, data_format)


@kernel(ChannelShuffleGradOp)
def channel_shuffle_grad(out_grad: Any, groups: int, data_format: str) -> Any:
    channels = out_grad.shape[-1 if is_channel_last(data_format) else 1]
    return turned(out_grad, channels // groups, data_format)


def shifted(x: Any, op: Any, step: int) -> Any:
    """The first channels from `step` times before, the next from `step` times after."""
    last = is_channel_last(op.data_format.data)
    image = np.moveaxis(x, -1, 1) if last else x
    times = image.reshape(-1, op.seg_num.value.data, *image.shape[1:])
    first, second = op.bounds(image.shape[1])
    out = times.copy()
    for channels, by in ((slice(first), step), (slice(first, second), -step)):
        source, target = times[:, :, channels], out[:, :, channels]
        target[...] = 0
        if by > 0:
            target[:, by:] = source[:, :-by]
        else:
            target[:, :by] = source[:, -by:]
    found = out.reshape(image.shape)
    return np.moveaxis(found, 1, -1) if last else found


@kernel(TemporalShiftOp)
def temporal_shift(x: Any, op: TemporalShiftOp) -> Any:
    return shifted(x, op, 1)


@kernel(TemporalShiftGradOp)
def temporal_shift_grad(out_grad: Any, op: TemporalShiftGradOp) -> Any:
    return shifted(out_grad, op, -1)
