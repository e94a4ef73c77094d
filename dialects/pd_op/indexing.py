"""Picking elements by index, and putting them back."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import IntegerAttr, TensorType, f32, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

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
from .creation import constant_value
from .joining import axis_of


@irdl_op_definition
class GatherOp(PdOp):
    """The slices of x at the positions `index` along `axis`."""

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
        dims = [*shape[:axis], *shape_of(self.index), *shape[axis + 1 :]]
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
        axis = axis_of(self.axis, len(shape_of(base))) or 0
        return add_rows(base, self.index, self.out_grad, axis, build)


def add_rows(base: SSAValue, index: SSAValue, value: SSAValue, axis: int, build: Any) -> SSAValue:
    """Emits base with the slices of `value` added along an axis."""
    add = AddToRowsOp.create(
        operands=[base, index, value],
        result_types=[base.type],
        properties={"axis": IntegerAttr(axis, i32)},
    )
    return build.emit(add).out


@irdl_op_definition
class AddToRowsOp(PdOp):
    """x with the slices of `value` added at the positions `index` along `axis` (an index that
    occurs twice adds twice): what a loop that gathers accumulates with."""

    name = "pd_op.add_to_rows"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    value = operand_def(TensorType)
    axis = integer32(0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        normalize_axis(python_value(self.axis), len(shape_of(self.x)))
        return (self.x.type,)


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
    traits = traits_def(Pure(), ShapeOnly("weight"))

    def infer(self) -> Types:
        return (self.weight.type,)


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
    AddToRowsOp,
    EmbeddingOp,
    EmbeddingGradOp,
    OneHotOp,
]
