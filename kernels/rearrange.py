"""Moving and repeating elements in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.rearrange import (
    AsStridedOp,
    BroadcastTensorsOp,
    FlipOp,
    MeshgridOp,
    RepeatInterleaveGradOp,
    RepeatInterleaveOp,
    RepeatInterleaveWithTensorIndexOp,
    ReverseOp,
    RollOp,
    TileOp,
    TransLayoutOp,
    ViewDtypeOp,
    ViewShapeOp,
)
from .registry import kernel
from .types import dtype_of


@kernel(FlipOp, ReverseOp)
def flip(x: Any, axis: Any) -> Any:
    return np.flip(x, tuple({int(a) % np.ndim(x) for a in np.ravel(axis)}))


@kernel(RollOp)
def roll(x: Any, shifts: Any, axis: tuple[int, ...]) -> Any:
    by = tuple(int(shift) for shift in np.ravel(shifts))
    return np.roll(x, by, axis) if axis else np.roll(x, by[0])


@kernel(TileOp)
def tile(x: Any, repeat_times: Any) -> Any:
    return np.tile(x, [int(times) for times in np.ravel(repeat_times)])


@kernel(RepeatInterleaveOp)
def repeat_interleave(x: Any, repeats: int, axis: int) -> Any:
    return np.repeat(x, repeats, axis)


@kernel(RepeatInterleaveGradOp)
def repeat_interleave_grad(x: Any, out_grad: Any, repeats: int, axis: int) -> Any:
    """One sum of whole arrays a repetition."""
    index = [slice(None)] * x.ndim
    found = np.zeros(x.shape, out_grad.dtype)
    for first in range(repeats):
        index[axis] = slice(first, None, repeats)
        found += out_grad[tuple(index)]
    return found


@kernel(RepeatInterleaveWithTensorIndexOp)
def repeat_interleave_with_tensor_index(x: Any, repeats: Any, axis: int) -> Any:
    return np.repeat(x, repeats.reshape(-1), axis)


@kernel(BroadcastTensorsOp)
def broadcast_tensors(input: tuple[Any, ...]) -> Any:
    return tuple(np.broadcast_arrays(*input))


@kernel(MeshgridOp)
def meshgrid(inputs: tuple[Any, ...]) -> Any:
    return tuple(np.meshgrid(*inputs, indexing="ij"))


@kernel(AsStridedOp)
def as_strided(input: Any, dims: tuple[int, ...], stride: tuple[int, ...], offset: int) -> Any:
    places: Any = np.array(offset // input.dtype.itemsize)
    for size, step in zip(dims, stride, strict=True):
        places = places[..., None] + np.arange(size) * step
    return np.ravel(input)[places]


@kernel(ViewShapeOp)
def view_shape(input: Any, dims: tuple[int, ...]) -> Any:
    return np.reshape(input, dims)


@kernel(ViewDtypeOp)
def view_dtype(input: Any, op: ViewDtypeOp) -> Any:
    return np.ascontiguousarray(input).view(dtype_of(op.dtype))


@kernel(TransLayoutOp)
def trans_layout(x: Any, perm: tuple[int, ...]) -> Any:
    return np.transpose(x, perm)
