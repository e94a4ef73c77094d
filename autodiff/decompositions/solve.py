"""What the gradient ops of inverses, determinants and linear systems mean.

The formulas are those of M. B. Giles, "An extended collection of matrix derivative results for
forward and reverse mode automatic differentiation" (2008), sections 2.2.3 (inverse), 2.2.4
(determinant) and 2.3.1 (systems); of complex matrices, the transposes are adjoints.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from ...dialects.pd_op.shape import ReshapeOp, Shape64Op
from ...dialects.pd_op.solve import (
    CholeskySolveGradOp,
    CholeskySolveOp,
    DetGradOp,
    InverseGradOp,
    InverseOp,
    MatrixPowerGradOp,
    SlogdetGradOp,
    SlogdetOp,
    SlogdetV2GradOp,
    SolveGradOp,
    SolveOp,
    TriangularSolveGradOp,
    TriangularSolveOp,
    is_vector,
)
from ..registry import decomposition
from ..values import Value, call, conjugate, reduce_as, reshape_as, zeros_like
from .linalg import Pair, Wants, matmul, unsqueeze
from .matrices import adjoint, adjoint_times, part, times_adjoint, tril, triu


def inverse(x: Value) -> Value:
    """x^-1."""
    return call(InverseOp, x)


def solve_triangular(x: Value, y: Value, **flags: bool) -> Value:
    """x^-1 y for a triangular x."""
    return call(TriangularSolveOp, x, y, **flags)


def over_adjoint(y: Value, upper: Value) -> Value:
    """y U^-H for an upper triangular U."""
    return adjoint(solve_triangular(upper, adjoint(y), upper=True))


# --- functions of a matrix -------------------------------------------------------------------


@decomposition(InverseGradOp)
def inverse_grad(out: Value, out_grad: Value) -> Value:
    """-X^-H G X^-H."""
    return -times_adjoint(adjoint_times(out, out_grad), out)


@decomposition(DetGradOp)
def det_grad(x: Value, out: Value, out_grad: Value) -> Value:
    """g det(X) X^-H, which is defined where X has an inverse."""
    factor = unsqueeze(out_grad * conjugate(out), -1, -2)
    return factor * adjoint(inverse(x))


@decomposition(SlogdetGradOp)
def slogdet_grad(x: Value, out: Value, out_grad: Value) -> Value:
    if out_grad.rank != x.rank - 1:
        # Declared as Paddle does: of the type of x, which it is not.
        out_grad = _retyped(out_grad, call(SlogdetOp, x))
    return _logdet_grad(x, part(out_grad, 0, 1))


def _retyped(x: Value, like: Value) -> Value:
    """x as a value of the type that `like` has, and that x has when it runs."""
    shape: Value = call(Shape64Op, like)
    op = ReshapeOp.create(operands=[x.ssa, shape.ssa], result_types=[like.type])
    return Value(x.build.emit(op).out, x.build)


@decomposition(SlogdetV2GradOp)
def slogdet_v2_grad(
    x: Value, sign: Value, logdet: Value, sign_grad: Value, logdet_grad: Value
) -> Value:
    return _logdet_grad(x, logdet_grad)


def _logdet_grad(x: Value, out_grad: Value) -> Value:
    """g X^-T: d log|det X| = tr(X^-1 dX)."""
    return unsqueeze(out_grad, -1, -2) * adjoint(inverse(x))


@decomposition(MatrixPowerGradOp)
def matrix_power_grad(x: Value, out: Value, out_grad: Value, n: int) -> Value:
    """Back through the products of repeated squaring, of the inverse for a negative n."""
    if n == 0:
        return zeros_like(x)
    if n > 0:
        return _power_grad(x, n, out_grad)
    inverted = inverse(x)
    return inverse_grad(inverted, _power_grad(inverted, -n, out_grad))


def _power_grad(x: Value, n: int, out_grad: Value) -> Value:
    """The power is the product of those x^(2^k) whose bit is set in n, the lowest on the left."""
    squares = [x]
    while 2 ** len(squares) <= n:
        squares.append(matmul(squares[-1], squares[-1]))
    used = [k for k in range(len(squares)) if n >> k & 1]
    before: dict[int, Value] = {}
    for previous, k in pairwise(used):
        left = before.get(previous)
        before[k] = squares[previous] if left is None else matmul(left, squares[previous])
    parts: dict[int, Value] = {}
    for k in reversed(used):
        left = before.get(k)
        parts[k] = out_grad if left is None else adjoint_times(left, out_grad)
        if left is not None:
            out_grad = times_adjoint(out_grad, squares[k])
    total: Value | None = None
    for k in reversed(range(len(squares))):
        if total is not None:
            below = squares[k]
            total = times_adjoint(total, below) + adjoint_times(below, total)
        if k in parts:
            total = parts[k] if total is None else total + parts[k]
    assert total is not None
    return total


# --- systems ---------------------------------------------------------------------------------


@decomposition(SolveGradOp)
def solve_grad(x: Value, y: Value, out: Value, out_grad: Value, wanted: Wants) -> Pair:
    """Z = X^-H G is the gradient of y, and -Z out^H that of x."""
    vector = is_vector(x.ssa, y.ssa)
    if vector:
        out, out_grad = unsqueeze(out, -1), unsqueeze(out_grad, -1)
    each = call(SolveOp, adjoint(x), out_grad)
    y_grad = None
    if wanted[1] and vector:
        y_grad = reduce_as(reshape_as(each, _column_of(each)), y)
    elif wanted[1]:
        y_grad = reduce_as(each, y)
    return reduce_as(-times_adjoint(each, out), x) if wanted[0] else None, y_grad


def _column_of(x: Value) -> Value:
    """A value of the shape of x without its last axis, which has length one."""
    return part(x, -1, 0)


@decomposition(TriangularSolveGradOp)
def triangular_solve_grad(
    x: Value,
    y: Value,
    out: Value,
    out_grad: Value,
    upper: bool,
    transpose: bool,
    unitriangular: bool,
    wanted: Wants,
) -> Pair:
    flags: dict[str, Any] = {"upper": upper, "unitriangular": unitriangular}
    each = solve_triangular(conjugate(x), out_grad, transpose=not transpose, **flags)
    x_grad = None
    if wanted[0]:
        whole = (
            times_adjoint(conjugate(out), conjugate(each))
            if transpose
            else times_adjoint(each, out)
        )
        whole = reduce_as(-whole, x)
        x_grad = triu(whole, int(unitriangular)) if upper else tril(whole, -int(unitriangular))
    return x_grad, reduce_as(each, y) if wanted[1] else None


@decomposition(CholeskySolveGradOp)
def cholesky_solve_grad(
    x: Value, y: Value, out: Value, out_grad: Value, upper: bool, wanted: Wants
) -> Pair:
    """Z = A^-1 G is the gradient of x; that of A = L L^H or U^H U is -Z out^H, both triangles of
    which come from the one that y is read from."""
    each = call(CholeskySolveOp, out_grad, y, upper=upper)
    y_grad = None
    if wanted[1]:
        whole = times_adjoint(each, out)
        whole = -(whole + adjoint(whole))
        y_grad = triu(matmul(triu(y), whole)) if upper else tril(matmul(whole, tril(y)))
        y_grad = reduce_as(y_grad, y)
    return reduce_as(each, x) if wanted[0] else None, y_grad
