"""Scans along an axis."""

from __future__ import annotations

from typing import Any

from .case import Case

ENDS = [
    ("", False, False),
    ("exclusive", True, False),
    ("reverse", False, True),
    ("exclusive_reverse", True, True),
]
ZEROS = [[2.0, 0.0, 3.0, 4.0], [2.0, 0.0, 0.0, 5.0], [0.0, 2.0, 3.0, 4.0]]


def flags(exclusive: bool, reverse: bool, *more: str) -> str:
    """The attributes of a scan."""
    parts = [*more]
    if exclusive:
        parts.append("exclusive = true")
    if reverse:
        parts.append("reverse = true")
    return "{" + ", ".join(parts) + "}" if parts else ""


def cumsum(label: str, call: str, attributes: str = "", axis: int = 1, **options: Any) -> Case:
    """A sum along an axis that is an operand."""
    x = options.pop("x", "2x3xf64")
    body = f"%axis = pd_op.full {axis} : tensor<1xi32>\n%out = pd_op.cumsum %x, %axis {attributes}"
    return Case(f"cumsum_{label}", body, {"x": x}, call, **options)


def scan(op: str, label: str, call: str | None, attributes: str, **options: Any) -> Case:
    """A scan along an axis that is an attribute."""
    x = options.pop("x", "2x3xf64")
    body = f"%out = pd_op.{op} %x {attributes}"
    return Case(f"{op}_{label}", body, {"x": x}, call, **options)


def extremum(op: str, label: str, call: str, attributes: str = "", **options: Any) -> Case:
    """A running extremum and its places."""
    x = options.pop("x", "3x4xf64")
    body = f"%out, %places = pd_op.{op} %x {attributes}"
    return Case(f"{op}_{label}", body, {"x": x}, call, outs=("out", "places"), **options)


SIZES = {"x": (2, 3)}

SUMS = [
    *(
        cumsum(
            label or "axis",
            f"paddle._C_ops.cumsum(x, 1, False, {exclusive}, {reverse})",
            flags(exclusive, reverse),
        )
        for label, exclusive, reverse in ENDS
    ),
    cumsum("axis_0", "paddle.cumsum(x, 0)", axis=0, order=3),
    cumsum("flatten", "paddle.cumsum(x)", "{flatten = true}", -1),
    cumsum("i64", "paddle.cumsum(x, 1)", x="2x3xi64", order=0),
    cumsum("f32", "paddle.cumsum(x, 1)", x="2x3xf32"),
    cumsum("scalar", "paddle.cumsum(x, 0)", axis=0, x="f64"),
    cumsum("dynamic", "paddle.cumsum(x, 1)", x="?x?xf64", sizes=SIZES),
    cumsum("dynamic_flatten", "paddle.cumsum(x)", "{flatten = true}", x="?x3xf64", sizes=SIZES),
]

PRODUCTS = [
    *(
        scan(
            "cumprod",
            label or "axis",
            f"paddle._C_ops.cumprod(x, 1, {exclusive}, {reverse})",
            flags(exclusive, reverse, "dim = 1 : i32"),
            # Paddle's gradient leaves the limits out of account.
            paddle_gradient=not label,
            order=3,
        )
        for label, exclusive, reverse in ENDS
    ),
    scan("cumprod", "axis_0", "paddle.cumprod(x, 0)", "{dim = 0 : i32}"),
    scan("cumprod", "f32", "paddle.cumprod(x, -1)", "", x="2x3xf32"),
    scan("cumprod", "scalar", "paddle.cumprod(x, 0)", "{dim = 0 : i32}", x="f64"),
    scan("cumprod", "empty", None, "", x="2x0xf64"),
    scan("cumprod", "dynamic", "paddle.cumprod(x, -1)", "", x="?x?xf64", sizes=SIZES),
    scan(
        "cumprod", "zeros", "paddle.cumprod(x, -1)", "", x="3x4xf64", values={"x": ZEROS}, order=3
    ),
    scan("cumprod", "long", "paddle.cumprod(x, 0)", "{dim = 0 : i32}", x="9xf64"),
]

LOG_SUMS = [
    *(
        scan(
            "logcumsumexp",
            label or "axis",
            f"paddle._C_ops.logcumsumexp(x, 1, False, {exclusive}, {reverse})",
            flags(exclusive, reverse, "axis = 1 : i32"),
            # The empty sum is as low as numbers go, and so differences say nothing.
            smooth=not exclusive,
            order=2 if exclusive else 3,
        )
        for label, exclusive, reverse in ENDS
    ),
    scan("logcumsumexp", "flatten", "paddle.logcumsumexp(x)", "{flatten = true}"),
    scan("logcumsumexp", "f32", "paddle.logcumsumexp(x, 1)", "", x="2x3xf32"),
    scan("logcumsumexp", "dynamic", "paddle.logcumsumexp(x, 1)", "", x="?x?xf64", sizes=SIZES),
    scan(
        "logcumsumexp",
        "large",
        "paddle.logcumsumexp(x, 1)",
        "",
        x="2x4xf64",
        values={"x": [[-1000.0, 0.0, 1000.0, 999.0], [1000.0, 0.0, 1.0, 1000.0]]},
    ),
    scan(
        "logcumsumexp",
        "minus_infinity",
        "paddle.logcumsumexp(x, 1)",
        "",
        x="1x4xf64",
        values={"x": [[float("-inf"), float("-inf"), 0.0, 1.0]]},
        smooth=False,
    ),
]

EXTREMA = [
    case
    for op in ("cummax", "cummin")
    for case in (
        extremum(op, "axis", f"paddle.{op}(x, 1)", order=3),
        extremum(op, "axis_0", f'paddle.{op}(x, 0, "int32")', "{axis = 0 : i32, dtype = i32}"),
        extremum(op, "f32", f"paddle.{op}(x, 1)", x="3x4xf32"),
        extremum(op, "dynamic", f"paddle.{op}(x, 1)", x="?x?xf64", sizes={"x": (3, 4)}),
        extremum(
            op,
            "ties",
            f"paddle.{op}(x, 1)",
            x="2x5xf64",
            values={"x": [[1.0, 3.0, 3.0, 2.0, 3.0], [3.0, 1.0, 1.0, 2.0, 0.0]]},
            smooth=False,
        ),
        extremum(
            op,
            "nan",
            f"paddle.{op}(x, 1)",
            x="1x4xf64",
            values={"x": [[1.0, float("nan"), 4.0, 0.0]]},
            smooth=False,
        ),
    )
]

LINEAR = [
    Case(
        f"linear_scan{label}",
        f"%out = pd_op.linear_scan %x, %factor {attributes}",
        {"x": x, "factor": x},
        None,
        sizes={"x": (2, 5), "factor": (2, 5)} if "?" in x else {},
        order=3,
    )
    for label, attributes, x in (
        ("", "", "2x5xf64"),
        ("_reverse", "{reverse = true}", "2x5xf64"),
        ("_axis_0", "{axis = 0 : i32}", "4x2xf64"),
        ("_dynamic", "", "?x?xf64"),
    )
]

EMPTY = [
    cumsum("nothing", "paddle.cumsum(x, 1)", x="2x0xf64"),
    cumsum("no_rows", "paddle.cumsum(x, 1)", x="0x3xf64"),
    scan("cumprod", "no_rows", "paddle.cumprod(x, 1)", "{dim = 1 : i32}", x="0x3xf64"),
    scan("logcumsumexp", "nothing", "paddle.logcumsumexp(x, 1)", "{axis = 1 : i32}", x="2x0xf64"),
    *(
        extremum(op, label, f"paddle.{op}(x, 1)", "{axis = 1 : i32}", x=x)
        for op in ("cummax", "cummin")
        for label, x in (("nothing", "2x0xf64"), ("no_rows", "0x3xf64"))
    ),
]

SCALARS = [
    scan("logcumsumexp", "scalar", "paddle.logcumsumexp(x, 0)", "{axis = 0 : i32}", x="f64"),
    *(
        # Paddle fails when it differentiates these.
        extremum(
            op,
            "scalar",
            f"paddle.{op}(x, 0)",
            "{axis = 0 : i32}",
            x="f64",
            paddle_gradient=False,
        )
        for op in ("cummax", "cummin")
    ),
]

CASES = [*SUMS, *PRODUCTS, *LOG_SUMS, *EXTREMA, *LINEAR, *EMPTY, *SCALARS]
