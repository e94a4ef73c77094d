"""Filled tensors and copies in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.base import element_of
from ..dialects.pd_op.filling import (
    AssignOp,
    AssignValueOp,
    EmptyLikeOp,
    EmptyOp,
    FillOp,
    FullBatchSizeLikeOp,
    FullWithTensorOp,
    IncrementOp,
    OnesLikeOp,
    OnesOp,
    ShareDataOp,
    ZerosLikeOp,
    ZerosOp,
    numbers,
    whole_numbers,
)
from .creation import filled
from .registry import kernel
from .types import dtype_of


def one(value: Any) -> Any:
    """The number in a one-element tensor."""
    return np.ravel(value)[0]


def dims(shape: Any) -> tuple[int, ...]:
    """The dimensions in a shape operand: a vector, or a vec of one-element tensors."""
    if isinstance(shape, tuple):
        return tuple(int(one(dim)) for dim in cast("tuple[Any, ...]", shape))
    return tuple(shape.reshape(-1).tolist())


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


@kernel(AssignOp, ShareDataOp)
def assign(x: Any) -> Any:
    return x


@kernel(IncrementOp)
def increment(x: Any, value: float) -> Any:
    return x + x.dtype.type(value)
