"""What the gradient ops of borders mean."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i64
from xdsl.ir import Attribute

from ...dialects.pd_op.base import DYNAMIC
from ...dialects.pd_op.creation import constant_value
from ...dialects.pd_op.indexing import IndexAddOp
from ...dialects.pd_op.joining import AddToSliceOp, SliceOp
from ...dialects.pd_op.padding import CropGradOp, Pad3dGradOp, Pad3dOp, PadGradOp, space_of
from ...dialects.pd_op.ranges import ArangeOp
from ...dialects.pd_op.shape import ReshapeOp, Shape64Op
from ..registry import decomposition
from ..values import Value, call, cast, emit, zeros_like
from .images import integers, sizes_of

END = 2**31 - 1
"""An end beyond every dim."""


@decomposition(PadGradOp)
def pad_grad(x: Value, out_grad: Value, pad_value: Value, paddings: tuple[int, ...]) -> Value:
    return without_border(out_grad, range(x.rank), paddings[::2], paddings[1::2])


def without_border(
    x: Value, axes: Sequence[int], before: Sequence[int], after: Sequence[int]
) -> Value:
    """x less so many elements at both ends of some axes."""
    chosen = [i for i in range(len(axes)) if before[i] or after[i]]
    if not chosen:
        return x
    return call(
        SliceOp,
        x,
        [before[i] for i in chosen],
        [-after[i] if after[i] else END for i in chosen],
        axes=[axes[i] for i in chosen],
        infer_flags=[1] * len(chosen),
    )


@decomposition(Pad3dGradOp)
def pad3d_grad(
    x: Value, out_grad: Value, paddings: Value, mode: str, data_format: str, op: Pad3dGradOp
) -> Value:
    """A constant border is cut off again. Else, axis by axis, the same border around the places
    0, 1, 2, ... says which element of x each element of out_grad goes to."""
    if mode == "constant":
        return _cut(out_grad, paddings, op, x.type)
    fixed = constant_value(paddings.ssa)
    for axis, place in space_of(op).items():
        if fixed is not None and not any(fixed[place : place + 2]):
            continue
        here = _only(paddings, place)
        shape = [1] * 5
        shape[axis] = -1
        places: Value = call(
            Pad3dOp,
            call(ReshapeOp, places_of(x, axis), shape),
            here,
            mode=mode,
            data_format=data_format,
        )
        target = zeros_like(_cut(out_grad, here, op))
        rows: Value = call(ReshapeOp, places, (-1,))
        out_grad = call(IndexAddOp, target, rows, out_grad, axis=axis)
    return out_grad


def _cut(x: Value, paddings: Value, op: Pad3dGradOp, type_: Attribute | None = None) -> Value:
    """x without borders of that width (negative: with borders of zeros)."""
    fixed = constant_value(paddings.ssa)
    opposite = -paddings if fixed is None else integers(x.build, *(-width for width in fixed))
    cut = Pad3dOp.build_inferred(
        [x.ssa, opposite.ssa], {"data_format": op.properties["data_format"]}
    )
    if type_ is not None:
        cut = Pad3dOp.create(operands=cut.operands, result_types=[type_], properties=cut.properties)
    return Value(x.build.emit(cut).out, x.build)


def _only(paddings: Value, place: int) -> Value:
    """Paddings of one axis alone."""
    mask = [int(i in (place, place + 1)) for i in range(6)]
    fixed = constant_value(paddings.ssa)
    if fixed is not None:
        widths = (width * m for width, m in zip(fixed, mask, strict=True))
        return integers(paddings.build, *widths)
    return paddings * cast(integers(paddings.build, *mask), paddings.element)


def places_of(x: Value, axis: int) -> Value:
    """0, 1, 2, ... for each place of x along an axis."""
    size = x.shape[axis]
    end = sizes_of(x, axis, axis + 1) if size == DYNAMIC else size
    return emit(x.build, ArangeOp, 0, end, 1, dtype=i64)


@decomposition(CropGradOp)
def crop_grad(x: Value, out_grad: Value, offsets: Value) -> Value:
    start, axes = constant_value(offsets.ssa), tuple(range(x.rank))
    if start is None or DYNAMIC in out_grad.shape:
        begin = cast(offsets, i64)
        end = begin + call(Shape64Op, out_grad)
        return call(AddToSliceOp, zeros_like(x), out_grad, begin, end, axes=axes)
    ends = [first + size for first, size in zip(start, out_grad.shape, strict=True)]
    return call(AddToSliceOp, zeros_like(x), out_grad, start, ends, axes=axes)
