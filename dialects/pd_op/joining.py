"""Joining and cutting: several tensors made one, one made several, parts of one."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, TupleType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Accumulates,
    PdOp,
    ShapeOnly,
    Types,
    compatible,
    element_of,
    integer32,
    integers32,
    integers64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
    vec_type,
)
from .creation import constant_integers, constant_value
from .shape import dims_of


def tensors_of(vec: SSAValue) -> Sequence[Attribute]:
    """The tensor types inside a vec."""
    if not isinstance(vec.type, TupleType) or not vec.type.types.data:
        raise VerifyException(f"expected a vec of tensors, got {vec.type}")
    return vec.type.types.data


def same_elements(types: Sequence[Attribute]) -> Attribute:
    """The element type of tensors that are joined."""
    elements = [element_of(t) for t in types]
    for other in elements:
        if other != elements[0]:
            raise VerifyException(f"tensors of {elements[0]} and of {other} do not join")
    return elements[0]


def axis_of(value: SSAValue, rank: int) -> int | None:
    """A constant axis operand, counted from the front."""
    found = constant_integers(value)
    return None if found is None else normalize_axis(found[0], rank)


@irdl_op_definition
class ConcatOp(PdOp):
    """The tensors of a vec one after the other along `axis`."""

    name = "pd_op.concat"
    x = operand_def(TupleType)
    axis = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        types = tensors_of(self.x)
        shapes = [shape_of(t) for t in types]
        if len({len(shape) for shape in shapes}) > 1:
            raise VerifyException(f"shapes {shapes} have different numbers of axes")
        axis = axis_of(self.axis, len(shapes[0]))
        dims: list[int] = []
        for i, sizes in enumerate(zip(*shapes, strict=True)):
            known = {size for size in sizes if size != DYNAMIC}
            if axis is None or i == axis:
                unknown = axis is None or DYNAMIC in sizes
                dims.append(DYNAMIC if unknown else sum(sizes))
            elif len(known) > 1:
                raise VerifyException(f"shapes {shapes} differ outside the axis {axis}")
            else:
                dims.append(known.pop() if known else DYNAMIC)
        return (tensor(same_elements(types), dims),)


@irdl_op_definition
class ConcatGradOp(PdOp):
    """Gradient of `concat`: out_grad cut into the shapes of x."""

    name = "pd_op.concat_grad"
    x = operand_def(TupleType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    x_grad = result_def(TupleType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class StackOp(PdOp):
    """The tensors of a vec along a new axis."""

    name = "pd_op.stack"
    x = operand_def(TupleType)
    axis = integer32(0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        types = tensors_of(self.x)
        shape = list(shape_of(types[0]))
        axis = normalize_axis(python_value(self.axis), len(shape) + 1)
        element = same_elements(types)
        for other in types[1:]:
            if not compatible(other, types[0]):
                raise VerifyException(f"shapes {shape} and {list(shape_of(other))} do not stack")
        shape.insert(axis, len(types))
        return (tensor(element, shape),)


@irdl_op_definition
class StackGradOp(PdOp):
    """Gradient of `stack`: out_grad cut along the axis."""

    name = "pd_op.stack_grad"
    x = operand_def(TupleType)
    out_grad = operand_def(TensorType)
    axis = integer32(0)
    x_grad = result_def(TupleType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SplitOp(PdOp):
    """x cut along `axis` into parts of the sizes `sections` (one may be -1: what is left)."""

    name = "pd_op.split"
    x = operand_def(TensorType)
    sections = operand_def(TensorType)
    axis = operand_def(TensorType)
    out = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        axis, sizes = axis_of(self.axis, len(shape)), dims_of(self.sections)
        if axis is None or sizes is None:
            return (self.out.type,)
        if sizes.count(-1) > 1 and constant_integers(self.sections) is not None:
            raise VerifyException(f"only one of the sections {list(sizes)} can be what is left")
        if sizes.count(DYNAMIC) == 1 and shape[axis] != DYNAMIC:
            rest = shape[axis] - sum(size for size in sizes if size != DYNAMIC)
            if rest < 0:
                raise VerifyException(f"sections {list(sizes)} are more than {shape[axis]}")
            sizes = tuple(rest if size == DYNAMIC else size for size in sizes)
        if DYNAMIC not in (*sizes, shape[axis]) and sum(sizes) != shape[axis]:
            raise VerifyException(f"sections {list(sizes)} do not add up to {shape[axis]}")
        parts = [[*shape[:axis], size, *shape[axis + 1 :]] for size in sizes]
        return (vec_type(tensor(element_of(self.x), part) for part in parts),)


@irdl_op_definition
class SplitWithNumOp(PdOp):
    """x cut along `axis` into `num` equal parts."""

    name = "pd_op.split_with_num"
    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    num = integer32(1)
    out = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, num = shape_of(self.x), python_value(self.num)
        axis = axis_of(self.axis, len(shape))
        if axis is None:
            return (self.out.type,)
        size = shape[axis]
        if num < 1:
            raise VerifyException(f"num is {num}: there is at least one part")
        if size != DYNAMIC and size % num:
            raise VerifyException(f"a dim of {size} does not split into {num} equal parts")
        part = [*shape[:axis], size if size == DYNAMIC else size // num, *shape[axis + 1 :]]
        return (vec_type([tensor(element_of(self.x), part)] * num),)


@irdl_op_definition
class UnbindOp(PdOp):
    """x cut into its slices along `axis`, which goes."""

    name = "pd_op.unbind"
    input = operand_def(TensorType)
    axis = integer32(0)
    out = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.input)
        axis = normalize_axis(python_value(self.axis), len(shape))
        if shape[axis] == DYNAMIC:
            return (self.out.type,)
        part = tensor(element_of(self.input), [*shape[:axis], *shape[axis + 1 :]])
        return (vec_type([part] * shape[axis]),)


@irdl_op_definition
class UnstackOp(PdOp):
    """x cut into its `num` slices along `axis`, which goes."""

    name = "pd_op.unstack"
    x = operand_def(TensorType)
    axis = integer32(0)
    num = integer32(0)
    out = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        axis = normalize_axis(python_value(self.axis), len(shape))
        part = tensor(element_of(self.x), [*shape[:axis], *shape[axis + 1 :]])
        num = python_value(self.num) or shape[axis]
        if shape[axis] not in (num, DYNAMIC):
            raise VerifyException(f"num is {num}, but there are {shape[axis]} slices")
        return (self.out.type if num == DYNAMIC else vec_type([part] * num),)


def sliced(size: int, start: int, end: int, step: int = 1) -> int:
    """How many elements Python's slice takes of a dim."""
    return DYNAMIC if size == DYNAMIC else len(range(*slice(start, end, step).indices(size)))


def one_element(size: int, start: int, end: int, axis: int) -> None:
    """An axis that goes has one element; [-1, 0) is the last."""
    count = 1 if (start, end) == (-1, 0) and size != 0 else sliced(size, start, end)
    if count not in (1, DYNAMIC):
        raise VerifyException(
            f"the axis {axis} goes, but [{start}, {end}) has {count} elements of {size}, not one"
        )


@irdl_op_definition
class SliceOp(PdOp):
    """x[starts:ends] on the axes `axes`; the axes in `decrease_axis` have one element and go."""

    name = "pd_op.slice"
    input = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    axes = integers64()
    infer_flags = integers64([])
    decrease_axis = integers64([])
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = list(shape_of(self.input))
        starts, ends = dims_of(self.starts), dims_of(self.ends)
        axes = [normalize_axis(a, len(shape), "axes") for a in python_value(self.axes)]
        gone = {normalize_axis(a, len(shape)) for a in python_value(self.decrease_axis)}
        for bounds in (starts, ends):
            if bounds is not None and len(bounds) != len(axes):
                raise VerifyException(f"{len(bounds)} bounds for {len(axes)} axes")
        if not gone.issubset(axes):
            raise VerifyException(f"decrease_axis {sorted(gone)} is not among the axes {axes}")
        fixed = constant_value(self.starts) is not None and constant_value(self.ends) is not None
        for i, axis in enumerate(axes):
            if axis in gone:
                if fixed and starts is not None and ends is not None:
                    one_element(shape[axis], starts[i], ends[i], axis)
                shape[axis] = 1
            elif fixed and starts is not None and ends is not None:
                shape[axis] = sliced(shape[axis], starts[i], ends[i])
            else:
                shape[axis] = DYNAMIC
        kept = [dim for i, dim in enumerate(shape) if i not in gone]
        return (tensor(element_of(self.input), kept),)


@irdl_op_definition
class SliceGradOp(PdOp):
    """Gradient of `slice`: out_grad in its place, zeros around it."""

    name = "pd_op.slice_grad"
    input = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    axes = integers64()
    infer_flags = integers64([])
    decrease_axis = integers64([])
    input_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("input"), Accumulates())

    def infer(self) -> Types:
        return (self.input.type,)

    def accumulate(self, base: SSAValue, build: object) -> SSAValue:
        """base + the gradient, written into the slice."""
        add = AddToSliceOp.create(
            operands=[base, self.out_grad, self.starts, self.ends],
            result_types=[base.type],
            properties=dict(self.properties),
        )
        build.emit(add)  # pyright: ignore
        return add.out


@irdl_op_definition
class AddToSliceOp(PdOp):
    """x with `value` added to x[starts:ends]: what a loop that reads slices accumulates with."""

    name = "pd_op.add_to_slice"
    x = operand_def(TensorType)
    value = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    axes = integers64()
    infer_flags = integers64([])
    decrease_axis = integers64([])
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class StridedSliceOp(PdOp):
    """x[starts:ends:strides] on the axes `axes`, as Python has it."""

    name = "pd_op.strided_slice"
    x = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    strides = operand_def(TensorType)
    axes = integers32()
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = list(shape_of(self.x))
        axes = python_value(self.axes)
        starts, ends, strides = map(constant_integers, (self.starts, self.ends, self.strides))
        for found in (starts, ends, strides):
            if found is not None and len(found) != len(axes):
                raise VerifyException(f"{len(found)} bounds or strides for {len(axes)} axes")
        if strides is not None and 0 in strides:
            raise VerifyException("the stride of a slice must not be 0")
        for i, axis in enumerate(axes):
            place = normalize_axis(axis, len(shape), "axes")
            if starts is None or ends is None or strides is None:
                shape[place] = DYNAMIC
            else:
                shape[place] = sliced(shape[place], starts[i], ends[i], strides[i])
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class StridedSliceGradOp(PdOp):
    """Gradient of `strided_slice`: out_grad in its places, zeros elsewhere."""

    name = "pd_op.strided_slice_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    strides = operand_def(TensorType)
    axes = integers32()
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"), Accumulates())

    def infer(self) -> Types:
        return (self.x.type,)

    def accumulate(self, base: SSAValue, build: object) -> SSAValue:
        """base + the gradient, written into the places."""
        add = AddToStridedSliceOp.create(
            operands=[base, self.out_grad, self.starts, self.ends, self.strides],
            result_types=[base.type],
            properties=dict(self.properties),
        )
        build.emit(add)  # pyright: ignore
        return add.out


@irdl_op_definition
class AddToStridedSliceOp(PdOp):
    """x with `value` added to x[starts:ends:strides]."""

    name = "pd_op.add_to_strided_slice"
    x = operand_def(TensorType)
    value = operand_def(TensorType)
    starts = operand_def(TensorType)
    ends = operand_def(TensorType)
    strides = operand_def(TensorType)
    axes = integers32()
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class UnstackGradOp(PdOp):
    """Gradient of `unstack`: the cotangents, stacked."""

    name = "pd_op.unstack_grad"
    out_grad = operand_def(TupleType)
    axis = integer32(0)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        types = tensors_of(self.out_grad)
        shape = list(shape_of(types[0]))
        shape.insert(normalize_axis(python_value(self.axis), len(shape) + 1), len(types))
        return (tensor(element_of(types[0]), shape),)


OPERATIONS: list[type[Operation]] = [
    ConcatOp,
    ConcatGradOp,
    StackOp,
    StackGradOp,
    SplitOp,
    SplitWithNumOp,
    UnbindOp,
    UnstackOp,
    SliceOp,
    SliceGradOp,
    AddToSliceOp,
    StridedSliceOp,
    StridedSliceGradOp,
    AddToStridedSliceOp,
    UnstackGradOp,
]
