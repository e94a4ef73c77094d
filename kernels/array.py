"""Tensor arrays at run time.

An array value is a `TensorArray`. Writing gives a new one and leaves the old one as it was, at a
cost that does not depend on the length: versions share one dictionary, which always belongs to
the version used last; an older version keeps the difference to the next one and takes the
dictionary back when it is read (Baker 1978, "Shallow binding in Lisp 1.5").
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from ..dialects.pd_op.array import (
    AddNArrayOp,
    ArrayLengthOp,
    ArrayReadGradOp,
    ArrayReadOp,
    ArrayTakeGradOp,
    ArrayTakeOp,
    ArrayToTensorOp,
    ArrayWriteGradOp,
    ArrayWriteOp,
    CreateArrayLikeOp,
    CreateArrayOp,
    SliceArrayDenseOp,
    SliceArrayGradOp,
    SliceArrayOp,
    TensorToArrayOp,
)
from .registry import kernel


class TensorArray:
    """One version of an array: `length` tensors, of which some may be missing."""

    __slots__ = ("_element", "_next", "_position", "_store", "length")

    def __init__(self, store: dict[int, Any] | None = None, length: int = 0):
        self.length = length
        self._store = {} if store is None else store
        self._next: TensorArray | None = None
        self._position = 0
        self._element: Any = None

    def get(self, position: int) -> Any:
        """The tensor at a position, None when it is missing."""
        return self._own().get(position)

    def with_element(self, position: int, element: Any, length: int | None = None) -> TensorArray:
        """The array with another element at a position (None: missing)."""
        store = self._own()
        new = TensorArray(store, max(self.length, position + 1) if length is None else length)
        self._position, self._element = position, store.get(position)
        _put(store, position, element)
        self._store, self._next = _EMPTY, new
        return new

    def items(self) -> Iterator[tuple[int, Any]]:
        """The elements that are there, by position."""
        return iter(sorted(self._own().items()))

    def __len__(self) -> int:
        return self.length

    def count(self) -> int:
        """How many elements are there."""
        return len(self._own())

    def _own(self) -> dict[int, Any]:
        """Takes the dictionary from the version that has it, undoing the writes in between."""
        if self._next is None:
            return self._store
        chain: list[TensorArray] = [self]
        while chain[-1]._next is not None:
            chain.append(chain[-1]._next)
        for older in reversed(chain[:-1]):
            newer = older._next
            assert newer is not None
            store, position = newer._store, older._position
            newer._position, newer._element, newer._next = position, store.get(position), older
            _put(store, position, older._element)
            newer._store, older._store, older._next = _EMPTY, store, None
        return self._store


_EMPTY: dict[int, Any] = {}


def _put(store: dict[int, Any], position: int, element: Any) -> None:
    if element is None:
        store.pop(position, None)
    else:
        store[position] = element


def _position(index: Any, length: int | None = None) -> int:
    position = int(np.asarray(index).reshape(()))
    if position < 0 or (length is not None and position >= length):
        size = "" if length is None else f" of {length}"
        raise IndexError(f"position {position} is outside an array{size}")
    return position


@kernel(CreateArrayOp)
def create_array() -> Any:
    return TensorArray()


@kernel(CreateArrayLikeOp)
def create_array_like(input: TensorArray, val: float) -> Any:
    return TensorArray({i: np.full_like(x, val) for i, x in input.items()}, len(input))


@kernel(ArrayLengthOp)
def array_length(x: TensorArray) -> Any:
    return np.array([len(x)], np.int64)


@kernel(ArrayReadOp, SliceArrayDenseOp)
def array_read(array: TensorArray, i: Any) -> Any:
    position = _position(i, len(array))
    element = array.get(position)
    if element is None:
        raise IndexError(f"the array has no tensor at position {position}")
    return element


@kernel(ArrayWriteOp)
def array_write(array: TensorArray, x: Any, i: Any) -> Any:
    return array.with_element(_position(i), np.asarray(x))


@kernel(ArrayReadGradOp)
def array_read_grad(i: Any, out_grad: Any) -> Any:
    position = _position(i)
    return TensorArray({position: np.asarray(out_grad)}, position + 1)


@kernel(ArrayWriteGradOp)
def array_write_grad(x: Any, i: Any, out_grad: TensorArray, wanted: tuple[bool, bool]) -> Any:
    position = _position(i)
    element = out_grad.get(position)
    x_grad = np.zeros_like(x) if element is None else element
    return (out_grad.with_element(position, None) if wanted[0] else None), x_grad


@kernel(ArrayTakeOp)
def array_take(input: TensorArray, index: int) -> Any:
    position = _position(index + len(input) if index < 0 else index, len(input))
    taken = input.get(position)
    if taken is None:
        raise IndexError(f"the array has no tensor at position {position}")
    if position == len(input) - 1:
        return input.with_element(position, None, len(input) - 1), taken
    rest = {i - (i > position): x for i, x in input.items() if i != position}
    return TensorArray(rest, len(input) - 1), taken


@kernel(ArrayTakeGradOp)
def array_take_grad(
    input: TensorArray, array_out_grad: TensorArray, out_grad: Any, index: int
) -> Any:
    position = index + len(input) if index < 0 else index
    if position == len(input) - 1:
        return array_out_grad.with_element(position, np.asarray(out_grad), len(input))
    back = {i + (i >= position): x for i, x in array_out_grad.items()}
    back[position] = np.asarray(out_grad)
    return TensorArray(back, len(input))


@kernel(ArrayToTensorOp)
def array_to_tensor(x: TensorArray, axis: int, use_stack: bool) -> Any:
    parts = [array_read(x, i) for i in range(len(x))]
    if not parts:
        raise ValueError("an empty array makes no tensor")
    if use_stack:
        return np.stack(parts, axis), np.ones(len(parts), np.int32)
    return np.concatenate(parts, axis), np.array([p.shape[axis] for p in parts], np.int32)


@kernel(TensorToArrayOp)
def tensor_to_array(x: TensorArray, out_grad: Any, axis: int, use_stack: bool) -> Any:
    if use_stack:
        parts = list(np.moveaxis(out_grad, axis, 0))
    else:
        sizes = [array_read(x, i).shape[axis] for i in range(len(x))]
        parts = np.split(out_grad, np.cumsum(sizes)[:-1], axis)
    return TensorArray({i: np.asarray(part) for i, part in enumerate(parts)}, len(x))


def _bounds(length: int, starts: Any, ends: Any) -> tuple[int, int]:
    start, end, _ = slice(int(np.ravel(starts)[0]), int(np.ravel(ends)[0])).indices(length)
    return start, max(start, end)


@kernel(SliceArrayOp)
def slice_array(input: TensorArray, starts: Any, ends: Any) -> Any:
    start, end = _bounds(len(input), starts, ends)
    part = {i - start: x for i, x in input.items() if start <= i < end}
    return TensorArray(part, end - start)


@kernel(SliceArrayGradOp)
def slice_array_grad(input: TensorArray, out_grad: TensorArray, starts: Any, ends: Any) -> Any:
    start, _ = _bounds(len(input), starts, ends)
    return TensorArray({i + start: x for i, x in out_grad.items()}, len(input))


@kernel(AddNArrayOp)
def add_n_array(inputs: tuple[TensorArray, ...]) -> Any:
    """Adds the short ones into the longest, so that a read in a loop costs one element."""
    total, *rest = sorted(inputs, key=lambda array: -array.count())
    for array in rest:
        for position, element in array.items():
            there = total.get(position)
            total = total.with_element(position, element if there is None else there + element)
    return total
