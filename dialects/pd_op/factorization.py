"""Factors of matrices: Cholesky, QR and LU, for batches of matrices."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import StringAttr, TensorType, i32
from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ReadsFor,
    ShapeOnly,
    Types,
    element_of,
    flag,
    python_value,
    string,
    tensor,
)
from .solve import MatrixOp, matrix_shape, solution_type


def smaller(rows: int, columns: int) -> int:
    """The smaller of two dims, `DYNAMIC` when that is not known."""
    if rows == columns:
        return rows
    return DYNAMIC if DYNAMIC in (rows, columns) else min(rows, columns)


def absent(element: Attribute) -> TensorType[Attribute]:
    """The type of a result that is not computed: no elements."""
    return tensor(element, [0])


@irdl_op_definition
class CholeskyOp(MatrixOp):
    """out = the triangle L with L L^H = x, or U with U^H U = x; reads that triangle of x only."""

    name = "pd_op.cholesky"
    upper = flag(False)


@irdl_op_definition
class CholeskyGradOp(PdOp):
    """Gradient of `cholesky`, a symmetric matrix; reads the result."""

    name = "pd_op.cholesky_grad"
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    upper = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out.type,)


QR_MODES = ("reduced", "complete", "r")


@irdl_op_definition
class QrOp(PdOp):
    """q r = x with orthonormal columns in q and a triangle r; in mode "complete" q is square, in
    mode "r" it is not computed."""

    name = "pd_op.qr"
    x = operand_def(TensorType)
    mode = string("reduced")
    q = result_def(TensorType)
    r = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        mode = python_value(self.mode)
        if mode not in QR_MODES:
            raise VerifyException(f'mode "{mode}" is none of {", ".join(QR_MODES)}')
        element = element_of(self.x)
        *batch, rows, columns = matrix_shape(self.x)
        inner = rows if mode == "complete" else smaller(rows, columns)
        q = absent(element) if mode == "r" else tensor(element, [*batch, rows, inner])
        return (q, tensor(element, [*batch, inner, columns]))


@irdl_op_definition
class QrGradOp(PdOp):
    """Gradient of `qr`, for x of full rank."""

    name = "pd_op.qr_grad"
    x = operand_def(TensorType)
    q = operand_def(TensorType)
    r = operand_def(TensorType)
    q_grad = operand_def(TensorType)
    r_grad = operand_def(TensorType)
    mode = string("reduced")
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class LuOp(PdOp):
    """out = L below the diagonal and U on it and above, for P L U = x; `pivots` are the row swaps
    (counted from 1), `infos` the first zero pivot (0: none)."""

    name = "pd_op.lu"
    x = operand_def(TensorType)
    pivot = flag(True)
    out = result_def(TensorType)
    pivots = result_def(TensorType)
    infos = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        *batch, rows, columns = matrix_shape(self.x)
        if not python_value(self.pivot):
            raise VerifyException("lu without pivots is not defined")
        return (self.x.type, tensor(i32, [*batch, smaller(rows, columns)]), tensor(i32, batch))


@irdl_op_definition
class LuGradOp(PdOp):
    """Gradient of `lu`; the pivots are constant."""

    name = "pd_op.lu_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    pivots = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    pivot = flag(True)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class LuUnpackOp(PdOp):
    """The matrices P, L and U of the result of `lu`, x, and its pivots, y; those that the flags
    leave out have no elements."""

    name = "pd_op.lu_unpack"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    unpack_ludata = flag(True)
    unpack_pivots = flag(True)
    pmat = result_def(TensorType)
    l = result_def(TensorType)  # noqa: E741
    u = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        element = element_of(self.x)
        *batch, rows, columns = matrix_shape(self.x)
        inner = smaller(rows, columns)
        shapes: Sequence[Sequence[int]] = ([rows, rows], [rows, inner], [inner, columns])
        data, pivots = python_value(self.unpack_ludata), python_value(self.unpack_pivots)
        return tuple(
            tensor(element, [*batch, *shape]) if wanted else absent(element)
            for shape, wanted in zip(shapes, (pivots, data, data), strict=True)
        )


@irdl_op_definition
class LuUnpackGradOp(PdOp):
    """Gradient of `lu_unpack`: each triangle in its place."""

    name = "pd_op.lu_unpack_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    l = operand_def(TensorType)  # noqa: E741
    u = operand_def(TensorType)
    pmat = operand_def(TensorType)
    l_grad = operand_def(TensorType)
    u_grad = operand_def(TensorType)
    unpack_ludata = flag(True)
    unpack_pivots = flag(True)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "y", "l", "u", "pmat"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class LuSolveOp(PdOp):
    """out = A^-1 b (trans "N"), A^-T b ("T") or A^-H b ("C"), for A given by its result of `lu`."""

    name = "pd_op.lu_solve"
    b = operand_def(TensorType)
    lu = operand_def(TensorType)
    pivots = operand_def(TensorType)
    trans = prop_def(StringAttr)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if python_value(self.trans) not in ("N", "T", "C"):
            raise VerifyException(f"trans is N, T or C, not {self.trans}")
        return (solution_type(self.lu, self.b),)


@irdl_op_definition
class LuSolveGradOp(PdOp):
    """Gradient of `lu_solve`."""

    name = "pd_op.lu_solve_grad"
    b = operand_def(TensorType)
    lu = operand_def(TensorType)
    pivots = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    trans = prop_def(StringAttr)
    b_grad = result_def(TensorType)
    lu_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("b"), ReadsFor(out="lu_grad"))

    def infer(self) -> Types:
        return (self.b.type, self.lu.type)


OPERATIONS: list[type[Operation]] = [
    CholeskyOp,
    CholeskyGradOp,
    QrOp,
    QrGradOp,
    LuOp,
    LuGradOp,
    LuUnpackOp,
    LuUnpackGradOp,
    LuSolveOp,
    LuSolveGradOp,
]
