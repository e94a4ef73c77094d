"""Moving and repeating elements in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.rearrange import (
    AsStridedOp,
    BroadcastTensorsOp,
    FlipOp,
    MeshgridOp,
    RepeatInterleaveOp,
    RepeatInterleaveWithTensorIndexOp,
    ReverseOp,
    RollOp,
    TileOp,
    TransLayoutOp,
    ViewShapeOp,
)
from .registry import kernel


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


@kernel(TransLayoutOp)
def trans_layout(x: Any, perm: tuple[int, ...]) -> Any:
    return np.transpose(x, perm)
