"""Elementwise mathematics."""

from __future__ import annotations

import re

from .case import Case


def unary(
    name: str,
    low: float | None = None,
    high: float | None = None,
    *,
    attributes: str = "",
    call: str | None = None,
    label: str | None = None,
    shapes: bool = False,
    order: int = 2,
) -> list[Case]:
    """An op of one tensor in float64 and float32; with `shapes` also 0-d, size 0 and dynamic.

    `call` is the Paddle expression where it is not `paddle.NAME(x)`.
    """
    domain = {} if low is None or high is None else {"x": (low, high)}
    body = f"%out = pd_op.{name} %x {attributes}".rstrip()
    call = call or f"paddle.{name}(x)"
    label = label or name
    cases = [
        Case(label, body, {"x": "2x3xf64"}, call, domain=domain, order=order),
        Case(f"{label}_f32", body, {"x": "4xf32"}, call, domain=domain, order=1),
    ]
    if shapes:
        sizes = {"x": (3, 2)}
        cases += [
            Case(f"{label}_0d", body, {"x": "f64"}, call, domain=domain),
            Case(f"{label}_empty", body, {"x": "0x3xf64"}, call, domain=domain, order=1),
            Case(f"{label}_dynamic", body, {"x": "?x2xf64"}, call, domain=domain, sizes=sizes),
        ]
    return cases


def at(name: str, points: list[float], *, attributes: str = "", call: str | None = None) -> Case:
    """An op at points where it has a kink or a step: the gradient is a convention there."""
    words = re.findall(r"[\w.-]+", attributes)
    return Case(
        "_".join([name, "kinks", *words]),
        f"%out = pd_op.{name} %x {attributes}".rstrip(),
        {"x": f"{len(points)}xf64"},
        call or f"paddle.{name}(x)",
        values={"x": points},
        order=1,
        smooth=False,
    )


def of_integers(name: str, call: str | None = None) -> Case:
    """An op of int64, which most compute as float32."""
    return Case(
        f"{name}_i64",
        f"%out = pd_op.{name} %x",
        {"x": "3xi64"},
        call or f"paddle.{name}(x)",
        values={"x": [1, 3, 4]},
        order=0,
    )


CASES = [
    *unary("tanh", shapes=True, order=4),
    *unary("sin", shapes=True, order=3),
    *unary("cos"),
    *unary("exp", shapes=True, order=3),
    *unary("tan", -1.2, 1.2),
    *unary("asin", -0.8, 0.8),
    *unary("acos", -0.8, 0.8),
    *unary("atan"),
    *unary("sinh"),
    *unary("cosh"),
    *unary("asinh"),
    *unary("acosh", 1.3, 3.0),
    *unary("atanh", -0.8, 0.8),
    *unary("expm1"),
    *unary("log", 0.4, 3.0, shapes=True, order=3),
    *unary("log2", 0.4, 3.0),
    *unary("log10", 0.4, 3.0),
    *unary("log1p", -0.5, 2.0),
    *unary("sqrt", 0.4, 3.0, order=3),
    *unary("rsqrt", 0.4, 3.0),
    *unary("reciprocal", 0.4, 3.0),
    *unary("square", order=3),
    *(
        case
        for y in (2.5, 3.0, 2.0, 1.0, 0.0, -1.5)
        for case in unary(
            "pow",
            0.4,
            2.0,
            attributes=f"{{y = {y} : f32}}",
            call=f"paddle.pow(x, {y})",
            label=f"pow_{y}",
            order=3,
        )
    ),
    *(
        at("pow", [0.0, -1.0, 2.0], attributes=f"{{y = {y} : f32}}", call=f"paddle.pow(x, {y})")
        for y in (0.0, 1.0, 2.0, 3.0)
    ),
    at("sqrt", [0.0]),
    at("log", [0.0]),
    *(of_integers(name) for name in ("sin", "exp", "log", "sqrt", "tanh", "square")),
    Case(
        "exp_complex",
        "%out = pd_op.exp %x",
        {"x": "3xcomplex<f64>"},
        "paddle.exp(x)",
        order=0,
    ),
]
