"""Filled tensors, ranges and copies in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.base import element_of
from ..dialects.pd_op.filling import (
    ArangeOp,
    AssignOp,
    AssignValueOp,
    EmptyLikeOp,
    EmptyOp,
    EyeOp,
    FillOp,
    FullBatchSizeLikeOp,
    FullWithTensorOp,
    IncrementOp,
    LinspaceOp,
    LogspaceOp,
    OnesLikeOp,
    OnesOp,
    ShareDataOp,
    TrilIndicesOp,
    TriuIndicesOp,
    ZerosLikeOp,
    ZerosOp,
    numbers,
    whole_numbers,
)
from .creation import filled
from .registry import kernel
from .types import check_size, dtype_of


def one(value: Any) -> Any:
    """The number in a one-element tensor."""
    return np.ravel(value)[0]


def dims(shape: Any) -> tuple[int, ...]:
    """The dimensions in a shape operand: a vector, or a vec of one-element tensors."""
    if isinstance(shape, tuple):
        return tuple(int(one(dim)) for dim in shape)
    flat: Any = np.ravel(shape)
    return tuple(int(dim) for dim in flat)


def out_dtype(op: Any) -> np.dtype[Any]:
    """The NumPy dtype of an op's result."""
    return dtype_of(element_of(op.out))


def batch_shape(
    input: Any, shape: tuple[int, ...], input_dim_idx: int, output_dim_idx: int
) -> tuple[int, ...]:
    """The shape with one dim taken from the input."""
    taken = list(shape)
    taken[output_dim_idx] = input.shape[input_dim_idx]
    return tuple(taken)


@kernel(ZerosOp)
def zeros(shape: tuple[int, ...], op: ZerosOp) -> Any:
    return filled(shape, 0, out_dtype(op))


@kernel(OnesOp)
def ones(shape: tuple[int, ...], op: OnesOp) -> Any:
    return filled(shape, 1, out_dtype(op))


@kernel(ZerosLikeOp, EmptyLikeOp)
def zeros_like(x: Any, op: ZerosLikeOp) -> Any:
    return filled(x.shape, 0, out_dtype(op))


@kernel(OnesLikeOp)
def ones_like(x: Any, op: OnesLikeOp) -> Any:
    return filled(x.shape, 1, out_dtype(op))


@kernel(EmptyOp)
def empty(shape: Any, op: EmptyOp) -> Any:
    return filled(dims(shape), 0, out_dtype(op))


@kernel(FullWithTensorOp)
def full_with_tensor(value: Any, shape: Any, op: FullWithTensorOp) -> Any:
    return filled(dims(shape), one(value), out_dtype(op))


@kernel(FullBatchSizeLikeOp)
def full_batch_size_like(
    input: Any,
    value: float,
    shape: tuple[int, ...],
    input_dim_idx: int,
    output_dim_idx: int,
    op: FullBatchSizeLikeOp,
) -> Any:
    taken = batch_shape(input, shape, input_dim_idx, output_dim_idx)
    return filled(taken, value, out_dtype(op))


@kernel(FillOp)
def fill(x: Any, value: Any) -> Any:
    return filled(x.shape, one(value), x.dtype)


@kernel(AssignValueOp)
def assign_value(op: AssignValueOp) -> Any:
    flat: Any = np.array(numbers(op.values), out_dtype(op))
    return flat.reshape(whole_numbers(op.shape))


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


@kernel(AssignOp, ShareDataOp)
def assign(x: Any) -> Any:
    return x


@kernel(IncrementOp)
def increment(x: Any, value: float) -> Any:
    return x + x.dtype.type(value)
