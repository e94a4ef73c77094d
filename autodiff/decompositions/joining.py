"""What the gradient ops of joining and cutting mean."""

from __future__ import annotations

from ...dialects.pd_op.creation import constant_value
from ...dialects.pd_op.joining import (
    AddToSliceOp,
    ConcatGradOp,
    ConcatOp,
    SliceGradOp,
    SliceOp,
    SplitOp,
    StackGradOp,
    UnbindOp,
)
from ...dialects.pd_op.shape import Shape64Op
from ..registry import decomposition
from ..values import Value, call, zeros_like


@decomposition(ConcatGradOp)
def concat_grad(x: tuple[Value, ...], out_grad: Value, axis: Value, op: ConcatGradOp) -> Value:
    place = int(constant_value(axis.ssa) or 0) % max(out_grad.rank, 1)
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
    return call(UnbindOp, out_grad, axis=axis)


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
