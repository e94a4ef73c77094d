"""Inverses, determinants and systems of linear equations, for batches of matrices."""

from __future__ import annotations

from xdsl.dialects.builtin import AnyFloat, IntegerAttr, TensorType
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ReadsFor,
    ShapeOnly,
    Types,
    broadcast,
    compatible,
    element_of,
    flag,
    shape_of,
    tensor,
)
from .linalg import agree, same_element


def matrix_shape(value: SSAValue) -> tuple[int, ...]:
    """The shape of a batch of matrices. Raises VerifyException for less than two axes."""
    shape = shape_of(value)
    if len(shape) < 2:
        raise VerifyException(f"expected matrices, got {value.type}")
    return shape


def square_shape(value: SSAValue) -> tuple[int, ...]:
    """The shape of a batch of square matrices."""
    shape = matrix_shape(value)
    agree(shape[-2], shape[-1], "the dims of a square matrix")
    return shape


class MatrixOp(PdOp):
    """A function of square matrices that gives matrices of that size."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        square_shape(self.x)
        return (self.x.type,)


@irdl_op_definition
class InverseOp(MatrixOp):
    """out = x^-1."""

    name = "pd_op.inverse"


@irdl_op_definition
class InverseGradOp(PdOp):
    """Gradient of `inverse`; reads the result."""

    name = "pd_op.inverse_grad"
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out.type,)


class MatrixGradOp(PdOp):
    """x_grad of a function of square matrices; reads x and the result."""

    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class MatrixPowerOp(MatrixOp):
    """out = x^n; a negative n is a power of the inverse."""

    name = "pd_op.matrix_power"
    n = prop_def(IntegerAttr)


@irdl_op_definition
class MatrixPowerGradOp(MatrixGradOp):
    """Gradient of `matrix_power`."""

    name = "pd_op.matrix_power_grad"
    n = prop_def(IntegerAttr)


@irdl_op_definition
class DetOp(PdOp):
    """out = the determinant of each matrix."""

    name = "pd_op.det"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(element_of(self.x), square_shape(self.x)[:-2]),)


@irdl_op_definition
class DetGradOp(MatrixGradOp):
    """Gradient of `det`: the cofactors, of a singular matrix too."""

    name = "pd_op.det_grad"


@irdl_op_definition
class SlogdetOp(PdOp):
    """out[0] = the sign of the determinant of each matrix, out[1] = the logarithm of its size."""

    name = "pd_op.slogdet"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(element_of(self.x), [2, *_real_square(self.x)[:-2]]),)

    def verify_(self) -> None:
        # Paddle's programs declare the type of x, but run to the one inferred here.
        if not compatible(self.out.type, self.x.type):
            super().verify_()


@irdl_op_definition
class SlogdetGradOp(MatrixGradOp):
    """Gradient of `slogdet`; the sign is constant."""

    name = "pd_op.slogdet_grad"


@irdl_op_definition
class SlogdetV2Op(PdOp):
    """The sign of the determinant of each matrix and the logarithm of its size."""

    name = "pd_op.slogdet_v2"
    x = operand_def(TensorType)
    sign = result_def(TensorType)
    logdet = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        type_ = tensor(element_of(self.x), _real_square(self.x)[:-2])
        return (type_, type_)


@irdl_op_definition
class SlogdetV2GradOp(PdOp):
    """Gradient of `slogdet_v2`; the sign is constant."""

    name = "pd_op.slogdet_v2_grad"
    x = operand_def(TensorType)
    sign = operand_def(TensorType)
    logdet = operand_def(TensorType)
    sign_grad = operand_def(TensorType)
    logdet_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


def _real_square(x: SSAValue) -> tuple[int, ...]:
    if not isinstance(element_of(x), AnyFloat):
        raise VerifyException(f"the sign of a determinant is for real matrices, got {x.type}")
    return square_shape(x)


# --- systems ---------------------------------------------------------------------------------


def solution_type(matrix: SSAValue, right: SSAValue) -> TensorType[Attribute]:
    """The type of the solution for a matrix and a right-hand side; batches broadcast."""
    same_element(matrix, right)
    square, shape = square_shape(matrix), matrix_shape(right)
    agree(square[-1], shape[-2], "the dims of the matrix and of the right-hand side")
    return tensor(element_of(right), (*broadcast(square[:-2], shape[:-2]), *shape[-2:]))


class SystemOp(PdOp):
    """out = the solution of a system for each column of a right-hand side; batches broadcast."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (solution_type(*self.matrix_and_right()),)

    def matrix_and_right(self) -> tuple[SSAValue, SSAValue]:
        """The operand that is the matrix and the one that is the right-hand side."""
        return self.x, self.y


class SystemGradOp(PdOp):
    """x_grad and y_grad of a solution; reads both operands' place in it and the solution."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("y"), ReadsFor(out="x_grad"))

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


def is_vector(x: SSAValue, y: SSAValue) -> bool:
    """Whether the right-hand side of `solve` is a vector for each matrix: a 1-d tensor, or one
    of x's shape without its last axis."""
    left, right = shape_of(x)[:-1], shape_of(y)
    if len(right) == 1:
        return True
    return len(left) == len(right) and all(
        a == b or DYNAMIC in (a, b) for a, b in zip(left, right, strict=True)
    )


@irdl_op_definition
class SolveOp(SystemOp):
    """out = x^-1 y; y may be a vector for each matrix (see `is_vector`)."""

    name = "pd_op.solve"

    def infer(self) -> Types:
        square = square_shape(self.x)
        if not is_vector(self.x, self.y):
            return super().infer()
        same_element(self.x, self.y)
        y = shape_of(self.y)
        agree(square[-1], y[-1], "the dims of the matrix and of the right-hand side")
        out = (*broadcast(square[:-2], y[:-1]), y[-1])
        return (tensor(element_of(self.x), out),)


@irdl_op_definition
class SolveGradOp(SystemGradOp):
    """Gradient of `solve`."""

    name = "pd_op.solve_grad"


@irdl_op_definition
class TriangularSolveOp(SystemOp):
    """out = x^-1 y or x^-T y, reading only a triangle of x; of ones on the diagonal where
    `unitriangular` says so, whatever is there."""

    name = "pd_op.triangular_solve"
    upper = flag(True)
    transpose = flag(False)
    unitriangular = flag(False)


@irdl_op_definition
class TriangularSolveGradOp(SystemGradOp):
    """Gradient of `triangular_solve`; what is not read gets zeros."""

    name = "pd_op.triangular_solve_grad"
    upper = flag(True)
    transpose = flag(False)
    unitriangular = flag(False)


@irdl_op_definition
class CholeskySolveOp(SystemOp):
    """out = the solution for the right-hand side x and the matrix whose Cholesky factor is y."""

    name = "pd_op.cholesky_solve"
    upper = flag(False)

    def matrix_and_right(self) -> tuple[SSAValue, SSAValue]:
        return self.y, self.x


@irdl_op_definition
class CholeskySolveGradOp(PdOp):
    """Gradient of `cholesky_solve`; the other triangle of y gets zeros."""

    name = "pd_op.cholesky_solve_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    upper = flag(False)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"), ReadsFor(out="y_grad"))

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


OPERATIONS: list[type[Operation]] = [
    InverseOp,
    InverseGradOp,
    MatrixPowerOp,
    MatrixPowerGradOp,
    DetOp,
    DetGradOp,
    SlogdetOp,
    SlogdetGradOp,
    SlogdetV2Op,
    SlogdetV2GradOp,
    SolveOp,
    SolveGradOp,
    TriangularSolveOp,
    TriangularSolveGradOp,
    CholeskySolveOp,
    CholeskySolveGradOp,
]
