"""What the gradient ops of norms mean."""

from __future__ import annotations

import math

from ...dialects.pd_op.elementwise import PowOp
from ...dialects.pd_op.norms import (
    FrobeniusNormGradOp,
    L1NormGradOp,
    PNormGradOp,
    SquaredL2NormGradOp,
)
from ...dialects.pd_op.rounding import AbsOp, SignOp
from ...dialects.pd_op.shape import ReshapeOp
from ..registry import decomposition
from ..values import Value, call, cast, compare, ones_like, where, zeros_like
from .reduction import keep_axes, keep_listed, nonzero


@decomposition(PNormGradOp)
def p_norm_grad(
    x: Value,
    out: Value,
    out_grad: Value,
    porder: float,
    axis: int,
    keepdim: bool,
    asvector: bool,
) -> Value:
    axes = () if asvector else (axis,)
    out = keep_listed(out, x, axes, keepdim)
    out_grad = keep_listed(out_grad, x, axes, keepdim)
    if porder == 0:
        return zeros_like(x)
    if porder == 1:
        return call(SignOp, x) * out_grad
    if math.isinf(porder):
        extreme = cast(compare("equal", call(AbsOp, x), out), x.element)
        return call(SignOp, x) * extreme * out_grad
    out_grad = where(compare("equal", out, 0.0), zeros_like(out_grad), out_grad)
    return slope_of_power(x / nonzero(out), porder) * out_grad


def slope_of_power(x: Value, order: float) -> Value:
    """sign(x) |x|^(order - 1), zero at zero; a plain power where the order is whole, so that its
    derivatives are right at zero too."""
    if order == 2:
        return x
    if order > 2 and order == int(order):
        power: Value = call(PowOp, x, y=order - 1)
        return power if order % 2 == 0 else power * call(SignOp, x)
    size = where(compare("equal", x, 0.0), ones_like(x), call(AbsOp, x))
    return call(PowOp, size, y=order - 1) * call(SignOp, x)


@decomposition(FrobeniusNormGradOp)
def frobenius_norm_grad(
    x: Value, out: Value, out_grad: Value, axis: Value, keep_dim: bool, reduce_all: bool
) -> Value:
    if not reduce_all:
        out = keep_axes(out, x, axis, keep_dim)
        out_grad = keep_axes(out_grad, x, axis, keep_dim)
    return x * (out_grad / nonzero(out))


@decomposition(SquaredL2NormGradOp)
def squared_l2_norm_grad(x: Value, out_grad: Value) -> Value:
    return x * (call(ReshapeOp, out_grad, ()) * 2)


@decomposition(L1NormGradOp)
def l1_norm_grad(x: Value, out_grad: Value) -> Value:
    return call(SignOp, x) * call(ReshapeOp, out_grad, ())
