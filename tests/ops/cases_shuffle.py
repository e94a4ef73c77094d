"""Shuffles of channels, places and times."""

from __future__ import annotations

from typing import Any

from .case import Case
from .cases_convolution import attributes, sizes


def shuffle(
    label: str, op: str, x: str, call: str, options: dict[str, Any] | None = None, **given: Any
) -> Case:
    """A shuffle with these attributes."""
    body = f"%out = pd_op.{op} %x {attributes(**given)}"
    return Case(f"{op}_{label}", body, {"x": x}, call, **(options or {}))


CASES = [
    shuffle("plain", "pixel_shuffle", "1x8x2x3xf64", "F.pixel_shuffle(x, 2)", upscale_factor=2),
    shuffle("nhwc", "pixel_shuffle", "1x2x3x8xf64", "F.pixel_shuffle(x, 2, 'NHWC')",
            upscale_factor=2, data_format="NHWC"),
    shuffle("dynamic", "pixel_shuffle", "?x8x?x?xf64", "F.pixel_shuffle(x, 2)", sizes(2, 8, 2, 3),
            upscale_factor=2),
    shuffle("plain", "pixel_unshuffle", "1x2x4x6xf64", "F.pixel_unshuffle(x, 2)",
            downscale_factor=2),
    shuffle("nhwc", "pixel_unshuffle", "1x4x6x2xf64", "F.pixel_unshuffle(x, 2, 'NHWC')",
            downscale_factor=2, data_format="NHWC"),
    shuffle("dynamic", "pixel_unshuffle", "?x2x?x?xf64", "F.pixel_unshuffle(x, 2)",
            sizes(2, 2, 4, 2), downscale_factor=2),
    shuffle("plain", "channel_shuffle", "2x6x2x2xf64", "F.channel_shuffle(x, 2)", groups=2),
    shuffle("nhwc", "channel_shuffle", "2x2x2x6xf64", "F.channel_shuffle(x, 3, 'NHWC')", groups=3,
            data_format="NHWC"),
    shuffle("dynamic", "channel_shuffle", "?x6x?x?xf64", "F.channel_shuffle(x, 2)",
            sizes(2, 6, 1, 2), groups=2),
    shuffle("plain", "temporal_shift", "6x8x1x2xf64", "F.temporal_shift(x, 3, 0.25)", seg_num=3),
    shuffle("ratio", "temporal_shift", "4x5x1x2xf64", "F.temporal_shift(x, 2, 0.3)", seg_num=2,
            shift_ratio=0.3),
    shuffle("nhwc", "temporal_shift", "6x1x2x8xf64",
            "F.temporal_shift(x, 3, 0.25, data_format='NHWC')", seg_num=3, data_format="NHWC"),
    shuffle("dynamic", "temporal_shift", "?x4x?x?xf64", "F.temporal_shift(x, 2, 0.25)",
            sizes(4, 4, 1, 2), seg_num=2),
]  # fmt: skip
