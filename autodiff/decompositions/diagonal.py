"""What the gradient ops of diagonals mean."""

from __future__ import annotations

from ...dialects.pd_op.diagonal import (
    DiagGradOp,
    DiagonalGradOp,
    DiagonalOp,
    FillDiagonalGradOp,
    FillDiagonalOp,
    FillDiagonalTensorGradOp,
    FillDiagonalTensorOp,
)
from ..registry import decomposition
from ..values import Value, call, reshape_as, zeros_like


@decomposition(DiagGradOp)
def diag_grad(x: Value, out_grad: Value, offset: int) -> Value:
    if x.rank == 2:
        return diagonal_grad(x, out_grad, offset, 0, 1)
    found: Value = call(DiagonalOp, out_grad, offset=offset)
    return found if x.rank == 1 else reshape_as(found, x)


@decomposition(DiagonalGradOp)
def diagonal_grad(x: Value, out_grad: Value, offset: int, axis1: int, axis2: int) -> Value:
    return call(
        FillDiagonalTensorOp, zeros_like(x), out_grad, offset=offset, dim1=axis1, dim2=axis2
    )


@decomposition(FillDiagonalGradOp)
def fill_diagonal_grad(out_grad: Value, offset: int, wrap: bool) -> Value:
    return call(FillDiagonalOp, out_grad, value=0.0, offset=offset, wrap=wrap)


@decomposition(FillDiagonalTensorGradOp)
def fill_diagonal_tensor_grad(out_grad: Value, offset: int, dim1: int, dim2: int) -> Value:
    kept: Value = call(DiagonalOp, out_grad, offset=offset, axis1=dim1, axis2=dim2)
    return call(
        FillDiagonalTensorOp, out_grad, zeros_like(kept), offset=offset, dim1=dim1, dim2=dim2
    )
