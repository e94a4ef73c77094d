"""Eigenvalues and singular values, for batches of matrices."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, f32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import (
    OPTIONAL_OPERANDS,
    PdOp,
    ShapeOnly,
    Types,
    compatible,
    element_of,
    flag,
    float32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .factorization import smaller
from .fft import complex_of, part_of
from .solve import matrix_shape, square_shape


def real_element(value: SSAValue) -> Attribute:
    """The element type of the sizes of a value's elements: of a complex one, its part's."""
    element = element_of(value)
    return part_of(element) or element


def complex_element(value: SSAValue) -> Attribute:
    """The complex element type that holds a value's elements."""
    return complex_of(value) if part_of(element_of(value)) is None else element_of(value)


# --- singular values -------------------------------------------------------------------------


@irdl_op_definition
class SvdOp(PdOp):
    """u diag(s) vh = x with orthonormal columns in u and rows in vh, s falling; with
    `full_matrices`, u and vh are square, the rest being any basis of what is left."""

    name = "pd_op.svd"
    x = operand_def(TensorType)
    full_matrices = flag(False)
    u = result_def(TensorType)
    s = result_def(TensorType)
    vh = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        element = element_of(self.x)
        *batch, rows, columns = matrix_shape(self.x)
        inner = smaller(rows, columns)
        full = python_value(self.full_matrices)
        return (
            tensor(element, [*batch, rows, rows if full else inner]),
            tensor(real_element(self.x), [*batch, inner]),
            tensor(element, [*batch, columns if full else inner, columns]),
        )


@irdl_op_definition
class SvdGradOp(PdOp):
    """Gradient of `svd`, of functions that do not depend on the signs (phases) of the vectors
    nor on how vectors of equal singular values are chosen."""

    name = "pd_op.svd_grad"
    x = operand_def(TensorType)
    u = operand_def(TensorType)
    vh = operand_def(TensorType)
    s = operand_def(TensorType)
    u_grad = operand_def(TensorType)
    vh_grad = operand_def(TensorType)
    s_grad = operand_def(TensorType)
    full_matrices = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SvdvalsOp(PdOp):
    """s = the singular values of each matrix, falling."""

    name = "pd_op.svdvals"
    x = operand_def(TensorType)
    s = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        *batch, rows, columns = matrix_shape(self.x)
        return (tensor(real_element(self.x), [*batch, smaller(rows, columns)]),)


@irdl_op_definition
class SvdvalsGradOp(PdOp):
    """Gradient of `svdvals`."""

    name = "pd_op.svdvals_grad"
    x = operand_def(TensorType)
    s_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


class RankOp(PdOp):
    """out = how many singular values of each matrix are larger than a tolerance; of a Hermitian
    matrix, how many eigenvalues by their size. Paddle's programs declare it float32, but run to
    int64."""

    def infer(self) -> Types:
        return (tensor(i64, matrix_shape(self.operands[0])[:-2]),)

    def verify_(self) -> None:
        (out,) = self.results
        if not compatible(out.type, tensor(f32, matrix_shape(self.operands[0])[:-2])):
            super().verify_()


@irdl_op_definition
class MatrixRankOp(RankOp):
    """out = the rank, with the tolerance `tol`, or by default the largest singular value times
    the larger dim times the element type's precision."""

    name = "pd_op.matrix_rank"
    x = operand_def(TensorType)
    tol = float32(0.0)
    use_default_tol = flag(True)
    hermitian = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())


@irdl_op_definition
class MatrixRankTolOp(RankOp):
    """out = the rank, with a tolerance for each matrix; where `use_default_tol`, at least the
    default one of `matrix_rank`."""

    name = "pd_op.matrix_rank_tol"
    x = operand_def(TensorType)
    atol_tensor = operand_def(TensorType)
    use_default_tol = flag(True)
    hermitian = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())


@irdl_op_definition
class MatrixRankAtolRtolOp(RankOp):
    """out = the rank, with the larger of `atol` and `rtol` times the largest singular value as
    the tolerance; without `rtol`, `atol` is it."""

    name = "pd_op.matrix_rank_atol_rtol"
    x = operand_def(TensorType)
    atol = operand_def(TensorType)
    rtol = opt_operand_def(TensorType)
    hermitian = flag(False)
    out = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())


# --- eigenvalues -----------------------------------------------------------------------------


@irdl_op_definition
class EighOp(PdOp):
    """The eigenvalues (rising) and eigenvectors (columns) of Hermitian matrices; reads only the
    triangle UPLO, lower or upper."""

    name = "pd_op.eigh"
    x = operand_def(TensorType)
    UPLO = string("L")
    out_w = result_def(TensorType)
    out_v = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(real_element(self.x), square_shape(self.x)[:-1]), self.x.type)


@irdl_op_definition
class EighGradOp(PdOp):
    """Gradient of `eigh`, a Hermitian matrix, of functions that do not depend on the signs
    (phases) of the vectors nor on how vectors of equal eigenvalues are chosen."""

    name = "pd_op.eigh_grad"
    out_w = operand_def(TensorType)
    out_v = operand_def(TensorType)
    out_w_grad = operand_def(TensorType)
    out_v_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out_v.type,)


@irdl_op_definition
class EigvalshOp(PdOp):
    """The eigenvalues (rising) of Hermitian matrices, and the eigenvectors for the gradient."""

    name = "pd_op.eigvalsh"
    x = operand_def(TensorType)
    uplo = string("L")
    is_test = flag(False)
    eigenvalues = result_def(TensorType)
    eigenvectors = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(real_element(self.x), square_shape(self.x)[:-1]), self.x.type)


@irdl_op_definition
class EigvalshGradOp(PdOp):
    """Gradient of `eigvalsh`."""

    name = "pd_op.eigvalsh_grad"
    eigenvectors = operand_def(TensorType)
    eigenvalues_grad = operand_def(TensorType)
    uplo = string("L")
    is_test = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.eigenvectors.type,)


@irdl_op_definition
class EigOp(PdOp):
    """The eigenvalues and eigenvectors (columns of length one) of any matrices, complex."""

    name = "pd_op.eig"
    x = operand_def(TensorType)
    out_w = result_def(TensorType)
    out_v = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        element, shape = complex_element(self.x), square_shape(self.x)
        return (tensor(element, shape[:-1]), tensor(element, shape))


@irdl_op_definition
class EigGradOp(PdOp):
    """Gradient of `eig`, for different eigenvalues; real where x was."""

    name = "pd_op.eig_grad"
    out_w = operand_def(TensorType)
    out_v = operand_def(TensorType)
    out_w_grad = operand_def(TensorType)
    out_v_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out_v.type,)

    def verify_(self) -> None:
        real = tensor(real_element(self.out_v), shape_of(self.out_v))
        if not compatible(self.x_grad.type, real):
            super().verify_()


@irdl_op_definition
class EigvalsOp(PdOp):
    """out = the eigenvalues of any matrices, complex."""

    name = "pd_op.eigvals"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(complex_element(self.x), square_shape(self.x)[:-1]),)


OPERATIONS: list[type[Operation]] = [
    SvdOp,
    SvdGradOp,
    SvdvalsOp,
    SvdvalsGradOp,
    MatrixRankOp,
    MatrixRankTolOp,
    MatrixRankAtolRtolOp,
    EighOp,
    EighGradOp,
    EigvalshOp,
    EigvalshGradOp,
    EigOp,
    EigGradOp,
    EigvalsOp,
]
