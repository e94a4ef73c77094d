"""Borders in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.padding import CropOp, Pad3dGradOp, Pad3dOp, PadOp, space_of
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
    if mode == "constant":
        return _filled(x, axis, before, after, pad_value)
    return np.take(x, _origins(x.shape[axis], before, after, mode), axis)


def _origins(size: int, before: int, after: int, mode: str) -> Any:
    """Which place of an axis each place of the one with a border repeats."""
    places = np.arange(-before, size + after)
    match mode:
        case "reflect":
            period = max(2 * (size - 1), 1)
            return np.abs((places + size - 1) % period - (size - 1))
        case "replicate":
            return np.clip(places, 0, size - 1)
        case _:
            return places % size


@kernel(Pad3dGradOp)
def pad3d_grad(x: Any, out_grad: Any, paddings: Any, mode: str, op: Pad3dGradOp) -> Any:
    sizes = [int(size) for size in np.ravel(paddings)]
    for axis, place in space_of(op).items():
        before, after = sizes[place : place + 2]
        if before or after:
            out_grad = _folded(out_grad, axis, x.shape[axis], before, after, mode)
    return out_grad


def _folded(out_grad: Any, axis: int, size: int, before: int, after: int, mode: str) -> Any:
    """The gradient without the border on one axis, which is added to what it repeats."""
    inside = _filled(out_grad, axis, -before, -after, 0)
    if mode != "constant":
        origins = _origins(size, before, after, mode)
        border = [*range(before), *range(before + size, len(origins))]
        rows = np.moveaxis(out_grad, axis, 0)[border]
        np.add.at(np.moveaxis(inside, axis, 0), origins[border], rows)
    return inside


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
