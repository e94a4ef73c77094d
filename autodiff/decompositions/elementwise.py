"""What the gradient ops of elementwise mathematics mean."""

from __future__ import annotations

from ...dialects.pd_op.elementwise import (
    CosGradOp,
    CosOp,
    ExpGradOp,
    SinGradOp,
    SinOp,
    TanhGradOp,
)
from ..registry import decomposition
from ..values import Value, call


@decomposition(TanhGradOp)
def tanh_grad(out: Value, out_grad: Value) -> Value:
    return out_grad * (1 - out * out)


@decomposition(SinGradOp)
def sin_grad(x: Value, out_grad: Value) -> Value:
    return out_grad * call(CosOp, x)


@decomposition(CosGradOp)
def cos_grad(x: Value, out_grad: Value) -> Value:
    return -(out_grad * call(SinOp, x))


@decomposition(ExpGradOp)
def exp_grad(out: Value, out_grad: Value) -> Value:
    return out_grad * out
