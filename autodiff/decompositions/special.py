"""What the gradient ops of the special functions mean."""

from __future__ import annotations

from functools import partial
from math import pi, sqrt

from ...dialects.pd_op.compare import LogicalOrOp
from ...dialects.pd_op.special import (
    DigammaGradOp,
    DigammaOp,
    ErfGradOp,
    ErfinvGradOp,
    GammainccGradOp,
    GammalnGradOp,
    I0eGradOp,
    I0eOp,
    I0GradOp,
    I0Op,
    I1eGradOp,
    I1eOp,
    I1GradOp,
    I1Op,
    LgammaGradOp,
    LgammaOp,
    LogitGradOp,
    PolygammaGradOp,
    PolygammaOp,
)
from ..registry import decomposition
from ..values import Value, call, compare, ones_like, reduce_as, where, zeros_like
from .elementwise import exp, log, square

i0 = partial(call, I0Op)
i0e = partial(call, I0eOp)
i1 = partial(call, I1Op)
i1e = partial(call, I1eOp)
digamma = partial(call, DigammaOp)
polygamma = partial(call, PolygammaOp)


@decomposition(ErfGradOp)
def erf_grad(x: Value, out_grad: Value) -> Value:
    return out_grad * (2 / sqrt(pi) * exp(-square(x)))


@decomposition(ErfinvGradOp)
def erfinv_grad(out: Value, out_grad: Value) -> Value:
    return out_grad * (sqrt(pi) / 2 * exp(square(out)))


@decomposition(LgammaGradOp, GammalnGradOp)
def lgamma_grad(x: Value, out_grad: Value) -> Value:
    return out_grad * digamma(x)


@decomposition(DigammaGradOp)
def digamma_grad(x: Value, out_grad: Value) -> Value:
    return out_grad * polygamma(x, n=1)


@decomposition(PolygammaGradOp)
def polygamma_grad(x: Value, out_grad: Value, n: int) -> Value:
    return out_grad * polygamma(x, n=n + 1)


@decomposition(I0GradOp)
def i0_grad(x: Value, out_grad: Value) -> Value:
    return out_grad * i1(x)


@decomposition(I0eGradOp)
def i0e_grad(x: Value, out: Value, out_grad: Value) -> Value:
    return out_grad * (i1e(x) - _signed(x, out))


@decomposition(I1GradOp)
def i1_grad(x: Value, out: Value, out_grad: Value) -> Value:
    return out_grad * (i0(x) - _over_x(x, out))


@decomposition(I1eGradOp)
def i1e_grad(x: Value, out: Value, out_grad: Value) -> Value:
    return out_grad * (i0e(x) - _over_x(x, out) - _signed(x, out))


@decomposition(LogitGradOp)
def logit_grad(x: Value, out_grad: Value, eps: float) -> Value:
    """Outside of [eps, 1 - eps] the clamped x does not vary."""
    derivative = x * (1 - x)
    if eps == 0:
        return out_grad / derivative
    outside = call(LogicalOrOp, compare("less_than", x, eps), compare("greater_than", x, 1 - eps))
    inside = out_grad / where(outside, ones_like(x), derivative)
    return where(outside, zeros_like(x), inside)


@decomposition(GammainccGradOp)
def gammaincc_grad(x: Value, y: Value, out_grad: Value) -> Value:
    """-y^(x - 1) * e^-y / gamma(x), through its logarithm."""
    logarithm = (x - 1) * log(y) - y - call(LgammaOp, x)
    return reduce_as(-(out_grad * exp(logarithm)), y)


def _signed(x: Value, value: Value) -> Value:
    """value with its sign turned where x is negative."""
    return where(compare("less_than", x, 0.0), -value, value)


def _over_x(x: Value, i1_of_x: Value) -> Value:
    """I1(x) / x, which is 1/2 at 0."""
    at_zero = compare("equal", x, 0.0)
    half = 0.5 * ones_like(x)
    return where(at_zero, half, i1_of_x / where(at_zero, ones_like(x), x))
