"""Elementwise mathematics."""

from __future__ import annotations

from .case import Case


def unary(name: str, low: float | None = None, high: float | None = None) -> list[Case]:
    """An op of one tensor in float64, float32, 0-d, size 0 and with a dynamic dim."""
    domain = {} if low is None or high is None else {"x": (low, high)}
    body, call = f"%out = pd_op.{name} %x", f"paddle.{name}(x)"
    return [
        Case(name, body, {"x": "3x4xf64"}, call, domain=domain),
        Case(f"{name}_f32", body, {"x": "5xf32"}, call, domain=domain, order=1),
        Case(f"{name}_0d", body, {"x": "f64"}, call, domain=domain),
        Case(f"{name}_empty", body, {"x": "0x3xf64"}, call, domain=domain, order=1),
        Case(f"{name}_dynamic", body, {"x": "?x2xf64"}, call, domain=domain, sizes={"x": (3, 2)}),
    ]


CASES = [*unary("tanh"), *unary("sin"), *unary("cos"), *unary("exp")]
