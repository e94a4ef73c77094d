"""Elements by their rank: the k-th smallest, the middle, the most frequent one."""

from __future__ import annotations

from .case import Case

NAN = float("nan")
BOTH = ("out", "at")


def median(name: str, type_: str, axis: str, keepdim: bool, mode: str, **more: object) -> Case:
    """A row of `median` or `nanmedian`, whichever the name starts with."""
    op = name.split("_")[0]
    axes = f"array<i64: {axis}>" if axis else "array<i64>"
    body = (
        f"%out, %at = pd_op.{op} %x {{axis = {axes}, keepdim = {str(keepdim).lower()}, "
        f'mode = "{mode}"}}'
    )
    call = f"paddle._C_ops.{op}(x, [{axis}], {keepdim}, '{mode}')"
    return Case(name, body, {"x": type_}, call, outs=BOTH, **more)  # pyright: ignore


CASES = [
    Case(
        "kthvalue",
        "%out, %at = pd_op.kthvalue %x {k = 2 : i32}",
        {"x": "3x5xf64"},
        "paddle.kthvalue(x, 2)",
        outs=BOTH,
    ),
    Case(
        "kthvalue_keepdim",
        "%out, %at = pd_op.kthvalue %x {k = 4 : i32, axis = 0 : i32, keepdim = true}",
        {"x": "?x3xf64"},
        "paddle.kthvalue(x, 4, 0, True)",
        outs=BOTH,
        sizes={"x": (4, 3)},
    ),
    Case(
        "kthvalue_f32",
        "%out, %at = pd_op.kthvalue %x",
        {"x": "2x4xf32"},
        "paddle.kthvalue(x, 1)",
        outs=BOTH,
        order=1,
    ),
    Case(
        "kthvalue_nan",
        "%out, %at = pd_op.kthvalue %x {k = 3 : i32}",
        {"x": "4xf64"},
        "paddle.kthvalue(x, 3)",
        outs=BOTH,
        values={"x": [3.0, NAN, 1.0, 2.0]},
        order=1,
        smooth=False,
    ),
    # Paddle's partial sorting takes another one of several equal elements.
    Case(
        "kthvalue_tie",
        "%out, %at = pd_op.kthvalue %x {k = 2 : i32}",
        {"x": "4xf64"},
        "paddle.kthvalue(x, 2)[0]",
        values={"x": [2.0, 2.0, 2.0, 2.0]},
        order=0,
    ),
    Case(
        "mode",
        "%out, %at = pd_op.mode %x",
        {"x": "4x5xf64"},
        "paddle.mode(x)",
        outs=BOTH,
        values={"x": [[3, 1, 1, 2, 3], [2, 2, 2, 2, 1], [1, 2, 3, 4, 5], [2, 1, 2, 1, 0]]},
        smooth=False,
    ),
    Case(
        "mode_axis",
        "%out, %at = pd_op.mode %x {axis = 0 : i32, keepdim = true}",
        {"x": "?x2xf64"},
        "paddle.mode(x, 0, True)",
        outs=BOTH,
        sizes={"x": (3, 2)},
        values={"x": [[3, 1], [3, 2], [1, 1]]},
        smooth=False,
    ),
    Case("mode_distinct", "%out, %at = pd_op.mode %x", {"x": "2x3xf64"}, "paddle.mode(x)[0]"),
    median("median_even", "3x4xf64", "1", False, "avg"),
    median("median_odd", "3x5xf64", "-1", True, "avg"),
    median("median_min", "3x4xf64", "1", False, "min"),
    median("median_min_keepdim", "4x2xf64", "0", True, "min"),
    median("median_all", "3x4xf64", "", False, "avg"),
    median("median_axes", "2x3x3xf64", "0, 2", True, "avg"),
    median("median_axes_min", "2x3x3xf64", "2, 0", False, "min"),
    median("median_number", "f64", "", False, "avg", order=1),
    median("median_dynamic", "?x3x?xf64", "0, 2", False, "avg", sizes={"x": (2, 3, 2)}),
    median("median_f32", "3x4xf32", "1", False, "avg", order=1),
    median("nanmedian_even", "3x4xf64", "1", False, "avg"),
    median("nanmedian_min", "3x4xf64", "0", True, "min"),
    median("nanmedian_axes", "2x3x2xf64", "0, 2", False, "avg"),
    median(
        "nanmedian_nan",
        "4x2xf64",
        "0",
        False,
        "avg",
        values={"x": [[3.0, 1.0], [2.0, NAN], [4.0, 2.0], [1.0, NAN]]},
        order=1,
        smooth=False,
    ),
    median(
        "nanmedian_nothing",
        "2x2xf64",
        "1",
        False,
        "min",
        values={"x": [[3.0, 1.0], [NAN, NAN]]},
        order=1,
        smooth=False,
    ),
    # Equal elements share the cotangent; Paddle's positions are of other ones among them.
    Case(
        "median_ties",
        "%out, %at = pd_op.median %x {axis = array<i64: 1>, keepdim = false}",
        {"x": "4x4xf64"},
        "paddle._C_ops.median(x, [1], False, 'avg')[0]",
        values={"x": [[3, 1, 5, 2], [2, 2, 2, 2], [1, 2, 2, 3], [2, 2, 2, 3]]},
        smooth=False,
    ),
    Case(
        "median_nan",
        "%out, %at = pd_op.median %x {axis = array<i64: 1>, keepdim = false}",
        {"x": "2x3xf64"},
        "paddle._C_ops.median(x, [1], False, 'avg')[0]",
        values={"x": [[3, 1, NAN], [2, 1, 3]]},
        order=1,
        smooth=False,
    ),
]
