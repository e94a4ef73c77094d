"""What the gradient ops of triangles mean: the same triangles."""

from __future__ import annotations

from ...dialects.pd_op.triangle import TrilGradOp, TrilOp, TriuGradOp, TriuOp
from ..registry import decomposition
from ..values import Value, call


@decomposition(TrilGradOp)
def tril_grad(out_grad: Value, diagonal: int) -> Value:
    return call(TrilOp, out_grad, diagonal=diagonal)


@decomposition(TriuGradOp)
def triu_grad(out_grad: Value, diagonal: int) -> Value:
    return call(TriuOp, out_grad, diagonal=diagonal)
