"""Masks: filling and selecting where a mask holds, and where one holds at all."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, TensorType, i1, i64
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Cheap,
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    broadcast,
    element_of,
    element_type,
    shape_of,
    tensor,
)
from .creation import constant_value


def masked_shape(x: SSAValue, mask: SSAValue) -> tuple[int, ...]:
    """The shape to which a tensor and its mask are broadcast."""
    if element_of(mask) != i1:
        raise VerifyException(f"the mask must be bool, got {mask.type}")
    return broadcast(shape_of(x), shape_of(mask))


@irdl_op_definition
class MaskedFillOp(PdOp):
    """value where the mask holds, else x; x and mask are broadcast, and value to their shape."""

    name = "pd_op.masked_fill"
    x = operand_def(TensorType)
    mask = operand_def(TensorType)
    value = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        shape = masked_shape(self.x, self.mask)
        if element_of(self.value) != element_of(self.x):
            raise VerifyException(f"{self.value.type} cannot be put into {self.x.type}")
        if len(broadcast(shape, shape_of(self.value))) != len(shape):
            raise VerifyException(f"{self.value.type} does not broadcast to {list(shape)}")
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class MaskedFillGradOp(PdOp):
    """Gradient of `masked_fill`: x_grad is out_grad where the mask does not hold, value_grad its
    sum where it does."""

    name = "pd_op.masked_fill_grad"
    x = operand_def(TensorType)
    mask = operand_def(TensorType)
    value = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    value_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "value"))

    def infer(self) -> Types:
        return (self.x.type, self.value.type)


@irdl_op_definition
class MaskedSelectOp(PdOp):
    """The elements of x where the mask holds, as a vector; x and mask are broadcast."""

    name = "pd_op.masked_select"
    x = operand_def(TensorType)
    mask = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        masked_shape(self.x, self.mask)
        return (tensor(element_of(self.x), [DYNAMIC]),)


@irdl_op_definition
class MaskedSelectGradOp(PdOp):
    """Gradient of `masked_select`: out_grad where the mask holds, else zero."""

    name = "pd_op.masked_select_grad"
    x = operand_def(TensorType)
    mask = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class NonzeroOp(PdOp):
    """The positions of the elements that are not zero: a row each, a column for each axis."""

    name = "pd_op.nonzero"
    condition = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(i64, [DYNAMIC, len(shape_of(self.condition))]),)


@irdl_op_definition
class SequenceMaskOp(PdOp):
    """y[..., j] = j < x[...] for j below `max_len` (negative: the largest x), as `out_dtype`."""

    name = "pd_op.sequence_mask"
    x = operand_def(TensorType)
    max_len = operand_def(TensorType)
    out_dtype = element_type()
    y = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        if not isinstance(element_of(self.x), IntegerType):
            raise VerifyException(f"x holds lengths, got {self.x.type}")
        found = constant_value(self.max_len)
        length = DYNAMIC if found is None or found < 0 else int(found)
        return (tensor(self.out_dtype or i64, [*shape_of(self.x), length]),)


OPERATIONS: list[type[Operation]] = [
    MaskedFillOp,
    MaskedFillGradOp,
    MaskedSelectOp,
    MaskedSelectGradOp,
    NonzeroOp,
    SequenceMaskOp,
]
