"""The elements of tensors in other places: turned round, shifted, repeated, spread."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import FixedBitwidthType, TensorType, TupleType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ShapeOnly,
    Types,
    broadcast,
    element_of,
    integer32,
    integer64,
    integers32,
    integers64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
    vec_type,
)
from .creation import constant_integers
from .joining import tensors_of
from .shape import ShapeGradOp, dims_of, reshaped


@irdl_op_definition
class FlipOp(PdOp):
    """x turned round on the axes `axis`."""

    name = "pd_op.flip"
    x = operand_def(TensorType)
    axis = integers32()
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        for axis in python_value(self.axis):
            normalize_axis(axis, len(shape_of(self.x)))
        return (self.x.type,)


@irdl_op_definition
class ReverseOp(PdOp):
    """As `flip`, the axes an operand."""

    name = "pd_op.reverse"
    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        for axis in constant_integers(self.axis) or ():
            normalize_axis(axis, len(shape_of(self.x)))
        return (self.x.type,)


@irdl_op_definition
class RollOp(PdOp):
    """x moved on by `shifts` places on the axes `axis`, what leaves one end coming in at the other;
    without axes, x is moved as one vector."""

    name = "pd_op.roll"
    x = operand_def(TensorType)
    shifts = operand_def(TensorType)
    axis = integers64([])
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes, shifts = python_value(self.axis), dims_of(self.shifts)
        for axis in axes:
            normalize_axis(axis, len(shape_of(self.x)))
        if shifts is not None and len(shifts) != max(len(axes), 1):
            raise VerifyException(f"{len(shifts)} shifts for {len(axes)} axes")
        return (self.x.type,)


@irdl_op_definition
class RollGradOp(PdOp):
    """Gradient of `roll`: out_grad moved back."""

    name = "pd_op.roll_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    shifts = operand_def(TensorType)
    axis = integers64([])
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class TileOp(PdOp):
    """x repeated side by side, `repeat_times` on each axis, counted from the last one."""

    name = "pd_op.tile"
    x = operand_def(TensorType)
    repeat_times = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        repeats = dims_of(self.repeat_times)
        if repeats is None:
            return (self.out.type,)
        if constant_integers(self.repeat_times) is not None and min(repeats, default=0) < 0:
            raise VerifyException(f"cannot repeat a tensor {list(repeats)} times")
        dims, repeats = aligned(shape_of(self.x), repeats)
        tiled = (
            DYNAMIC if DYNAMIC in (dim, times) else dim * times
            for dim, times in zip(dims, repeats, strict=True)
        )
        return (tensor(element_of(self.x), list(tiled)),)


def aligned(dims: Sequence[int], repeats: Sequence[int]) -> tuple[list[int], list[int]]:
    """Dims and repeats with ones in front, so that there are as many of both."""
    rank = max(len(dims), len(repeats))
    return (
        [1] * (rank - len(dims)) + list(dims),
        [1] * (rank - len(repeats)) + list(repeats),
    )


@irdl_op_definition
class TileGradOp(PdOp):
    """Gradient of `tile`: the repetitions added up."""

    name = "pd_op.tile_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    repeat_times = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class RepeatInterleaveOp(PdOp):
    """Each slice of x along `axis` `repeats` times over."""

    name = "pd_op.repeat_interleave"
    x = operand_def(TensorType)
    repeats = integer32(1)
    axis = integer32(0)
    output_size = integer64(-1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        dims, repeats = list(shape_of(self.x)), python_value(self.repeats)
        axis = normalize_axis(python_value(self.axis), len(dims))
        if not dims or repeats < 0:
            raise VerifyException(f"cannot repeat a tensor of rank {len(dims)} {repeats} times")
        if dims[axis] != DYNAMIC:
            dims[axis] *= repeats
        return (tensor(element_of(self.x), dims),)


@irdl_op_definition
class RepeatInterleaveGradOp(PdOp):
    """Gradient of `repeat_interleave`: the repetitions added up."""

    name = "pd_op.repeat_interleave_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    repeats = integer32(1)
    axis = integer32(0)
    output_size = integer64(-1)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class RepeatInterleaveWithTensorIndexOp(PdOp):
    """Each slice of x along `axis` as often as its number in `repeats` says; `output_size` is how
    many that makes, -1 where a run tells."""

    name = "pd_op.repeat_interleave_with_tensor_index"
    x = operand_def(TensorType)
    repeats = operand_def(TensorType)
    axis = integer32(0)
    output_size = integer64(-1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        dims = list(shape_of(self.x))
        axis = normalize_axis(python_value(self.axis), len(dims))
        if not dims:
            raise VerifyException("cannot repeat slices of a tensor of rank 0")
        dims[axis] = python_value(self.output_size)
        return (tensor(element_of(self.x), dims),)


@irdl_op_definition
class RepeatInterleaveWithTensorIndexGradOp(PdOp):
    """Gradient of `repeat_interleave_with_tensor_index`: the repetitions added up."""

    name = "pd_op.repeat_interleave_with_tensor_index_grad"
    x = operand_def(TensorType)
    repeats = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(0)
    output_size = integer64(-1)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class BroadcastTensorsOp(PdOp):
    """The tensors of a vec, all broadcast to one shape."""

    name = "pd_op.broadcast_tensors"
    input = operand_def(TupleType)
    out = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        types = tensors_of(self.input)
        shape = broadcast(*(shape_of(type_) for type_ in types))
        return (vec_type(tensor(element_of(type_), shape) for type_ in types),)


@irdl_op_definition
class BroadcastTensorsGradOp(PdOp):
    """Gradient of `broadcast_tensors`: each cotangent summed back to the shape of its tensor."""

    name = "pd_op.broadcast_tensors_grad"
    input = operand_def(TupleType)
    out_grad = operand_def(TupleType)
    input_grad = result_def(TupleType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class MeshgridOp(PdOp):
    """Vectors (or numbers) spread to a grid that has an axis for each of them."""

    name = "pd_op.meshgrid"
    inputs = operand_def(TupleType)
    out = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        types = tensors_of(self.inputs)
        shapes = [shape_of(type_) for type_ in types]
        if any(len(shape) > 1 for shape in shapes):
            raise VerifyException(f"meshgrid takes vectors, not tensors of shapes {shapes}")
        grid = [shape[0] if shape else 1 for shape in shapes]
        return (vec_type(tensor(element_of(type_), grid) for type_ in types),)


@irdl_op_definition
class MeshgridGradOp(PdOp):
    """Gradient of `meshgrid`: each cotangent summed over the axes of the others."""

    name = "pd_op.meshgrid_grad"
    inputs = operand_def(TupleType)
    out_grad = operand_def(TupleType)
    inputs_grad = result_def(TupleType)
    traits = traits_def(Pure(), ShapeOnly("inputs"))

    def infer(self) -> Types:
        return (self.inputs.type,)


@irdl_op_definition
class AsStridedOp(PdOp):
    """out[i, j, ...], of the shape `dims`, is the element at i * stride[0] + j * stride[1] + ... of
    the input; `offset`, in bytes as in Paddle, says where to begin."""

    name = "pd_op.as_strided"
    input = operand_def(TensorType)
    dims = integers64([])
    stride = integers64([])
    offset = integer64(0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        dims, stride = python_value(self.dims), python_value(self.stride)
        if len(dims) != len(stride):
            raise VerifyException(f"{len(dims)} dims and {len(stride)} strides")
        shape = shape_of(self.input)
        ends = [(d - 1) * s for d, s in zip(dims, stride, strict=True)]
        first, last = sum(min(end, 0) for end in ends), sum(max(end, 0) for end in ends)
        if DYNAMIC not in shape and 0 not in dims:
            start = python_value(self.offset) // bytes_of(element_of(self.input))
            if start + first < 0 or start + last >= math.prod(shape):
                raise VerifyException(f"dims {list(dims)} reach beyond the elements of the input")
        return (tensor(element_of(self.input), dims),)


@irdl_op_definition
class AsStridedGradOp(PdOp):
    """Gradient of `as_strided`: out_grad added up where the elements came from."""

    name = "pd_op.as_strided_grad"
    input = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    dims = integers64([])
    stride = integers64([])
    offset = integer64(0)
    input_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class ViewShapeOp(PdOp):
    """The elements of the input in another shape, of which one dim may be -1."""

    name = "pd_op.view_shape"
    input = operand_def(TensorType)
    dims = integers64([])
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        dims = reshaped(shape_of(self.input), python_value(self.dims))
        return (tensor(element_of(self.input), dims),)


@irdl_op_definition
class ViewShapeGradOp(PdOp):
    """Gradient of `view_shape`."""

    name = "pd_op.view_shape_grad"
    input = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    dims = integers64([])
    input_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class ViewDtypeOp(PdOp):
    """The bytes of the input read as another element type: a wider one takes several elements of
    the last axis, a narrower one makes several."""

    name = "pd_op.view_dtype"
    input = operand_def(TensorType)
    dtype = prop_def(Attribute)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        *outer, last = shape_of(self.input) or (1,)
        old, new = bytes_of(element_of(self.input)), bytes_of(self.dtype)
        if last != DYNAMIC and last * old % new:
            raise VerifyException(f"rows of {last * old} bytes are no elements of {new} bytes")
        if old == new:
            return (tensor(self.dtype, shape_of(self.input)),)
        return (tensor(self.dtype, [*outer, last if last == DYNAMIC else last * old // new]),)


def bytes_of(element: Attribute) -> int:
    """The size of an element."""
    if not isinstance(element, FixedBitwidthType):
        raise VerifyException(f"{element} has no fixed size")
    return max(element.bitwidth // 8, 1)


@irdl_op_definition
class TransLayoutOp(PdOp):
    """x with its axes in the order `perm`."""

    name = "pd_op.trans_layout"
    x = operand_def(TensorType)
    perm = integers32()
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        perm: tuple[int, ...] = python_value(self.perm)
        if sorted(axis % max(len(shape), 1) for axis in perm) != list(range(len(shape))):
            raise VerifyException(f"perm {list(perm)} is not an order of {len(shape)} axes")
        return (tensor(element_of(self.x), [shape[axis] for axis in perm]),)


@irdl_op_definition
class TransLayoutGradOp(ShapeGradOp):
    """Gradient of `trans_layout`: the axes back in their order."""

    name = "pd_op.trans_layout_grad"
    perm = integers32()


OPERATIONS: list[type[Operation]] = [
    FlipOp,
    ReverseOp,
    RollOp,
    RollGradOp,
    TileOp,
    TileGradOp,
    RepeatInterleaveOp,
    RepeatInterleaveGradOp,
    RepeatInterleaveWithTensorIndexOp,
    RepeatInterleaveWithTensorIndexGradOp,
    BroadcastTensorsOp,
    BroadcastTensorsGradOp,
    MeshgridOp,
    MeshgridGradOp,
    AsStridedOp,
    AsStridedGradOp,
    ViewShapeOp,
    ViewShapeGradOp,
    ViewDtypeOp,
    TransLayoutOp,
    TransLayoutGradOp,
]
