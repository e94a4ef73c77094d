"""Filled tensors, and copies of tensors."""

from __future__ import annotations

import math
from typing import cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    TensorType,
    TupleType,
    f32,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Cheap,
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    element_type,
    float32,
    float64,
    integer32,
    integers32,
    integers64,
    normalize_axis,
    shape_of,
    string,
    tensor,
)
from .creation import constant_value


def dims_from(shape: SSAValue) -> tuple[int, ...]:
    """The dimensions that a shape operand gives: a vector of integers, or a vec of numbers."""
    if isinstance(shape.type, TupleType):
        return (DYNAMIC,) * len(shape.type.types)
    known = constant_value(shape)
    if isinstance(known, int):
        return (known,)
    if known is not None:
        return known
    (rank,) = shape_of(shape) or (1,)
    if rank == DYNAMIC:
        raise VerifyException("the rank of the result is unknown: write the result type out")
    return (DYNAMIC,) * rank


def check_one(value: SSAValue, name: str) -> None:
    """Refuses an operand that has more or less than one element."""
    if any(dim not in (1, DYNAMIC) for dim in shape_of(value)):
        raise VerifyException(f"{name} must have one element, got {value.type}")


def forget_length(buffer: SSAValue) -> None:
    """Makes the type of a result a vector of unknown length: Paddle declares as empty what it
    fills when the program runs."""
    if isinstance(buffer.type, TensorType):
        object.__setattr__(buffer, "_type", tensor(element_of(buffer), [DYNAMIC]))


def whole_numbers(values: Attribute) -> tuple[int, ...]:
    """The integers of a list attribute, however it is stored."""
    if isinstance(values, DenseArrayBase):
        return tuple(int(value) for value in values.get_values())
    return tuple(int(value) for value in numbers(values))


def numbers(values: Attribute) -> list[float]:
    """The numbers of a list attribute, however it is stored."""
    if isinstance(values, DenseArrayBase):
        return list(values.get_values())
    if not isinstance(values, ArrayAttr):
        raise VerifyException(f"expected a list of numbers, got {values}")
    found: list[float] = []
    for value in cast("ArrayAttr[Attribute]", values).data:
        if not isinstance(value, IntegerAttr | FloatAttr):
            raise VerifyException(f"expected a list of numbers, found {value} in it")
        found.append(value.value.data)
    return found


# --- filled ----------------------------------------------------------------------------------


class ShapedOp(PdOp):
    """A tensor of the `shape` attribute, float32 unless `dtype` says otherwise."""

    shape = integers64()
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        element = f32 if self.dtype is None else self.dtype
        return (tensor(element, list(self.shape.get_values())),)


@irdl_op_definition
class ZerosOp(ShapedOp):
    """A tensor of zeros."""

    name = "pd_op.zeros"


@irdl_op_definition
class OnesOp(ShapedOp):
    """A tensor of ones."""

    name = "pd_op.ones"


class LikeOp(PdOp):
    """A tensor of the shape of x, and of its element type unless `dtype` says otherwise."""

    x = operand_def(TensorType)
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        element = element_of(self.x) if self.dtype is None else self.dtype
        return (tensor(element, shape_of(self.x)),)


@irdl_op_definition
class ZerosLikeOp(LikeOp):
    """Zeros of the shape of x."""

    name = "pd_op.zeros_like"


@irdl_op_definition
class OnesLikeOp(LikeOp):
    """Ones of the shape of x."""

    name = "pd_op.ones_like"


@irdl_op_definition
class EmptyLikeOp(LikeOp):
    """A tensor of the shape of x whose elements do not matter (they are 0)."""

    name = "pd_op.empty_like"


@irdl_op_definition
class EmptyOp(PdOp):
    """A tensor whose elements do not matter (they are 0)."""

    name = "pd_op.empty"
    shape = operand_def()
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        return (tensor(f32 if self.dtype is None else self.dtype, dims_from(self.shape)),)


@irdl_op_definition
class FullWithTensorOp(PdOp):
    """A tensor of `shape` with every element `value` (a one-element tensor)."""

    name = "pd_op.full_with_tensor"
    value = operand_def(TensorType)
    shape = operand_def()
    dtype = element_type()
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        check_one(self.value, "value")
        return (tensor(f32 if self.dtype is None else self.dtype, dims_from(self.shape)),)


@irdl_op_definition
class FullBatchSizeLikeOp(PdOp):
    """A tensor of `shape` with every element `value`, but with dim `output_dim_idx` taken from
    dim `input_dim_idx` of the operand."""

    name = "pd_op.full_batch_size_like"
    input = operand_def(TensorType)
    shape = integers32()
    dtype = element_type()
    value = float64(0.0)
    input_dim_idx = integer32(0)
    output_dim_idx = integer32(0)
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        element = f32 if self.dtype is None else self.dtype
        return (tensor(element, batch_size_like(self.input, self)),)


def batch_size_like(input: SSAValue, op: Operation) -> list[int]:
    """The `shape` attribute with one dim taken from the operand."""
    given = shape_of(input)
    shape = list(whole_numbers(op.properties["shape"]))
    source, target = (_integer(op, name) for name in ("input_dim_idx", "output_dim_idx"))
    source = normalize_axis(source, len(given), "input_dim_idx")
    shape[normalize_axis(target, len(shape), "output_dim_idx")] = given[source]
    return shape


def _integer(op: Operation, name: str) -> int:
    found = op.properties.get(name)
    return found.value.data if isinstance(found, IntegerAttr) else 0


@irdl_op_definition
class FillOp(PdOp):
    """A tensor like x with every element `value` (a one-element tensor)."""

    name = "pd_op.fill"
    x = operand_def(TensorType)
    value = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        check_one(self.value, "value")
        return (self.x.type,)


@irdl_op_definition
class FillGradOp(PdOp):
    """Gradient of `fill` with respect to x: zero."""

    name = "pd_op.fill_grad"
    out_grad = operand_def(TensorType)
    value = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("out_grad", "value"))

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class AssignValueOp(PdOp):
    """A constant tensor of `shape` whose elements are `values`."""

    name = "pd_op.assign_value"
    shape = prop_def(Attribute)
    dtype = element_type()
    values = prop_def(Attribute)
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        shape, values = whole_numbers(self.shape), numbers(self.values)
        if math.prod(shape) != len(values):
            raise VerifyException(f"{len(values)} values do not fill the shape {list(shape)}")
        return (tensor(f32 if self.dtype is None else self.dtype, shape),)


# --- copies ----------------------------------------------------------------------------------


class CopyOp(PdOp):
    """out = x."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class AssignOp(CopyOp):
    """out = x, a tensor of its own."""

    name = "pd_op.assign"


@irdl_op_definition
class ShareDataOp(CopyOp):
    """out = x; Paddle's `detach`, where the result carries the mark that stops the gradient."""

    name = "pd_op.share_data"


class CopyGradOp(PdOp):
    """x_grad = out_grad."""

    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class AssignGradOp(CopyGradOp):
    """Gradient of `assign`."""

    name = "pd_op.assign_grad"


@irdl_op_definition
class AssignOutGradOp(CopyGradOp):
    """Gradient of `assign_out_` with respect to what was written."""

    name = "pd_op.assign_out__grad"


@irdl_op_definition
class IncrementOp(PdOp):
    """out = x + value, of one element."""

    name = "pd_op.increment"
    x = operand_def(TensorType)
    value = float32(1.0)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        check_one(self.x, "x")
        return (self.x.type,)


OPERATIONS: list[type[Operation]] = [
    ZerosOp,
    OnesOp,
    ZerosLikeOp,
    OnesLikeOp,
    EmptyLikeOp,
    EmptyOp,
    FullWithTensorOp,
    FullBatchSizeLikeOp,
    FillOp,
    FillGradOp,
    AssignValueOp,
    AssignOp,
    ShareDataOp,
    AssignGradOp,
    AssignOutGradOp,
    IncrementOp,
]
