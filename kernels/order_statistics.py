"""Elements by their rank in NumPy: stable sorting, NaN last."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.order_statistics import (
    KthvalueOp,
    MedianOp,
    ModeOp,
    NanmedianOp,
    middle_axes,
)
from .registry import kernel


def _at(x: Any, places: Any, axis: int, keepdim: bool) -> tuple[Any, Any]:
    """The elements at one position along an axis each, and the positions."""
    values, places = np.take_along_axis(x, places, axis), places.astype(np.int64)
    if keepdim:
        return values, places
    return np.squeeze(values, axis), np.squeeze(places, axis)


@kernel(KthvalueOp)
def kthvalue(x: Any, k: int, axis: int, keepdim: bool) -> Any:
    if not np.ndim(x):
        return x, np.zeros((), np.int64)
    order = np.argsort(x, axis, kind="stable")
    return _at(x, np.take(order, [k - 1], axis), axis, keepdim)


@kernel(ModeOp)
def mode(x: Any, axis: int, keepdim: bool) -> Any:
    if not np.ndim(x):
        return x, np.zeros((), np.int64)
    rows = np.moveaxis(x, axis, -1)
    order = np.argsort(rows, -1, kind="stable")
    ranked = np.take_along_axis(rows, order, -1)
    places = cast("Any", np.arange(rows.shape[-1]))
    starts = np.ones(rows.shape, np.bool_)
    starts[..., 1:] = ranked[..., 1:] != ranked[..., :-1]
    first = np.maximum.accumulate(np.where(starts, places, 0), -1)
    last = np.argmax(places - first, -1)[..., None]
    chosen = np.take_along_axis(order, last, -1)
    return _at(x, np.moveaxis(chosen, -1, axis), axis, keepdim)


@kernel(MedianOp, NanmedianOp)
def median(x: Any, axis: tuple[int, ...], keepdim: bool, mode: str, op: Any) -> Any:
    kept, gone = middle_axes(axis, np.ndim(x))
    sizes = [x.shape[i] for i in kept]
    rows = np.reshape(np.transpose(x, [*kept, *gone]), (*sizes, -1))
    bad = np.isnan(rows)
    numbers = np.sum(~bad, -1, keepdims=True)
    if isinstance(op, NanmedianOp):
        hopeless = numbers == 0
        instead = -1
    else:
        hopeless = numbers < rows.shape[-1]
        instead = np.argmax(bad, -1)[..., None]
    order = np.argsort(rows, -1, kind="stable")
    ranks = [np.maximum(numbers - 1, 0) // 2]
    if mode == "avg":
        ranks.append(np.minimum(numbers // 2, rows.shape[-1] - 1))
    places = np.take_along_axis(order, np.concatenate(ranks, -1), -1)
    values = np.mean(np.take_along_axis(rows, places, -1), -1, dtype=x.dtype)
    values = cast("Any", np.where(hopeless[..., 0], x.dtype.type(np.nan), values))
    places = np.where(hopeless, instead, places).astype(np.int64)
    shape = [1 if i in gone else n for i, n in enumerate(x.shape)] if keepdim else sizes
    pair = [2] if mode == "avg" else []
    return np.reshape(values, shape), np.reshape(places, [*shape, *pair])
