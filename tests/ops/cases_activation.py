"""Activation functions."""

from __future__ import annotations

from .case import Case
from .cases_elementwise import at, of_integers, unary


def activation(
    name: str, function: str, attributes: str = "", label: str | None = None, order: int = 2
) -> list[Case]:
    """An activation function; `function` is the call in Paddle."""
    return unary(name, attributes=attributes, call=function, label=label, order=order)


def f32(**values: float) -> str:
    """An attribute dictionary of float32 numbers."""
    return "{" + ", ".join(f"{name} = {value} : f32" for name, value in values.items()) + "}"


def f64(**values: float) -> str:
    """An attribute dictionary of float64 numbers."""
    return f32(**values).replace("f32", "f64")


SIXTH = f32(slope=0.1666667, offset=0.5)

CASES = [
    *unary("relu", call="F.relu(x)", shapes=True),
    *activation("relu6", "F.relu6(x)"),
    *activation("leaky_relu", "F.leaky_relu(x, 0.1)", f64(negative_slope=0.1)),
    *activation(
        "thresholded_relu", "F.thresholded_relu(x, 0.3, 0.2)", f32(threshold=0.3, value=0.2)
    ),
    *activation("elu", "F.elu(x, 0.7)", f32(alpha=0.7), order=3),
    *activation("celu", "F.celu(x, 0.7)", f32(alpha=0.7), order=3),
    *activation("selu", "F.selu(x)", f32(scale=1.0507009873554805, alpha=1.6732632423543772)),
    *unary("sigmoid", call="F.sigmoid(x)", shapes=True, order=4),
    *activation("logsigmoid", "F.log_sigmoid(x)"),
    *unary("silu", call="F.silu(x)", shapes=True, order=3),
    *activation("swish", "F.swish(x)"),
    *activation("mish", "F.mish(x)"),
    *unary("gelu", call="F.gelu(x)", shapes=True, order=3),
    *activation("gelu", "F.gelu(x, True)", "{approximate = true}", "gelu_tanh"),
    *activation("softplus", "F.softplus(x, 2.0, 1.0)", f64(beta=2.0, threshold=1.0)),
    *activation("softsign", "F.softsign(x)"),
    *activation("softshrink", "F.softshrink(x, 0.3)", f32(threshold=0.3)),
    *activation("hardshrink", "F.hardshrink(x, 0.3)", f32(threshold=0.3)),
    *activation("tanh_shrink", "F.tanhshrink(x)"),
    *activation("hardtanh", "F.hardtanh(x, -0.7, 0.6)", f32(t_min=-0.7, t_max=0.6)),
    *activation("hardsigmoid", "F.hardsigmoid(x, 0.1666667, 0.5)", SIXTH),
    *activation("hardswish", "F.hardswish(x)"),
    *activation("stanh", "paddle.stanh(x)"),
    Case("soft_relu", "%out = pd_op.soft_relu %x", {"x": "2x3xf64"}, None),
    Case(
        "soft_relu_limits",
        f"%out = pd_op.soft_relu %x {f32(threshold=1.0)}",
        {"x": "4xf64"},
        None,
        values={"x": [-2.0, -0.5, 0.5, 2.0]},
    ),
    # Kinks.
    at("relu", [0.0, -1.0, 2.0], call="F.relu(x)"),
    at("relu6", [0.0, 6.0, 7.0, 3.0], call="F.relu6(x)"),
    at("leaky_relu", [0.0, -1.0], attributes=f64(negative_slope=0.1), call="F.leaky_relu(x, 0.1)"),
    at("thresholded_relu", [1.0, 1.5, 0.5], call="F.thresholded_relu(x)"),
    at("elu", [0.0, -1.0], attributes=f32(alpha=0.5), call="F.elu(x, 0.5)"),
    at("celu", [0.0, -1.0], attributes=f32(alpha=0.5), call="F.celu(x, 0.5)"),
    at(
        "selu",
        [0.0, -1.0],
        attributes=f32(scale=1.0507009873554805, alpha=1.6732632423543772),
        call="F.selu(x)",
    ),
    at("softshrink", [-0.5, 0.5, 0.0], call="F.softshrink(x)"),
    at("hardshrink", [-0.5, 0.5, 0.0], call="F.hardshrink(x)"),
    at("hardtanh", [-1.0, 1.0], attributes=f32(t_min=-1.0, t_max=1.0), call="F.hardtanh(x)"),
    at(
        "hardsigmoid",
        [-2.0, 2.0, 1.0],
        attributes=f32(slope=0.25, offset=0.5),
        call="F.hardsigmoid(x, 0.25, 0.5)",
    ),
    at("hardswish", [-3.0, 3.0, 0.0], call="F.hardswish(x)"),
    at("softplus", [20.0, 21.0, 700.0, -700.0], call="F.softplus(x)"),
    at("mish", [20.0, 21.0, -700.0], call="F.mish(x)"),
    at("logsigmoid", [-700.0, 0.0, 700.0], call="F.log_sigmoid(x)"),
    at("gelu", [-700.0, 0.0, 700.0], call="F.gelu(x)"),
    at("silu", [-700.0, 0.0, 700.0], call="F.silu(x)"),
    of_integers("sigmoid", "F.sigmoid(x)"),
]
