"""Windows that slide over the spatial axes of an image, as convolution and pooling have them.

Comes in: attributes as Paddle writes them (`paddings`, `padding_algorithm`, `data_format`, ...).
Goes out: what they mean for each spatial axis, for the ops' types, kernels and decompositions.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from xdsl.utils.exceptions import VerifyException

from .base import DYNAMIC

Ints: TypeAlias = tuple[int, ...]


@dataclass(frozen=True)
class Windows:
    """Window o of an axis reads the places o * stride - low + k * dilation for k < kernel.

    `low` and `high` say how far windows reach over the two ends. They are DYNAMIC where SAME
    padding depends on a size that only a run knows.
    """

    kernel: Ints
    strides: Ints
    dilations: Ints
    low: Ints
    high: Ints

    @property
    def is_known(self) -> bool:
        """Whether the paddings are."""
        return DYNAMIC not in self.low

    @property
    def paddings(self) -> Ints:
        """The paddings as an attribute holds them."""
        if self.low == self.high:
            return self.low
        return tuple(p for pair in zip(self.low, self.high, strict=True) for p in pair)

    def span(self, axis: int) -> int:
        """From a window's first place to the one after its last."""
        return (self.kernel[axis] - 1) * self.dilations[axis] + 1

    def counts(self, sizes: Sequence[int], ceil_mode: bool = False) -> Ints:
        """How many windows fit on each axis; with `ceil_mode` one more where places are left.

        Raises VerifyException when not one does.
        """
        counts: list[int] = []
        for axis, size in enumerate(sizes):
            low, high, stride = self.low[axis], self.high[axis], self.strides[axis]
            if DYNAMIC in (size, low, high, self.kernel[axis]):
                counts.append(DYNAMIC)
                continue
            free = size + low + high - self.span(axis)
            if free < 0:
                raise VerifyException(
                    f"a window of {self.span(axis)} places does not fit on a padded axis of "
                    f"{size + low + high}"
                )
            counts.append((free + (stride - 1 if ceil_mode else 0)) // stride + 1)
        return tuple(counts)

    def sizes(self, counts: Sequence[int], more: Sequence[int] = ()) -> Ints:
        """The smallest sizes on which that many windows fit, and `more` places."""
        more = tuple(more) or (0,) * len(counts)
        return tuple(
            DYNAMIC
            if DYNAMIC in (count, self.low[axis], self.kernel[axis])
            else (count - 1) * self.strides[axis]
            - self.low[axis]
            - self.high[axis]
            + self.span(axis)
            + more[axis]
            for axis, count in enumerate(counts)
        )


def windows(
    sizes: Sequence[int],
    kernel: Sequence[int],
    strides: Sequence[int],
    paddings: Sequence[int],
    algorithm: str = "EXPLICIT",
    dilations: Sequence[int] = (),
) -> Windows:
    """The windows that attributes describe, on an image of these spatial sizes.

    `paddings` has one entry an axis, or two (low and high). VALID means none; SAME as many as
    give ceil(size / stride) windows, the odd one at the high end, and no dilation, as in Paddle.
    Raises VerifyException.
    """
    rank = len(sizes)
    dilations = tuple(dilations) or (1,) * rank
    for name, values in (("kernel", kernel), ("strides", strides), ("dilations", dilations)):
        if len(values) != rank:
            raise VerifyException(f"{name} {list(values)} should have {rank} entries")
        if any(value < 1 and not (name == "kernel" and value == DYNAMIC) for value in values):
            raise VerifyException(f"{name} {list(values)} should be positive")
    if algorithm == "SAME":
        pairs = [_same(*axis) for axis in zip(sizes, kernel, strides, strict=True)]
        dilations = (1,) * rank
    elif algorithm == "VALID":
        pairs = [(0, 0)] * rank
    elif algorithm != "EXPLICIT":
        raise VerifyException(f'padding_algorithm "{algorithm}" is not EXPLICIT, SAME or VALID')
    elif len(paddings) == rank:
        pairs = [(p, p) for p in paddings]
    elif len(paddings) == 2 * rank:
        pairs = list(zip(paddings[::2], paddings[1::2], strict=True))
    else:
        raise VerifyException(f"paddings {list(paddings)} should have {rank} or {2 * rank} entries")
    if algorithm == "EXPLICIT" and any(p < 0 for pair in pairs for p in pair):
        raise VerifyException(f"paddings {list(paddings)} should not be negative")
    return Windows(
        tuple(kernel),
        tuple(strides),
        tuple(dilations),
        tuple(low for low, _ in pairs),
        tuple(high for _, high in pairs),
    )


def _same(size: int, kernel: int, stride: int) -> tuple[int, int]:
    """The SAME padding of one axis; with stride 1 it depends on the kernel alone."""
    if kernel == DYNAMIC or (size == DYNAMIC and stride != 1):
        return DYNAMIC, DYNAMIC
    rest = 0 if stride == 1 else (-(-size // stride) - 1) * stride - size + 1
    total = max(rest + kernel - 1, 0)
    return total // 2, total - total // 2


def is_channel_last(data_format: str) -> bool:
    """Whether the channels are the last axis (NHWC, NDHWC) or the second (NCHW, NCDHW)."""
    if data_format not in ("NCHW", "NCDHW", "NHWC", "NDHWC"):
        raise VerifyException(f'data_format "{data_format}" is not NCHW, NCDHW, NHWC or NDHWC')
    return data_format.endswith("C")


def channels_first(shape: Sequence[int], data_format: str, spatial: int) -> Ints:
    """A shape with its channels second. Raises VerifyException for another rank."""
    if len(shape) != spatial + 2:
        raise VerifyException(f"expected an image of rank {spatial + 2}, got shape {list(shape)}")
    if is_channel_last(data_format):
        return (shape[0], shape[-1], *shape[1:-1])
    return tuple(shape)


def in_format(shape: Sequence[int], data_format: str) -> Ints:
    """A shape with channels second in the order that the format says."""
    if is_channel_last(data_format):
        return (shape[0], *shape[2:], shape[1])
    return tuple(shape)
