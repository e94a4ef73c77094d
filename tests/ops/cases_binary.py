"""Broadcasting arithmetic of two tensors."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .case import Case

NAN = float("nan")


def binary(
    name: str,
    call: str | None = None,
    *,
    domain: Mapping[str, tuple[float, float]] | None = None,
    constant: tuple[str, ...] = (),
    paddle_gradient: bool = True,
    order: int = 2,
) -> list[Case]:
    """An op of two tensors: equal shapes, broadcast both ways, float32, 0-d, dynamic, size 0."""
    body = f"%out = pd_op.{name} %x, %y"
    call = call or f"paddle._C_ops.{name}(x, y)"
    options: dict[str, Any] = {
        "domain": domain or {},
        "constant": constant,
        "paddle_gradient": paddle_gradient,
    }
    dynamic = {"x": (2, 3), "y": (3,)}
    return [
        Case(name, body, {"x": "2x3xf64", "y": "2x3xf64"}, call, order=order, **options),
        Case(f"{name}_broadcast", body, {"x": "2x1x3xf64", "y": "4x1xf64"}, call, **options),
        Case(f"{name}_f32", body, {"x": "2x3xf32", "y": "3xf32"}, call, order=1, **options),
        Case(f"{name}_0d", body, {"x": "f64", "y": "2xf64"}, call, **options),
        Case(
            f"{name}_dynamic", body, {"x": "?x3xf64", "y": "?xf64"}, call, sizes=dynamic, **options
        ),
        Case(f"{name}_empty", body, {"x": "0x3xf64", "y": "3xf64"}, call, order=1, **options),
    ]


def at(name: str, points: list[tuple[float, float]], label: str = "kinks", **options: Any) -> Case:
    """An op at ties and steps, where the gradient is a convention."""
    x, y = zip(*points, strict=True)
    return Case(
        f"{name}_{label}",
        f"%out = pd_op.{name} %x, %y",
        {"x": f"{len(points)}xf64", "y": f"{len(points)}xf64"},
        f"paddle._C_ops.{name}(x, y)",
        values={"x": x, "y": y},
        order=1,
        smooth=False,
        **options,
    )


def of_integers(name: str, element: str = "i64") -> Case:
    """An op of integers."""
    return Case(
        f"{name}_{element}",
        f"%out = pd_op.{name} %x, %y",
        {"x": f"4x{element}", "y": f"4x{element}"},
        f"paddle._C_ops.{name}(x, y)",
        values={"x": [7, -7, 6, 2], "y": [2, 2, 3, 5]},
        order=0,
    )


def scale(label: str, x: str, factor: float, attributes: str, call: str, **options: Any) -> Case:
    """A factor from a constant of float32, as Paddle has it."""
    body = (
        f"%factor = pd_op.full {factor} : tensor<1xf32>\n"
        f"%out = pd_op.scale %x, %factor {attributes}"
    )
    return Case(label, body, {"x": x}, call, **options)


def dist(label: str, p: float, **options: Any) -> Case:
    """The p-norm of a difference."""
    return Case(
        label,
        f"%out = pd_op.dist %x, %y {{p = {p} : f32}}",
        {"x": "2x3xf64", "y": "3xf64"},
        f"paddle.dist(x, y, {p})",
        **options,
    )


POSITIVE = {"x": (0.5, 2.0)}
AWAY = {"x": (0.5, 2.0), "y": (0.5, 2.0)}
BOTH = (
    "add",
    "subtract",
    "multiply",
    "divide",
    "maximum",
    "minimum",
    "remainder",
    "floor_divide",
    "elementwise_pow",
    "fmax",
    "fmin",
)

CASES = [
    *binary("add"),
    *binary("subtract"),
    *binary("multiply", order=3),
    *binary("divide", domain={"y": (0.5, 2.0)}, order=3),
    *binary("elementwise_pow", domain=POSITIVE, order=3),
    *binary("maximum"),
    *binary("minimum"),
    *binary("fmax"),
    *binary("fmin"),
    *binary("remainder", domain={"y": (0.7, 1.1)}),
    *binary("atan2", "paddle.atan2(*paddle.broadcast_tensors([x, y]))", domain=AWAY),
    *binary("heaviside", constant=("x",)),
    *binary("copysign"),
    at("maximum", [(1, 1), (1, 2), (2, 1)]),
    at("minimum", [(1, 1), (1, 2), (2, 1)]),
    at("fmax", [(1, 1), (1, 2), (2, 1), (1, NAN)]),
    at("fmin", [(1, 1), (1, 2), (2, 1), (1, NAN), (NAN, 1)]),
    at("heaviside", [(0, 0.5), (1, 0.5), (-1, 0.5)]),
    at("copysign", [(0, 1), (1, -1), (-2, -1), (3, 0)]),
    at("remainder", [(5, 3), (-5, 3), (5, -3), (-5.5, 2), (4, 2)]),
    at("elementwise_pow", [(0, 0), (0, 2), (0, 1), (2, 0)]),
    Case(
        "elementwise_pow_negative",
        "%out = pd_op.elementwise_pow %x, %y",
        {"x": "3xf64", "y": "3xf64"},
        "paddle._C_ops.elementwise_pow(x, y)",
        values={"x": [-1.5, -2.0, -0.5], "y": [2, 3, 1]},
        constant=("y",),
    ),
    *(of_integers(name) for name in BOTH),
    *(of_integers(name, "i32") for name in ("divide", "remainder", "floor_divide", "maximum")),
    Case(
        "atan2_i64",
        "%out = pd_op.atan2 %x, %y",
        {"x": "2xi64", "y": "2xi64"},
        "paddle._C_ops.atan2(x, y)",
        values={"x": [3, -2], "y": [2, 5]},
        order=0,
        tolerance=1e-5,
    ),
    Case(
        "floor_divide",
        "%out = pd_op.floor_divide %x, %y",
        {"x": "3xf64", "y": "3xf64"},
        "paddle._C_ops.floor_divide(x, y)",
        values={"x": [5, -5.5, 7], "y": [3, 2, -2]},
        order=0,
    ),
    Case(
        "nextafter",
        "%out = pd_op.nextafter %x, %y",
        {"x": "3xf64", "y": "3xf64"},
        "paddle.nextafter(x, y)",
        order=0,
    ),
    # scale
    scale("scale", "2x3xf64", 2.5, "{bias = 0.5 : f32}", "paddle.scale(x, 2.5, 0.5)"),
    scale(
        "scale_bias_first",
        "2x3xf64",
        2.5,
        "{bias = 0.5 : f32, bias_after_scale = false}",
        "paddle.scale(x, 2.5, 0.5, False)",
    ),
    scale("scale_f32", "3xf32", -1.5, "", "paddle.scale(x, -1.5)", order=1),
    scale("scale_0d", "f64", -1.5, "", "paddle.scale(x, -1.5)"),
    scale("scale_dynamic", "?x2xf64", -1.5, "", "paddle.scale(x, -1.5)", sizes={"x": (3, 2)}),
    scale(
        "scale_i64",
        "3xi64",
        2.5,
        "{bias = 1.5 : f32}",
        "paddle._C_ops.scale(x, 2.5, 1.5, True)",
        order=0,
    ),
    Case(
        "scale_by_input",
        "%out = pd_op.scale %x, %factor {bias = 0.5 : f32, bias_after_scale = false}",
        {"x": "2x3xf64", "factor": "1xf64"},
        None,
    ),
    # lerp
    Case(
        "lerp",
        "%out = pd_op.lerp %x, %y, %w",
        {"x": "2x3xf64", "y": "2x3xf64", "w": "2x3xf64"},
        "paddle.lerp(x, y, w)",
        paddle_gradient=False,
    ),
    Case(
        "lerp_broadcast",
        "%out = pd_op.lerp %x, %y, %w",
        {"x": "2x1xf64", "y": "3xf64", "w": "1xf64"},
        "paddle.lerp(x, y, w)",
        paddle_gradient=False,
    ),
    Case(
        "lerp_constant_weight",
        "%out = pd_op.lerp %x, %y, %w",
        {"x": "2x3xf64", "y": "2x3xf64", "w": "1xf64"},
        "paddle.lerp(x, y, w)",
        constant=("w",),
    ),
    # dist
    dist("dist", 2.0),
    dist("dist_1", 1.0),
    dist("dist_3", 3.0),
    dist("dist_half", 0.5),
    dist("dist_0", 0.0),
    *(
        Case(
            f"dist_{label}",
            f"%out = pd_op.dist %x, %y {{p = {bits} : f32}}",
            {"x": "2x3xf64", "y": "3xf64"},
            f'paddle.dist(x, y, float("{label}"))',
        )
        for label, bits in (("inf", "0x7F800000"), ("-inf", "0xFF800000"))
    ),
    # multiplex
    Case(
        "multiplex",
        "%all = builtin.combine %x, %y, %z\n%out = pd_op.multiplex %all, %index",
        {"x": "3x2xf64", "y": "3x2xf64", "z": "3x2xf64", "index": "3x1xi32"},
        "paddle.multiplex([x, y, z], index)",
        values={"index": [[2], [0], [1]]},
    ),
]
