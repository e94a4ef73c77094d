"""Reductions over axes, and sums of several tensors.

The axes are an operand, usually a `full_int_array`, or an attribute, as Paddle has it op by op;
empty means all axes.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import IntegerType, TensorType, TupleType, i1, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    compatible,
    element_of,
    element_type,
    flag,
    float64,
    integers32,
    integers64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)
from .creation import constant_integers


def reduced_shape(
    shape: Sequence[int], axes: Sequence[int] | None, keepdim: bool, name: str = "axis"
) -> tuple[int, ...]:
    """The shape after reducing `axes` (empty: all; None: not known, so every dim is dynamic)."""
    if axes is None:
        if not keepdim:
            raise VerifyException(f"{name} is not a constant: write the result type out")
        return tuple(DYNAMIC for _ in shape)
    gone = distinct_axes(axes, len(shape), name) or set(range(len(shape)))
    if keepdim:
        return tuple(1 if i in gone else dim for i, dim in enumerate(shape))
    return tuple(dim for i, dim in enumerate(shape) if i not in gone)


def distinct_axes(axes: Sequence[int], rank: int, name: str = "axis") -> set[int]:
    """The axes, counted from the front; none may be listed twice."""
    found = {normalize_axis(axis, rank, name) for axis in axes}
    if len(found) != len(axes):
        raise VerifyException(f"{name} {list(axes)} lists an axis of a tensor of rank {rank} twice")
    return found


def sum_element(dtype: Attribute | None, x: SSAValue) -> Attribute:
    """The element type of a sum: `dtype`, or that of x, int64 for bools and small integers."""
    if dtype is not None:
        return dtype
    element = element_of(x)
    return i64 if isinstance(element, IntegerType) else element


class AxisReductionOp(PdOp):
    """out = x reduced over `axis`."""

    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    keepdim = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes = constant_integers(self.axis)
        keepdim = python_value(self.keepdim)
        if axes is None and not keepdim:
            return (self.out.type,)
        return (tensor(element_of(self.x), reduced_shape(shape_of(self.x), axes, keepdim)),)


class AxisReductionGradOp(PdOp):
    """x_grad: out_grad spread over the axes that were reduced."""

    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    keepdim = flag(False)
    reduce_all = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


class ListedReductionOp(PdOp):
    """out = x reduced over the axes that the attribute `axis` lists."""

    x = operand_def(TensorType)
    axis = integers64([])
    keepdim = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = reduced_shape(shape_of(self.x), *listed(self))
        return (tensor(element_of(self.x), shape),)


def listed(op: ListedReductionOp | LogsumexpOp) -> tuple[tuple[int, ...], bool]:
    """The axes and `keepdim` of an op that has them as attributes."""
    return python_value(op.axis), python_value(op.keepdim)


@irdl_op_definition
class SumOp(AxisReductionOp):
    """The sum over `axis`; bools and small integers add up in int64, or in `dtype`."""

    name = "pd_op.sum"
    dtype = element_type()

    def infer(self) -> Types:
        (type_,) = super().infer()
        return (tensor(sum_element(self.dtype, self.x), shape_of(type_)),)


@irdl_op_definition
class SumGradOp(AxisReductionGradOp):
    """Gradient of `sum`."""

    name = "pd_op.sum_grad"


@irdl_op_definition
class MeanOp(AxisReductionOp):
    """The mean over `axis`."""

    name = "pd_op.mean"


@irdl_op_definition
class MeanGradOp(AxisReductionGradOp):
    """Gradient of `mean`."""

    name = "pd_op.mean_grad"


@irdl_op_definition
class MeanAllOp(PdOp):
    """The mean of all elements: a 0-d tensor."""

    name = "pd_op.mean_all"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(element_of(self.x), []),)


@irdl_op_definition
class MeanAllGradOp(PdOp):
    """Gradient of `mean_all`."""

    name = "pd_op.mean_all_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class AddNOp(PdOp):
    """The sum of the tensors of a vec, all of one shape."""

    name = "pd_op.add_n"
    inputs = operand_def(TupleType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        assert isinstance(self.inputs.type, TupleType)
        types = self.inputs.type.types.data
        if not types:
            raise VerifyException("there is nothing to add")
        for other in types[1:]:
            if not compatible(other, types[0]):
                raise VerifyException(f"add_n adds tensors of one type, not {types[0]} and {other}")
        return (types[0],)


@irdl_op_definition
class ReduceAsOp(PdOp):
    """Sums x over the axes along which `target` would be broadcast to it."""

    name = "pd_op.reduce_as"
    x = operand_def(TensorType)
    target = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("target"))

    def infer(self) -> Types:
        shape, target = shape_of(self.x), shape_of(self.target)
        fits = len(target) <= len(shape) and all(
            wanted in (dim, 1, DYNAMIC) or dim == DYNAMIC
            for dim, wanted in zip(shape[len(shape) - len(target) :], target, strict=True)
        )
        if not fits:
            raise VerifyException(f"{list(target)} does not broadcast to {list(shape)}")
        return (tensor(element_of(self.x), target),)


@irdl_op_definition
class ReduceAsGradOp(PdOp):
    """Gradient of `reduce_as`."""

    name = "pd_op.reduce_as_grad"
    x = operand_def(TensorType)
    target = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "target"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class ProdOp(AxisReductionOp):
    """The product over `axis`, over everything with `reduce_all`."""

    name = "pd_op.prod"
    reduce_all = flag(False)

    def infer(self) -> Types:
        if not python_value(self.reduce_all):
            return super().infer()
        shape = reduced_shape(shape_of(self.x), (), python_value(self.keepdim))
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class ProdGradOp(PdOp):
    """Gradient of `prod`: for each element, the product of the others."""

    name = "pd_op.prod_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    keepdim = flag(False)
    reduce_all = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("out"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class LogsumexpOp(PdOp):
    """out = log(sum(exp(x))) over `axis`; -inf where all of x is."""

    name = "pd_op.logsumexp"
    x = operand_def(TensorType)
    axis = integers32([])
    keepdim = flag(False)
    reduce_all = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes, keepdim = listed(self)
        axes = () if python_value(self.reduce_all) else axes
        return (tensor(element_of(self.x), reduced_shape(shape_of(self.x), axes, keepdim)),)


@irdl_op_definition
class LogsumexpGradOp(PdOp):
    """x_grad = out_grad * exp(x - out)."""

    name = "pd_op.logsumexp_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integers32([])
    keepdim = flag(False)
    reduce_all = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class NansumOp(ListedReductionOp):
    """The sum over `axis` of what is not NaN; small integers add up in int64, or in `dtype`."""

    name = "pd_op.nansum"
    dtype = element_type()

    def infer(self) -> Types:
        (type_,) = super().infer()
        return (tensor(sum_element(self.dtype, self.x), shape_of(type_)),)


@irdl_op_definition
class NansumGradOp(PdOp):
    """Gradient of `nansum`: out_grad where x is not NaN, else zero."""

    name = "pd_op.nansum_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integers64([])
    keepdim = flag(False)
    reduce_all = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


class SpreadOp(ListedReductionOp):
    """How far the elements along `axis` lie from their mean. What the squared distances add up
    to is divided by n - correction; `unbiased` says nothing beside it, in Paddle neither."""

    unbiased = flag(True)
    correction = float64(1.0)


@irdl_op_definition
class VarOp(SpreadOp):
    """The variance over `axis`: sum((x - mean)^2) / max(n - correction, 0)."""

    name = "pd_op.var"


@irdl_op_definition
class VarGradOp(PdOp):
    """x_grad = out_grad * 2 (x - mean) / (n - correction)."""

    name = "pd_op.var_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integers64([])
    keepdim = flag(False)
    unbiased = flag(True)
    correction = float64(1.0)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class StdOp(SpreadOp):
    """The standard deviation over `axis`: the square root of `var`."""

    name = "pd_op.std"


@irdl_op_definition
class StdGradOp(PdOp):
    """x_grad = out_grad * (x - mean) / ((n - correction) out), 0 where out is."""

    name = "pd_op.std_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integers64([])
    keepdim = flag(False)
    unbiased = flag(True)
    correction = float64(1.0)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


class TruthOp(ListedReductionOp):
    """A bool from numbers that count as true unless they are zero."""

    def infer(self) -> Types:
        (type_,) = super().infer()
        return (tensor(i1, shape_of(type_)),)


@irdl_op_definition
class AllOp(TruthOp):
    """Whether all elements along `axis` are true."""

    name = "pd_op.all"


@irdl_op_definition
class AnyOp(TruthOp):
    """Whether some element along `axis` is true."""

    name = "pd_op.any"


OPERATIONS: list[type[Operation]] = [
    SumOp,
    SumGradOp,
    MeanOp,
    MeanGradOp,
    MeanAllOp,
    MeanAllGradOp,
    AddNOp,
    ReduceAsOp,
    ReduceAsGradOp,
    ProdOp,
    ProdGradOp,
    LogsumexpOp,
    LogsumexpGradOp,
    NansumOp,
    NansumGradOp,
    VarOp,
    VarGradOp,
    StdOp,
    StdGradOp,
    AllOp,
    AnyOp,
]
