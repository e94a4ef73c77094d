"""What the gradient ops of joining and cutting mean."""

from __future__ import annotations

from ...dialects.pd_op.joining import (
    AddToSliceOp,
    AddToStridedSliceOp,
    ConcatGradOp,
    ConcatOp,
    SliceGradOp,
    SliceOp,
    SplitOp,
    StackGradOp,
    StackOp,
    StridedSliceGradOp,
    UnstackGradOp,
    UnstackOp,
    axis_of,
)
from ...dialects.pd_op.shape import Shape64Op
from ..errors import DiffError
from ..registry import decomposition
from ..values import Value, call, combine, zeros_like


@decomposition(ConcatGradOp)
def concat_grad(x: tuple[Value, ...], out_grad: Value, axis: Value, op: ConcatGradOp) -> Value:
    place = axis_of(axis.ssa, out_grad.rank)
    if place is None:
        raise DiffError("the axis of a concat must be constant to differentiate its gradient", op)
    sizes = [part.shape[place] for part in x]
    if -1 not in sizes:
        return call(SplitOp, out_grad, sizes, axis)
    lengths = [
        call(SliceOp, call(Shape64Op, part), (place,), (place + 1,), axes=(0,)) for part in x
    ]
    sections: Value = call(ConcatOp, lengths, 0)
    cut = SplitOp.create(
        operands=[out_grad.ssa, sections.ssa, axis.ssa], result_types=[op.x_grad.type]
    )
    return Value(out_grad.build.emit(cut).out, out_grad.build)


@decomposition(StackGradOp)
def stack_grad(x: tuple[Value, ...], out_grad: Value, axis: int) -> Value:
    return call(UnstackOp, out_grad, axis=axis, num=len(x))


@decomposition(SliceGradOp)
def slice_grad(input: Value, out_grad: Value, starts: Value, ends: Value, op: SliceGradOp) -> Value:
    return call(
        AddToSliceOp,
        zeros_like(input),
        out_grad,
        starts,
        ends,
        axes=op.axes,
        infer_flags=op.infer_flags,
        decrease_axis=op.decrease_axis,
    )


@decomposition(StridedSliceGradOp)
def strided_slice_grad(
    x: Value,
    out_grad: Value,
    starts: Value,
    ends: Value,
    strides: Value,
    op: StridedSliceGradOp,
) -> Value:
    return call(AddToStridedSliceOp, zeros_like(x), out_grad, starts, ends, strides, axes=op.axes)


@decomposition(UnstackGradOp)
def unstack_grad(out_grad: tuple[Value, ...], axis: int) -> Value:
    return call(StackOp, combine(out_grad), axis=axis)
