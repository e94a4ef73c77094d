"""What the gradient ops of the factors of matrices mean.

Cholesky: M. B. Giles, "An extended collection of matrix derivative results for forward and
reverse mode automatic differentiation" (2008), and I. Murray, "Differentiation of the Cholesky
decomposition" (2016). QR: S. F. Walter and L. Lehmann, "Algorithmic differentiation of linear
algebra functions with application in optimum experimental design" (2010); of a wide matrix, its
square part is factored and the rest is a product. LU, likewise: dA = P (dL U + L dU), where
L^-1 dL is strictly lower and dU U^-1 upper.

Where a matrix is not square, the formulas differ for more rows and for more columns, so the
types must say which it is.
"""

from __future__ import annotations

from xdsl.ir import Operation

from ...dialects.pd_op.factorization import (
    CholeskyGradOp,
    LuGradOp,
    LuSolveGradOp,
    LuSolveOp,
    LuUnpackGradOp,
    LuUnpackOp,
    QrGradOp,
    QrOp,
)
from ..errors import DiffError
from ..registry import decomposition
from ..values import Value, call, conjugate, reduce_as, zeros_like
from .linalg import Pair, Wants, matmul
from .matrices import (
    adjoint,
    adjoint_times,
    concat,
    halved_lower,
    section,
    symmetric,
    times_adjoint,
    transpose,
    tril,
    triu,
)
from .solve import over_adjoint, solve_triangular


def dims_of(x: Value, name: str) -> tuple[int, int]:
    """Rows and columns of a matrix. Raises DiffError when they are not known and may differ."""
    rows, columns = x.shape[-2:]
    owner = x.ssa.owner
    if rows != columns and -1 in (rows, columns):
        raise DiffError(
            f"{name}: whether the matrix has more rows or more columns must be known",
            owner if isinstance(owner, Operation) else None,
            "declare the last two dims",
        )
    return rows, columns


# --- Cholesky --------------------------------------------------------------------------------


@decomposition(CholeskyGradOp)
def cholesky_grad(out: Value, out_grad: Value, upper: bool) -> Value:
    """The symmetric part of L^-H Φ(L^H G) L^-1, Φ taking the lower triangle and half of the
    diagonal; U is the adjoint of L."""
    lower = adjoint(out) if upper else out
    inner = halved_lower(adjoint_times(lower, adjoint(out_grad) if upper else out_grad))
    flags = {"upper": False, "transpose": True}
    left = solve_triangular(conjugate(lower), inner, **flags)
    right = solve_triangular(conjugate(lower), adjoint(left), **flags)
    return symmetric(right)


# --- QR --------------------------------------------------------------------------------------


@decomposition(QrGradOp)
def qr_grad(x: Value, q: Value, r: Value, q_grad: Value, r_grad: Value, mode: str) -> Value:
    rows, columns = dims_of(x, "qr")
    if mode == "r":
        q, r = call(QrOp, x, mode="reduced")
        q_grad = zeros_like(q)
    if rows >= columns:
        if mode == "complete" and rows > columns:
            q, q_grad = without_rest(q, q_grad, columns)
            r, r_grad = section(r, -2, 0, columns), section(r_grad, -2, 0, columns)
        return _tall_qr_grad(q, r, q_grad, r_grad)
    rest, rest_grad = section(x, -1, rows, columns), section(r_grad, -1, rows, columns)
    square, square_grad = section(r, -1, 0, rows), section(r_grad, -1, 0, rows)
    q_grad = q_grad + times_adjoint(rest, rest_grad)
    left = _tall_qr_grad(q, square, q_grad, square_grad)
    return concat([left, matmul(q, rest_grad)], -1)


def _tall_qr_grad(q: Value, r: Value, q_grad: Value, r_grad: Value) -> Value:
    """(G_Q + Q copy(M)) R^-H with M = R G_R^H - G_Q^H Q, copy() repeating the lower triangle
    above the diagonal."""
    whole = times_adjoint(r, r_grad) - adjoint_times(q_grad, q)
    mirrored = tril(whole) + adjoint(tril(whole, -1))
    return over_adjoint(q_grad + matmul(q, mirrored), r)


def without_rest(q: Value, q_grad: Value, count: int) -> tuple[Value, Value]:
    """The first columns of a square q. The others are any basis of what is left: as the first
    turn, they turn with them, so that dQ2 = -Q1 dQ1^H Q2."""
    size = q.shape[-1]
    first, rest = section(q, -1, 0, count), section(q, -1, count, size)
    first_grad, rest_grad = section(q_grad, -1, 0, count), section(q_grad, -1, count, size)
    return first, first_grad - matmul(rest, adjoint_times(rest_grad, first))


# --- LU --------------------------------------------------------------------------------------


@decomposition(LuGradOp)
def lu_grad(x: Value, out: Value, pivots: Value, out_grad: Value) -> Value:
    rows, columns = dims_of(x, "lu")
    permutation, lower, upper = call(LuUnpackOp, out, pivots)
    if rows == columns:
        inner = _square_lu_grad(lower, upper, tril(out_grad, -1), triu(out_grad))
    elif rows < columns:
        first, rest = section(out_grad, -1, 0, rows), section(out_grad, -1, rows, columns)
        square, wide = section(upper, -1, 0, rows), section(upper, -1, rows, columns)
        right = _over_lower(lower, rest)
        lower_grad = tril(first - times_adjoint(right, wide), -1)
        inner = concat([_square_lu_grad(lower, square, lower_grad, triu(first)), right], -1)
    else:
        first, rest = section(out_grad, -2, 0, columns), section(out_grad, -2, columns, rows)
        square, tall = section(lower, -2, 0, columns), section(lower, -2, columns, rows)
        below = over_adjoint(rest, upper)
        upper_grad = triu(first - adjoint_times(tall, below))
        inner = concat([_square_lu_grad(square, upper, tril(first, -1), upper_grad), below], -2)
    return matmul(permutation, inner)


def _square_lu_grad(lower: Value, upper: Value, lower_grad: Value, upper_grad: Value) -> Value:
    """L^-H (strict lower triangle of L^H G_L + upper triangle of G_U U^H) U^-H."""
    inner = tril(adjoint_times(lower, lower_grad), -1) + triu(times_adjoint(upper_grad, upper))
    return over_adjoint(_over_lower(lower, inner), upper)


def _over_lower(lower: Value, x: Value) -> Value:
    """L^-H x for a lower triangular L with ones on its diagonal."""
    return solve_triangular(conjugate(lower), x, upper=False, transpose=True, unitriangular=True)


@decomposition(LuUnpackGradOp)
def lu_unpack_grad(
    x: Value,
    y: Value,
    l: Value,  # noqa: E741
    u: Value,
    pmat: Value,
    l_grad: Value,
    u_grad: Value,
    unpack_ludata: bool,
) -> Value:
    if not unpack_ludata:
        return zeros_like(x)
    rows, columns = dims_of(x, "lu_unpack")
    lower, upper = tril(l_grad, -1), triu(u_grad)
    if rows < columns:
        lower = concat([lower, zeros_like(section(u_grad, -1, rows, columns))], -1)
    elif rows > columns:
        upper = concat([upper, zeros_like(section(l_grad, -2, columns, rows))], -2)
    return lower + upper


@decomposition(LuSolveGradOp)
def lu_solve_grad(
    b: Value,
    lu: Value,
    pivots: Value,
    out: Value,
    out_grad: Value,
    trans: str,
    wanted: Wants,
) -> Pair:
    """As for `solve`, with A = P L U: the gradient G of A makes P^T G U^H that of L and
    L^H P^T G that of U."""
    turned = {"N": "C", "T": "N", "C": "N"}[trans]
    right = conjugate(out_grad) if trans == "T" else out_grad
    each = call(LuSolveOp, right, lu, pivots, trans=turned)
    each = conjugate(each) if trans == "T" else each
    lu_grad = None
    if wanted[1]:
        permutation, lower, upper = call(LuUnpackOp, lu, pivots)
        if trans == "N":
            whole = -times_adjoint(each, out)
        elif trans == "T":
            whole = -transpose(times_adjoint(each, out))
        else:
            whole = -times_adjoint(out, each)
        inner = adjoint_times(permutation, whole)
        lower_grad = tril(times_adjoint(inner, upper), -1)
        lu_grad = reduce_as(lower_grad + triu(adjoint_times(lower, inner)), lu)
    return reduce_as(each, b) if wanted[0] else None, lu_grad
