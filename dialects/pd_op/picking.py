"""Picking single elements by index, along an axis or by position, and putting them back."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.builtin import (
    IntegerAttr,
    IntegerType,
    StringAttr,
    TensorType,
    TupleType,
    i1,
    i32,
)
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
    normalize_axis,
    python_value,
    shape_of,
    string,
    tensor,
)
from .indexing import add_rows
from .joining import tensors_of


@irdl_op_definition
class IndexSelectOp(PdOp):
    """The slices of x at the positions `index` (a vector) along `axis`."""

    name = "pd_op.index_select"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    axis = integer32(0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = list(shape_of(self.x))
        index = shape_of(self.index)
        if len(index) != 1:
            raise VerifyException(f"index is a vector, got {self.index.type}")
        shape[normalize_axis(python_value(self.axis), len(shape))] = index[0]
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class IndexSelectGradOp(PdOp):
    """Gradient of `index_select`: out_grad added up where the slices came from."""

    name = "pd_op.index_select_grad"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(0)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"), Accumulates())

    def infer(self) -> Types:
        return (self.x.type,)

    def accumulate(self, base: SSAValue, build: Any) -> SSAValue:
        """base + the gradient, written into the rows."""
        axis = int(python_value(self.axis)) % len(shape_of(base))
        return add_rows(base, self.index, self.out_grad, axis, build)


@irdl_op_definition
class GatherNdOp(PdOp):
    """x at the positions that the last axis of `index` spells out, axis by axis."""

    name = "pd_op.gather_nd"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, index = shape_of(self.x), shape_of(self.index)
        if not index or index[-1] == DYNAMIC:
            return (self.out.type,)
        if index[-1] > len(shape):
            raise VerifyException(f"a position has {index[-1]} numbers, x only {len(shape)} axes")
        return (tensor(element_of(self.x), [*index[:-1], *shape[index[-1] :]]),)


@irdl_op_definition
class GatherNdGradOp(PdOp):
    """Gradient of `gather_nd`."""

    name = "pd_op.gather_nd_grad"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"), Accumulates())

    def infer(self) -> Types:
        return (self.x.type,)

    def accumulate(self, base: SSAValue, build: Any) -> SSAValue:
        """base + the gradient, by `scatter_nd_add`."""
        add = ScatterNdAddOp.create(
            operands=[base, self.index, self.out_grad], result_types=[base.type]
        )
        return build.emit(add).out


@irdl_op_definition
class ScatterNdAddOp(PdOp):
    """x with `updates` added at the positions `index`; one that occurs twice adds twice."""

    name = "pd_op.scatter_nd_add"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    updates = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class ScatterNdAddGradOp(PdOp):
    """Gradient of `scatter_nd_add`."""

    name = "pd_op.scatter_nd_add_grad"
    index = operand_def(TensorType)
    updates = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    updates_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("updates"))

    def infer(self) -> Types:
        return (self.out_grad.type, self.updates.type)


@irdl_op_definition
class ScatterOp(PdOp):
    """x with the rows `index` replaced by `updates`, the last of several for one row; without
    `overwrite` the rows are set to zero first and the updates added, several add up."""

    name = "pd_op.scatter"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    updates = operand_def(TensorType)
    overwrite = flag(True)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class ScatterGradOp(PdOp):
    """Gradient of `scatter`: x_grad is out_grad with zeros in the rows, updates_grad the rows."""

    name = "pd_op.scatter_grad"
    index = operand_def(TensorType)
    updates = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    overwrite = flag(True)
    x_grad = result_def(TensorType)
    updates_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("updates"))

    def infer(self) -> Types:
        return (self.out_grad.type, self.updates.type)


@irdl_op_definition
class TakeAlongAxisOp(PdOp):
    """The elements of arr at the positions `indices` along `axis`; other axes broadcast."""

    name = "pd_op.take_along_axis"
    arr = operand_def(TensorType)
    indices = operand_def(TensorType)
    axis = integer32(0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.indices)
        if len(shape) != len(shape_of(self.arr)):
            raise VerifyException(f"indices of rank {len(shape)} do not go with {self.arr.type}")
        normalize_axis(python_value(self.axis), len(shape))
        return (tensor(element_of(self.arr), shape),)


@irdl_op_definition
class TakeAlongAxisGradOp(PdOp):
    """Gradient of `take_along_axis`."""

    name = "pd_op.take_along_axis_grad"
    arr = operand_def(TensorType)
    indices = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(0)
    arr_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("arr"), Accumulates())

    def infer(self) -> Types:
        return (self.arr.type,)

    def accumulate(self, base: SSAValue, build: Any) -> SSAValue:
        """base + the gradient, by `put_along_axis`."""
        return add_along_axis(base, self.indices, self.out_grad, self.axis, build)


def add_along_axis(
    base: SSAValue, indices: SSAValue, values: SSAValue, axis: IntegerAttr, build: Any
) -> SSAValue:
    """Emits base with values added at positions along an axis."""
    put = PutAlongAxisOp.create(
        operands=[base, indices, values],
        result_types=[base.type],
        properties={"axis": axis, "reduce": StringAttr("add")},
    )
    return build.emit(put).out


REDUCTIONS = ("assign", "add", "mul", "multiply", "mean", "amin", "amax")


class ShapeOnlyWhenLinear(ShapeOnly):
    """Only with `reduce` assign or add are the elements not read."""

    def of(self, op: Operation) -> frozenset[str]:
        reduce = python_value(op.properties.get("reduce"))
        return self.names if reduce in (None, "assign", "add") else frozenset()


@irdl_op_definition
class PutAlongAxisOp(PdOp):
    """arr with `values` put at the positions `indices` along `axis` (`assign`; of several for one
    position the last stays), or joined with what is there: `add`, `mul` (also `multiply`),
    `mean`, `amin`, `amax`. Without `include_self` what was there is left out."""

    name = "pd_op.put_along_axis"
    arr = operand_def(TensorType)
    indices = operand_def(TensorType)
    values = operand_def(TensorType)
    axis = integer32(0)
    reduce = string("assign")
    include_self = flag(True)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        normalize_axis(python_value(self.axis), len(shape_of(self.arr)))
        if python_value(self.reduce) not in REDUCTIONS:
            raise VerifyException(
                f"reduce is one of {', '.join(REDUCTIONS)}, not {python_value(self.reduce)}"
            )
        return (self.arr.type,)


@irdl_op_definition
class PutAlongAxisGradOp(PdOp):
    """Gradient of `put_along_axis`; equal extrema share out_grad."""

    name = "pd_op.put_along_axis_grad"
    arr = operand_def(TensorType)
    indices = operand_def(TensorType)
    values = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(0)
    reduce = string("assign")
    include_self = flag(True)
    arr_grad = result_def(TensorType)
    values_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnlyWhenLinear("arr", "values", "out"))

    def infer(self) -> Types:
        return (self.arr.type, self.values.type)


@irdl_op_definition
class IndexSampleOp(PdOp):
    """From each row of the matrix x the elements at the positions in the same row of `index`."""

    name = "pd_op.index_sample"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.index)
        if len(shape) != 2 or len(shape_of(self.x)) != 2:
            raise VerifyException(f"expected matrices, got {self.x.type} and {self.index.type}")
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class IndexSampleGradOp(PdOp):
    """Gradient of `index_sample`."""

    name = "pd_op.index_sample_grad"
    x = operand_def(TensorType)
    index = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"), Accumulates())

    def infer(self) -> Types:
        return (self.x.type,)

    def accumulate(self, base: SSAValue, build: Any) -> SSAValue:
        """base + the gradient, by `put_along_axis`."""
        return add_along_axis(base, self.index, self.out_grad, IntegerAttr(1, i32), build)


@irdl_op_definition
class IndexPutOp(PdOp):
    """x with `value` put (with `accumulate` added) at the positions that `indices` spell out.

    Each index is for the next axis of x: integers, broadcast together, or a mask, which is for as
    many axes as it has and stands for the positions where it holds. `value` is broadcast. A
    position that occurs twice adds twice, without `accumulate` the last value stays.
    """

    name = "pd_op.index_put"
    x = operand_def(TensorType)
    indices = operand_def(TupleType)
    value = operand_def(TensorType)
    accumulate = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        rank, taken = len(shape_of(self.x)), 0
        for index in tensors_of(self.indices):
            element = element_of(index)
            if not isinstance(element, IntegerType):
                raise VerifyException(f"an index holds integers or is a mask, got {index}")
            taken += len(shape_of(index)) if element == i1 else 1
        if taken > rank:
            raise VerifyException(f"the indices are for {taken} axes, x has only {rank}")
        return (self.x.type,)


@irdl_op_definition
class IndexPutGradOp(PdOp):
    """Gradient of `index_put`: x_grad is out_grad, with zeros at the positions unless
    `accumulate`; value_grad what out_grad has there, summed back to the shape of value."""

    name = "pd_op.index_put_grad"
    x = operand_def(TensorType)
    indices = operand_def(TupleType)
    value = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    accumulate = flag(False)
    x_grad = result_def(TensorType)
    value_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "value"))

    def infer(self) -> Types:
        return (self.x.type, self.value.type)


OPERATIONS: list[type[Operation]] = [
    IndexSelectOp,
    IndexSelectGradOp,
    GatherNdOp,
    GatherNdGradOp,
    ScatterNdAddOp,
    ScatterNdAddGradOp,
    ScatterOp,
    ScatterGradOp,
    TakeAlongAxisOp,
    TakeAlongAxisGradOp,
    PutAlongAxisOp,
    PutAlongAxisGradOp,
    IndexSampleOp,
    IndexSampleGradOp,
    IndexPutOp,
    IndexPutGradOp,
]
