"""What the gradient ops of pooling mean.

An average is a product with a matrix on each axis, and its gradient one with their transposes. A
maximum is read at the places that `max_pool2d_with_index` finds; its gradient is added up there.
"""

from __future__ import annotations

import math
from typing import Any

from xdsl.dialects.builtin import i64

from ...dialects.pd_op.base import DYNAMIC, python_value
from ...dialects.pd_op.elementwise import PowOp
from ...dialects.pd_op.indexing import GatherOp, IndexAddOp
from ...dialects.pd_op.pooling import (
    LpPool2dGradOp,
    MaxPool2dWithIndexGradOp,
    MaxPool2dWithIndexOp,
    MaxPool3dWithIndexGradOp,
    MaxPool3dWithIndexOp,
    Pool2dGradOp,
    Pool3dGradOp,
    PoolOp,
    Unpool3dGradOp,
    UnpoolGradOp,
)
from ...dialects.pd_op.shape import ReshapeOp
from ..registry import decomposition
from ..values import Value, call, cast, compare, ones_like, reshape_as, where, zeros_like
from .axes import along, averages, column, counted, floor_divide, inside, maximum, minimum, size_of
from .images import channels_second, dims_of, formatted, integers, reshaped
from .part import Part

POINTS = 2
"""The first spatial axis of an image with its channels second."""


# --- averages --------------------------------------------------------------------------------


def matrices(x: Value, spots: Value, op: PoolOp, average: bool) -> list[Value]:
    """For each axis [window, place]: the matrix of the averages of windows, or of their sums."""
    return [_matrix(x, spots, op, axis, average) for axis in range(op.SPATIAL)]


def _matrix(x: Value, spots: Value, op: PoolOp, axis: int, average: bool) -> Value:
    at = POINTS + axis
    order, places, size = counted(spots, at), counted(x, at), size_of(x, at)
    if python_value(op.adaptive) and not python_value(op.global_pooling):
        count = size_of(spots, at)
        starts = floor_divide(order * size, count)
        ends = floor_divide((order + 1) * size + count - 1, count)
        divisors = ends - starts
    elif python_value(op.global_pooling):
        starts, ends = order * integers(x.build, 0), order + size
        divisors = ends - starts
    else:
        found = op.windows(x.shape[POINTS:], op.kernel())
        kernel, stride = (integers(x.build, n[axis]) for n in (found.kernel, found.strides))
        low = integers(x.build, found.low[axis])
        if found.low[axis] == DYNAMIC:
            reach = (size_of(spots, at) - 1) * stride + kernel - size
            low = floor_divide(maximum(reach, (0,)), (2,))
        first = order * stride - low
        last = first + kernel
        starts, ends = maximum(first, (0,)), minimum(last, size)
        exclusive = python_value(op.properties.get("exclusive"))
        divisors = ends - starts if exclusive else minimum(last, size + low) - first
    if average:
        return averages(starts, ends, places, divisors, x.element)
    return cast(inside(starts, ends, places), x.element)


@decomposition(LpPool2dGradOp)
def lp_pool_grad(x: Value, out: Value, out_grad: Value, norm_type: float, op: Any) -> Value:
    """x^(p - 1) times the sums of out_grad * out^(1 - p) over the windows that read x."""
    image, norm, cotangent = (channels_second(v, op.layout) for v in (x, out, out_grad))
    sums = matrices(image, cotangent, op, average=False)
    axes = range(POINTS, image.rank)
    if norm_type == 1:
        return formatted(along(cotangent, sums, axes), op.layout)
    empty = compare("equal", norm, 0.0)
    safe = where(empty, ones_like(norm), norm)
    part = where(empty, zeros_like(norm), cotangent * call(PowOp, safe, y=1 - norm_type))
    spread = along(part, sums, axes) * call(PowOp, image, y=norm_type - 1)
    return formatted(spread, op.layout)


# --- maxima ----------------------------------------------------------------------------------


def maxima(x: Value, spots: Value, op: PoolOp) -> tuple[Value, Part | None]:
    """The first place of the maximum of each window of an image with its channels second. Where
    SAME padding is not known it is a place in the part that windows read."""
    kernel, part = op.kernel(), None
    adaptive = python_value(op.adaptive)
    if adaptive or python_value(op.global_pooling):
        paddings = (0,) * op.SPATIAL
    else:
        found = op.windows(x.shape[POINTS:], kernel)
        if not found.is_known:
            part = Part(x, spots, found)
            x, found = part.read(x, -math.inf), part.windows
        paddings = found.paddings
    op_type = MaxPool2dWithIndexOp if op.SPATIAL == 2 else MaxPool3dWithIndexOp
    _, index = call(
        op_type,
        x,
        kernel_size=kernel,
        strides=python_value(op.strides),
        paddings=paddings,
        global_pooling=python_value(op.global_pooling),
        adaptive=adaptive,
        ceil_mode=python_value(op.ceil_mode),
    )
    return index, part


def read_maxima(x: Value, image: Value, spots: Value, op: PoolOp) -> Value:
    """What an image has where x has its maxima, in the shape of `spots`."""
    index, part = maxima(x, spots, op)
    return gathered(image if part is None else part.read(image), index, spots)


def spread_maxima(x: Value, spots: Value, op: PoolOp) -> Value:
    """`spots` added up where x has its maxima."""
    index, part = maxima(x, spots, op)
    if part is None:
        return scattered(spots, index, x)
    return part.back(scattered(spots, index, part.read(x)))


def gathered(image: Value, index: Value, like: Value) -> Value:
    """What the image has at these places, in the shape of `like`."""
    ones = (1,) * (image.rank - POINTS)
    if image.rank == 4:
        given = {"ksize": ones, "strides": ones, "padding": (0, 0)}
        return call(UnpoolGradOp, like, index, image, image, (0, 0), **given)
    return call(Unpool3dGradOp, like, index, image, image, ksize=ones)


def scattered(values: Value, index: Value, like: Value) -> Value:
    """An image of the shape of `like` with the values added at their places."""
    op_type = MaxPool2dWithIndexGradOp if like.rank == 4 else MaxPool3dWithIndexGradOp
    return call(op_type, like, index, values, kernel_size=(1,) * (like.rank - POINTS))


@decomposition(Pool2dGradOp, Pool3dGradOp)
def pool_grad(x: Value, out: Value, out_grad: Value, kernel_size: Any, op: Any) -> Value:
    image, cotangent = (channels_second(value, op.layout) for value in (x, out_grad))
    if op.pooling_type.data == "max":
        return formatted(spread_maxima(image, cotangent, op), op.layout)
    averaged = matrices(image, cotangent, op, average=True)
    return formatted(along(cotangent, averaged, range(POINTS, image.rank)), op.layout)


@decomposition(MaxPool2dWithIndexGradOp, MaxPool3dWithIndexGradOp)
def indexed_grad(x: Value, mask: Value, out_grad: Value) -> Value:
    planes = by_planes(x)
    places, inside = _places(mask, planes)
    values = by_planes(out_grad)
    values = where(inside, values, zeros_like(values))
    empty = _flat(zeros_like(planes))
    return reshape_as(call(IndexAddOp, empty, _flat(places), _flat(values), axis=0), x)


@decomposition(UnpoolGradOp, Unpool3dGradOp)
def unpool_grad(x: Value, indices: Value, out: Value, out_grad: Value, output_size: Any) -> Value:
    planes = by_planes(out_grad)
    places, inside = _places(indices, planes)
    read = reshape_as(call(GatherOp, _flat(planes), _flat(places), 0), places)
    return reshape_as(where(inside, read, zeros_like(read)), x)


def by_planes(image: Value) -> Value:
    """The image as a matrix: a row for each image and channel."""
    first, second = dims_of(image)[:2]
    if isinstance(first, int) and isinstance(second, int):
        return reshaped(image, [first * second, -1])
    return reshaped(image, [size_of(image, 0) * size_of(image, 1), -1])


def _places(index: Value, planes: Value) -> tuple[Value, Value]:
    """Places in the planes as places in all elements, and which of them there are (not -1)."""
    places = cast(by_planes(index), i64)
    starts = column(counted(planes, 0) * size_of(planes, 1))
    return maximum(places, (0,)) + starts, compare("greater_equal", places, 0)


def _flat(value: Value) -> Value:
    return call(ReshapeOp, value, (-1,))
