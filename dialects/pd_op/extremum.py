"""Largest and smallest elements along axes, and where they are.

Elements that tie share the cotangent evenly, as in Paddle. A NaN is larger and smaller than
anything: it is the result, and the gradient is NaN there.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    integer64,
    integers64,
    python_value,
    shape_of,
    tensor,
)
from .creation import constant_integers
from .reduction import AxisReductionOp, ListedReductionOp, reduced_shape


def some_elements(types: Types, x: SSAValue, axes: Sequence[int] | None) -> Types:
    """The result types, checked: there is no extremum of no elements (axes: empty for all)."""
    shape = shape_of(x)
    for axis in () if axes is None else (axes or range(len(shape))):
        if shape and shape[axis] == 0:
            raise VerifyException(f"there is no extremum along the axis {axis} of {list(shape)}")
    return types


class ExtremumGradOp(PdOp):
    """x_grad: out_grad shared by the elements of x that equal out."""

    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    keepdim = flag(False)
    reduce_all = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


class ListedExtremumGradOp(PdOp):
    """As `ExtremumGradOp`, the axes an attribute."""

    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integers64([])
    keepdim = flag(False)
    reduce_all = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class MaxOp(AxisReductionOp):
    """The largest element over `axis`."""

    name = "pd_op.max"

    def infer(self) -> Types:
        return some_elements(super().infer(), self.x, constant_integers(self.axis))


@irdl_op_definition
class MaxGradOp(ExtremumGradOp):
    """Gradient of `max`."""

    name = "pd_op.max_grad"


@irdl_op_definition
class MinOp(AxisReductionOp):
    """The smallest element over `axis`."""

    name = "pd_op.min"

    def infer(self) -> Types:
        return some_elements(super().infer(), self.x, constant_integers(self.axis))


@irdl_op_definition
class MinGradOp(ExtremumGradOp):
    """Gradient of `min`."""

    name = "pd_op.min_grad"


@irdl_op_definition
class AmaxOp(ListedReductionOp):
    """The largest element over `axis`."""

    name = "pd_op.amax"

    def infer(self) -> Types:
        return some_elements(super().infer(), self.x, python_value(self.axis))


@irdl_op_definition
class AmaxGradOp(ListedExtremumGradOp):
    """Gradient of `amax`."""

    name = "pd_op.amax_grad"


@irdl_op_definition
class AminOp(ListedReductionOp):
    """The smallest element over `axis`."""

    name = "pd_op.amin"

    def infer(self) -> Types:
        return some_elements(super().infer(), self.x, python_value(self.axis))


@irdl_op_definition
class AminGradOp(ListedExtremumGradOp):
    """Gradient of `amin`."""

    name = "pd_op.amin_grad"


class ArgOp(PdOp):
    """The first place of an extremum along `axis`, or in all of x with `flatten`; NaN is passed
    over. Places are counted in `dtype`, int64 or int32."""

    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    keepdims = flag(False)
    flatten = flag(False)
    dtype = prop_def(Attribute, default_value=i64)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if self.dtype not in (i32, i64):
            raise VerifyException(f"places are counted in i32 or i64, not in {self.dtype}")
        axes = () if python_value(self.flatten) else constant_integers(self.axis)
        keepdims = python_value(self.keepdims)
        if axes is None and not keepdims:
            return (self.out.type,)
        types = (tensor(self.dtype, reduced_shape(shape_of(self.x), axes, keepdims)),)
        return some_elements(types, self.x, axes)


@irdl_op_definition
class ArgmaxOp(ArgOp):
    """The first place of the largest element."""

    name = "pd_op.argmax"


@irdl_op_definition
class ArgminOp(ArgOp):
    """The first place of the smallest element."""

    name = "pd_op.argmin"


class WithIndexOp(PdOp):
    """An extremum along `dim`, or of all of x with `flatten`, and its first place (int64)."""

    x = operand_def(TensorType)
    dim = integer64(0)
    keepdim = flag(False)
    flatten = flag(False)
    values = result_def(TensorType)
    indices = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes = () if python_value(self.flatten) else (python_value(self.dim),)
        shape = reduced_shape(shape_of(self.x), axes, python_value(self.keepdim), "dim")
        return (tensor(element_of(self.x), shape), tensor(i64, shape))


class WithIndexGradOp(PdOp):
    """x_grad: values_grad at the place `indices`, zero elsewhere."""

    x = operand_def(TensorType)
    values = operand_def(TensorType)
    indices = operand_def(TensorType)
    values_grad = operand_def(TensorType)
    dim = integer64(0)
    keepdim = flag(False)
    flatten = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "values"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class MaxWithIndexOp(WithIndexOp):
    """The largest element along `dim` and its place."""

    name = "pd_op.max_with_index"


@irdl_op_definition
class MaxWithIndexGradOp(WithIndexGradOp):
    """Gradient of `max_with_index`."""

    name = "pd_op.max_with_index_grad"


@irdl_op_definition
class MinWithIndexOp(WithIndexOp):
    """The smallest element along `dim` and its place."""

    name = "pd_op.min_with_index"


@irdl_op_definition
class MinWithIndexGradOp(WithIndexGradOp):
    """Gradient of `min_with_index`."""

    name = "pd_op.min_with_index_grad"


OPERATIONS: list[type[Operation]] = [
    MaxOp,
    MaxGradOp,
    MinOp,
    MinGradOp,
    AmaxOp,
    AmaxGradOp,
    AminOp,
    AminGradOp,
    ArgmaxOp,
    ArgminOp,
    MaxWithIndexOp,
    MaxWithIndexGradOp,
    MinWithIndexOp,
    MinWithIndexGradOp,
]
