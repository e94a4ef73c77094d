"""Borders in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.padding import CropOp, Pad3dOp, PadOp, space_of
from .registry import kernel


@kernel(PadOp)
def pad(x: Any, pad_value: Any, paddings: tuple[int, ...]) -> Any:
    widths = list(zip(paddings[::2], paddings[1::2], strict=True))
    return np.pad(x, widths, constant_values=x.dtype.type(np.ravel(pad_value)[0]))


@kernel(Pad3dOp)
def pad3d(x: Any, paddings: Any, mode: str, pad_value: float, op: Pad3dOp) -> Any:
    sizes = [int(size) for size in np.ravel(paddings)]
    for axis, place in space_of(op).items():
        before, after = sizes[place : place + 2]
        if before or after:
            x = _bordered(x, axis, before, after, mode, pad_value)
    return x


def _bordered(x: Any, axis: int, before: int, after: int, mode: str, pad_value: float) -> Any:
    """x with a border on one axis; negative numbers cut."""
    size: int = x.shape[axis]
    places = np.arange(-before, size + after)
    match mode:
        case "reflect":
            period = max(2 * (size - 1), 1)
            places = np.abs((places + size - 1) % period - (size - 1))
        case "replicate":
            places = np.clip(places, 0, size - 1)
        case "circular":
            places %= size
        case _:
            return _filled(x, axis, before, after, pad_value)
    return np.take(x, places, axis)


def _filled(x: Any, axis: int, before: int, after: int, pad_value: float) -> Any:
    index = [slice(None)] * x.ndim
    index[axis] = slice(max(-before, 0), x.shape[axis] - max(-after, 0))
    widths = [(0, 0)] * x.ndim
    widths[axis] = (max(before, 0), max(after, 0))
    return np.pad(x[tuple(index)], widths, constant_values=x.dtype.type(pad_value))


@kernel(CropOp)
def crop(x: Any, shape: Any, offsets: Any) -> Any:
    index: list[slice] = []
    for start, size in zip(offsets.tolist(), shape.tolist(), strict=True):
        index.append(slice(start, None if size < 0 else start + size))
    return x[tuple(index)]
