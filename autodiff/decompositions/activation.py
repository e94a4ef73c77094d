"""What the gradient ops of the activation functions mean.

A branch that is not taken must be finite in every derivative (zero times infinity is NaN), so
the argument of an exponential is replaced by 0 where its branch is not the one.
"""

from __future__ import annotations

import math
from functools import partial
from math import pi, sqrt

from ...dialects.pd_op.activation import (
    CeluGradOp,
    EluGradOp,
    GeluGradOp,
    HardshrinkGradOp,
    HardsigmoidGradOp,
    HardswishGradOp,
    HardtanhGradOp,
    LeakyReluGradOp,
    LogsigmoidGradOp,
    MishGradOp,
    Relu6GradOp,
    ReluGradOp,
    SeluGradOp,
    SigmoidGradOp,
    SigmoidOp,
    SiluGradOp,
    SoftplusGradOp,
    SoftplusOp,
    SoftReluGradOp,
    SoftshrinkGradOp,
    SoftsignGradOp,
    StanhGradOp,
    SwishGradOp,
    TanhShrinkGradOp,
    ThresholdedReluGradOp,
)
from ...dialects.pd_op.base import python_value
from ...dialects.pd_op.compare import LogicalAndOp
from ...dialects.pd_op.rounding import AbsOp
from ...dialects.pd_op.special import ErfOp
from ..registry import decomposition
from ..values import Value, call, compare, where, zeros_like
from .elementwise import exp, square, tanh

sigmoid = partial(call, SigmoidOp)


# --- piecewise linear ------------------------------------------------------------------------


@decomposition(ReluGradOp)
def relu_grad(out: Value, out_grad: Value) -> Value:
    return _only(compare("greater_than", out, 0.0), out_grad)


@decomposition(Relu6GradOp)
def relu6_grad(out: Value, out_grad: Value) -> Value:
    return _only(_between(out, 0.0, 6.0), out_grad)


@decomposition(LeakyReluGradOp)
def leaky_relu_grad(x: Value, out_grad: Value, negative_slope: float) -> Value:
    return where(compare("less_than", x, 0.0), negative_slope * out_grad, out_grad)


@decomposition(ThresholdedReluGradOp)
def thresholded_relu_grad(x: Value, out_grad: Value, threshold: float) -> Value:
    return _only(compare("greater_than", x, threshold), out_grad)


@decomposition(SoftshrinkGradOp)
def softshrink_grad(x: Value, out_grad: Value, threshold: float) -> Value:
    return _only(compare("greater_than", call(AbsOp, x), threshold), out_grad)


@decomposition(HardshrinkGradOp)
def hardshrink_grad(x: Value, out_grad: Value, threshold: float) -> Value:
    return _only(compare("greater_equal", call(AbsOp, x), threshold), out_grad)


@decomposition(HardtanhGradOp)
def hardtanh_grad(x: Value, out_grad: Value, t_min: float, t_max: float) -> Value:
    return _only(_between(x, t_min, t_max), out_grad)


@decomposition(HardsigmoidGradOp)
def hardsigmoid_grad(out: Value, out_grad: Value, slope: float) -> Value:
    return _only(_between(out, 0.0, 1.0), slope * out_grad)


@decomposition(HardswishGradOp)
def hardswish_grad(x: Value, out_grad: Value) -> Value:
    middle = out_grad * (x * (1 / 3) + 0.5)
    inner = where(compare("less_than", x, 3.0), middle, out_grad)
    return _only(compare("greater_than", x, -3.0), inner)


# --- with exponentials -----------------------------------------------------------------------


@decomposition(EluGradOp)
def elu_grad(x: Value, out: Value, out_grad: Value, alpha: float) -> Value:
    return where(compare("greater_than", x, 0.0), out_grad, out_grad * (out + alpha))


@decomposition(CeluGradOp)
def celu_grad(x: Value, out_grad: Value, alpha: float) -> Value:
    positive = compare("greater_than", x, 0.0)
    safe = where(positive, zeros_like(x), x)
    return where(positive, out_grad, out_grad * exp(safe * (1 / alpha)))


@decomposition(SeluGradOp)
def selu_grad(out: Value, out_grad: Value, scale: float, alpha: float) -> Value:
    negative = out_grad * (out + scale * alpha)
    return where(compare("greater_than", out, 0.0), scale * out_grad, negative)


@decomposition(SigmoidGradOp)
def sigmoid_grad(out: Value, out_grad: Value) -> Value:
    return out_grad * (out * (1 - out))


@decomposition(LogsigmoidGradOp)
def logsigmoid_grad(x: Value, out_grad: Value) -> Value:
    return out_grad * sigmoid(-x)


@decomposition(SiluGradOp)
def silu_grad(x: Value, out: Value, out_grad: Value) -> Value:
    """With s = sigmoid(x): s + x * s * (1 - s)."""
    s = sigmoid(x)
    return out_grad * (s + out * (1 - s))


@decomposition(SwishGradOp)
def swish_grad(x: Value, out_grad: Value) -> Value:
    s = sigmoid(x)
    return out_grad * (s + x * s * (1 - s))


@decomposition(SoftplusGradOp)
def softplus_grad(x: Value, out_grad: Value, beta: float, threshold: float) -> Value:
    scaled = beta * x
    linear = compare("greater_than", scaled, threshold)
    return where(linear, out_grad, out_grad * sigmoid(scaled))


@decomposition(MishGradOp)
def mish_grad(x: Value, out_grad: Value, op: MishGradOp) -> Value:
    """With t = tanh(s) and s = softplus(x): t + x * (1 - t^2) * s'."""
    threshold = python_value(op.threshold)
    t = tanh(call(SoftplusOp, x, threshold=threshold))
    linear = compare("greater_than", x, threshold)
    slope = x * (1 - square(t))
    return out_grad * (t + where(linear, slope, slope * sigmoid(x)))


@decomposition(SoftReluGradOp)
def soft_relu_grad(out: Value, out_grad: Value, threshold: float) -> Value:
    """1 - e^-out is sigmoid(x); the result tells whether x was within the limits."""
    low, high = math.log1p(math.exp(-threshold)), math.log1p(math.exp(threshold))
    return _only(_between(out, low, high), out_grad * (1 - exp(-out)))


@decomposition(StanhGradOp)
def stanh_grad(x: Value, out_grad: Value, scale_a: float, scale_b: float) -> Value:
    return (scale_a * scale_b) * out_grad * (1 - square(tanh(scale_a * x)))


@decomposition(TanhShrinkGradOp)
def tanh_shrink_grad(x: Value, out_grad: Value) -> Value:
    return out_grad * square(tanh(x))


@decomposition(SoftsignGradOp)
def softsign_grad(x: Value, out_grad: Value) -> Value:
    return out_grad / square(call(AbsOp, x) + 1)


@decomposition(GeluGradOp)
def gelu_grad(x: Value, out_grad: Value, approximate: bool) -> Value:
    if approximate:
        return out_grad * _tanh_gelu_derivative(x)
    below = 0.5 * (call(ErfOp, x * sqrt(0.5)) + 1)
    density = (1 / sqrt(2 * pi)) * exp(-0.5 * square(x))
    return out_grad * (below + x * density)


def _tanh_gelu_derivative(x: Value) -> Value:
    """d/dx x / 2 * (1 + tanh(u)) with u = sqrt(2 / pi) * (x + 0.044715 * x^3)."""
    x2 = square(x)
    t = tanh(sqrt(2 / pi) * (x * (0.044715 * x2 + 1)))
    du = sqrt(2 / pi) * (3 * 0.044715 * x2 + 1)
    return 0.5 * (t + 1) + 0.5 * x * (1 - square(t)) * du


def _only(condition: Value, value: Value) -> Value:
    """The value where the condition holds, else zero."""
    return where(condition, value, zeros_like(value))


def _between(x: Value, low: float, high: float) -> Value:
    return call(LogicalAndOp, compare("greater_than", x, low), compare("less_than", x, high))
