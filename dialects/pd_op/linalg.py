"""Products of matrices and vectors.

A matrix is the last two axes of a tensor; the axes before it are a batch, which broadcasts where
the op says so. Gradients of complex operands are conjugated, as everywhere (see `fft.py`).
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

from xdsl.dialects.builtin import TensorType, TupleType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ReadsFor,
    ShapeOnly,
    Types,
    broadcast,
    element_of,
    elements_of,
    flag,
    float32,
    integer32,
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


def known(left: int, right: int) -> int:
    """Of two dims that agree, the one that is known."""
    return right if left == DYNAMIC else left


def product(dims: Sequence[int]) -> int:
    """How many elements these dims have together, `DYNAMIC` where unknown."""
    return DYNAMIC if DYNAMIC in dims else math.prod(dims)


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


class ProductGradOp(PdOp):
    """x_grad and y_grad of a product of x and y."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure(), ReadsFor(x="y_grad", y="x_grad"))

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


@irdl_op_definition
class BmmOp(PdOp):
    """out[b] = x[b] y[b]; nothing broadcasts."""

    name = "pd_op.bmm"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.y)
        x, y = shape_of(self.x), shape_of(self.y)
        if len(x) != 3 or len(y) != 3:
            raise VerifyException("both operands must have three axes: batch, rows, columns")
        agree(x[0], y[0], "the batches")
        agree(x[2], y[1], "the dims that are summed over")
        return (tensor(element_of(self.x), [known(x[0], y[0]), x[1], y[2]]),)


@irdl_op_definition
class BmmGradOp(ProductGradOp):
    """Gradient of `bmm`."""

    name = "pd_op.bmm_grad"


@irdl_op_definition
class MvOp(PdOp):
    """out = x vec, a matrix times a vector."""

    name = "pd_op.mv"
    x = operand_def(TensorType)
    vec = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.vec)
        x, vec = shape_of(self.x), shape_of(self.vec)
        if len(x) != 2 or len(vec) != 1:
            raise VerifyException("x must be a matrix and vec a vector")
        agree(x[1], vec[0], "the dims that are summed over")
        return (tensor(element_of(self.x), x[:1]),)


@irdl_op_definition
class MvGradOp(PdOp):
    """Gradient of `mv`."""

    name = "pd_op.mv_grad"
    x = operand_def(TensorType)
    vec = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    vec_grad = result_def(TensorType)
    traits = traits_def(Pure(), ReadsFor(x="vec_grad", vec="x_grad"))

    def infer(self) -> Types:
        return (self.x.type, self.vec.type)


@irdl_op_definition
class DotOp(PdOp):
    """out = the sum of x * y over the last axis, without conjugation; of vectors or of the rows
    of matrices."""

    name = "pd_op.dot"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.y)
        x, y = shape_of(self.x), shape_of(self.y)
        if len(x) not in (1, 2) or len(x) != len(y):
            raise VerifyException("x and y must both be vectors or both be matrices")
        for left, right in zip(x, y, strict=True):
            agree(left, right, "the dims of x and y")
        return (tensor(element_of(self.x), [known(*d) for d in zip(x, y, strict=True)][:-1]),)


@irdl_op_definition
class DotGradOp(ProductGradOp):
    """Gradient of `dot`."""

    name = "pd_op.dot_grad"


class AddedProductOp(PdOp):
    """out = beta * input + alpha * x y; input is broadcast."""

    input = operand_def(TensorType)
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    beta = float32(1.0)
    alpha = float32(1.0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.input, self.x, self.y)
        x, y = shape_of(self.x), shape_of(self.y)
        rank = self.rank()
        if len(x) != rank or len(y) != rank:
            raise VerifyException(f"x and y must have {rank} axes")
        agree(x[-1], y[-2], "the dims that are summed over")
        if rank == 3:
            agree(x[0], y[0], "the batches")
        shape = (*(known(*d) for d in zip(x[:-2], y[:-2], strict=True)), x[-2], y[-1])
        if len(broadcast(shape, shape_of(self.input))) != rank:
            raise VerifyException("input has more axes than the product")
        return (tensor(element_of(self.x), shape),)

    def rank(self) -> int:
        """How many axes x and y have."""
        return 2


class AddedProductGradOp(PdOp):
    """Gradient of a sum of a tensor and a product."""

    input = operand_def(TensorType)
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    alpha = float32(1.0)
    beta = float32(1.0)
    input_grad = result_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("input"), ReadsFor(x="y_grad", y="x_grad"))

    def infer(self) -> Types:
        return (self.input.type, self.x.type, self.y.type)


@irdl_op_definition
class AddmmOp(AddedProductOp):
    """out = beta * input + alpha * x y."""

    name = "pd_op.addmm"


@irdl_op_definition
class AddmmGradOp(AddedProductGradOp):
    """Gradient of `addmm`."""

    name = "pd_op.addmm_grad"


@irdl_op_definition
class BaddbmmOp(AddedProductOp):
    """out[b] = beta * input[b] + alpha * x[b] y[b]."""

    name = "pd_op.baddbmm"

    def rank(self) -> int:
        return 3


@irdl_op_definition
class BaddbmmGradOp(AddedProductGradOp):
    """Gradient of `baddbmm`."""

    name = "pd_op.baddbmm_grad"


@irdl_op_definition
class LinearV2Op(PdOp):
    """out = input weight + bias, the weight transposed first where the flag says so."""

    name = "pd_op.linear_v2"
    input = operand_def(TensorType)
    weight = operand_def(TensorType)
    bias = operand_def(TensorType)
    transpose_weight = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.input, self.weight, self.bias)
        x, weight, bias = (shape_of(operand) for operand in self.operands)
        if not x or len(weight) != 2 or len(bias) > 1:
            raise VerifyException("weight must be a matrix and bias a vector")
        inner, columns = weight[::-1] if python_value(self.transpose_weight) else weight
        agree(x[-1], inner, "the last dim of input and the weight's")
        return (tensor(element_of(self.input), broadcast((*x[:-1], columns), bias)),)


@irdl_op_definition
class LinearV2GradOp(PdOp):
    """Gradient of `linear_v2`."""

    name = "pd_op.linear_v2_grad"
    input = operand_def(TensorType)
    weight = operand_def(TensorType)
    bias = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    transpose_weight = flag(False)
    input_grad = result_def(TensorType)
    weight_grad = result_def(TensorType)
    bias_grad = result_def(TensorType)
    traits = traits_def(
        Pure(), ShapeOnly("bias"), ReadsFor(input="weight_grad", weight="input_grad")
    )

    def infer(self) -> Types:
        return (self.input.type, self.weight.type, self.bias.type)


@irdl_op_definition
class MatmulWithFlattenOp(PdOp):
    """out = x y, the first `x_num_col_dims` axes of x being its rows and the others its columns,
    likewise those of y; the result has the row axes of x and the column axes of y."""

    name = "pd_op.matmul_with_flatten"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    x_num_col_dims = integer32(1)
    y_num_col_dims = integer32(1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.x, self.y)
        x, y = shape_of(self.x), shape_of(self.y)
        rows, inner = python_value(self.x_num_col_dims), python_value(self.y_num_col_dims)
        if not (0 < rows < len(x) and 0 < inner < len(y)):
            raise VerifyException("the axes of x and of y must be cut into two parts")
        agree(product(x[rows:]), product(y[:inner]), "the sizes that are summed over")
        return (tensor(element_of(self.x), [*x[:rows], *y[inner:]]),)


@irdl_op_definition
class MatmulWithFlattenGradOp(ProductGradOp):
    """Gradient of `matmul_with_flatten`."""

    name = "pd_op.matmul_with_flatten_grad"
    x_num_col_dims = integer32(1)
    y_num_col_dims = integer32(1)


@irdl_op_definition
class MultiDotOp(PdOp):
    """out = the product of a chain of matrices, multiplied in the cheapest order; the first may
    be a vector (a row), and the last (a column)."""

    name = "pd_op.multi_dot"
    x = operand_def(TupleType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        types = elements_of(self.x)
        shapes = [shape_of(type_) for type_ in types]
        if len(shapes) < 2 or any(len(shape) != 2 for shape in shapes[1:-1]):
            raise VerifyException("a chain has two or more matrices (vectors only at its ends)")
        for left, right in pairwise(shapes):
            agree(left[-1], right[0], "the dims of neighbours")
        shape = [*shapes[0][:-1], *shapes[-1][1:]]
        return (tensor(element_of(types[0]), shape),)


@irdl_op_definition
class MultiDotGradOp(PdOp):
    """Gradient of `multi_dot`: out_grad times the chain on either side of each matrix."""

    name = "pd_op.multi_dot_grad"
    x = operand_def(TupleType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TupleType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


OPERATIONS: list[type[Operation]] = [
    MatmulOp,
    MatmulGradOp,
    BmmOp,
    BmmGradOp,
    MvOp,
    MvGradOp,
    DotOp,
    DotGradOp,
    AddmmOp,
    AddmmGradOp,
    BaddbmmOp,
    BaddbmmGradOp,
    LinearV2Op,
    LinearV2GradOp,
    MatmulWithFlattenOp,
    MatmulWithFlattenGradOp,
    MultiDotOp,
    MultiDotGradOp,
]
