"""What the gradient ops of broadcasting arithmetic mean: a product with a partial derivative,
summed back to the operand's shape. Complex numbers: with the conjugate of the derivative."""

from __future__ import annotations

import math
from functools import partial

from xdsl.dialects.builtin import ComplexType

from ...dialects.pd_op.binary import (
    AddGradOp,
    Atan2GradOp,
    CopysignGradOp,
    CopysignOp,
    DistGradOp,
    DivideGradOp,
    ElementwisePowGradOp,
    ElementwisePowOp,
    FmaxGradOp,
    FminGradOp,
    HeavisideGradOp,
    LerpGradOp,
    MaximumGradOp,
    MinimumGradOp,
    MultiplexGradOp,
    MultiplyGradOp,
    RemainderGradOp,
    SubtractGradOp,
)
from ...dialects.pd_op.compare import LogicalAndOp, LogicalNotOp, LogicalOrOp
from ...dialects.pd_op.rounding import AbsOp, FloorOp, IsnanOp, SignOp
from ...dialects.pd_op.shape import ReshapeOp
from ..registry import decomposition
from ..values import (
    Value,
    call,
    cast,
    combine,
    compare,
    conjugate,
    constant,
    expand_as,
    ones_like,
    reduce_as,
    where,
    zeros_like,
)
from .elementwise import log, power, square

Pair = tuple[Value | None, Value | None]
Wants = tuple[bool, bool]

sign = partial(call, SignOp)
absolute = partial(call, AbsOp)
elementwise_pow = partial(call, ElementwisePowOp)


# --- arithmetic ------------------------------------------------------------------------------


@decomposition(AddGradOp)
def add_grad(x: Value, y: Value, out_grad: Value) -> Pair:
    return reduce_as(out_grad, x), reduce_as(out_grad, y)


@decomposition(SubtractGradOp)
def subtract_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return (
        reduce_as(out_grad, x) if wanted[0] else None,
        reduce_as(-out_grad, y) if wanted[1] else None,
    )


@decomposition(MultiplyGradOp)
def multiply_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return (
        reduce_as(out_grad * conjugate(y), x) if wanted[0] else None,
        reduce_as(out_grad * conjugate(x), y) if wanted[1] else None,
    )


@decomposition(DivideGradOp)
def divide_grad(x: Value, y: Value, out: Value, out_grad: Value, wanted: Wants) -> Pair:
    return (
        reduce_as(out_grad / conjugate(y), x) if wanted[0] else None,
        reduce_as(-(out_grad * conjugate(out / y)), y) if wanted[1] else None,
    )


@decomposition(RemainderGradOp)
def remainder_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return (
        reduce_as(out_grad, x) if wanted[0] else None,
        reduce_as(-(out_grad * call(FloorOp, x / y)), y) if wanted[1] else None,
    )


@decomposition(ElementwisePowGradOp)
def elementwise_pow_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    """y * x^(y - 1) and x^y * ln(x), with the limits that are finite at x = 0."""
    x_grad = y_grad = None
    one, base = constant(x, 1.0), x
    if not isinstance(x.element, ComplexType):
        zero_x, zero_y = compare("equal", x, 0.0), compare("equal", y, 0.0)
        # y = 0: the power is the constant 1. The exponent stays 0 then, for 0 * 0^-1 is NaN.
        one = cast(call(LogicalNotOp, call(LogicalAndOp, zero_x, zero_y)), x.element)
        # 0^y is the constant 0 for y > 0. The base becomes 1 then, for 0 * ln(0) is NaN.
        steady = call(LogicalAndOp, zero_x, compare("greater_equal", y, 0.0))
        base = x + cast(steady, x.element)
    if wanted[0]:
        x_grad = reduce_as(out_grad * conjugate(y * elementwise_pow(x, y - one)), x)
    if wanted[1]:
        y_grad = reduce_as(out_grad * conjugate(elementwise_pow(x, y) * log(base)), y)
    return x_grad, y_grad


@decomposition(Atan2GradOp)
def atan2_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    factor = out_grad / (square(x) + square(y))
    return (
        reduce_as(factor * y, x) if wanted[0] else None,
        reduce_as(-(factor * x), y) if wanted[1] else None,
    )


# --- one of two ------------------------------------------------------------------------------


@decomposition(MaximumGradOp)
def maximum_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return _winner_takes("greater_than", x, y, out_grad, wanted)


@decomposition(MinimumGradOp)
def minimum_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return _winner_takes("less_than", x, y, out_grad, wanted)


def _winner_takes(relation: str, x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    """The cotangent to the one that stands in the relation to the other; a tie is halved."""
    tie = where(compare("equal", x, y), 0.5 * out_grad, zeros_like(out_grad))
    return (
        reduce_as(where(compare(relation, x, y), out_grad, tie), x) if wanted[0] else None,
        reduce_as(where(compare(relation, y, x), out_grad, tie), y) if wanted[1] else None,
    )


@decomposition(FmaxGradOp)
def fmax_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return _x_or_y("greater_equal", x, y, out_grad, wanted)


@decomposition(FminGradOp)
def fmin_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    return _x_or_y("less_equal", x, y, out_grad, wanted)


def _x_or_y(relation: str, x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    """The cotangent to x where it stands in the relation to y or y is NaN, else to y."""
    chosen = call(LogicalOrOp, compare(relation, x, y), call(IsnanOp, y))
    zeros = zeros_like(out_grad)
    return (
        reduce_as(where(chosen, out_grad, zeros), x) if wanted[0] else None,
        reduce_as(where(chosen, zeros, out_grad), y) if wanted[1] else None,
    )


@decomposition(HeavisideGradOp)
def heaviside_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    y_grad = None
    if wanted[1]:
        at_step = compare("equal", expand_as(x, out_grad), 0.0)
        y_grad = reduce_as(where(at_step, out_grad, zeros_like(out_grad)), y)
    return zeros_like(x) if wanted[0] else None, y_grad


@decomposition(CopysignGradOp)
def copysign_grad(x: Value, y: Value, out_grad: Value, wanted: Wants) -> Pair:
    x_grad = None
    if wanted[0]:
        turned = call(CopysignOp, ones_like(y), y) * sign(x)
        x_grad = reduce_as(out_grad * turned, x)
    return x_grad, zeros_like(y) if wanted[1] else None


@decomposition(LerpGradOp)
def lerp_grad(
    x: Value, y: Value, weight: Value, out: Value, out_grad: Value, wanted: Wants
) -> Pair:
    return (
        reduce_as(out_grad * (1 - weight), x) if wanted[0] else None,
        reduce_as(out_grad * weight, y) if wanted[1] else None,
    )


@decomposition(MultiplexGradOp)
def multiplex_grad(inputs: tuple[Value, ...], index: Value, out_grad: Value) -> Value:
    column = call(ReshapeOp, index, (-1, *[1] * (out_grad.rank - 1)))
    taken = expand_as(column, cast(out_grad, column.element))
    zeros = zeros_like(out_grad)
    return combine(
        [where(compare("equal", taken, row), out_grad, zeros) for row in range(len(inputs))]
    )


# --- the norm of a difference ----------------------------------------------------------------


@decomposition(DistGradOp)
def dist_grad(x: Value, y: Value, out: Value, out_grad: Value, p: float, wanted: Wants) -> Pair:
    difference = x - y
    slope = _norm_slope(difference, out, out_grad, p)
    return (
        reduce_as(slope, x) if wanted[0] else None,
        reduce_as(-slope, y) if wanted[1] else None,
    )


def _norm_slope(value: Value, norm: Value, out_grad: Value, p: float) -> Value:
    """out_grad times the derivative of the p-norm: sign(v) * (|v| / norm)^(p - 1), 0 at 0."""
    if p == 0:
        return zeros_like(value)
    if p == 1:
        return out_grad * sign(value)
    if math.isinf(p):
        reached = compare("equal", absolute(value), norm)
        return where(reached, out_grad * sign(value), zeros_like(value))
    safe = where(compare("equal", norm, 0.0), ones_like(norm), norm)
    if p == 2:
        return (out_grad / safe) * value
    return out_grad * sign(value) * power(absolute(value) / safe, y=p - 1)
