"""What decompositions of ops on images share: axes in order, shapes that only a run knows."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.ir import Operation

from ...dialects.pd_op.base import DYNAMIC, tensor
from ...dialects.pd_op.creation import FullIntArrayOp
from ...dialects.pd_op.joining import ConcatOp, SliceOp
from ...dialects.pd_op.shape import ReshapeOp, Shape64Op, TransposeOp
from ...dialects.pd_op.windows import is_channel_last
from ..builder import Builder
from ..values import Value, call, combine


def transposed(value: Value, perm: Sequence[int]) -> Value:
    """The value with its axes in that order."""
    order = tuple(perm)
    return value if order == tuple(range(value.rank)) else call(TransposeOp, value, perm=order)


def swapped(value: Value) -> Value:
    """The value with its first two axes swapped."""
    return transposed(value, (1, 0, *range(2, value.rank)))


def channels_second(image: Value, data_format: str) -> Value:
    """The image in NCHW order."""
    if not is_channel_last(data_format):
        return image
    return transposed(image, (0, image.rank - 1, *range(1, image.rank - 1)))


def formatted(image: Value, data_format: str) -> Value:
    """An image in NCHW order as the format says."""
    if not is_channel_last(data_format):
        return image
    return transposed(image, (0, *range(2, image.rank), 1))


def sizes_of(value: Value, first: int, last: int) -> Value:
    """The dims [first, last) as an int64 vector that the run fills in."""
    return call(SliceOp, call(Shape64Op, value), (first,), (last,), axes=(0,))


def reshaped(value: Value, dims: Sequence[int | Value]) -> Value:
    """The value in a shape of which some dims, one-element int64 tensors, only a run knows."""
    shown = tuple(DYNAMIC if isinstance(dim, Value) else dim for dim in dims)
    if shown.count(DYNAMIC) <= 1:
        return call(ReshapeOp, value, shown)
    build = value.build
    parts = [dim if isinstance(dim, Value) else integers(build, dim) for dim in dims]
    shape = call(ConcatOp, combine(parts), 0)
    op: Operation = ReshapeOp.create(
        operands=[value.ssa, shape.ssa], result_types=[tensor(value.element, shown)]
    )
    return Value(build.emit(op).results[0], build)


def integers(build: Builder, *values: int) -> Value:
    """An int64 vector."""
    return Value(build.emit(FullIntArrayOp.of(values)).out, build)


def dims_of(value: Value) -> list[int | Value]:
    """The dims of a value for `reshaped`."""
    return [
        sizes_of(value, axis, axis + 1) if dim == DYNAMIC else dim
        for axis, dim in enumerate(value.shape)
    ]


def cropped(value: Value, like: Value, first: int = 2, start: Value | None = None) -> Value:
    """value[start : start + size] on the axes from `first` on, where size is that of `like`."""
    rank = value.rank
    axes = tuple(range(first, rank))
    wanted = like.shape[first:]
    if start is None and DYNAMIC not in wanted:
        if value.shape[first:] == wanted:
            return value
        return call(SliceOp, value, (0,) * len(axes), wanted, axes=axes)
    sizes = sizes_of(like, first, rank)
    if start is None:
        return call(SliceOp, value, (0,) * len(axes), sizes, axes=axes)
    return call(SliceOp, value, start, start + sizes, axes=axes)
