"""Extrema and their places."""

from __future__ import annotations

from .case import Case
from .cases_reduction import DYNAMIC, ENDS, KEEP, ONE, axes, listed, reduction

TIES = [[1.0, 3.0, 3.0], [2.0, 2.0, 2.0]]
NAN = [[1.0, float("nan"), 3.0], [2.0, 3.0, 1.0]]


def with_tie(op: str, label: str, over: tuple[int, ...], call: str) -> Case:
    """Elements that tie share the cotangent."""
    return reduction(op, label, over, call, "2x3xf64", values={"x": TIES}, smooth=False)


def place(op: str, label: str, call: str, attributes: str, x: str = "2x3x2xf64") -> Case:
    """Where the extremum along the axis 1 is."""
    body = f"%axis = pd_op.full 1 : tensor<1xi64>\n%out = pd_op.{op} %x, %axis {attributes}"
    sizes = {"x": (2, 3, 2)} if "?" in x else {}
    return Case(f"{op}_{label}", body, {"x": x}, call, sizes=sizes, order=0)


EXTREMA = [
    case
    for op in ("max", "min")
    for case in (
        reduction(op, "axis", (1,), f"paddle.{op}(x, 1)"),
        reduction(op, "axes", (0, -1), f"paddle.{op}(x, [0, -1], True)", attributes=KEEP),
        reduction(op, "all", (), f"paddle.{op}(x)"),
        reduction(op, "scalar", (), f"paddle.{op}(x)", "f64"),
        reduction(op, "f32", (1,), f"paddle.{op}(x, 1)", "2x3x2xf32"),
        reduction(op, "i64", (1,), f"paddle.{op}(x, 1)", "2x3xi64", order=0),
        reduction(op, "dynamic", (0, 1), f"paddle.{op}(x, [0, 1])", **DYNAMIC),
        Case(
            f"{op}_axis_of_a_run",
            f"%out = pd_op.{op} %x, %axis : tensor<?x?xf64>",
            {"x": "2x3x2xf64", "axis": "1xi64"},
            f"paddle.{op}(x, 1)",
            values={"axis": [1]},
        ),
        with_tie(op, "ties", (1,), f"paddle.{op}(x, 1)"),
        with_tie(op, "ties_all", (), f"paddle.{op}(x)"),
        reduction(
            op, "nan", (1,), f"paddle.{op}(x, 1)", "2x3xf64", values={"x": NAN}, smooth=False
        ),
        listed(f"a{op}", "axis", ONE, f"paddle.a{op}(x, 1)"),
        listed(f"a{op}", "axes", ENDS, f"paddle.a{op}(x, [0, -1], True)"),
        listed(f"a{op}", "all", "", f"paddle.a{op}(x)"),
        listed(f"a{op}", "dynamic", "", f"paddle.a{op}(x)", **DYNAMIC),
        listed(
            f"a{op}",
            "ties",
            ONE,
            f"paddle.a{op}(x, 1)",
            "2x3xf64",
            values={"x": TIES},
            smooth=False,
        ),
    )
]

PLACES = [
    case
    for op in ("argmax", "argmin")
    for case in (
        place(op, "axis", f"paddle.{op}(x, 1)", ""),
        place(op, "keepdims", f"paddle.{op}(x, 1, True)", "{keepdims = true}"),
        place(op, "flatten", f"paddle.{op}(x)", "{flatten = true}"),
        place(
            op,
            "flatten_keepdims",
            f"paddle.{op}(x, keepdim=True)",
            "{flatten = true, keepdims = true}",
        ),
        place(op, "i32", f'paddle.{op}(x, 1, dtype="int32")', "{dtype = i32}"),
        place(op, "dynamic", f"paddle.{op}(x, 1)", "", "?x3x?xf64"),
    )
]

WITH_INDEX = [
    case
    for op in ("max", "min")
    for case in (
        Case(
            f"{op}_with_index",
            f"%out, %places = pd_op.{op}_with_index %x {{dim = 1 : i64}}",
            {"x": "2x3x2xf64"},
            f"(paddle.{op}(x, 1), paddle.arg{op}(x, 1))",
            outs=("out", "places"),
        ),
        Case(
            f"{op}_with_index_keepdim",
            f"%out, %places = pd_op.{op}_with_index %x {{dim = -1 : i64, keepdim = true}}",
            {"x": "2x3xf64"},
            f"(paddle.{op}(x, 1, True), paddle.arg{op}(x, 1, True))",
            outs=("out", "places"),
        ),
        Case(
            f"{op}_with_index_flatten",
            f"%out, %places = pd_op.{op}_with_index %x {{flatten = true}}",
            {"x": "2x3xf64"},
            f"(paddle.{op}(x), paddle.arg{op}(x))",
            outs=("out", "places"),
        ),
        Case(
            f"{op}_with_index_dynamic",
            f"%out, %places = pd_op.{op}_with_index %x {{dim = 1 : i64}}",
            {"x": "?x?xf64"},
            f"(paddle.{op}(x, 1), paddle.arg{op}(x, 1))",
            outs=("out", "places"),
            sizes={"x": (2, 3)},
        ),
    )
]

NESTED = Case(
    "max_of_squares",
    "%y = pd_op.square %x\n" + axes(1) + "%m = pd_op.max %y, %axis\n%out = pd_op.square %m",
    {"x": "2x3xf64"},
    "paddle.square(paddle.max(paddle.square(x), 1))",
    order=3,
)

NO_ROWS = [
    case
    for op in ("max", "min")
    for case in (
        reduction(op, "no_rows", (1,), f"paddle.{op}(x, 1)", "0x3xf64"),
        listed(f"a{op}", "no_rows", ONE, f"paddle.a{op}(x, 1)", "0x3xf64"),
    )
]

SMALL = [
    case
    for op in ("max", "min")
    for case in (
        listed(f"a{op}", "f32", ONE, f"paddle.a{op}(x, 1)", "2x3xf32"),
        listed(f"a{op}", "scalar", "", f"paddle.a{op}(x)", "f64"),
        place(f"arg{op}", "f32", f"paddle.arg{op}(x, 1)", "", "2x3xf32"),
        place(f"arg{op}", "no_rows", f"paddle.arg{op}(x, 1)", "", "0x3xf64"),
        place(f"arg{op}", "scalar", f"paddle.arg{op}(x)", "{flatten = true}", "f64"),
    )
]

CASES = [*EXTREMA, *PLACES, *WITH_INDEX, NESTED, *NO_ROWS, *SMALL]
