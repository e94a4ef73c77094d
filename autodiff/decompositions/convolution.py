"""What the gradient ops of convolutions mean: convolutions.

With windows w(l) on an image x, out[o, l] = sum over c, k of x[c, k of w(l)] * filter[o, c, k].

- The gradient of the image is the transposed convolution of out_grad with the filter, of the
  image's size.
- The gradient of the filter is a sum over images and windows: a convolution with batch and
  channels swapped, in which out_grad is the filter, what were dilations are strides and what were
  strides are dilations. Where the last places of the image are in no window it has too many
  elements, which are cut off.

For SAME padding of an image whose size only a run knows see `part.py`.
"""

from __future__ import annotations

import math
from typing import Any

from ...dialects.pd_op.base import DYNAMIC, PdOp, python_value
from ...dialects.pd_op.binary import FloorDivideOp, MultiplyOp
from ...dialects.pd_op.convolution import (
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
    UnfoldGradOp,
    UnfoldOp,
)
from ...dialects.pd_op.joining import SliceOp
from ...dialects.pd_op.ranges import EyeOp
from ...dialects.pd_op.shape import ExpandOp, ReshapeOp
from ...dialects.pd_op.windows import Windows
from ..errors import DiffError
from ..registry import decomposition
from ..values import Value, call, emit
from .images import (
    channels_second,
    cropped,
    dims_of,
    formatted,
    integers,
    reshaped,
    sizes_of,
    swapped,
    transposed,
)
from .part import Part

Pair = tuple[Value | None, Value | None]
Wants = tuple[bool, bool]

TRANSPOSE: dict[type[PdOp], type[PdOp]] = {
    Conv2dGradOp: Conv2dTransposeOp,
    DepthwiseConv2dGradOp: DepthwiseConv2dTransposeOp,
    Conv3dGradOp: Conv3dTransposeOp,
}

FORWARD: dict[type[PdOp], type[PdOp]] = {
    Conv2dTransposeGradOp: Conv2dOp,
    DepthwiseConv2dTransposeGradOp: DepthwiseConv2dOp,
    Conv3dTransposeGradOp: Conv3dOp,
}


@decomposition(*TRANSPOSE)
def convolution_grad(
    input: Value, filter: Value, out_grad: Value, op: Any, data_format: str, wanted: Wants
) -> Pair:
    image, spots = channels_second(input, data_format), channels_second(out_grad, data_format)
    windows, part = op.windows(op.input, op.filter), None
    if not windows.is_known:
        part = Part(image, spots, windows)
        image, windows = part.read(image), part.windows
    input_grad = filter_grad = None
    if wanted[0]:
        spread = image_gradient(image, filter, spots, windows, op)
        input_grad = formatted(spread if part is None else part.back(spread), data_format)
    if wanted[1]:
        filter_grad = filter_gradient(image, filter, spots, windows, python_value(op.groups))
    return input_grad, filter_grad


@decomposition(*FORWARD)
def transposed_grad(
    x: Value, filter: Value, out_grad: Value, *size: Value, op: Any, wanted: Wants
) -> Pair:
    data_format, groups = python_value(op.data_format), python_value(op.groups)
    spots, image = channels_second(x, data_format), channels_second(out_grad, data_format)
    windows = op.windows(op.x, op.filter)
    if not windows.is_known:
        part = Part(image, spots, windows)
        image, windows = part.read(image), part.windows
    x_grad = filter_grad = None
    if wanted[0]:
        found = convolution(FORWARD[type(op)], image, filter, windows, groups)
        x_grad = formatted(cropped(found, spots), data_format)
    if wanted[1]:
        filter_grad = filter_gradient(image, filter, spots, windows, groups)
    return x_grad, filter_grad


def convolution(
    op_type: type[PdOp], x: Value, filter: Value, windows: Windows, groups: int
) -> Value:
    """A convolution of NCHW images."""
    return call(
        op_type,
        x,
        filter,
        strides=windows.strides,
        paddings=windows.paddings,
        dilations=windows.dilations,
        groups=groups,
    )


def image_gradient(image: Value, filter: Value, spots: Value, windows: Windows, op: Any) -> Value:
    """The transposed convolution of `spots`, one a window, of the image's size."""
    least = windows.sizes(spots.shape[2:])
    more = tuple(
        stride - 1 if DYNAMIC in (size, low) else size - low
        for size, low, stride in zip(image.shape[2:], least, windows.strides, strict=True)
    )
    op_type = TRANSPOSE[type(op)]
    found = call(
        op_type,
        spots,
        filter,
        *(() if op_type is Conv3dTransposeOp else ((),)),
        strides=windows.strides,
        paddings=windows.paddings,
        dilations=windows.dilations,
        output_padding=more,
        groups=python_value(op.groups),
        data_format="NCHW",
    )
    return cropped(found, image)


def filter_gradient(
    image: Value, filter: Value, spots: Value, windows: Windows, groups: int
) -> Value:
    """The sum over images and windows of `spots` times what the window reads of the image."""
    turned = Windows(spots.shape[2:], windows.dilations, windows.strides, windows.low, windows.high)
    op_type = Conv2dOp if image.rank == 4 else Conv3dOp
    found = convolution(op_type, grouped(image, groups), swapped(spots), turned, groups)
    return swapped(cropped(found, filter))


def grouped(image: Value, groups: int) -> Value:
    """Batch and channels swapped within each group: [channel of a group, group and image, ...]."""
    if groups == 1:
        return swapped(image)
    batch, channels, *sizes = dims_of(image)
    assert isinstance(channels, int)
    each = channels // groups
    split = reshaped(image, [batch, groups, each, *sizes])
    turned = transposed(split, (2, 1, 0, *range(3, split.rank)))
    both = groups * batch if isinstance(batch, int) else call(MultiplyOp, batch, (groups,))
    return reshaped(turned, [each, both, *sizes])


@decomposition(UnfoldGradOp)
def unfold_grad(x: Value, out_grad: Value, op: UnfoldGradOp) -> Value:
    """A `fold`; its size is an attribute, so where only a run knows that, a transposed convolution
    whose filters have one 1 each."""
    sizes = x.shape[2:]
    if DYNAMIC not in sizes:
        return call(FoldOp, out_grad, output_sizes=sizes, **op.properties)
    batch, channels = dims_of(x)[:2]
    if not isinstance(channels, int):
        raise DiffError(f"{op.name}: the number of channels is not known", op)
    windows = op.windows(sizes)
    each = math.prod(windows.kernel)
    shape = [batch, channels * each, *_counts(x, windows)]
    ones = emit(x.build, EyeOp, each, each, dtype=x.element)
    ones = call(ExpandOp, ones, (channels, each, each))
    filter = call(ReshapeOp, ones, (channels * each, 1, *windows.kernel))
    found = call(
        Conv2dTransposeOp,
        reshaped(out_grad, shape),
        filter,
        (),
        strides=windows.strides,
        paddings=windows.paddings,
        dilations=windows.dilations,
        output_padding=tuple(stride - 1 for stride in windows.strides),
        groups=channels,
    )
    return cropped(found, x)


def _counts(x: Value, windows: Windows) -> list[int | Value]:
    """How many windows fit on each axis of an image whose size only a run knows."""
    free = [
        low + high - windows.span(axis)
        for axis, (low, high) in enumerate(zip(windows.low, windows.high, strict=True))
    ]
    room = sizes_of(x, 2, x.rank) + integers(x.build, *free)
    counts = call(FloorDivideOp, room, integers(x.build, *windows.strides)) + 1
    return [call(SliceOp, counts, (i,), (i + 1,), axes=(0,)) for i in range(len(free))]


@decomposition(FoldGradOp)
def fold_grad(x: Value, out_grad: Value, op: FoldGradOp) -> Value:
    kept = {name: value for name, value in op.properties.items() if name != "output_sizes"}
    return call(UnfoldOp, out_grad, **kept)
