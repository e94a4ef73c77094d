"""What the gradient ops of images read at points mean.

Reading between places is a product with a matrix [point, place] an axis, in which each point has
1 - s at the place before it and s at the one after: with x the image and w its matrices

    out[c, l] = sum over h, w of x[c, h, w] wh[l, h] ww[l, w]

The matrices depend on the points through s, whose derivative is the step from one place to the
next.
"""

from __future__ import annotations

import math
from functools import partial, reduce
from typing import Any

from xdsl.dialects.builtin import i64

from ...dialects.pd_op.base import DYNAMIC, python_value
from ...dialects.pd_op.binary import CopysignOp, RemainderOp
from ...dialects.pd_op.extremum import MaxOp
from ...dialects.pd_op.grid import AffineGridGradOp, AffineGridOp, GridSampleGradOp, RoiAlignGradOp
from ...dialects.pd_op.indexing import IndexAddOp
from ...dialects.pd_op.joining import ConcatOp, SliceOp, StackOp
from ...dialects.pd_op.linalg import MatmulOp
from ...dialects.pd_op.ranges import ArangeOp, EyeOp
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.rounding import AbsOp, CeilOp, FloorOp
from ...dialects.pd_op.scan import CumsumOp
from ...dialects.pd_op.shape import UnsqueezeOp
from ..registry import decomposition
from ..values import (
    Value,
    call,
    cast,
    combine,
    compare,
    constant,
    emit,
    ones_like,
    reshape_as,
    where,
    zeros_like,
)
from .axes import column, counted, maximum, minimum, size_of
from .images import dims_of, integers, reshaped

Pair = tuple[Value | None, Value | None]

floor = partial(call, FloorOp)
absolute = partial(call, AbsOp)
matmul = partial(call, MatmulOp)


class Axis:
    """Where one axis is read: its matrix [image, point, place], the derivative of that by the
    coordinate, and `slope`, how much further for one unit of the grid."""

    def __init__(self, x: Value, points: Value, axis: int, op: Any):
        rank = x.rank - 2
        at = rank - 1 - axis
        raw = call(SliceOp, points, (at,), (at + 1,), axes=(2,), decrease_axis=(2,))
        self.places = counted(x, 2 + axis)
        self.size = cast(size_of(x, 2 + axis), x.element)
        self.corners = bool(python_value(op.align_corners))
        scale = (self.size - 1) * 0.5 if self.corners else self.size * 0.5
        position = (raw + 1) * scale
        position = position if self.corners else position - 0.5
        self.slope = scale * ones_like(position)
        if op.padding_mode.data == "reflection":
            position = self._reflected(position)
        if op.padding_mode.data != "zeros":
            position = self._clipped(position)
        self._matrices(position, op.mode.data)

    def _reflected(self, position: Value) -> Value:
        edge = 0.0 if self.corners else -0.5
        length = self.size - 1 if self.corners else self.size
        length = maximum(length, constant(length, 1.0))
        rest = call(RemainderOp, absolute(position - edge), 2 * length)
        turned = compare("greater_than", rest, length)
        sign = where(turned, -ones_like(rest), ones_like(rest))
        sign = sign * call(CopysignOp, ones_like(rest), position - edge)
        self.slope = self.slope * sign
        return where(turned, 2 * length - rest, rest) + edge

    def _clipped(self, position: Value) -> Value:
        last = self.size - 1
        inside = minimum(maximum(position, constant(position, 0.0)), last)
        self.slope = self.slope * cast(compare("equal", inside, position), position.element)
        return inside

    def _matrices(self, position: Value, mode: str) -> None:
        if mode == "nearest":
            before = call(CopysignOp, floor(absolute(position) + 0.5), position)
            self.matrix, self.step = self._at(before, 0, position), None
            return
        before = floor(position)
        share = call(UnsqueezeOp, position - before, (2,))
        first, second = self._at(before, 0, position), self._at(before, 1, position)
        self.matrix = (1 - share) * first + share * second
        self.step = second - first

    def _at(self, before: Value, after: int, like: Value) -> Value:
        index = cast(call(UnsqueezeOp, before + after, (2,)), i64)
        return cast(compare("equal", index, self.places), like.element)


@decomposition(GridSampleGradOp)
def grid_sample_grad(
    x: Value, grid: Value, out_grad: Value, op: Any, wanted: tuple[bool, bool]
) -> Pair:
    rank = x.rank - 2
    batch = dims_of(grid)[0]
    points = reshaped(grid, [batch, _length(grid.shape[1:-1]), rank])
    axes = [Axis(x, points, axis, op) for axis in range(rank)]
    cotangent = reshaped(out_grad, [*dims_of(out_grad)[:2], _length(out_grad.shape[2:])])
    x_grad = grid_grad = None
    if wanted[0]:
        weights = _joined([axis.matrix for axis in axes])
        x_grad = reshape_as(matmul(cotangent, weights), x)
    if wanted[1]:
        flat = reshaped(x, [*dims_of(x)[:2], _length(x.shape[2:])])
        products = matmul(cotangent, flat, transpose_x=True)
        slopes = [_slope(products, axes, axis) for axis in reversed(range(rank))]
        grid_grad = reshape_as(call(StackOp, combine(slopes), axis=2), grid)
    return x_grad, grid_grad


def _slope(products: Value, axes: list[Axis], axis: int) -> Value:
    """[image, point]: the sum over places of `products`, with the steps of one axis."""
    found = axes[axis]
    if found.step is None:
        return zeros_like(found.slope)
    parts = [found.step if i == axis else other.matrix for i, other in enumerate(axes)]
    return call(SumOp, products * _joined(parts), (2,)) * found.slope


def _joined(matrices: list[Value]) -> Value:
    """[image, point, place in all axes]: the products of the axes' weights."""

    def join(left: Value, right: Value) -> Value:
        both = call(UnsqueezeOp, left, (3,)) * call(UnsqueezeOp, right, (2,))
        return reshaped(both, [*dims_of(both)[:2], _length(both.shape[2:])])

    return reduce(join, matrices)


def _length(dims: tuple[int, ...]) -> int:
    """How many elements some axes make when they are one; -1 lets `reshape` find it."""
    return -1 if DYNAMIC in dims else math.prod(dims)


@decomposition(AffineGridGradOp)
def affine_grid_grad(
    input: Value, output_grad: Value, output_shape: Value, align_corners: bool
) -> Value:
    """The sums of output_grad times the points, which are the grid of the map (x, y, 1)."""
    rank = output_grad.rank - 2
    same = call(UnsqueezeOp, emit(input.build, EyeOp, rank, rank + 1, dtype=input.element), (0,))
    grid = call(AffineGridOp, same, output_shape, align_corners=align_corners)
    length = _length(output_grad.shape[1:-1])
    points = reshaped(grid, [1, length, rank])
    one = call(SliceOp, points, (0,), (1,), axes=(2,))
    points = call(ConcatOp, combine([points, ones_like(one)]), 2)
    flat = reshaped(output_grad, [dims_of(output_grad)[0], length, rank])
    return matmul(flat, points, transpose_x=True)


# --- roi_align -------------------------------------------------------------------------------


@decomposition(RoiAlignGradOp)
def roi_align_grad(
    x: Value, boxes: Value, boxes_num: Value | None, out_grad: Value, op: Any
) -> Value:
    """Each box's out_grad times the transposed matrices of its bins, added up in its image."""
    rows = _bins(x, boxes, out_grad, 2, op)
    columns = _bins(x, boxes, out_grad, 3, op)
    spread = matmul(matmul(rows, out_grad, transpose_x=True), columns)
    order = counted(boxes, 0)
    if boxes_num is None:
        images = order * integers(x.build, 0)
    else:
        ends = call(CumsumOp, cast(boxes_num, i64), 0)
        behind = compare("greater_equal", column(order), ends)
        images = call(SumOp, cast(behind, i64), (1,))
    return call(IndexAddOp, zeros_like(x), images, spread, axis=0)


def _bins(x: Value, boxes: Value, out_grad: Value, axis: int, op: Any) -> Value:
    """[box, 1, bin, place]: the matrix of the averages over the points of each bin."""
    scaled = boxes * python_value(op.spatial_scale)
    if python_value(op.aligned):
        scaled = scaled - 0.5
    low, high = (call(SliceOp, scaled, (at,), (at + 1,), axes=(1,)) for at in (3 - axis, 5 - axis))
    length = high - low
    if not python_value(op.aligned):
        length = maximum(length, constant(length, 1.0))
    element, last = boxes.element, cast(size_of(x, axis) - 1, boxes.element)
    each = length / cast(size_of(out_grad, axis), element)
    points, order = _points(each, python_value(op.sampling_ratio))
    share = call(UnsqueezeOp, (cast(order, element) + 0.5) / points, (1,))
    bins = column(cast(counted(out_grad, axis), element))
    at = call(UnsqueezeOp, low, (2,)) + (bins + share) * call(UnsqueezeOp, each, (2,))
    outside = compare("less_than", at, -1.0), compare("greater_than", at, last + 1)
    unused = compare("greater_equal", cast(order, element), points)
    at = minimum(maximum(at, constant(at, 0.0)), last)
    before = floor(at)
    after = call(UnsqueezeOp, at - before, (3,))
    index, places = call(UnsqueezeOp, cast(before, i64), (3,)), counted(x, axis)
    first, second = (cast(compare("equal", n, places), element) for n in (index, index + 1))
    weights = (1 - after) * first + after * second
    for none in (*outside, call(UnsqueezeOp, unused, (1,))):
        weights = weights * (1 - call(UnsqueezeOp, cast(none, element), (3,)))
    average = call(SumOp, weights, (2,)) / call(UnsqueezeOp, points, (2,))
    return call(UnsqueezeOp, cast(average, x.element), (1,))


def _points(each: Value, ratio: int) -> tuple[Value, Value]:
    """How many points a bin of each box has on an axis, and as many numbers as the most are."""
    if ratio > 0:
        return ratio * ones_like(each), emit(each.build, ArangeOp, 0, ratio, 1, dtype=i64)
    points = maximum(call(CeilOp, each), constant(each, 1.0))
    most = reshaped(cast(call(MaxOp, points, ()), i64), [1])
    return points, emit(each.build, ArangeOp, 0, most, 1, dtype=i64)
