"""Convolutions in NumPy, as products of matrices.

`columns` lays what each window reads below one another; the three sums behind a convolution and
its gradients are then products with that matrix. Where every channel is a group of its own the
matrices would be vectors, and a sum over the places of the filter is faster.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ..dialects.pd_op.base import python_value
from ..dialects.pd_op.convolution import (
    ColumnsOp,
    Conv2dGradOp,
    Conv2dOp,
    Conv2dTransposeGradOp,
    Conv2dTransposeOp,
    Conv3dGradOp,
    Conv3dOp,
    Conv3dTransposeGradOp,
    Conv3dTransposeOp,
    DepthwiseConv2dGradOp,
    DepthwiseConv2dOp,
    DepthwiseConv2dTransposeGradOp,
    DepthwiseConv2dTransposeOp,
    FoldGradOp,
    FoldOp,
    SlidingOp,
    UnfoldGradOp,
    UnfoldOp,
)
from ..dialects.pd_op.windows import Windows, is_channel_last, windows
from .registry import kernel

CHUNK = 1 << 24
"""About how many elements a matrix of columns has at most: a large batch is done in parts."""

FEW = 4
"""Up to this many output channels for each input channel, a depthwise convolution is a sum over
the places of the filter."""


@dataclass(frozen=True)
class Sliding:
    """A convolution: windows, groups, and how many windows there are on each axis."""

    windows: Windows
    groups: int
    counts: tuple[int, ...]

    def slices(self, place: Sequence[int]) -> tuple[slice, ...]:
        """What place k of all windows reads of a padded image's spatial axes."""
        found = self.windows
        return tuple(
            slice(k * dilation, k * dilation + (count - 1) * stride + 1, stride)
            for k, dilation, count, stride in zip(
                place, found.dilations, self.counts, found.strides, strict=True
            )
        )

    def places(self) -> Iterator[tuple[int, ...]]:
        """The places of a window, in order."""
        return product(*(range(k) for k in self.windows.kernel))

    def padded_sizes(self, sizes: Sequence[int]) -> tuple[int, ...]:
        """The spatial sizes of an image with everything that windows read."""
        found = self.windows
        return tuple(
            max(
                low + size,
                (count - 1) * stride + found.span(axis),
            )
            for axis, (low, size, count, stride) in enumerate(
                zip(found.low, sizes, self.counts, found.strides, strict=True)
            )
        )

    def inside(self, sizes: Sequence[int]) -> tuple[slice, ...]:
        """Where an image is inside its padded one."""
        return tuple(
            slice(low, low + size) for low, size in zip(self.windows.low, sizes, strict=True)
        )

    def padded(self, x: Any) -> Any:
        """The image with zeros around it, as far as windows reach."""
        sizes = x.shape[2:]
        shape = self.padded_sizes(sizes)
        if shape == sizes:
            return x
        out = np.zeros((*x.shape[:2], *shape), x.dtype)
        out[(..., *self.inside(sizes))] = x
        return out

    def chunks(self, batch: int, channels: int) -> Iterator[slice]:
        """Parts of the batch whose columns fit in memory."""
        each = channels * math.prod(self.windows.kernel) * math.prod(self.counts)
        step = max(CHUNK // max(each, 1), 1)
        for start in range(0, batch, step):
            yield slice(start, start + step)


def view(x: Any, sliding: Sliding) -> Any:
    """[batch, channel, kernel..., count...]: what each window reads, without a copy."""
    found = sliding.windows
    padded = sliding.padded(x)
    strides = padded.strides[2:]
    steps = [s * d for s, d in zip(strides, found.dilations, strict=True)]
    jumps = [s * d for s, d in zip(strides, found.strides, strict=True)]
    return np.lib.stride_tricks.as_strided(
        padded,
        (*x.shape[:2], *found.kernel, *sliding.counts),
        (*padded.strides[:2], *steps, *jumps),
        writeable=False,
    )


def columns(x: Any, sliding: Sliding) -> Any:
    """[group, channel of it and place, image and window]: the matrix of a convolution."""
    seen: Any = np.moveaxis(view(x, sliding), 0, 1 + len(sliding.counts))
    rows = x.shape[1] // sliding.groups * math.prod(sliding.windows.kernel)
    return seen.reshape(sliding.groups, rows, x.shape[0] * math.prod(sliding.counts))


def rows(y: Any, groups: int) -> Any:
    """[group, channel of it, image and window]."""
    swapped: Any = np.moveaxis(y, 0, 1)
    return swapped.reshape(groups, y.shape[1] // groups, y.shape[0] * math.prod(y.shape[2:]))


def from_rows(matrix: Any, batch: int, shape: Sequence[int]) -> Any:
    """What `rows` made a matrix of."""
    return np.moveaxis(matrix.reshape(matrix.shape[0] * matrix.shape[1], batch, *shape), 1, 0)


def correlate(x: Any, filter: Any, sliding: Sliding) -> Any:
    """out[n, o, l] = sum over c, k of x[n, c, k of window l] * filter[o, c, k]."""
    if _is_depthwise(filter, sliding):
        return _correlate_depthwise(x, filter, sliding)
    out = np.empty((x.shape[0], filter.shape[0], *sliding.counts), x.dtype)
    weights = filter.reshape(sliding.groups, filter.shape[0] // sliding.groups, -1)
    for chunk in sliding.chunks(*x.shape[:2]):
        part = x[chunk]
        found = np.matmul(weights, columns(part, sliding))
        out[chunk] = from_rows(found, part.shape[0], sliding.counts)
    return out


def filter_gradient(x: Any, y: Any, filter: Any, sliding: Sliding) -> Any:
    """out[o, c, k] = sum over n, l of x[n, c, k of window l] * y[n, o, l]."""
    if _is_depthwise(filter, sliding):
        return _filter_gradient_depthwise(x, y, filter, sliding)
    total: Any = None
    for chunk in sliding.chunks(*x.shape[:2]):
        found = columns(x[chunk], sliding)
        part = np.matmul(rows(y[chunk], sliding.groups), np.swapaxes(found, 1, 2))
        total = part if total is None else np.add(total, part, out=total)
    return np.zeros_like(filter) if total is None else total.reshape(filter.shape)


def spread(y: Any, filter: Any, sizes: Sequence[int], sliding: Sliding) -> Any:
    """out[n, c, k of window l] += sum over o of y[n, o, l] * filter[o, c, k]."""
    channels = filter.shape[1] * sliding.groups
    shape = (channels, y.shape[0], *sliding.padded_sizes(sizes))
    out = np.zeros(shape, y.dtype)
    if _is_depthwise(filter, sliding):
        _spread_depthwise(out, y, filter, sliding)
    else:
        weights = filter.reshape(sliding.groups, filter.shape[0] // sliding.groups, -1)
        weights = np.swapaxes(weights, 1, 2)
        for chunk in sliding.chunks(y.shape[0], channels):
            found = np.matmul(weights, rows(y[chunk], sliding.groups))
            kernel_shape = sliding.windows.kernel
            found = found.reshape(channels, *kernel_shape, -1, *sliding.counts)
            add_columns(out[:, chunk], found, sliding)
    return np.swapaxes(out[(..., *sliding.inside(sizes))], 0, 1)


def add_columns(out: Any, found: Any, sliding: Sliding) -> None:
    """Adds [channel, kernel..., image, count...] to the padded images [channel, image, ...]."""
    for place in sliding.places():
        out[(..., *sliding.slices(place))] += found[(slice(None), *place)]


# --- one channel a group ---------------------------------------------------------------------


def _is_depthwise(filter: Any, sliding: Sliding) -> bool:
    return filter.shape[1] == 1 and sliding.groups > 1 and filter.shape[0] <= FEW * sliding.groups


def _weights(filter: Any, sliding: Sliding) -> Any:
    """[kernel..., group, output channel of it, 1...], to multiply images with."""
    shape = (sliding.groups, -1, *filter.shape[2:])
    moved: Any = np.moveaxis(filter.reshape(shape), (0, 1), (-2, -1))
    return moved.reshape(*moved.shape, *[1] * len(sliding.counts))


def _grouped(y: Any, sliding: Sliding) -> Any:
    return y.reshape(y.shape[0], sliding.groups, y.shape[1] // sliding.groups, *y.shape[2:])


def _correlate_depthwise(x: Any, filter: Any, sliding: Sliding) -> Any:
    padded, weights = sliding.padded(x), _weights(filter, sliding)
    out: Any = np.zeros(
        (x.shape[0], *weights.shape[len(sliding.counts) :][:2], *sliding.counts), x.dtype
    )
    for place in sliding.places():
        out += padded[(slice(None), slice(None), None, *sliding.slices(place))] * weights[place]
    return out.reshape(x.shape[0], filter.shape[0], *sliding.counts)


def _filter_gradient_depthwise(x: Any, y: Any, filter: Any, sliding: Sliding) -> Any:
    padded, grouped = sliding.padded(x), _grouped(y, sliding)
    out: Any = np.empty((*filter.shape[2:], sliding.groups, grouped.shape[2]), x.dtype)
    letters = "hwd"[: len(sliding.counts)]
    for place in sliding.places():
        read = padded[(slice(None), slice(None), *sliding.slices(place))]
        out[place] = np.einsum(f"ng{letters},ngm{letters}->gm", read, grouped)
    found: Any = np.moveaxis(out, (-2, -1), (0, 1))
    return found.reshape(filter.shape)


def _spread_depthwise(out: Any, y: Any, filter: Any, sliding: Sliding) -> None:
    grouped, weights = _grouped(y, sliding), _weights(filter, sliding)
    for place in sliding.places():
        found = np.sum(grouped * weights[place], axis=2)
        out[(..., *sliding.slices(place))] += np.swapaxes(found, 0, 1)


# --- the ops ---------------------------------------------------------------------------------


def _first(x: Any, data_format: str) -> Any:
    """The image with its channels second."""
    return np.moveaxis(x, -1, 1) if is_channel_last(data_format) else x


def _formatted(x: Any, data_format: str) -> Any:
    """An image with channels second as the format says."""
    return np.moveaxis(x, 1, -1) if is_channel_last(data_format) else x


def _sliding(op: SlidingOp, image: Any, filter: Any, counts: Sequence[int] | None) -> Sliding:
    """The convolution that an op describes, on an image with its channels second; SAME padding
    goes by that image's size."""
    sizes = image.shape[2:]
    found = windows(
        sizes,
        filter.shape[2:],
        python_value(op.strides),
        python_value(op.paddings),
        op.padding_algorithm.data,
        python_value(op.dilations),
    )
    return Sliding(found, op.groups.value.data, tuple(counts or found.counts(sizes)))


@kernel(Conv2dOp, DepthwiseConv2dOp, Conv3dOp)
def convolution(input: Any, filter: Any, data_format: str, op: Any) -> Any:
    x = _first(input, data_format)
    return _formatted(correlate(x, filter, _sliding(op, x, filter, None)), data_format)


@kernel(Conv2dGradOp, DepthwiseConv2dGradOp, Conv3dGradOp)
def convolution_grad(
    input: Any, filter: Any, out_grad: Any, data_format: str, op: Any, wanted: tuple[bool, bool]
) -> Any:
    x, y = _first(input, data_format), _first(out_grad, data_format)
    sliding = _sliding(op, x, filter, y.shape[2:])
    input_grad = filter_grad = None
    if wanted[0]:
        input_grad = _formatted(spread(y, filter, x.shape[2:], sliding), data_format)
    if wanted[1]:
        filter_grad = filter_gradient(x, y, filter, sliding)
    return input_grad, filter_grad


@kernel(Conv2dTransposeOp, DepthwiseConv2dTransposeOp)
def transposed2d(x: Any, filter: Any, output_size: Any, data_format: str, op: Any) -> Any:
    return _transposed(x, filter, [int(n) for n in np.ravel(output_size)], data_format, op)


@kernel(Conv3dTransposeOp)
def transposed3d(
    x: Any, filter: Any, data_format: str, output_size: tuple[int, ...], op: Any
) -> Any:
    return _transposed(x, filter, output_size, data_format, op)


def _transposed(x: Any, filter: Any, output_size: Sequence[int], data_format: str, op: Any) -> Any:
    y = _first(x, data_format)
    sliding = _sliding(op, y, filter, y.shape[2:])
    sizes = output_size or sliding.windows.sizes(y.shape[2:], python_value(op.output_padding))
    return _formatted(spread(y, filter, sizes, sliding), data_format)


@kernel(Conv2dTransposeGradOp, DepthwiseConv2dTransposeGradOp, Conv3dTransposeGradOp)
def transposed_grad(
    x: Any,
    filter: Any,
    out_grad: Any,
    output_size: Any,
    data_format: str,
    op: Any,
    wanted: tuple[bool, bool],
) -> Any:
    y, image = _first(x, data_format), _first(out_grad, data_format)
    sliding = _sliding(op, y, filter, y.shape[2:])
    x_grad = filter_grad = None
    if wanted[0]:
        x_grad = _formatted(correlate(image, filter, sliding), data_format)
    if wanted[1]:
        filter_grad = filter_gradient(image, y, filter, sliding)
    return x_grad, filter_grad


def _columns(op: ColumnsOp, sizes: Sequence[int]) -> Sliding:
    found = op.windows(sizes)
    return Sliding(found, 1, found.counts(sizes))


def _unfold(x: Any, op: ColumnsOp) -> Any:
    seen = view(x, _columns(op, x.shape[2:]))
    rows, count = math.prod(seen.shape[1:4]), math.prod(seen.shape[4:])
    return seen.reshape(x.shape[0], rows, count)


def _fold(x: Any, sizes: Sequence[int], op: ColumnsOp) -> Any:
    sliding = _columns(op, sizes)
    kernel_shape = sliding.windows.kernel
    channels = x.shape[1] // math.prod(kernel_shape)
    found = x.reshape(x.shape[0], channels, *kernel_shape, *sliding.counts)
    out = np.zeros((found.shape[1], x.shape[0], *sliding.padded_sizes(sizes)), x.dtype)
    add_columns(out, np.moveaxis(found, 0, 3), sliding)
    return np.swapaxes(out[(..., *sliding.inside(sizes))], 0, 1)


@kernel(UnfoldOp)
def unfold(x: Any, op: UnfoldOp) -> Any:
    return _unfold(x, op)


@kernel(UnfoldGradOp)
def unfold_grad(x: Any, out_grad: Any, op: UnfoldGradOp) -> Any:
    return _fold(out_grad, x.shape[2:], op)


@kernel(FoldOp)
def fold(x: Any, output_sizes: tuple[int, ...], op: FoldOp) -> Any:
    return _fold(x, output_sizes, op)


@kernel(FoldGradOp)
def fold_grad(x: Any, out_grad: Any, op: FoldGradOp) -> Any:
    return _unfold(out_grad, op)
