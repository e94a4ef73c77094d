"""Diagonals of matrices, read and written."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    float32,
    integer32,
    integer64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)


def diagonal_size(rows: int, columns: int, offset: int) -> int:
    """The length of the diagonal that lies `offset` places above the main one."""
    if DYNAMIC in (rows, columns):
        return DYNAMIC
    return max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)


def plane(axis1: int, axis2: int, rank: int) -> tuple[int, int]:
    """The two axes of a matrix, counted from the front."""
    first, second = normalize_axis(axis1, rank, "axis1"), normalize_axis(axis2, rank, "axis2")
    if rank < 2 or first == second:
        raise VerifyException(f"axes {axis1} and {axis2} of a tensor of rank {rank} are no matrix")
    return first, second


@irdl_op_definition
class DiagOp(PdOp):
    """A vector as the diagonal of a square matrix with `padding_value` elsewhere; of a matrix, its
    diagonal."""

    name = "pd_op.diag"
    x = operand_def(TensorType)
    offset = integer32(0)
    padding_value = float32(0.0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, offset = shape_of(self.x), python_value(self.offset)
        if len(shape) == 2:
            return (tensor(element_of(self.x), [diagonal_size(*shape, offset)]),)
        if len(shape) > 2:
            raise VerifyException(f"diag takes a vector or a matrix, not {self.x.type}")
        size = shape[0] if shape else 1
        size = size if size == DYNAMIC else size + abs(offset)
        return (tensor(element_of(self.x), [size, size]),)


@irdl_op_definition
class DiagGradOp(PdOp):
    """Gradient of `diag`."""

    name = "pd_op.diag_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    offset = integer32(0)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class DiagonalOp(PdOp):
    """The diagonals of the matrices that two axes span, along a new last axis."""

    name = "pd_op.diagonal"
    x = operand_def(TensorType)
    offset = integer32(0)
    axis1 = integer32(0)
    axis2 = integer32(1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        axes = plane(python_value(self.axis1), python_value(self.axis2), len(shape))
        return (tensor(element_of(self.x), diagonal_shape(shape, axes, python_value(self.offset))),)


def diagonal_shape(shape: tuple[int, ...], axes: tuple[int, int], offset: int) -> list[int]:
    """The shape of the diagonals on two axes."""
    size = diagonal_size(shape[axes[0]], shape[axes[1]], offset)
    return [*(dim for axis, dim in enumerate(shape) if axis not in axes), size]


@irdl_op_definition
class DiagonalGradOp(PdOp):
    """Gradient of `diagonal`: out_grad on the diagonals, zeros elsewhere."""

    name = "pd_op.diagonal_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    offset = integer32(0)
    axis1 = integer32(0)
    axis2 = integer32(1)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class DiagEmbedOp(PdOp):
    """Vectors along the last axis as diagonals of square matrices on the axes `dim1` and `dim2` of
    the result, zeros elsewhere."""

    name = "pd_op.diag_embed"
    input = operand_def(TensorType)
    offset = integer32(0)
    dim1 = integer32(-2)
    dim2 = integer32(-1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if not shape_of(self.input):
            raise VerifyException("diag_embed takes vectors, not a tensor without axes")
        *outer, size = shape_of(self.input)
        size = size if size == DYNAMIC else size + abs(python_value(self.offset))
        axes = plane(python_value(self.dim1), python_value(self.dim2), len(outer) + 2)
        for axis in sorted(axes):
            outer.insert(axis, size)
        return (tensor(element_of(self.input), outer),)


@irdl_op_definition
class FillDiagonalOp(PdOp):
    """x with `value` on the diagonal; with `wrap`, a tall matrix gets it again after each square.
    With more than two axes, all as long, the diagonal is x[i, i, ..., i]. As in Paddle, `offset`
    moves only the places of the main diagonal that stay in their rows."""

    name = "pd_op.fill_diagonal"
    x = operand_def(TensorType)
    value = float32(0.0)
    offset = integer32(0)
    wrap = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        known = {dim for dim in shape if dim != DYNAMIC}
        if len(shape) < 2 or (len(shape) > 2 and len(known) > 1):
            raise VerifyException(f"a tensor of shape {list(shape)} has no diagonal to fill")
        return (self.x.type,)


@irdl_op_definition
class FillDiagonalGradOp(PdOp):
    """Gradient of `fill_diagonal`: out_grad with zeros on the diagonal."""

    name = "pd_op.fill_diagonal_grad"
    out_grad = operand_def(TensorType)
    value = float32(0.0)
    offset = integer32(0)
    wrap = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class FillDiagonalTensorOp(PdOp):
    """x with y on the diagonals of the matrices that two axes span; y has them along its last
    axis, as `diagonal` gives them."""

    name = "pd_op.fill_diagonal_tensor"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    offset = integer64(0)
    dim1 = integer32(0)
    dim2 = integer32(1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, given = shape_of(self.x), shape_of(self.y)
        axes = plane(python_value(self.dim1), python_value(self.dim2), len(shape))
        wanted = diagonal_shape(shape, axes, python_value(self.offset))
        if len(given) != len(wanted) or any(
            a != b and DYNAMIC not in (a, b) for a, b in zip(given, wanted, strict=True)
        ):
            raise VerifyException(f"the diagonal has shape {wanted}, y {list(given)}")
        return (self.x.type,)


@irdl_op_definition
class FillDiagonalTensorGradOp(PdOp):
    """Gradient of `fill_diagonal_tensor` for x: out_grad with zeros on the diagonals."""

    name = "pd_op.fill_diagonal_tensor_grad"
    out_grad = operand_def(TensorType)
    offset = integer64(0)
    dim1 = integer32(0)
    dim2 = integer32(1)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out_grad.type,)


OPERATIONS: list[type[Operation]] = [
    DiagOp,
    DiagGradOp,
    DiagonalOp,
    DiagonalGradOp,
    DiagEmbedOp,
    FillDiagonalOp,
    FillDiagonalGradOp,
    FillDiagonalTensorOp,
    FillDiagonalTensorGradOp,
]
