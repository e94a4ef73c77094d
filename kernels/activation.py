"""Activation functions in NumPy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from xdsl.ir import Operation

from ..dialects.pd_op.activation import (
    CeluOp,
    EluOp,
    GeluGradOp,
    GeluOp,
    HardshrinkOp,
    HardsigmoidOp,
    HardswishOp,
    HardtanhOp,
    LeakyReluOp,
    LogsigmoidOp,
    MishOp,
    Relu6GradOp,
    Relu6Op,
    ReluGradOp,
    ReluOp,
    SeluOp,
    SigmoidGradOp,
    SigmoidOp,
    SiluGradOp,
    SiluOp,
    SoftplusOp,
    SoftReluOp,
    SoftshrinkOp,
    SoftsignOp,
    StanhOp,
    SwishGradOp,
    SwishOp,
    TanhShrinkOp,
    ThresholdedReluOp,
)
from ..dialects.pd_op.base import python_value
from .elementwise import floating, limited, where
from .registry import kernel, kernels
from .special import scipy_special


def sigmoid(x: Any) -> Any:
    """1 / (1 + e^-x); where e^-x is infinite, that is 0."""
    return np.reciprocal(1 + np.exp(-x))


def log1p_exp(x: Any) -> Any:
    """ln(1 + e^x) without overflow."""
    return np.maximum(x, 0) + np.log1p(np.exp(-np.abs(x)))


def silu(x: Any) -> Any:
    """x * sigmoid(x)."""
    return x * sigmoid(x)


def _erf(x: Any) -> Any:
    return scipy_special("erf")(x)


PLAIN: Mapping[type[Operation], Callable[[Any], Any]] = {
    SigmoidOp: floating(sigmoid),
    LogsigmoidOp: floating(lambda x: -log1p_exp(-x)),
    SiluOp: floating(silu),
    SwishOp: floating(silu),
    SoftsignOp: floating(lambda x: x / (1 + np.abs(x))),
    TanhShrinkOp: floating(lambda x: x - np.tanh(x)),
    ReluOp: lambda x: np.maximum(x, 0),
    Relu6Op: lambda x: limited(x, 0, 6),
    HardswishOp: lambda x: x * (limited(x + 3, 0, 6) / 6),
}

kernels(PLAIN)


# --- with attributes -------------------------------------------------------------------------


@kernel(LeakyReluOp)
def leaky_relu(x: Any, negative_slope: float) -> Any:
    return where(x < 0, negative_slope * x, x)


@kernel(ThresholdedReluOp)
def thresholded_relu(x: Any, threshold: float, value: float) -> Any:
    return where(x > threshold, x, x.dtype.type(value))


@kernel(EluOp)
def elu(x: Any, alpha: float) -> Any:
    return where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


@kernel(CeluOp)
def celu(x: Any, alpha: float) -> Any:
    return where(x > 0, x, alpha * np.expm1(np.minimum(x, 0) / alpha))


@kernel(SeluOp)
def selu(x: Any, scale: float, alpha: float) -> Any:
    return scale * where(x > 0, x, alpha * np.expm1(np.minimum(x, 0)))


@kernel(MishOp)
def mish(x: Any, op: MishOp) -> Any:
    return x * np.tanh(where(x > python_value(op.threshold), x, log1p_exp(x)))


@kernel(GeluOp)
def gelu(x: Any, approximate: bool) -> Any:
    if approximate:
        inner = math.sqrt(2 / math.pi) * (x * (1 + 0.044715 * x * x))
        return 0.5 * x * (1 + np.tanh(inner))
    return 0.5 * x * (1 + _erf(x * math.sqrt(0.5)))


@kernel(SoftplusOp)
def softplus(x: Any, beta: float, threshold: float) -> Any:
    return where(beta * x > threshold, x, log1p_exp(beta * x) / beta)


@kernel(SoftReluOp)
def soft_relu(x: Any, threshold: float) -> Any:
    return np.log1p(np.exp(limited(x, -threshold, threshold)))


@kernel(SoftshrinkOp)
def softshrink(x: Any, threshold: float) -> Any:
    return np.sign(x) * np.maximum(np.abs(x) - threshold, 0)


@kernel(HardshrinkOp)
def hardshrink(x: Any, threshold: float) -> Any:
    return where(np.abs(x) >= threshold, x, x.dtype.type(0))


@kernel(HardtanhOp)
def hardtanh(x: Any, t_min: float, t_max: float) -> Any:
    return limited(x, t_min, t_max)


@kernel(HardsigmoidOp)
def hardsigmoid(x: Any, slope: float, offset: float) -> Any:
    return limited(slope * x + offset, 0, 1)


@kernel(StanhOp)
def stanh(x: Any, scale_a: float, scale_b: float) -> Any:
    return scale_b * np.tanh(scale_a * x)


# --- gradients that models spend their time in -----------------------------------------------


@kernel(ReluGradOp)
def relu_grad(out: Any, out_grad: Any) -> Any:
    return where(out > 0, out_grad, out_grad.dtype.type(0))


@kernel(Relu6GradOp)
def relu6_grad(out: Any, out_grad: Any) -> Any:
    return where((out > 0) & (out < 6), out_grad, out_grad.dtype.type(0))


@kernel(SigmoidGradOp)
def sigmoid_grad(out: Any, out_grad: Any) -> Any:
    return out_grad * (out * (1 - out))


@kernel(SiluGradOp)
def silu_grad(x: Any, out: Any, out_grad: Any) -> Any:
    s = sigmoid(x)
    return out_grad * (s + out * (1 - s))


@kernel(SwishGradOp)
def swish_grad(x: Any, out_grad: Any) -> Any:
    s = sigmoid(x)
    return out_grad * (s + x * s * (1 - s))


@kernel(GeluGradOp)
def gelu_grad(x: Any, out_grad: Any, approximate: bool) -> Any:
    if approximate:
        x2 = x * x
        t = np.tanh(math.sqrt(2 / math.pi) * (x * (1 + 0.044715 * x2)))
        du = math.sqrt(2 / math.pi) * (1 + 3 * 0.044715 * x2)
        return out_grad * (0.5 * (1 + t) + 0.5 * x * (1 - t * t) * du)
    density = np.exp(-0.5 * (x * x)) / math.sqrt(2 * math.pi)
    return out_grad * (0.5 * (1 + _erf(x * math.sqrt(0.5))) + x * density)
