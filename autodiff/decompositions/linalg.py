"""What the gradient ops of products of matrices and vectors mean: products again.

With dC the change of C = A B, dC = dA B + A dB, so the cotangent of A is that of C times B^H and
that of B is A^H times that of C (M. B. Giles, "An extended collection of matrix derivative
results for forward and reverse mode automatic differentiation", 2008, section 2.2.2).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from ...dialects.pd_op.linalg import MatmulGradOp, MatmulOp
from ..registry import decomposition
from ..values import Value, call, conjugate, reduce_as, reshape_as

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
