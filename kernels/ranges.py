"""Ranges, unit matrices and triangles in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.ranges import (
    ArangeOp,
    EyeOp,
    LinspaceOp,
    LogspaceOp,
    TrilIndicesOp,
    TriuIndicesOp,
)
from .filling import one, out_dtype
from .registry import kernel
from .types import check_size


@kernel(ArangeOp)
def arange(start: Any, end: Any, step: Any, op: ArangeOp) -> Any:
    first, last, stride = one(start), one(end), one(step)
    if stride == 0:
        raise ValueError("the step of a range must not be 0")
    dtype = out_dtype(op)
    size = max(int(np.ceil((last - first) / stride)), 0)
    check_size((size,), dtype)
    # Each element by itself, as adding up the step would add up its rounding errors.
    return (first + np.arange(size) * stride).astype(dtype)


@kernel(LinspaceOp)
def linspace(start: Any, stop: Any, number: Any, op: LinspaceOp) -> Any:
    return points(start, stop, number).astype(out_dtype(op))


@kernel(LogspaceOp)
def logspace(start: Any, stop: Any, num: Any, base: Any, op: LogspaceOp) -> Any:
    return np.power(np.float64(one(base)), points(start, stop, num)).astype(out_dtype(op))


def points(start: Any, stop: Any, number: Any) -> Any:
    """Evenly spread points in float64."""
    size = int(one(number))
    check_size((size,), np.dtype(np.float64))
    return np.linspace(float(one(start)), float(one(stop)), size)


@kernel(EyeOp)
def eye(num_rows: Any, num_columns: Any, op: EyeOp) -> Any:
    rows, columns = int(one(num_rows)), int(one(num_columns))
    columns = rows if columns == -1 else columns
    dtype = out_dtype(op)
    check_size((rows, columns), dtype)
    return np.eye(rows, columns, dtype=dtype)


@kernel(TrilIndicesOp)
def tril_indices(rows: int, cols: int, offset: int, op: TrilIndicesOp) -> Any:
    return np.stack(np.tril_indices(rows, offset, cols)).astype(out_dtype(op))


@kernel(TriuIndicesOp)
def triu_indices(row: int, col: int, offset: int, op: TriuIndicesOp) -> Any:
    return np.stack(np.triu_indices(row, offset, col)).astype(out_dtype(op))
