"""Setting a part of a tensor in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.setting import SetValueOp, SetValueWithTensorOp
from .registry import kernel


def _integers(given: Any) -> list[int]:
    return np.asarray(given, np.int64).ravel().tolist()


def _part(x: Any, starts: Any, ends: Any, steps: Any, axes: tuple[int, ...]) -> Any:
    """A view of x[starts:ends:steps] on some axes."""
    index: list[Any] = [slice(None)] * np.ndim(x)
    for axis, first, last, step in zip(
        axes, _integers(starts), _integers(ends), _integers(steps), strict=True
    ):
        size = x.shape[axis]
        first += size if first < 0 else 0
        last += size if last < 0 else 0
        if step < 0:
            index[axis] = slice(min(first, size - 1), last if last >= 0 else None, step)
        else:
            index[axis] = slice(max(first, 0), max(last, 0), step)
    return x[tuple(index)]


def _fitted(
    values: Any, part: Any, decrease_axes: tuple[int, ...], none_axes: tuple[int, ...]
) -> Any:
    """The values in the shape of the part."""
    gone = {axis % part.ndim for axis in decrease_axes}
    shape = [dim for axis, dim in enumerate(part.shape) if axis not in gone]
    for axis in none_axes:
        shape.insert(axis, 1)
    return np.broadcast_to(values, shape).reshape(part.shape)


@kernel(SetValueOp, overwrites="x")
def set_value(
    x: Any,
    starts: Any,
    ends: Any,
    steps: Any,
    axes: tuple[int, ...],
    decrease_axes: tuple[int, ...],
    none_axes: tuple[int, ...],
    shape: tuple[int, ...],
    values: tuple[float, ...],
) -> Any:
    given = np.reshape(np.asarray(values), shape)
    return set_value_with_tensor(x, given, starts, ends, steps, axes, decrease_axes, none_axes)


@kernel(SetValueWithTensorOp, overwrites="x")
def set_value_with_tensor(
    x: Any,
    values: Any,
    starts: Any,
    ends: Any,
    steps: Any,
    axes: tuple[int, ...],
    decrease_axes: tuple[int, ...],
    none_axes: tuple[int, ...],
) -> Any:
    part = _part(x, starts, ends, steps, axes)
    part[...] = _fitted(values, part, decrease_axes, none_axes)
    return x
