"""Picking elements by index, and putting them back."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Accumulates,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    integer32,
    integer64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)
from .binary import MultiplyOp
from .compare import NotEqualOp
from .creation import FullIntArrayOp, constant_value
from .joining import axis_of
from .shape import CastOp, FlattenOp, ReshapeOp, UnsqueezeOp


@irdl_op_definition
class GatherOp(PdOp):
    """The slices of x at the positions `index` along `axis`; a number as index takes the axis
    away, a column counts as a vector."""

    name = "pd_op.gather"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    axis = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        axis = axis_of(self.axis, len(shape))
        if axis is None:
            return (self.out.type,)
        index = shape_of(self.index)
        if len(index) > 2 or index[1:] not in ((), (1,)):
            raise VerifyException(
                f"index is a number, a vector or a column, got {self.index.type}; "
                "gather_nd takes positions of any shape"
            )
        dims = [*shape[:axis], *index[:1], *shape[axis + 1 :]]
        return (tensor(element_of(self.x), dims),)


@irdl_op_definition
class GatherGradOp(PdOp):
    """Gradient of `gather`: out_grad added up where the slices came from."""

    name = "pd_op.gather_grad"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"), Accumulates())

    def infer(self) -> Types:
        return (self.x.type,)

    def accumulate(self, base: SSAValue, build: Any) -> SSAValue:
        """base + the gradient, written into the rows."""
        axis = axis_of(self.axis, len(shape_of(base)))
        if axis is None:
            return build.sum([base, build.emit(self.clone()).x_grad])
        return add_rows(base, self.index, self.out_grad, axis, build)


def add_rows(base: SSAValue, index: SSAValue, value: SSAValue, axis: int, build: Any) -> SSAValue:
    """Emits base with the slices of `value` added along an axis; index as `gather` takes it."""
    if not shape_of(index):
        axes = build.emit(FullIntArrayOp.of([axis])).out
        value = build.emit(UnsqueezeOp.build_inferred([value, axes])).out
    if len(shape_of(index)) != 1:
        flat = build.emit(FullIntArrayOp.of([-1])).out
        index = build.emit(ReshapeOp.build_inferred([index, flat])).out
    add = IndexAddOp.create(
        operands=[base, index, value],
        result_types=[base.type],
        properties={"axis": IntegerAttr(axis, i32)},
    )
    return build.emit(add).out


@irdl_op_definition
class IndexAddOp(PdOp):
    """x with the slices of `add_value` added at the positions `index` (a vector) along `axis`;
    an index that occurs twice adds twice."""

    name = "pd_op.index_add"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    add_value = operand_def(TensorType)
    axis = integer32(0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        rank = len(shape_of(self.x))
        normalize_axis(python_value(self.axis), rank)
        if len(shape_of(self.index)) != 1:
            raise VerifyException(f"index is a vector, got {self.index.type}")
        if len(shape_of(self.add_value)) != rank:
            raise VerifyException(
                f"{self.add_value.type} cannot be added to slices of a tensor of rank {rank}"
            )
        return (self.x.type,)


@irdl_op_definition
class IndexAddGradOp(PdOp):
    """Gradient of `index_add`: x_grad is out_grad, add_value_grad its slices."""

    name = "pd_op.index_add_grad"
    index = operand_def(TensorType)
    add_value = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(0)
    x_grad = result_def(TensorType)
    add_value_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("add_value"))

    def infer(self) -> Types:
        return (self.out_grad.type, self.add_value.type)


@irdl_op_definition
class EmbeddingOp(PdOp):
    """The rows of `weight` at the positions x; the row `padding_idx` gives zeros."""

    name = "pd_op.embedding"
    x = operand_def(TensorType)
    weight = operand_def(TensorType)
    padding_idx = integer64(-1)
    sparse = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if len(shape_of(self.weight)) != 2:
            raise VerifyException(f"weight is a matrix, got {self.weight.type}")
        if python_value(self.padding_idx) < -1:
            raise VerifyException("padding_idx is a row of weight, or -1 for none")
        dims = [*shape_of(self.x), *shape_of(self.weight)[1:]]
        return (tensor(element_of(self.weight), dims),)


@irdl_op_definition
class EmbeddingGradOp(PdOp):
    """Gradient of `embedding`."""

    name = "pd_op.embedding_grad"
    x = operand_def(TensorType)
    weight = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    padding_idx = integer64(-1)
    sparse = flag(False)
    weight_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("weight"), Accumulates())

    def infer(self) -> Types:
        return (self.weight.type,)

    def accumulate(self, base: SSAValue, build: Any) -> SSAValue:
        """base + the gradient, written into the rows."""
        index, rows = flat_rows(self, build)
        return add_rows(base, index, rows, 0, build)


def flat_rows(op: EmbeddingGradOp, build: Any) -> tuple[SSAValue, SSAValue]:
    """Emits the positions as a vector and the rows of out_grad that belong to them, zeros for
    the row `padding_idx`."""
    index, rows = op.x, op.out_grad
    number = int(python_value(op.padding_idx))
    if number != -1:
        padding = build.full(number, tensor(element_of(index), []))
        kept = build.emit(NotEqualOp.build_inferred([index, padding])).out
        kept = build.emit(CastOp.build_inferred([kept], {"dtype": element_of(rows)})).out
        last = build.emit(FullIntArrayOp.of([-1])).out
        kept = build.emit(UnsqueezeOp.build_inferred([kept, last])).out
        rows = build.emit(MultiplyOp.build_inferred([rows, kept])).out
    rank = len(shape_of(index))
    if not rank:
        first = build.emit(FullIntArrayOp.of([0])).out
        index, rows = (
            build.emit(UnsqueezeOp.build_inferred([v, first])).out for v in (index, rows)
        )
    if rank > 1:
        axes = {"start_axis": IntegerAttr(0, i32), "stop_axis": IntegerAttr(rank - 1, i32)}
        index, rows = (build.emit(FlattenOp.build_inferred([v], axes)).out for v in (index, rows))
    return index, rows


@irdl_op_definition
class OneHotOp(PdOp):
    """0 and 1 of `num_classes` along a new last axis, as float32."""

    name = "pd_op.one_hot"
    x = operand_def(TensorType)
    num_classes = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        classes = constant_value(self.num_classes)
        size = DYNAMIC if classes is None else int(classes)
        return (tensor(f32, [*shape_of(self.x), size]),)


OPERATIONS: list[type[Operation]] = [
    GatherOp,
    GatherGradOp,
    IndexAddOp,
    IndexAddGradOp,
    EmbeddingOp,
    EmbeddingGradOp,
    OneHotOp,
]
