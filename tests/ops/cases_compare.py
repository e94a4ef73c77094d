"""Comparisons, logic and selection."""

from __future__ import annotations

from .case import Case

NAN, INF = float("nan"), float("inf")


def compare(name: str) -> list[Case]:
    """A comparison of floats (with a tie and a NaN), of integers broadcast, and of bools."""
    body, call = f"%out = pd_op.{name} %x, %y", f"paddle.{name}(x, y)"
    values = {"x": [1, 2, 3, NAN], "y": [2, 2, 1, 1]}
    return [
        Case(name, body, {"x": "4xf64", "y": "4xf64"}, call, values=values, order=0),
        Case(f"{name}_i64", body, {"x": "2x1xi64", "y": "3xi64"}, call, order=0),
        Case(f"{name}_bool", body, {"x": "4xi1", "y": "4xi1"}, call, order=0),
        Case(
            f"{name}_dynamic",
            body,
            {"x": "?x3xf32", "y": "?xf32"},
            call,
            sizes={"x": (2, 3), "y": (3,)},
            order=0,
        ),
    ]


def logical(name: str) -> list[Case]:
    """A connective of bools, and of numbers."""
    body, call = f"%out = pd_op.{name} %x, %y", f"paddle.{name}(x, y)"
    values = {"x": [0, 1, 2, 0], "y": [0, 0, 3, 1]}
    return [
        Case(name, body, {"x": "2x4xi1", "y": "4xi1"}, call, order=0),
        Case(f"{name}_f64", body, {"x": "4xf64", "y": "4xf64"}, call, values=values, order=0),
    ]


def close(name: str, attributes: str, call: str, label: str) -> Case:
    """Tolerances are one-element tensors."""
    body = (
        "%r = pd_op.full 1.0e-05 : tensor<1xf64>\n"
        "%a = pd_op.full 1.0e-08 : tensor<1xf64>\n"
        f"%out = pd_op.{name} %x, %y, %r, %a {attributes}"
    )
    values = {"x": [1, 2, NAN, INF], "y": [1 + 1e-6, 2.1, NAN, INF]}
    return Case(label, body, {"x": "4xf64", "y": "4xf64"}, call, values=values, order=0)


EQUAL_NAN = "{equal_nan = true}"
WHERE = "%out = pd_op.where %c, %x, %y"

CASES = [
    *(
        case
        for name in (
            "equal",
            "not_equal",
            "less_than",
            "less_equal",
            "greater_than",
            "greater_equal",
        )
        for case in compare(name)
    ),
    *(case for name in ("logical_and", "logical_or", "logical_xor") for case in logical(name)),
    Case(
        "logical_not",
        "%out = pd_op.logical_not %x",
        {"x": "4xi1"},
        "paddle.logical_not(x)",
        order=0,
    ),
    close("isclose", "", "paddle.isclose(x, y)", "isclose"),
    close("isclose", EQUAL_NAN, "paddle.isclose(x, y, equal_nan=True)", "isclose_nan"),
    close("allclose", "", "paddle.allclose(x, y)", "allclose"),
    Case(
        "equal_all",
        "%out = pd_op.equal_all %x, %y",
        {"x": "2x3xi64", "y": "2x3xi64"},
        "paddle.equal_all(x, y)",
        order=0,
    ),
    Case("where", WHERE, {"c": "2x3xi1", "x": "2x3xf64", "y": "2x3xf64"}, "paddle.where(c, x, y)"),
    Case(
        "where_broadcast",
        WHERE,
        {"c": "2x1x3xi1", "x": "4x1xf64", "y": "2x4x3xf64"},
        "paddle.where(c, x, y)",
    ),
    Case(
        "where_f32",
        WHERE,
        {"c": "4xi1", "x": "4xf32", "y": "4xf32"},
        "paddle.where(c, x, y)",
        order=1,
    ),
    Case("where_0d", WHERE, {"c": "i1", "x": "f64", "y": "f64"}, "paddle.where(c, x, y)"),
    Case(
        "where_dynamic",
        WHERE,
        {"c": "?xi1", "x": "?xf64", "y": "?xf64"},
        "paddle.where(c, x, y)",
        sizes={"c": (4,), "x": (4,), "y": (4,)},
    ),
    Case(
        "where_i64",
        WHERE,
        {"c": "4xi1", "x": "4xi64", "y": "4xi64"},
        "paddle.where(c, x, y)",
        order=0,
    ),
    Case(
        "where_untaken_infinity",
        "%zero = pd_op.full 0.0 : tensor<3xf64>\n"
        "%one = pd_op.full 1.0 : tensor<3xf64>\n"
        "%c = pd_op.greater_than %x, %zero\n"
        "%safe = pd_op.where %c, %x, %one\n"
        "%log = pd_op.log %safe\n"
        "%out = pd_op.where %c, %log, %x",
        {"x": "3xf64"},
        None,
        values={"x": [-1.0, 2.0, -0.5]},
    ),
]
