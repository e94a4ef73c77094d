"""What the gradient ops of elementwise mathematics mean.

Each is a formula for the partial of x. Holomorphic functions take complex numbers too: the
cotangent is then multiplied by the conjugate of the derivative, as Paddle does.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from math import log as ln

from ...dialects.pd_op.base import PdOp
from ...dialects.pd_op.elementwise import (
    AcosGradOp,
    AcoshGradOp,
    AsinGradOp,
    AsinhGradOp,
    AtanGradOp,
    AtanhGradOp,
    CosGradOp,
    CoshGradOp,
    CoshOp,
    CosOp,
    ExpGradOp,
    Expm1GradOp,
    ExpOp,
    Log1pGradOp,
    Log2GradOp,
    Log10GradOp,
    LogGradOp,
    LogOp,
    PowGradOp,
    PowOp,
    ReciprocalGradOp,
    RsqrtGradOp,
    RsqrtOp,
    SinGradOp,
    SinhGradOp,
    SinhOp,
    SinOp,
    SqrtGradOp,
    SquareGradOp,
    SquareOp,
    TanGradOp,
    TanhGradOp,
    TanhOp,
    TanOp,
)
from ..registry import decomposition
from ..values import Value, call, conjugate, zeros_like

Derivative = Callable[[Value], Value]

sin = partial(call, SinOp)
cos = partial(call, CosOp)
tan = partial(call, TanOp)
sinh = partial(call, SinhOp)
cosh = partial(call, CoshOp)
tanh = partial(call, TanhOp)
exp = partial(call, ExpOp)
log = partial(call, LogOp)
rsqrt = partial(call, RsqrtOp)
square = partial(call, SquareOp)
power = partial(call, PowOp)

TIMES_DERIVATIVE: Mapping[type[PdOp], Derivative] = {
    # f'(x) in terms of x
    SinGradOp: lambda x: cos(x),
    CosGradOp: lambda x: -sin(x),
    TanGradOp: lambda x: square(tan(x)) + 1,
    AsinGradOp: lambda x: rsqrt(1 - square(x)),
    AcosGradOp: lambda x: -rsqrt(1 - square(x)),
    SinhGradOp: lambda x: cosh(x),
    CoshGradOp: lambda x: sinh(x),
    AsinhGradOp: lambda x: rsqrt(square(x) + 1),
    AcoshGradOp: lambda x: rsqrt(square(x) - 1),
    SquareGradOp: lambda x: 2 * x,
    # f'(x) in terms of out = f(x)
    TanhGradOp: lambda out: 1 - square(out),
    ExpGradOp: lambda out: out,
    Expm1GradOp: lambda out: out + 1,
    RsqrtGradOp: lambda out: -0.5 * (square(out) * out),
    ReciprocalGradOp: lambda out: -square(out),
}

OVER_DERIVATIVE: Mapping[type[PdOp], Derivative] = {
    # 1 / f'(x) in terms of x
    AtanGradOp: lambda x: square(x) + 1,
    AtanhGradOp: lambda x: 1 - square(x),
    LogGradOp: lambda x: x,
    Log2GradOp: lambda x: ln(2) * x,
    Log10GradOp: lambda x: ln(10) * x,
    Log1pGradOp: lambda x: x + 1,
    # 1 / f'(x) in terms of out = f(x)
    SqrtGradOp: lambda out: 2 * out,
}


def _times(derivative: Derivative) -> Callable[[Value, Value], Value]:
    return lambda value, out_grad: out_grad * conjugate(derivative(value))


def _over(inverse: Derivative) -> Callable[[Value, Value], Value]:
    return lambda value, out_grad: out_grad / conjugate(inverse(value))


for op_type, derivative in TIMES_DERIVATIVE.items():
    decomposition(op_type)(_times(derivative))

for op_type, inverse in OVER_DERIVATIVE.items():
    decomposition(op_type)(_over(inverse))


@decomposition(PowGradOp)
def pow_grad(x: Value, out_grad: Value, y: float) -> Value:
    """y * x^(y - 1), but 0 for y = 0 also where x = 0."""
    if y == 0:
        return zeros_like(x)
    if y == 1:
        return out_grad
    base = x if y == 2 else power(x, y=y - 1)
    return out_grad * conjugate(y * base)
