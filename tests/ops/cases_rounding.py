"""Rounding, absolute value, sign, angle, limits and tests."""

from __future__ import annotations

from .case import Case
from .cases_elementwise import at, of_integers, unary

NAN, INF = float("nan"), float("inf")


def forward(name: str, points: list[float], call: str | None = None) -> Case:
    """An op without a gradient."""
    return Case(
        f"{name}_forward",
        f"%out = pd_op.{name} %x",
        {"x": f"{len(points)}xf64"},
        call or f"paddle.{name}(x)",
        values={"x": points},
        order=0,
    )


def clip(label: str, x: str, low: str, high: str, **options: object) -> Case:
    """Limits are one-element tensors, constants as a rule."""
    element = "f32" if "." in low else "i64"
    body = (
        f"%low = pd_op.full {low} : tensor<1x{element}>\n"
        f"%high = pd_op.full {high} : tensor<1x{element}>\n"
        "%out = pd_op.clip %x, %low, %high"
    )
    call = f"paddle.clip(x, {low}, {high})"
    return Case(label, body, {"x": x}, call, **options)  # pyright: ignore[reportArgumentType]


CASES = [
    *unary("abs", shapes=True),
    at("abs", [0.0, -1.5, 2.0]),
    at("floor", [1.0, 1.5, -1.5]),
    at("ceil", [1.0, 1.5, -1.5]),
    at("rint", [0.5, 1.5, -2.5, 0.3], call="paddle._C_ops.rint(x)"),
    at("round", [0.5, 1.5, 2.5, -0.5, 1.2]),
    at("round", [0.25, 1.37], attributes="{decimals = 1 : i32}", call="paddle.round(x, 1)"),
    at("trunc", [1.5, -1.5, 2.0]),
    at("sign", [0.0, -2.0, 3.0]),
    at("angle", [0.0, -2.0, 3.0]),
    *(of_integers(n) for n in ("abs", "sign", "floor", "ceil", "round", "trunc", "isnan")),
    *(forward(name, [1.0, NAN, INF, -INF]) for name in ("isnan", "isinf", "isfinite")),
    clip("clip", "2x3xf64", "-0.7", "0.6"),
    clip("clip_f32", "4xf32", "-0.5", "0.5", order=1),
    clip("clip_0d", "f64", "-2.5", "2.5"),
    clip("clip_dynamic", "?x3xf64", "-0.5", "0.5", sizes={"x": (2, 3)}),
    clip("clip_i64", "4xi64", "1", "3", order=0),
    clip("clip_kinks", "4xf64", "-1.0", "1.0", values={"x": [-1, 1, 0, 2]}, order=1, smooth=False),
    Case(
        "clip_to_inputs",
        "%out = pd_op.clip %x, %low, %high",
        {"x": "2x3xf64", "low": "1xf64", "high": "1xf64"},
        None,
        values={"x": [[-2, -0.3, 0.4], [1.2, 3, -1.5]], "low": [-1], "high": [0.9]},
    ),
    Case(
        "abs_complex",
        "%out = pd_op.abs %x",
        {"x": "3xcomplex<f64>"},
        "paddle.abs(x)",
        order=0,
    ),
    Case(
        "angle_complex",
        "%out = pd_op.angle %x",
        {"x": "3xcomplex<f64>"},
        "paddle.angle(x)",
        order=0,
    ),
]
