"""What the gradient ops of products of matrices and vectors mean: products again.

With dC the change of C = A B, dC = dA B + A dB, so the cotangent of A is that of C times B^H and
that of B is A^H times that of C (M. B. Giles, "An extended collection of matrix derivative
results for forward and reverse mode automatic differentiation", 2008, section 2.2.2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...dialects.pd_op.linalg import (
    AddmmGradOp,
    BaddbmmGradOp,
    BmmGradOp,
    DotGradOp,
    LinearV2GradOp,
    MatmulGradOp,
    MatmulOp,
    MatmulWithFlattenGradOp,
    MultiDotGradOp,
    MvGradOp,
)
from ..registry import decomposition
from ..values import Value, call, combine, conjugate, reduce_as, reshape_as

Pair = tuple[Value | None, Value | None]
Wants = tuple[bool, bool]


def matmul(x: Value, y: Value, transpose_x: bool = False, transpose_y: bool = False) -> Value:
    """x y, each transposed first where asked."""
    return call(MatmulOp, x, y, transpose_x=transpose_x, transpose_y=transpose_y)


def unsqueeze(x: Value, *axes: int) -> Value:
    """x with axes of length one put in."""
    from ...dialects.pd_op.shape import UnsqueezeOp

    return call(UnsqueezeOp, x, axes)


def reshape(x: Value, shape: Sequence[int]) -> Value:
    """The same elements in another shape, in which one dim may be -1."""
    from ...dialects.pd_op.shape import ReshapeOp

    return call(ReshapeOp, x, tuple(shape))


@decomposition(MatmulGradOp)
def matmul_grad(
    x: Value, y: Value, out_grad: Value, transpose_x: bool, transpose_y: bool, wanted: Wants
) -> Pair:
    if x.rank == 1 and y.rank == 1:
        return (
            out_grad * conjugate(y) if wanted[0] else None,
            out_grad * conjugate(x) if wanted[1] else None,
        )
    left, right = x, y
    if x.rank == 1:
        left, transpose_x, out_grad = unsqueeze(x, 0), False, unsqueeze(out_grad, -2)
    if y.rank == 1:
        right, transpose_y, out_grad = unsqueeze(y, 1), False, unsqueeze(out_grad, -1)
    x_grad = y_grad = None
    if wanted[0]:
        x_grad = _of_left(left, right, out_grad, transpose_x, transpose_y)
        x_grad = reshape_as(x_grad, x) if x.rank == 1 else x_grad
    if wanted[1]:
        y_grad = _of_right(left, right, out_grad, transpose_x, transpose_y)
        y_grad = reshape_as(y_grad, y) if y.rank == 1 else y_grad
    return x_grad, y_grad


def _of_left(x: Value, y: Value, out_grad: Value, transpose_x: bool, transpose_y: bool) -> Value:
    """out_grad y^H, or its transpose y^* out_grad^T."""
    y = conjugate(y)
    if transpose_x:
        return reduce_as(matmul(y, out_grad, transpose_y, True), x)
    return reduce_as(matmul(out_grad, y, False, not transpose_y), x)


def _of_right(x: Value, y: Value, out_grad: Value, transpose_x: bool, transpose_y: bool) -> Value:
    """x^H out_grad, or its transpose out_grad^T x^*. One matrix y for a batch of x (a linear
    layer) is one product of two tall matrices, not a batch of products that are then added."""
    x = conjugate(x)
    if y.rank == 2 and x.rank > 2 and not transpose_x and min(x.shape[-1], out_grad.shape[-1]) > 0:
        x, out_grad = _tall(x), _tall(out_grad)
    if transpose_y:
        return reduce_as(matmul(out_grad, x, True, transpose_x), y)
    return reduce_as(matmul(x, out_grad, not transpose_x, False), y)


def _tall(x: Value) -> Value:
    """The matrices of a batch below one another."""
    rows = -1 if -1 in x.shape[:-1] else math.prod(x.shape[:-1])
    return reshape(x, (rows, x.shape[-1]))


@decomposition(BmmGradOp)
def bmm_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return (
        matmul(out_grad, conjugate(y), False, True) if wanted[0] else None,
        matmul(conjugate(x), out_grad, True) if wanted[1] else None,
    )


@decomposition(MvGradOp)
def mv_grad(x: Value, vec: Value, out_grad: Value, wanted: Wants) -> Pair:
    return (
        unsqueeze(out_grad, 1) * unsqueeze(conjugate(vec), 0) if wanted[0] else None,
        matmul(conjugate(x), out_grad, True) if wanted[1] else None,
    )


@decomposition(DotGradOp)
def dot_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    each = unsqueeze(out_grad, -1)
    return (
        each * conjugate(y) if wanted[0] else None,
        each * conjugate(x) if wanted[1] else None,
    )


@decomposition(AddmmGradOp, BaddbmmGradOp)
def addmm_grad(
    input: Value,
    x: Value,
    y: Value,
    out_grad: Value,
    alpha: float,
    beta: float,
    wanted: tuple[bool, bool, bool],
) -> tuple[Value | None, Value | None, Value | None]:
    x_grad, y_grad = bmm_grad(x, y, out_grad, wanted[1:])
    return (
        reduce_as(beta * out_grad, input) if wanted[0] else None,
        None if x_grad is None else alpha * x_grad,
        None if y_grad is None else alpha * y_grad,
    )


@decomposition(LinearV2GradOp)
def linear_v2_grad(
    input: Value,
    weight: Value,
    bias: Value,
    out_grad: Value,
    transpose_weight: bool,
    wanted: tuple[bool, bool, bool],
) -> tuple[Value | None, Value | None, Value | None]:
    x_grad, weight_grad = matmul_grad(
        input, weight, out_grad, False, transpose_weight, (wanted[0], wanted[1])
    )
    return x_grad, weight_grad, reduce_as(out_grad, bias) if wanted[2] else None


@decomposition(MatmulWithFlattenGradOp)
def matmul_with_flatten_grad(
    x: Value,
    y: Value,
    out_grad: Value,
    x_num_col_dims: int,
    y_num_col_dims: int,
    wanted: Wants,
) -> Pair:
    middle = _as_matrix(out_grad, x_num_col_dims)
    x_grad = y_grad = None
    if wanted[0]:
        right = conjugate(_as_matrix(y, y_num_col_dims))
        x_grad = reshape_as(matmul(middle, right, False, True), x)
    if wanted[1]:
        left = conjugate(_as_matrix(x, x_num_col_dims))
        y_grad = reshape_as(matmul(left, middle, True), y)
    return x_grad, y_grad


def _as_matrix(x: Value, rows: int) -> Value:
    """The first `rows` axes as one and the others as one."""
    from ...dialects.pd_op.shape import FlattenOp

    if x.rank - rows > 1:
        x = call(FlattenOp, x, start_axis=rows, stop_axis=x.rank - 1)
    return call(FlattenOp, x, start_axis=0, stop_axis=rows - 1) if rows > 1 else x


@decomposition(MultiDotGradOp)
def multi_dot_grad(x: tuple[Value, ...], out_grad: Value) -> Value:
    """x_i gets (x_1 ... x_i-1)^H out_grad (x_i+1 ... x_n)^H; a vector is a row or a column
    meanwhile."""
    chain = [conjugate(value) for value in x]
    if x[0].rank == 1:
        chain[0], out_grad = unsqueeze(chain[0], 0), unsqueeze(out_grad, 0)
    if x[-1].rank == 1:
        chain[-1], out_grad = unsqueeze(chain[-1], 1), unsqueeze(out_grad, -1)
    after = [out_grad]
    for value in reversed(chain[1:]):
        after.append(matmul(after[-1], value, False, True))
    grads: list[Value] = []
    before: Value | None = None
    for value, original, right in zip(chain, x, reversed(after), strict=True):
        grad = right if before is None else matmul(before, right, True)
        grads.append(reshape_as(grad, original) if original.rank == 1 else grad)
        before = value if before is None else matmul(before, value)
    return combine(grads)
