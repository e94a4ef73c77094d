"""Picking single elements in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.picking import (
    GatherNdOp,
    IndexPutOp,
    IndexSampleOp,
    IndexSelectOp,
    PutAlongAxisOp,
    ScatterNdAddOp,
    ScatterOp,
    TakeAlongAxisOp,
)
from .registry import kernel


@kernel(IndexSelectOp)
def index_select(x: Any, index: Any, axis: int) -> Any:
    return np.take(x, index, axis)


def _positions(index: Any) -> tuple[Any, ...]:
    """NumPy's index for positions that the last axis spells out."""
    return tuple(np.moveaxis(np.asarray(index), -1, 0))


@kernel(GatherNdOp)
def gather_nd(x: Any, index: Any) -> Any:
    return np.asarray(x[_positions(index)]).copy()


@kernel(ScatterNdAddOp, overwrites="x")
def scatter_nd_add(x: Any, index: Any, updates: Any) -> Any:
    np.add.at(x, _positions(index), updates)
    return x


@kernel(ScatterOp, overwrites="x")
def scatter(x: Any, index: Any, updates: Any, overwrite: bool) -> Any:
    rows = np.ravel(index)
    values = np.reshape(updates, (rows.size, *x.shape[1:]))
    if overwrite:
        x[rows] = values
    else:
        x[rows] = 0
        np.add.at(x, rows, values)
    return x


@kernel(TakeAlongAxisOp)
def take_along_axis(arr: Any, indices: Any, axis: int) -> Any:
    return arr[_along(arr, indices, axis)]


def _along(arr: Any, indices: Any, axis: int) -> tuple[Any, ...]:
    """NumPy's index for elements along an axis, at their own place on the other axes."""
    grid: list[Any] = list(np.ogrid[tuple(slice(0, n) for n in np.shape(indices))])
    grid[axis % np.ndim(arr)] = indices
    return tuple(grid)


@kernel(PutAlongAxisOp, overwrites="arr")
def put_along_axis(
    arr: Any, indices: Any, values: Any, axis: int, reduce: str, include_self: bool
) -> Any:
    places = _along(arr, indices, axis)
    given = np.broadcast_to(values, np.shape(indices))
    if not include_self and reduce != "assign":
        arr[places] = _neutral(reduce, arr.dtype)
    match reduce:
        case "assign":
            arr[places] = given
        case "add":
            np.add.at(arr, places, given)
        case "mean":
            counts = np.full(arr.shape, int(include_self))
            np.add.at(counts, places, 1)
            np.add.at(arr, places, given)
            arr[places] /= counts[places]
        case "amin":
            np.minimum.at(arr, places, given)
        case "amax":
            np.maximum.at(arr, places, given)
        case _:
            np.multiply.at(arr, places, given)
    return arr


def _neutral(reduce: str, dtype: Any) -> Any:
    """What changes nothing when other elements are joined with it."""
    if reduce in ("amin", "amax"):
        if dtype.kind == "f":
            return np.inf if reduce == "amin" else -np.inf
        limits = np.iinfo(dtype)
        return limits.max if reduce == "amin" else limits.min
    return 1 if reduce in ("mul", "multiply") else 0


@kernel(IndexSampleOp)
def index_sample(x: Any, index: Any) -> Any:
    return x[_along(x, index, 1)]


@kernel(IndexPutOp, overwrites="x")
def index_put(x: Any, indices: tuple[Any, ...], value: Any, accumulate: bool) -> Any:
    if accumulate:
        np.add.at(x, tuple(indices), value)
    else:
        x[tuple(indices)] = value
    return x
