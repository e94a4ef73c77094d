"""Products of matrices and vectors.

A matrix is the last two axes of a tensor; the axes before it are a batch, which broadcasts where
the op says so. Gradients of complex operands are conjugated, as everywhere (see `fft.py`).
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ReadsFor,
    Types,
    broadcast,
    element_of,
    flag,
    python_value,
    shape_of,
    tensor,
)


def same_element(*values: SSAValue) -> None:
    """Raises VerifyException when operands differ in element type."""
    elements = {element_of(value) for value in values}
    if len(elements) > 1:
        shown = " and ".join(sorted(str(element) for element in elements))
        raise VerifyException(f"operands have element types {shown}; cast one of them")


def agree(left: int, right: int, what: str) -> None:
    """Raises VerifyException when two known dims differ."""
    if left != right and DYNAMIC not in (left, right):
        raise VerifyException(f"{what}: {left} and {right} differ")


@irdl_op_definition
class MatmulOp(PdOp):
    """out = x y, the matrices transposed first where a flag says so; batches broadcast.

    A vector x is a row and a vector y a column (flags do not touch them); their axis of length
    one is not in the result, so that two vectors give a 0-d tensor.
    """

    name = "pd_op.matmul"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    transpose_x = flag(False)
    transpose_y = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.y)
        x, y = shape_of(self.x), shape_of(self.y)
        if not x or not y:
            raise VerifyException("a 0-d tensor cannot be multiplied as a matrix; use multiply")
        *x_batch, rows, x_inner = (1, *x) if len(x) == 1 else x
        *y_batch, y_inner, columns = (*y, 1) if len(y) == 1 else y
        if python_value(self.transpose_x) and len(x) > 1:
            rows, x_inner = x_inner, rows
        if python_value(self.transpose_y) and len(y) > 1:
            y_inner, columns = columns, y_inner
        agree(x_inner, y_inner, "the dims that are summed over")
        shape = list(broadcast(x_batch, y_batch)) if x_batch or y_batch else []
        shape += [rows] if len(x) > 1 else []
        shape += [columns] if len(y) > 1 else []
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class MatmulGradOp(PdOp):
    """Gradient of `matmul`: each product with the other operand, summed over broadcast axes."""

    name = "pd_op.matmul_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    transpose_x = flag(False)
    transpose_y = flag(False)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure(), ReadsFor(x="y_grad", y="x_grad"))

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


OPERATIONS: list[type[Operation]] = [
    MatmulOp,
    MatmulGradOp,
]
