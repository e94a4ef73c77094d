"""What the gradient ops of interpolation mean: a product with the transposed matrix of the
interpolation on each axis. The matrices are those of `kernels/interpolation.py`, as ops."""

from __future__ import annotations

from functools import partial
from typing import Any

from xdsl.dialects.builtin import f32, f64, i64

from ...dialects.pd_op.base import python_value, tensor
from ...dialects.pd_op.interpolation import (
    BicubicInterpGradOp,
    BilinearInterpGradOp,
    LinearInterpGradOp,
    NearestInterpGradOp,
    TrilinearInterpGradOp,
)
from ...dialects.pd_op.joining import SliceOp
from ...dialects.pd_op.rounding import FloorOp
from ...dialects.pd_op.windows import is_channel_last
from ..registry import decomposition
from ..values import Value, call, cast, compare, constant
from .axes import along, column, counted, maximum, minimum, size_of

CUBIC = -0.75

floor = partial(call, FloorOp)


class Axis:
    """One axis: the places of x, and where each place of the result is read."""

    def __init__(self, x: Value, output: Value, at: int, scale: Value | None, op: Any):
        self.places, self.size = counted(x, at), size_of(x, at)
        self.order, self.count = counted(output, at), size_of(output, at)
        self.element = x.element
        self.corners = bool(python_value(op.align_corners))
        self.ratio = self._ratio(scale, op.ONE_AT_START)

    def _ratio(self, scale: Value | None, one_at_start: bool) -> Value:
        size, count = (cast(n, f32) for n in (self.size, self.count))
        several = cast(compare("greater_than", self.count, 1), f32)
        if self.corners:
            return several * (size - 1) / maximum(count - 1, constant(count, 1.0))
        ratio = size / count if scale is None else scale
        return several * ratio if one_at_start else ratio

    def positions(self, half: bool) -> Value:
        """Where the result is read, in doubles."""
        ratio, order = cast(self.ratio, f64), cast(self.order, f64)
        return ratio * (order + 0.5) - 0.5 if half else ratio * order

    def at(self, index: Value) -> Value:
        """[place of the result, place of x]: 1 where the index is, taken to the nearest end."""
        inside = maximum(minimum(index, self.size - 1), (0,))
        return cast(compare("equal", column(inside), self.places), self.element)

    def weighted(self, index: Value, weight: Value) -> Value:
        """`at` times a weight for each place of the result."""
        return column(cast(weight, self.element)) * self.at(index)


def nearest(axis: Axis, op: Any) -> Value:
    position = axis.ratio * cast(axis.order, f32)
    return axis.at(cast(floor(position + 0.5 if axis.corners else position), i64))


def linear(axis: Axis, op: Any) -> Value:
    position = axis.positions(op.align_mode.value.data == 0 and not axis.corners)
    position = maximum(position, constant(position, 0.0))
    before = floor(position)
    index, share = cast(before, i64), position - before
    return axis.weighted(index, 1 - share) + axis.weighted(index + 1, share)


def cubic(axis: Axis, op: Any) -> Value:
    position = axis.positions(not axis.corners)
    before = floor(position)
    index, share = cast(before, i64), position - before
    return (
        axis.weighted(index - 1, _far(share + 1))
        + axis.weighted(index, _near(share))
        + axis.weighted(index + 1, _near(1 - share))
        + axis.weighted(index + 2, _far(2 - share))
    )


def _near(distance: Value) -> Value:
    """The cubic kernel up to 1 away."""
    return ((CUBIC + 2) * distance - (CUBIC + 3)) * distance * distance + 1


def _far(distance: Value) -> Value:
    """The cubic kernel from 1 to 2 away."""
    return ((CUBIC * distance - 5 * CUBIC) * distance + 8 * CUBIC) * distance - 4 * CUBIC


MATRIX = {"nearest": nearest, "bicubic": cubic}


@decomposition(
    LinearInterpGradOp,
    BilinearInterpGradOp,
    TrilinearInterpGradOp,
    NearestInterpGradOp,
    BicubicInterpGradOp,
)
def interpolation_grad(
    x: Value,
    out_size: Value | None,
    size_tensor: Any,
    scale_tensor: Value | None,
    output_grad: Value,
    op: Any,
) -> Value:
    first = 1 if is_channel_last(op.data_format.data) else 2
    axes = range(first, first + x.rank - 2)
    matrix = MATRIX.get(op.MODE, linear)
    scales = _inverse_scales(x, None if size_tensor else scale_tensor, op)
    matrices = [
        matrix(Axis(x, output_grad, at, scale, op), op)
        for at, scale in zip(axes, scales, strict=True)
    ]
    return along(output_grad, matrices, axes)


def _inverse_scales(x: Value, scale_tensor: Value | None, op: Any) -> list[Value | None]:
    """1 / scale of each axis in float32, None where sizes alone are given."""
    rank = x.rank - 2
    if scale_tensor is not None:
        inverse = cast(1.0 / cast(cast(scale_tensor, f32), f64), f32)
        if inverse.shape == (1,) or inverse.rank == 0:
            return [inverse] * rank
        return [call(SliceOp, inverse, (i,), (i + 1,), axes=(0,)) for i in range(rank)]
    found = op.scales(rank)
    if not found:
        return [None] * rank
    return [Value(x.build.full(1 / scale, tensor(f32, [1])), x.build) for scale in found]
