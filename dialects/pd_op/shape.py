"""Shapes: the same elements, arranged or typed another way."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import DenseArrayBase, TensorType, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    OPTIONAL_OPERANDS,
    Cheap,
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    as_tensor,
    broadcast,
    compatible,
    element_of,
    integer32,
    integers32,
    integers64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)
from .creation import constant_integers, constant_value


def dims_of(value: SSAValue) -> tuple[int, ...] | None:
    """The dims that a constant operand says; when it is not constant, that many dynamic ones;
    None when not even their number is known."""
    found = constant_integers(value)
    if found is not None:
        return found
    length = shape_of(value)
    return None if not length or length[0] == DYNAMIC else (DYNAMIC,) * length[0]


class ShapeGradOp(PdOp):
    """x_grad: out_grad brought back into the shape of x, of which nothing else is read."""

    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class CastOp(PdOp):
    """x with another element type."""

    name = "pd_op.cast"
    x = operand_def(TensorType)
    dtype = prop_def(Attribute)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        if as_tensor(self.dtype) is not None:
            raise VerifyException(f"dtype is an element type, not {self.dtype}")
        return (tensor(self.dtype, shape_of(self.x)),)


@irdl_op_definition
class CastGradOp(ShapeGradOp):
    """Gradient of `cast`: out_grad with the element type of x."""

    name = "pd_op.cast_grad"


@irdl_op_definition
class ReshapeOp(PdOp):
    """The elements of x in another shape; in `shape`, 0 keeps a dim of x and -1 is what is left."""

    name = "pd_op.reshape"
    x = operand_def(TensorType)
    shape = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        wanted = dims_of(self.shape)
        if wanted is None:
            return (self.out.type,)
        if wanted.count(-1) > 1 and constant_integers(self.shape) is not None:
            raise VerifyException(f"only one dim of {list(wanted)} can be what is left")
        return (tensor(element_of(self.x), reshaped(shape_of(self.x), wanted)),)


def reshaped(shape: Sequence[int], wanted: Sequence[int]) -> tuple[int, ...]:
    """The shape that `reshape` gives, a dim dynamic where a run decides."""
    keeps = 0 not in shape
    dims = [shape[i] if d == 0 and keeps and i < len(shape) else d for i, d in enumerate(wanted)]
    size = None if DYNAMIC in shape else math.prod(shape)
    if dims.count(DYNAMIC) == 1 and size is not None:
        rest = math.prod(d for d in dims if d != DYNAMIC)
        if rest and size % rest:
            raise VerifyException(f"{list(shape)} does not reshape to {list(wanted)}")
        dims[dims.index(DYNAMIC)] = size // rest if rest else 0
    if size is not None and DYNAMIC not in dims and math.prod(dims) != size:
        raise VerifyException(f"{list(shape)} does not reshape to {list(wanted)}")
    return tuple(dims)


@irdl_op_definition
class ReshapeGradOp(ShapeGradOp):
    """Gradient of `reshape`."""

    name = "pd_op.reshape_grad"


@irdl_op_definition
class TransposeOp(PdOp):
    """x with its axes in the order `perm`."""

    name = "pd_op.transpose"
    x = operand_def(TensorType)
    perm = integers32()
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(element_of(self.x), _permuted(shape_of(self.x), self.perm)),)


@irdl_op_definition
class TransposeGradOp(PdOp):
    """Gradient of `transpose`: the axes back in their order."""

    name = "pd_op.transpose_grad"
    out_grad = operand_def(TensorType)
    perm = integers32()
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.out_grad)
        inverse = [0] * len(shape)
        for place, axis in enumerate(_axes(self.perm, len(shape))):
            inverse[axis] = place
        return (tensor(element_of(self.out_grad), [shape[i] for i in inverse]),)


def _axes(perm: DenseArrayBase, rank: int) -> list[int]:
    axes = [normalize_axis(int(a), rank, "perm") for a in python_value(perm)]
    if sorted(axes) != list(range(rank)):
        raise VerifyException(f"perm {axes} is not an order of {rank} axes")
    return axes


def _permuted(shape: Sequence[int], perm: DenseArrayBase) -> list[int]:
    return [shape[axis] for axis in _axes(perm, len(shape))]


@irdl_op_definition
class SqueezeOp(PdOp):
    """x without those of the axes that are 1. A dynamic dim among them is taken to be 1; when
    `axis` is empty, all axes go that are known to be 1."""

    name = "pd_op.squeeze"
    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        given = constant_integers(self.axis)
        if given is None:
            return (self.out.type,)
        if not given:
            return (tensor(element_of(self.x), [dim for dim in shape if dim != 1]),)
        gone = {normalize_axis(axis, len(shape)) for axis in given}
        kept = [dim for i, dim in enumerate(shape) if i not in gone or dim not in (1, DYNAMIC)]
        return (tensor(element_of(self.x), kept),)


@irdl_op_definition
class UnsqueezeOp(PdOp):
    """x with axes of 1 at the positions `axis` of the result."""

    name = "pd_op.unsqueeze"
    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes = constant_integers(self.axis)
        if axes is None:
            return (self.out.type,)
        shape = list(shape_of(self.x))
        for axis in axes:
            place = normalize_axis(axis, len(shape) + 1)
            shape.insert(place, 1)
        return (tensor(element_of(self.x), shape),)


class AxisGradOp(PdOp):
    """As `ShapeGradOp`; Paddle hands the axes on too."""

    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SqueezeGradOp(AxisGradOp):
    """Gradient of `squeeze`."""

    name = "pd_op.squeeze_grad"


@irdl_op_definition
class UnsqueezeGradOp(AxisGradOp):
    """Gradient of `unsqueeze`."""

    name = "pd_op.unsqueeze_grad"


@irdl_op_definition
class FlattenOp(PdOp):
    """x with the axes from `start_axis` to `stop_axis` made one."""

    name = "pd_op.flatten"
    x = operand_def(TensorType)
    start_axis = integer32(1)
    stop_axis = integer32(1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        if not shape:
            return (tensor(element_of(self.x), [1]),)
        start = normalize_axis(python_value(self.start_axis), len(shape), "start_axis")
        stop = normalize_axis(python_value(self.stop_axis), len(shape), "stop_axis")
        if stop < start:
            raise VerifyException(f"stop_axis {stop} is before start_axis {start}")
        middle = shape[start : stop + 1]
        size = DYNAMIC if DYNAMIC in middle else math.prod(middle)
        return (tensor(element_of(self.x), [*shape[:start], size, *shape[stop + 1 :]]),)


@irdl_op_definition
class FlattenGradOp(ShapeGradOp):
    """Gradient of `flatten`."""

    name = "pd_op.flatten_grad"


@irdl_op_definition
class ExpandOp(PdOp):
    """x broadcast to `shape`; -1 keeps a dim of x."""

    name = "pd_op.expand"
    x = operand_def(TensorType)
    shape = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        wanted = dims_of(self.shape)
        if wanted is None:
            return (self.out.type,)
        shape = shape_of(self.x)
        lead = len(wanted) - len(shape)
        if lead < 0:
            raise VerifyException(f"{list(shape)} does not expand to {list(wanted)}")
        given = isinstance(constant_value(self.shape), tuple)
        if given and DYNAMIC in wanted[:lead]:
            raise VerifyException(f"{list(shape)} has no dims to keep in front of {list(wanted)}")
        dims = [
            shape[i - lead] if d == -1 and i >= lead and given else d for i, d in enumerate(wanted)
        ]
        if given and broadcast(shape, dims) != tuple(dims) and DYNAMIC not in shape:
            raise VerifyException(f"{list(shape)} does not expand to {list(wanted)}")
        return (tensor(element_of(self.x), dims),)


@irdl_op_definition
class ExpandGradOp(PdOp):
    """Gradient of `expand`: out_grad summed back to the shape of x."""

    name = "pd_op.expand_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    shape = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class ExpandAsOp(PdOp):
    """x broadcast to the shape of y, or to `target_shape` when there is no y."""

    name = "pd_op.expand_as"
    irdl_options = OPTIONAL_OPERANDS
    x = operand_def(TensorType)
    y = opt_operand_def(TensorType)
    target_shape = integers64([])
    out = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("y"))

    def infer(self) -> Types:
        dims = python_value(self.target_shape) if self.y is None else shape_of(self.y)
        shape = shape_of(self.x)
        if len(shape) > len(dims) or not compatible(
            tensor(element_of(self.x), broadcast(shape, dims)), tensor(element_of(self.x), dims)
        ):
            raise VerifyException(f"{list(shape)} does not expand to {list(dims)}")
        return (tensor(element_of(self.x), dims),)


@irdl_op_definition
class ExpandAsGradOp(ShapeGradOp):
    """Gradient of `expand_as`: out_grad summed back to the shape of x."""

    name = "pd_op.expand_as_grad"
    target_shape = integers64([])


@irdl_op_definition
class Shape64Op(PdOp):
    """The shape of a tensor as an int64 vector."""

    name = "pd_op.shape64"
    input = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (tensor(i64, [len(shape_of(self.input))]),)


@irdl_op_definition
class ShapeOp(PdOp):
    """The shape of a tensor as an int32 vector."""

    name = "pd_op.shape"
    input = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (tensor(i32, [len(shape_of(self.input))]),)


@irdl_op_definition
class NumelOp(PdOp):
    """The number of elements: a 0-d int64 tensor."""

    name = "pd_op.numel"
    x = operand_def(TensorType)
    size = result_def(TensorType)
    traits = traits_def(Pure(), Cheap(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (tensor(i64, []),)


OPERATIONS: list[type[Operation]] = [
    CastOp,
    CastGradOp,
    ReshapeOp,
    ReshapeGradOp,
    TransposeOp,
    TransposeGradOp,
    SqueezeOp,
    SqueezeGradOp,
    UnsqueezeOp,
    UnsqueezeGradOp,
    FlattenOp,
    FlattenGradOp,
    ExpandOp,
    ExpandGradOp,
    ExpandAsOp,
    ExpandAsGradOp,
    Shape64Op,
    ShapeOp,
    NumelOp,
]
