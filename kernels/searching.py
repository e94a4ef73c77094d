"""Searching and distinct elements in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.searching import SearchsortedOp, UniqueConsecutiveOp, UniqueOp
from .registry import kernel
from .types import dtype_of


@kernel(SearchsortedOp)
def searchsorted(sorted_sequence: Any, values: Any, out_int32: bool, right: bool) -> Any:
    dtype = np.int32 if out_int32 else np.int64
    if np.ndim(sorted_sequence) == 1:
        found = cast("Any", np.searchsorted(sorted_sequence, values, "right" if right else "left"))
        return np.asarray(found).astype(dtype)
    # Sorted together, stably, each value stands behind the elements of its sequence that count.
    parts = (sorted_sequence, values) if right else (values, sorted_sequence)
    first = parts[0].shape[-1]
    order = np.argsort(np.concatenate(parts, -1), -1, kind="stable")
    of_sequence = (order < first) if right else (order >= first)
    before = np.empty(order.shape, dtype)
    np.put_along_axis(before, order, np.cumsum(of_sequence, -1, dtype=dtype), -1)
    return before[..., first:] if right else before[..., :first]


def _slices(x: Any, axis: tuple[int, ...]) -> Any:
    """The slices along the axis as rows of a matrix; without an axis, the elements."""
    if not axis:
        return np.reshape(x, (-1, 1))
    moved = np.moveaxis(x, axis[0], 0)
    return np.reshape(moved, (moved.shape[0], -1))


def _starts(rows: Any) -> Any:
    """Which rows differ from the one before."""
    starts = np.ones(rows.shape[0], np.bool_)
    starts[1:] = np.any(rows[1:] != rows[:-1], 1)
    return starts


def _lengths(starts: Any) -> Any:
    """The lengths of the runs that start there."""
    return np.diff(np.append(np.flatnonzero(starts), starts.size))


def _picked(x: Any, places: Any, axis: tuple[int, ...]) -> Any:
    return np.take(x, places, axis[0]) if axis else np.ravel(x)[places]


def _as_declared(values: Any, result: Any) -> Any:
    """Positions or counts in the element type of the result; none where none were asked for."""
    dtype = dtype_of(result.type.element_type)
    return np.zeros(0, dtype) if values is None else np.asarray(values).astype(dtype)


@kernel(UniqueOp)
def unique(
    x: Any,
    axis: tuple[int, ...],
    return_index: bool,
    return_inverse: bool,
    return_counts: bool,
    op: Any,
) -> Any:
    rows = _slices(x, axis)
    keys = rows.T[::-1] if rows.shape[1] else np.zeros((1, rows.shape[0]))
    order = cast("Any", np.lexsort(keys))
    starts = _starts(rows[order])
    first = order[starts]
    inverse = np.empty(rows.shape[0], np.int64)
    inverse[order] = np.cumsum(starts) - 1
    return (
        _picked(x, first, axis),
        _as_declared(first if return_index else None, op.indices),
        _as_declared(inverse if return_inverse else None, op.inverse),
        _as_declared(_lengths(starts) if return_counts else None, op.counts),
    )


@kernel(UniqueConsecutiveOp)
def unique_consecutive(
    x: Any, axis: tuple[int, ...], return_inverse: bool, return_counts: bool, op: Any
) -> Any:
    starts = _starts(_slices(x, axis))
    return (
        _picked(x, np.flatnonzero(starts), axis),
        _as_declared(np.cumsum(starts) - 1 if return_inverse else None, op.index),
        _as_declared(_lengths(starts) if return_counts else None, op.counts),
    )
