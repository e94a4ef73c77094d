"""Tensors that follow from a few numbers: ranges, unit matrices, where a triangle is."""

from __future__ import annotations

import math
from collections.abc import Sequence

from xdsl.dialects.builtin import (
    TensorType,
    f32,
    i64,
)
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Cheap,
    PdOp,
    Types,
    element_of,
    element_type,
    integer32,
    string,
    tensor,
)
from .creation import constant_value


@irdl_op_definition
class ArangeOp(PdOp):
    """start, start + step, ... up to but not including end (one-element tensors)."""

    name = "pd_op.arange"
    start = operand_def(TensorType)
    end = operand_def(TensorType)
    step = operand_def(TensorType)
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        values = [constant_value(operand) for operand in self.operands]
        size = DYNAMIC
        if None not in values:
            start, end, step = values
            if step == 0:
                raise VerifyException("the step of a range must not be 0")
            size = max(math.ceil((end - start) / step), 0)
        return (tensor(element_of(self.start) if self.dtype is None else self.dtype, [size]),)


class SpaceOp(PdOp):
    """Shared by the ops that give a number of evenly spread points."""

    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def spread(self, count: SSAValue) -> Types:
        """The type of that many points."""
        size = constant_value(count)
        if size is not None and size < 1:
            raise VerifyException(f"there must be at least one point, got {size}")
        element = f32 if self.dtype is None else self.dtype
        return (tensor(element, [DYNAMIC if size is None else int(size)]),)


@irdl_op_definition
class LinspaceOp(SpaceOp):
    """`number` evenly spread points from start to stop, both included."""

    name = "pd_op.linspace"
    start = operand_def(TensorType)
    stop = operand_def(TensorType)
    number = operand_def(TensorType)

    def infer(self) -> Types:
        return self.spread(self.number)


@irdl_op_definition
class LogspaceOp(SpaceOp):
    """base to the power of `num` evenly spread points from start to stop, both included."""

    name = "pd_op.logspace"
    start = operand_def(TensorType)
    stop = operand_def(TensorType)
    num = operand_def(TensorType)
    base = operand_def(TensorType)

    def infer(self) -> Types:
        return self.spread(self.num)


@irdl_op_definition
class EyeOp(PdOp):
    """A matrix with ones on its diagonal and zeros elsewhere."""

    name = "pd_op.eye"
    num_rows = operand_def(TensorType)
    num_columns = operand_def(TensorType)
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def infer(self) -> Types:
        rows, columns = constant_value(self.num_rows), constant_value(self.num_columns)
        rows = DYNAMIC if rows is None else int(rows)
        columns = rows if columns == -1 else DYNAMIC if columns is None else int(columns)
        return (tensor(f32 if self.dtype is None else self.dtype, [rows, columns]),)


class TriangleOp(PdOp):
    """Shared by the index lists of triangles: row and column of each place, row by row."""

    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Pure(), Cheap())

    def places(self, rows: int, columns: int, counts: Sequence[int]) -> Types:
        """The type of a list with that many places in each row."""
        if rows < 0 or columns < 0:
            raise VerifyException(f"a matrix of {rows} rows and {columns} columns is no matrix")
        return (tensor(i64 if self.dtype is None else self.dtype, [2, sum(counts)]),)


@irdl_op_definition
class TrilIndicesOp(TriangleOp):
    """Where a matrix has its lower triangle: on and below the diagonal moved up by `offset`."""

    name = "pd_op.tril_indices"
    rows = integer32(0)
    cols = integer32(0)
    offset = integer32(0)

    def infer(self) -> Types:
        rows, columns = self.rows.value.data, self.cols.value.data
        offset = self.offset.value.data
        counts = [min(max(row + offset + 1, 0), columns) for row in range(rows)]
        return self.places(rows, columns, counts)


@irdl_op_definition
class TriuIndicesOp(TriangleOp):
    """Where a matrix has its upper triangle: on and above the diagonal moved up by `offset`."""

    name = "pd_op.triu_indices"
    row = integer32(0)
    col = integer32(0)
    offset = integer32(0)

    def infer(self) -> Types:
        rows, columns = self.row.value.data, self.col.value.data
        offset = self.offset.value.data
        counts = [min(max(columns - row - offset, 0), columns) for row in range(rows)]
        return self.places(rows, columns, counts)


OPERATIONS: list[type[Operation]] = [
    ArangeOp,
    LinspaceOp,
    LogspaceOp,
    EyeOp,
    TrilIndicesOp,
    TriuIndicesOp,
]
