"""How cotangents go through tensor arrays: the cotangent of an array is an array.

A read puts its cotangent at one position, a write takes one out and leaves nothing there; both
cost the same at any length. A zero cotangent is an empty array.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TupleType
from xdsl.ir import SSAValue

from ...dialects.pd_op.array import (
    AddNArrayOp,
    ArrayLengthOp,
    ArrayReadGradOp,
    ArrayReadOp,
    ArrayTakeGradOp,
    ArrayTakeOp,
    ArrayToTensorOp,
    ArrayType,
    ArrayWriteGradOp,
    ArrayWriteOp,
    CreateArrayLikeOp,
    CreateArrayOp,
    SliceArrayDenseOp,
    SliceArrayGradOp,
    SliceArrayOp,
    TensorToArrayOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule, structural
from ..sweep import Sweep

not_differentiable(CreateArrayOp, CreateArrayLikeOp, ArrayLengthOp)

fused(ArrayReadOp, ArrayReadGradOp)
fused(ArrayWriteOp, ArrayWriteGradOp)
fused(ArrayTakeOp, ArrayTakeGradOp)
fused(SliceArrayOp, SliceArrayGradOp)
fused(ArrayToTensorOp, TensorToArrayOp)


@structural(AddNArrayOp)
def add_n_array(op: AddNArrayOp, sweep: Sweep) -> None:
    """Every array of the sum gets the cotangent of the sum."""
    if op.out not in sweep.active:
        return
    cotangent = sweep.take(op.out)
    assert isinstance(op.inputs.type, TupleType)
    for index in range(len(op.inputs.type.types)):
        sweep.add_element(op.inputs, index, cotangent)


@rule(SliceArrayDenseOp, differentiable=["input"])
def slice_array_dense(
    op: SliceArrayDenseOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """As a read."""
    return [_read_grad(op.starts, cotangents[0], build), None]


def _read_grad(index: SSAValue, cotangent: SSAValue | None, build: Builder) -> SSAValue | None:
    if cotangent is None:
        return None
    return build.emit(ArrayReadGradOp.build_inferred([index, cotangent])).array_grad


# --- second order: all of these are linear in the cotangent --------------------------------------


@rule(ArrayReadGradOp, differentiable=["out_grad"])
def array_read_grad(
    op: ArrayReadGradOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The element at the position, or zeros."""
    assert cotangents[0] is not None
    element = ArrayWriteGradOp.build_inferred([op.out_grad, op.i, cotangents[0]])
    return [None, build.emit(element).x_grad]


@rule(ArrayWriteGradOp, differentiable=["out_grad"])
def array_write_grad(
    op: ArrayWriteGradOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The cotangent of what is left, with the cotangent of what was taken back in place."""
    array, element = cotangents
    if array is None:
        return [None, None, _read_grad(op.i, element, build)]
    if element is None:
        element = build.zeros_like(op.x)
    write = ArrayWriteOp.build_inferred([array, element, op.i])
    return [None, None, build.emit(write).out]


@rule(ArrayTakeGradOp, differentiable=["array_out_grad", "out_grad"])
def array_take_grad(
    op: ArrayTakeGradOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The transpose of putting an element back is taking it out."""
    assert cotangents[0] is not None
    full = _with_zeros(cotangents[0], op.input, build)
    take = ArrayTakeOp.create(
        operands=[full],
        result_types=[op.input.type, op.out_grad.type],
        properties={"index": op.index},
    )
    build.emit(take)
    return [None, take.array_out, take.out]


@rule(SliceArrayGradOp, differentiable=["out_grad"])
def slice_array_grad(
    op: SliceArrayGradOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The same slice of the cotangent."""
    assert cotangents[0] is not None
    full = _with_zeros(cotangents[0], op.input, build)
    part = SliceArrayOp.build_inferred([full, op.starts, op.ends])
    return [None, build.emit(part).out, None, None]


@rule(TensorToArrayOp, differentiable=["out_grad"])
def tensor_to_array(
    op: TensorToArrayOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The transpose of cutting is putting together."""
    from xdsl.dialects.builtin import i32

    from ...dialects.pd_op.base import tensor

    assert cotangents[0] is not None
    joined = ArrayToTensorOp.create(
        operands=[_with_zeros(cotangents[0], op.x, build)],
        result_types=[op.out_grad.type, tensor(i32, [-1])],
        properties={"axis": op.axis, "use_stack": op.use_stack},
    )
    return [None, build.emit(joined).out]


def _with_zeros(cotangent: SSAValue, like: SSAValue, build: Builder) -> SSAValue:
    """The cotangent with a zero of the right shape where an element is missing."""
    assert isinstance(like.type, ArrayType)
    zeros = build.emit(CreateArrayLikeOp.build_inferred([like])).out
    vec = build.combine([cotangent, zeros])
    return build.emit(AddNArrayOp.build_inferred([vec])).out
