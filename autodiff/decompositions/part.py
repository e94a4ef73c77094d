"""SAME padding of an image whose size only a run knows.

How far windows reach over the image is then a number in the program, and no attribute can say it.
But SAME never pads more than the kernel is long: padding as far as that and slicing, from a start
that the program computes, gives the part that windows read, on which they need no padding.
"""

from __future__ import annotations

from ...dialects.pd_op.base import tensor
from ...dialects.pd_op.binary import FloorDivideOp, MaximumOp, MultiplyOp
from ...dialects.pd_op.joining import SliceOp
from ...dialects.pd_op.padding import PadOp
from ...dialects.pd_op.windows import Windows
from ..values import Value, call
from .images import cropped, integers, sizes_of

FIRST = 2
"""The first spatial axis of an image with its channels second."""


class Part:
    """The part of images that windows read, one window for each place of `spots`."""

    def __init__(self, image: Value, spots: Value, windows: Windows):
        build, rank = image.build, image.rank
        none = (0,) * (rank - FIRST)
        self.like = image
        self.kernel, self.strides = windows.kernel, windows.strides
        self.windows = Windows(windows.kernel, windows.strides, windows.dilations, none, none)
        last = sizes_of(spots, FIRST, rank) - 1
        last = call(MultiplyOp, last, integers(build, *windows.strides))
        self.size = last + integers(build, *windows.kernel)
        over = call(MaximumOp, self.size - sizes_of(image, FIRST, rank), none)
        self.low = call(FloorDivideOp, over, (2,) * (rank - FIRST))

    def read(self, image: Value, fill: float = 0.0) -> Value:
        """That part of an image, with `fill` around the image."""
        reach = [k - 1 for k in self.kernel]
        padded = _padded(image, reach, reach, fill)
        start = integers(image.build, *reach) - self.low
        return call(SliceOp, padded, start, start + self.size, axes=_axes(image))

    def back(self, part: Value) -> Value:
        """The image whose places in the part are these, with zeros where it was not read."""
        padded = _padded(part, [0] * len(self.strides), [s - 1 for s in self.strides], 0.0)
        return cropped(padded, self.like, start=self.low)


def _axes(image: Value) -> tuple[int, ...]:
    return tuple(range(FIRST, image.rank))


def _padded(image: Value, low: list[int], high: list[int], fill: float) -> Value:
    pairs = [count for pair in zip(low, high, strict=True) for count in pair]
    if not any(pairs):
        return image
    value = Value(image.build.full(fill, tensor(image.element, [1])), image.build)
    return call(PadOp, image, value, paddings=(0, 0, 0, 0, *pairs))
