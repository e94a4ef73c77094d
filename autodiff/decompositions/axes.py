"""Images times a matrix on each spatial axis, as average pooling and interpolation are.

The matrices are written as ops on integers and places, so that they are right for sizes that only
a run knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from ...dialects.pd_op.base import DYNAMIC
from ...dialects.pd_op.binary import FloorDivideOp, MaximumOp, MinimumOp
from ...dialects.pd_op.compare import LogicalAndOp
from ...dialects.pd_op.linalg import MatmulOp
from ...dialects.pd_op.ranges import ArangeOp
from ...dialects.pd_op.shape import UnsqueezeOp
from ..values import Value, call, cast, compare, emit
from .images import integers, sizes_of, transposed

maximum = partial(call, MaximumOp)
minimum = partial(call, MinimumOp)
floor_divide = partial(call, FloorDivideOp)


def along(value: Value, matrices: Sequence[Value], axes: Sequence[int]) -> Value:
    """The value with each of these axes multiplied by the transpose of a matrix
    [size of the axis, new size]: what a gradient does with the matrices of the forward op."""
    for matrix, axis in zip(matrices, axes, strict=True):
        value = _times(value, matrix, axis)
    return value


def _times(value: Value, matrix: Value, axis: int) -> Value:
    last = value.rank - 1
    if axis == last:
        return call(MatmulOp, value, matrix)
    if axis == last - 1:
        return call(MatmulOp, matrix, value, transpose_x=True)
    order = [*(i for i in range(last + 1) if i != axis), axis]
    moved = call(MatmulOp, transposed(value, order), matrix)
    return transposed(moved, [order.index(i) for i in range(last + 1)])


def size_of(value: Value, axis: int) -> Value:
    """A dim as an int64 vector of one element."""
    dim = value.shape[axis]
    if dim == DYNAMIC:
        return sizes_of(value, axis, axis + 1)
    return integers(value.build, dim)


def counted(value: Value, axis: int) -> Value:
    """0, 1, 2, ... as far as a dim goes."""
    dim = value.shape[axis]
    end = sizes_of(value, axis, axis + 1) if dim == DYNAMIC else dim
    return emit(value.build, ArangeOp, 0, end, 1, dtype=i64)


def column(vector: Value) -> Value:
    """A vector as a matrix of one column."""
    return call(UnsqueezeOp, vector, (1,))


def inside(starts: Value, ends: Value, places: Value) -> Value:
    """[window, place]: whether the place is in the window."""
    return call(
        LogicalAndOp,
        compare("less_equal", column(starts), places),
        compare("less_than", places, column(ends)),
    )


def averages(starts: Value, ends: Value, places: Value, divisors: Value, as_: Attribute) -> Value:
    """[window, place]: the matrix of the averages over windows."""
    share = cast(maximum(divisors, (1,)), as_)
    return cast(inside(starts, ends, places), as_) / column(share)
