"""Tensor arrays: lists of tensors that grow, read and written by position.

Paddle writes them in place (`array_write_`); `functionalize` turns that into `array_write`, which
gives the array after the write as a new value. The cotangent of an array is an array in which a
missing element is a zero, so an empty array is the zero of every array.

As long as a program may write arrays in place, two reads of one position are not the same read:
reading has a memory effect.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, TupleType, i32, i64
from xdsl.ir import Attribute, ParametrizedAttribute, SSAValue, TypeAttribute
from xdsl.irdl import (
    irdl_attr_definition,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import MemoryAllocEffect, MemoryReadEffect, MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Cheap,
    InPlace,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    float32,
    integer32,
    shape_of,
    tensor,
)


@irdl_attr_definition
class ArrayType(ParametrizedAttribute, TypeAttribute):
    """A tensor array: `!pd_op.array<f64>`, of tensors of one element type."""

    name = "pd_op.array"

    element: Attribute


def _element(array: SSAValue) -> Attribute:
    if not isinstance(array.type, ArrayType):
        raise VerifyException(f"expected a tensor array, got {array.type}")
    return array.type.element


def _check_index(index: SSAValue) -> None:
    if any(dim not in (1, DYNAMIC) for dim in shape_of(index)):
        raise VerifyException(f"the position must have one element, got {index.type}")


def _check_element(array: SSAValue, element: Attribute) -> None:
    if _element(array) != element:
        raise VerifyException(f"an array of {_element(array)} holds no tensor of {element}")


@irdl_op_definition
class CreateArrayOp(PdOp):
    """An empty array."""

    name = "pd_op.create_array"
    dtype = prop_def(Attribute)
    out = result_def(ArrayType)
    # Arrays are written in place: two empty ones are not the same one.
    traits = traits_def(MemoryAllocEffect(), Cheap())

    def infer(self) -> Types:
        return (ArrayType(self.dtype),)


@irdl_op_definition
class CreateArrayLikeOp(PdOp):
    """An array of as many tensors, of the same shapes, each filled with `val`."""

    name = "pd_op.create_array_like"
    input = operand_def(ArrayType)
    val = float32(0.0)
    out = result_def(ArrayType)
    traits = traits_def(MemoryReadEffect())

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class ArrayLengthOp(PdOp):
    """How many tensors an array holds: tensor<1xi64>."""

    name = "pd_op.array_length"
    x = operand_def(ArrayType)
    out = result_def(TensorType)
    traits = traits_def(MemoryReadEffect(), Cheap())

    def infer(self) -> Types:
        return (tensor(i64, [1]),)


@irdl_op_definition
class ArrayReadOp(PdOp):
    """The tensor at position i. Its shape is what the result type says; without one (in text) it
    cannot be inferred."""

    name = "pd_op.array_read"
    array = operand_def(ArrayType)
    i = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(MemoryReadEffect())

    def infer(self) -> Types:
        _check_index(self.i)
        return (tensor(_element(self.array), shape_of(self.out)),)


class _WriteOp(PdOp):
    array = operand_def(ArrayType)
    x = operand_def(TensorType)
    i = operand_def(TensorType)
    out = result_def(ArrayType)

    def infer(self) -> Types:
        _check_index(self.i)
        _check_element(self.array, element_of(self.x))
        return (self.array.type,)


@irdl_op_definition
class ArrayWriteOp(_WriteOp):
    """The array with x at position i, one longer when i is its length."""

    name = "pd_op.array_write"
    traits = traits_def(Pure())


@irdl_op_definition
class ArrayWriteInPlaceOp(_WriteOp):
    """Writes x at position i of the array itself; the result is the same array."""

    name = "pd_op.array_write_"
    traits = traits_def(MemoryWriteEffect(), InPlace(ArrayWriteOp, out="array"))


@irdl_op_definition
class ArrayWriteGradOp(PdOp):
    """Gradient of `array_write`: x_grad is the element at i (zeros like x when it is missing),
    array_grad is out_grad without that element."""

    name = "pd_op.array_write_grad"
    x = operand_def(TensorType)
    i = operand_def(TensorType)
    out_grad = operand_def(ArrayType)
    array_grad = result_def(ArrayType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        _check_index(self.i)
        _check_element(self.out_grad, element_of(self.x))
        return (self.out_grad.type, self.x.type)


@irdl_op_definition
class ArrayReadGradOp(PdOp):
    """Gradient of `array_read`: an array with out_grad at position i and nothing else."""

    name = "pd_op.array_read_grad"
    i = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    array_grad = result_def(ArrayType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        _check_index(self.i)
        return (ArrayType(element_of(self.out_grad)),)


class _PopOp(PdOp):
    input = operand_def(ArrayType)
    index = integer32(-1)
    array_out = result_def(ArrayType)
    out = result_def(TensorType)

    def infer(self) -> Types:
        return (self.input.type, tensor(_element(self.input), shape_of(self.out)))


@irdl_op_definition
class ArrayTakeOp(_PopOp):
    """The array without the tensor at `index` (negative: from the end), and that tensor."""

    name = "pd_op.array_take"
    traits = traits_def(Pure())


@irdl_op_definition
class ArrayPopOp(_PopOp):
    """Takes the tensor at `index` out of the array itself."""

    name = "pd_op.array_pop"
    traits = traits_def(MemoryWriteEffect(), InPlace(ArrayTakeOp, array_out="input"))


@irdl_op_definition
class ArrayTakeGradOp(PdOp):
    """Gradient of `array_take`: array_out_grad with out_grad put back in at `index`."""

    name = "pd_op.array_take_grad"
    input = operand_def(ArrayType)
    array_out_grad = operand_def(ArrayType)
    out_grad = operand_def(TensorType)
    index = integer32(-1)
    input_grad = result_def(ArrayType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class ArrayToTensorOp(PdOp):
    """All tensors of an array stacked or concatenated along `axis`, and the size of each there
    (an int32 vector)."""

    name = "pd_op.array_to_tensor"
    x = operand_def(ArrayType)
    axis = integer32(0)
    use_stack = flag(False)
    out = result_def(TensorType)
    out_index = result_def(TensorType)
    traits = traits_def(MemoryReadEffect())

    def infer(self) -> Types:
        return (tensor(_element(self.x), shape_of(self.out)), tensor(i32, [DYNAMIC]))


@irdl_op_definition
class TensorToArrayOp(PdOp):
    """Gradient of `array_to_tensor`: out_grad cut into an array of the same shapes as x."""

    name = "pd_op.tensor_to_array"
    x = operand_def(ArrayType)
    out_grad = operand_def(TensorType)
    axis = integer32(0)
    use_stack = flag(False)
    x_grad = result_def(ArrayType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SliceArrayOp(PdOp):
    """The tensors from position `starts` up to `ends`."""

    name = "pd_op.slice_array"
    input = operand_def(ArrayType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    out = result_def(ArrayType)
    traits = traits_def(MemoryReadEffect())

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class SliceArrayGradOp(PdOp):
    """Gradient of `slice_array`: the elements of out_grad, back at their positions."""

    name = "pd_op.slice_array_grad"
    input = operand_def(ArrayType)
    out_grad = operand_def(ArrayType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    input_grad = result_def(ArrayType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class SliceArrayDenseOp(PdOp):
    """The tensor at position `starts`."""

    name = "pd_op.slice_array_dense"
    input = operand_def(ArrayType)
    starts = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(MemoryReadEffect())

    def infer(self) -> Types:
        _check_index(self.starts)
        return (tensor(_element(self.input), shape_of(self.out)),)


@irdl_op_definition
class AddNArrayOp(PdOp):
    """The sum of arrays, element by element; a missing element counts as zero."""

    name = "pd_op.add_n_array"
    inputs = operand_def(TupleType)
    out = result_def(ArrayType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        assert isinstance(self.inputs.type, TupleType)
        return (self.inputs.type.types.data[0],)


OPERATIONS = [
    CreateArrayOp,
    CreateArrayLikeOp,
    ArrayLengthOp,
    ArrayReadOp,
    ArrayReadGradOp,
    ArrayWriteOp,
    ArrayWriteInPlaceOp,
    ArrayWriteGradOp,
    ArrayPopOp,
    ArrayTakeOp,
    ArrayTakeGradOp,
    ArrayToTensorOp,
    TensorToArrayOp,
    SliceArrayOp,
    SliceArrayGradOp,
    SliceArrayDenseOp,
    AddNArrayOp,
]
