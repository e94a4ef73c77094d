"""What the gradient ops of repeating and moving mean: sums over what was repeated, moves back."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import i64

from ...dialects.pd_op.base import element_of
from ...dialects.pd_op.creation import constant_integers
from ...dialects.pd_op.indexing import IndexAddOp
from ...dialects.pd_op.joining import SliceOp
from ...dialects.pd_op.ranges import ArangeOp
from ...dialects.pd_op.rearrange import (
    AsStridedGradOp,
    BroadcastTensorsGradOp,
    MeshgridGradOp,
    RepeatInterleaveGradOp,
    RepeatInterleaveWithTensorIndexGradOp,
    RepeatInterleaveWithTensorIndexOp,
    RollGradOp,
    RollOp,
    TileGradOp,
    TransLayoutGradOp,
    TransLayoutOp,
    ViewShapeGradOp,
)
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.shape import ReshapeOp
from ...dialects.pd_op.shape import dims_of as constant_dims
from ..registry import decomposition
from ..values import Value, call, cast, combine, emit, reduce_as, reshape_as, zeros_like
from .images import dims_of, integers, reshaped
from .padding import places_of


@decomposition(RollGradOp)
def roll_grad(x: Value, out_grad: Value, shifts: Value, axis: tuple[int, ...]) -> Value:
    fixed = constant_integers(shifts.ssa)
    back = -shifts if fixed is None else [-shift for shift in fixed]
    return call(RollOp, out_grad, back, axis=axis)


@decomposition(TileGradOp)
def tile_grad(x: Value, out_grad: Value, repeat_times: Value) -> Value:
    """Tiling is broadcasting along axes of the repetitions' own, each before the axis that is
    repeated; those are summed over."""
    times = constant_dims(repeat_times.ssa) or (-1,) * out_grad.rank
    if 0 in times:
        return zeros_like(x)
    rank = max(x.rank, len(times))
    repeats: list[int | Value] = [
        number_at(repeat_times, index) if number == -1 else number
        for index, number in enumerate(times)
    ]
    repeats = [1] * (rank - len(repeats)) + repeats
    dims = [1] * (rank - x.rank) + dims_of(x)
    shape = [dim for pair in zip(repeats, dims, strict=True) for dim in pair]
    split = reshaped(out_grad, shape)
    return reshape_as(call(SumOp, split, tuple(range(0, 2 * rank, 2))), x)


def number_at(vector: Value, index: int) -> Value:
    """One element of an integer vector, as an int64 vector."""
    return cast(call(SliceOp, vector, (index,), (index + 1,), axes=(0,), infer_flags=(1,)), i64)


@decomposition(RepeatInterleaveGradOp)
def repeat_interleave_grad(x: Value, out_grad: Value, repeats: int, axis: int) -> Value:
    if repeats == 0:
        return zeros_like(x)
    place = axis % x.rank
    shape = dims_of(x)
    shape.insert(place + 1, repeats)
    return call(SumOp, reshaped(out_grad, shape), (place + 1,))


@decomposition(RepeatInterleaveWithTensorIndexGradOp)
def repeat_interleave_with_tensor_index_grad(
    x: Value, repeats: Value, out_grad: Value, axis: int
) -> Value:
    place = axis % x.rank
    origin: Value = call(RepeatInterleaveWithTensorIndexOp, places_of(x, place), repeats, axis=0)
    return call(IndexAddOp, zeros_like(x), origin, out_grad, axis=place)


@decomposition(BroadcastTensorsGradOp)
def broadcast_tensors_grad(input: tuple[Value, ...], out_grad: tuple[Value, ...]) -> Value:
    return combine([reduce_as(g, x) for x, g in zip(input, out_grad, strict=True)])


@decomposition(MeshgridGradOp)
def meshgrid_grad(inputs: tuple[Value, ...], out_grad: tuple[Value, ...]) -> Value:
    grads: list[Value] = []
    for own, (x, cotangent) in enumerate(zip(inputs, out_grad, strict=True)):
        others = tuple(axis for axis in range(len(inputs)) if axis != own)
        summed = call(SumOp, cotangent, others) if others else cotangent
        grads.append(summed if x.rank else reshape_as(summed, x))
    return combine(grads)


@decomposition(AsStridedGradOp)
def as_strided_grad(
    input: Value,
    out_grad: Value,
    dims: tuple[int, ...],
    stride: tuple[int, ...],
    offset: int,
) -> Value:
    build = input.build
    element: Any = element_of(input.ssa)
    size: int = element.size
    origin = integers(build, offset // size)
    for axis, (dim, step) in enumerate(zip(dims, stride, strict=True)):
        shape = [1] * len(dims)
        shape[axis] = -1
        places: Value = emit(build, ArangeOp, 0, dim, 1, dtype=i64)
        origin = origin + call(ReshapeOp, places * step, shape)
    flat: Value = call(ReshapeOp, input, (-1,))
    rows: Value = call(ReshapeOp, origin, (-1,))
    spread: Value = call(
        IndexAddOp, zeros_like(flat), rows, call(ReshapeOp, out_grad, (-1,)), axis=0
    )
    return reshape_as(spread, input)


@decomposition(ViewShapeGradOp)
def view_shape_grad(input: Value, out_grad: Value) -> Value:
    return reshape_as(out_grad, input)


@decomposition(TransLayoutGradOp)
def trans_layout_grad(x: Value, out_grad: Value, perm: tuple[int, ...]) -> Value:
    axes = [axis % x.rank for axis in perm]
    return call(TransLayoutOp, out_grad, perm=tuple(axes.index(i) for i in range(x.rank)))
