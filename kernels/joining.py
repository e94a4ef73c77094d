"""Joining and cutting in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.joining import (
    AddToSliceOp,
    AddToStridedSliceOp,
    ConcatGradOp,
    ConcatOp,
    SliceGradOp,
    SliceOp,
    SplitOp,
    SplitWithNumOp,
    StackGradOp,
    StackOp,
    StridedSliceGradOp,
    StridedSliceOp,
    UnbindOp,
    UnstackOp,
)
from .registry import kernel


def _one(value: Any) -> int:
    return int(np.ravel(value)[0])


@kernel(ConcatOp)
def concat(x: tuple[Any, ...], axis: Any) -> Any:
    return np.concatenate(x, _one(axis))


@kernel(ConcatGradOp)
def concat_grad(x: tuple[Any, ...], out_grad: Any, axis: Any) -> Any:
    place = _one(axis)
    ends = np.cumsum([np.shape(part)[place] for part in x])
    return tuple(np.split(out_grad, ends[:-1], place))


@kernel(StackOp)
def stack(x: tuple[Any, ...], axis: int) -> Any:
    return np.stack(x, axis)


@kernel(StackGradOp)
def stack_grad(x: tuple[Any, ...], out_grad: Any, axis: int) -> Any:
    return tuple(np.moveaxis(out_grad, axis, 0))


@kernel(SplitOp)
def split(x: Any, sections: Any, axis: Any) -> Any:
    place = _one(axis)
    sizes = [int(size) for size in np.ravel(sections)]
    rest = x.shape[place] - sum(size for size in sizes if size >= 0)
    ends = np.cumsum([rest if size < 0 else size for size in sizes])
    return tuple(np.split(x, ends[:-1], place))


@kernel(SplitWithNumOp)
def split_with_num(x: Any, axis: Any, num: int) -> Any:
    return tuple(np.split(x, num, _one(axis)))


@kernel(UnbindOp)
def unbind(input: Any, axis: int) -> Any:
    return tuple(np.moveaxis(input, axis, 0))


@kernel(UnstackOp)
def unstack(x: Any, axis: int) -> Any:
    return tuple(np.moveaxis(x, axis, 0))


def place_of(
    rank: int, starts: Any, ends: Any, axes: tuple[int, ...], decrease_axis: tuple[int, ...]
) -> tuple[slice, ...]:
    """NumPy's index of a slice on some axes. One element on an axis that goes may be the last:
    [-1, 0)."""
    index = [slice(None)] * rank
    for axis, start, end in zip(axes, starts.flat, ends.flat, strict=True):
        last = start == -1 and end == 0 and axis in decrease_axis
        index[axis] = slice(int(start), None if last else int(end))
    return tuple(index)


@kernel(SliceOp)
def slice_(
    input: Any, starts: Any, ends: Any, axes: tuple[int, ...], decrease_axis: tuple[int, ...]
) -> Any:
    part = input[place_of(np.ndim(input), starts, ends, axes, decrease_axis)]
    return np.squeeze(part, tuple(decrease_axis)) if decrease_axis else part


@kernel(SliceGradOp)
def slice_grad(
    input: Any,
    out_grad: Any,
    starts: Any,
    ends: Any,
    axes: tuple[int, ...],
    decrease_axis: tuple[int, ...],
) -> Any:
    whole = np.zeros(np.shape(input), np.asarray(out_grad).dtype)
    return add_to_slice(whole, out_grad, starts, ends, axes, decrease_axis)


@kernel(AddToSliceOp, overwrites="x")
def add_to_slice(
    x: Any,
    value: Any,
    starts: Any,
    ends: Any,
    axes: tuple[int, ...],
    decrease_axis: tuple[int, ...],
) -> Any:
    part = x[place_of(np.ndim(x), starts, ends, axes, decrease_axis)]
    part += np.reshape(value, part.shape) if decrease_axis else value
    return x


def strided(rank: int, starts: Any, ends: Any, strides: Any, axes: Any) -> tuple[slice, ...]:
    """NumPy's index of a slice with steps on some axes."""
    index = [slice(None)] * rank
    for axis, *bounds in zip(axes, starts, ends, strides, strict=True):
        index[axis] = slice(*(int(bound) for bound in bounds))
    return tuple(index)


@kernel(StridedSliceOp)
def strided_slice(x: Any, starts: Any, ends: Any, strides: Any, axes: tuple[int, ...]) -> Any:
    return x[strided(np.ndim(x), starts, ends, strides, axes)]


@kernel(StridedSliceGradOp)
def strided_slice_grad(
    x: Any, out_grad: Any, starts: Any, ends: Any, strides: Any, axes: tuple[int, ...]
) -> Any:
    whole = np.zeros(np.shape(x), np.asarray(out_grad).dtype)
    whole[strided(np.ndim(x), starts, ends, strides, axes)] = out_grad
    return whole


@kernel(AddToStridedSliceOp, overwrites="x")
def add_to_strided_slice(
    x: Any, value: Any, starts: Any, ends: Any, strides: Any, axes: tuple[int, ...]
) -> Any:
    x[strided(np.ndim(x), starts, ends, strides, axes)] += value
    return x
