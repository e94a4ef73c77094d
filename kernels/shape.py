"""Shapes in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.base import DYNAMIC, element_of, shape_of
from ..dialects.pd_op.shape import (
    CastOp,
    ExpandAsOp,
    ExpandOp,
    FlattenGradOp,
    FlattenOp,
    NumelOp,
    ReshapeGradOp,
    ReshapeOp,
    Shape64Op,
    ShapeOp,
    SqueezeGradOp,
    SqueezeOp,
    TransposeOp,
    UnsqueezeGradOp,
    UnsqueezeOp,
)
from .registry import kernel
from .types import dtype_of


@kernel(CastOp)
def cast(x: Any, op: CastOp) -> Any:
    """Of a complex number, a real type takes the real part."""
    dtype = dtype_of(element_of(op.out))
    array: Any = np.asarray(x)
    is_part = array.dtype.kind == "c" and dtype.kind in "fiu"
    return (array.real if is_part else array).astype(dtype)


@kernel(ReshapeOp)
def reshape(x: Any, shape: Any) -> Any:
    wanted = [int(d) for d in np.ravel(shape)]
    dims = [x.shape[i] if d == 0 and i < np.ndim(x) and x.size else d for i, d in enumerate(wanted)]
    return np.reshape(x, dims)


@kernel(ReshapeGradOp, FlattenGradOp)
def reshape_grad(x: Any, out_grad: Any) -> Any:
    return np.reshape(out_grad, np.shape(x))


@kernel(SqueezeGradOp, UnsqueezeGradOp)
def squeeze_grad(x: Any, out_grad: Any, axis: Any) -> Any:
    return np.reshape(out_grad, np.shape(x))


@kernel(TransposeOp)
def transpose(x: Any, perm: tuple[int, ...]) -> Any:
    return np.transpose(x, perm)


@kernel(SqueezeOp)
def squeeze(x: Any, axis: Any, op: SqueezeOp) -> Any:
    rank, known = np.ndim(x), shape_of(op.x)
    listed = {int(a) % max(rank, 1) for a in np.ravel(axis)} or range(rank)
    axes = [a for a in listed if a < rank and known[a] in ((1, DYNAMIC) if np.size(axis) else (1,))]
    return np.squeeze(x, tuple(axes))


@kernel(UnsqueezeOp)
def unsqueeze(x: Any, axis: Any) -> Any:
    shape = list(np.shape(x))
    for a in np.ravel(axis):
        shape.insert(int(a) if a >= 0 else int(a) + len(shape) + 1, 1)
    return np.reshape(x, shape)


@kernel(FlattenOp)
def flatten(x: Any, start_axis: int, stop_axis: int) -> Any:
    shape, rank = np.shape(x), np.ndim(x)
    if rank == 0:
        return np.reshape(x, [1])
    start, stop = start_axis % rank, stop_axis % rank
    size = int(np.prod(shape[start : stop + 1]))
    return np.reshape(x, [*shape[:start], size, *shape[stop + 1 :]])


@kernel(ExpandOp)
def expand(x: Any, shape: Any) -> Any:
    wanted = [int(d) for d in np.ravel(shape)]
    lead = len(wanted) - np.ndim(x)
    dims = [np.shape(x)[i - lead] if d == -1 else d for i, d in enumerate(wanted)]
    return np.broadcast_to(x, dims)


@kernel(ExpandAsOp)
def expand_as(x: Any, y: Any, target_shape: tuple[int, ...]) -> Any:
    return np.broadcast_to(x, target_shape if y is None else np.shape(y))


@kernel(Shape64Op)
def shape64(input: Any) -> Any:
    return np.array(np.shape(input), np.int64)


@kernel(ShapeOp)
def shape(input: Any) -> Any:
    return np.array(np.shape(input), np.int32)


@kernel(NumelOp)
def numel(x: Any) -> Any:
    return np.array(np.size(x), np.int64)
