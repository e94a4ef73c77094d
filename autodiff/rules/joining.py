"""Rules of joining and cutting."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.pd_op.joining import (
    AddToSliceOp,
    AddToStridedSliceOp,
    ConcatGradOp,
    ConcatOp,
    SliceGradOp,
    SliceOp,
    SplitOp,
    SplitWithNumOp,
    StackGradOp,
    StackOp,
    StridedSliceGradOp,
    StridedSliceOp,
    UnbindOp,
    UnstackGradOp,
    UnstackOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call

fused(ConcatOp, ConcatGradOp)
fused(StackOp, StackGradOp)
fused(SliceOp, SliceGradOp)
fused(StridedSliceOp, StridedSliceGradOp)
fused(UnstackOp, UnstackGradOp)


@rule(SplitOp, differentiable=["x"])
def split(op: SplitOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The parts' cotangents, one after the other (Paddle: split_grad is a concat)."""
    joined = ConcatOp.create(operands=[_given(cotangents), op.axis], result_types=[op.x.type])
    return [build.emit(joined).out, None, None]


@rule(SplitWithNumOp, differentiable=["x"])
def split_with_num(
    op: SplitWithNumOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """As `split`."""
    joined = ConcatOp.create(operands=[_given(cotangents), op.axis], result_types=[op.x.type])
    return [build.emit(joined).out, None]


@rule(UnbindOp)
def unbind(op: UnbindOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The slices' cotangents, stacked."""
    stacked = StackOp.create(
        operands=[_given(cotangents)],
        result_types=[op.operands[0].type],
        properties={"axis": op.axis},
    )
    return [build.emit(stacked).out]


@rule(AddToSliceOp, differentiable=["x", "value"])
def add_to_slice(
    op: AddToSliceOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """x gets the cotangent as it is, the value a slice of it."""
    cotangent = _given(cotangents)
    part = None
    if wanted[1]:
        value: Value = call(
            SliceOp,
            Value(cotangent, build),
            op.starts,
            op.ends,
            axes=op.axes,
            infer_flags=op.infer_flags,
            decrease_axis=op.decrease_axis,
        )
        part = value.ssa
    return [cotangent, part, None, None]


@rule(AddToStridedSliceOp, differentiable=["x", "value"])
def add_to_strided_slice(
    op: AddToStridedSliceOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """As `add_to_slice`."""
    cotangent = _given(cotangents)
    part = None
    if wanted[1]:
        value: Value = call(
            StridedSliceOp,
            Value(cotangent, build),
            op.starts,
            op.ends,
            op.strides,
            axes=op.axes,
        )
        part = value.ssa
    return [cotangent, part, None, None, None]


def _given(cotangents: Cotangents) -> SSAValue:
    assert cotangents[0] is not None
    return cotangents[0]
