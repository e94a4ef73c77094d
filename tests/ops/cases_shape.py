"""Shapes and element types."""

from __future__ import annotations

from typing import Any

from .case import Case


def shaped(
    op: str, label: str, numbers: str, call: str | None, x: str = "2x3x4xf64", **options: Any
) -> Case:
    """An op whose second operand is a vector of integers. Its square, so that there is a second
    order."""
    count = len([n for n in numbers.split(",") if n.strip()])
    body = f"%how = pd_op.full_int_array [{numbers}] : tensor<{count}xi64>\n"
    body += f"%y = pd_op.{op} %x, %how\n%out = pd_op.square %y"
    squared = None if call is None else f"paddle.square({call})"
    return Case(f"{op}_{label}", body, {"x": x}, squared, **options)


def plain(op: str, label: str, attributes: str, call: str, x: str, **options: Any) -> Case:
    """An op with attributes only."""
    body = f"%y = pd_op.{op} %x {attributes}\n%out = pd_op.square %y"
    return Case(f"{op}_{label}", body, {"x": x}, f"paddle.square({call})", **options)


DYNAMIC: dict[str, Any] = {"x": "?x3x?xf64", "sizes": {"x": (2, 3, 4)}}

CASES = [
    shaped("reshape", "plain", "4, 6", "paddle.reshape(x, [4, 6])", order=3),
    shaped("reshape", "rest", "3, -1", "paddle.reshape(x, [3, -1])"),
    shaped("reshape", "keep", "0, -1", "paddle.reshape(x, [0, -1])"),
    shaped("reshape", "scalar", "", "paddle.reshape(x, [])", "1x1xf64"),
    shaped("reshape", "f32", "-1", "paddle.reshape(x, [-1])", "2x3x4xf32"),
    shaped("reshape", "empty", "2, 0, 3", None, "0x6xf64", order=1),
    shaped("reshape", "dynamic", "0, -1", "paddle.reshape(x, [0, -1])", **DYNAMIC),
    Case(
        "reshape_shape_of_a_run",
        "%y = pd_op.reshape %x, %shape : tensor<?x?xf64>\n%out = pd_op.square %y",
        {"x": "2x3x4xf64", "shape": "2xi64"},
        "paddle.square(paddle.reshape(x, [4, 6]))",
        values={"shape": [4, 6]},
    ),
    plain(
        "transpose",
        "plain",
        "{perm = array<i32: 2, 0, 1>}",
        "paddle.transpose(x, [2, 0, 1])",
        "2x3x4xf64",
        order=3,
    ),
    plain(
        "transpose",
        "negative",
        "{perm = array<i32: -1, 0, -2>}",
        "paddle.transpose(x, [2, 0, 1])",
        **DYNAMIC,
    ),
    shaped("squeeze", "axis", "0", "paddle.squeeze(x, 0)", "1x3x1xf64", order=3),
    shaped("squeeze", "axes", "0, -1", "paddle.squeeze(x, [0, -1])", "1x3x1xf64"),
    shaped("squeeze", "all", "", "paddle.squeeze(x)", "1x3x1xf64"),
    shaped("squeeze", "of_more", "1", "paddle.squeeze(x, 1)", "1x3x1xf64"),
    shaped("squeeze", "dynamic", "0", "paddle.squeeze(x, 0)", "?x3x?xf64", sizes={"x": (1, 3, 2)}),
    shaped("squeeze", "dynamic_all", "", None, "?x3x1xf64", sizes={"x": (1, 3, 1)}),
    shaped("unsqueeze", "axis", "1", "paddle.unsqueeze(x, 1)", order=3),
    shaped("unsqueeze", "axes", "0, -1, 2", "paddle.unsqueeze(x, [0, -1, 2])"),
    shaped("unsqueeze", "scalar", "0", "paddle.unsqueeze(x, 0)", "f64"),
    shaped("unsqueeze", "dynamic", "-1", "paddle.unsqueeze(x, -1)", **DYNAMIC),
    plain(
        "flatten",
        "middle",
        "{start_axis = 0 : i32, stop_axis = 1 : i32}",
        "paddle.flatten(x, 0, 1)",
        "2x3x4xf64",
        order=3,
    ),
    plain("flatten", "all", "{start_axis = 0 : i32, stop_axis = -1 : i32}", "x.flatten()", "f64"),
    plain(
        "flatten",
        "dynamic",
        "{start_axis = 1 : i32, stop_axis = -1 : i32}",
        "paddle.flatten(x, 1, -1)",
        **DYNAMIC,
    ),
    shaped("expand", "plain", "2, 3, 4", "paddle.expand(x, [2, 3, 4])", "3x1xf64", order=3),
    shaped("expand", "keep", "5, -1, 4", "paddle.expand(x, [5, -1, 4])", "3x1xf64"),
    shaped("expand", "scalar", "2, 3", "paddle.expand(x, [2, 3])", "f64"),
    shaped(
        "expand",
        "dynamic",
        "5, -1, 4",
        "paddle.expand(x, [5, -1, 4])",
        "?x?xf64",
        sizes={"x": (3, 1)},
    ),
    Case(
        "expand_shape_of_a_run",
        "%y = pd_op.expand %x, %shape\n%out = pd_op.square %y",
        {"x": "3x1xf64", "shape": "3xi64"},
        "paddle.square(paddle.expand(x, [2, 3, 4]))",
        values={"shape": [2, 3, 4]},
    ),
    Case(
        "expand_as",
        "%y = pd_op.expand_as %x, %like {target_shape = array<i64: 2, 3, 4>}\n"
        "%out = pd_op.square %y",
        {"x": "3x1xf64", "like": "2x3x4xf64"},
        "paddle.square(paddle.expand_as(x, like))",
        constant=("like",),
        order=3,
    ),
    Case(
        "expand_as_target_shape",
        "%y = pd_op.expand_as %x, _ {target_shape = array<i64: 2, 3, 4>}\n%out = pd_op.square %y",
        {"x": "3x1xf64"},
        "paddle.square(paddle.expand(x, [2, 3, 4]))",
    ),
    Case(
        "expand_as_dynamic",
        "%y = pd_op.expand_as %x, %like {target_shape = array<i64: -1, 3, -1>}\n"
        "%out = pd_op.square %y",
        {"x": "?x1xf64", "like": "?x3x?xf64"},
        "paddle.square(paddle.expand_as(x, like))",
        sizes={"x": (3, 1), "like": (2, 3, 4)},
        constant=("like",),
    ),
    Case("cast_f32", "%out = pd_op.cast %x {dtype = f32}", {"x": "2x3xf64"}, 'x.cast("float32")'),
    Case("cast_f64", "%out = pd_op.cast %x {dtype = f64}", {"x": "2x3xf32"}, 'x.cast("float64")'),
    Case(
        "cast_i64",
        "%out = pd_op.cast %x {dtype = i64}",
        {"x": "2x3xf64"},
        'x.cast("int64")',
        order=0,
    ),
    Case(
        "cast_there_and_back",
        "%y = pd_op.cast %x {dtype = i64}\n%z = pd_op.cast %y {dtype = f64}\n"
        "%out = pd_op.multiply %z, %x",
        {"x": "2x3xf64"},
        'x.cast("int64").cast("float64") * x',
        # Paddle's gradient goes through the integers as if they were not steps.
        paddle_gradient=False,
    ),
    Case("shape64", "%out = pd_op.shape64 %x", {"x": "2x3xf64"}, "paddle.shape(x)", order=0),
    Case(
        "shape",
        "%out = pd_op.shape %x",
        {"x": "?x3xf64"},
        'paddle.shape(x).cast("int32")',
        sizes={"x": (2, 3)},
        order=0,
    ),
    Case(
        "numel",
        "%out = pd_op.numel %x",
        {"x": "?x3xf64"},
        "paddle.numel(x)",
        sizes={"x": (2, 3)},
        order=0,
    ),
    plain("transpose", "empty", "{perm = array<i32: 1, 0>}", "x.T", "0x3xf64"),
    shaped("squeeze", "empty", "1", "paddle.squeeze(x, 1)", "0x1xf64"),
    shaped("unsqueeze", "empty", "0", "paddle.unsqueeze(x, 0)", "0x3xf64"),
    plain("flatten", "empty", "{start_axis = 0 : i32}", "paddle.flatten(x)", "0x3xf64"),
    shaped("expand", "empty", "2, 0, 3", "paddle.expand(x, [2, 0, 3])", "0x3xf64"),
    shaped("expand", "to_nothing", "0, 3", "paddle.expand(x, [0, 3])", "1x3xf64"),
    plain("cast", "empty", "{dtype = f32}", 'x.cast("float32")', "0x3xf64"),
    *(
        plain(
            "cast",
            label,
            "{dtype = f32}",
            'x.cast("float32")',
            x,
            sizes={"x": (2, 3)},
            order=1,
            smooth=False,
        )
        for label, x in (("dynamic", "?x?xf64"), ("scalar", "f64"))
    ),
    shaped("reshape", "of_scalar", "1, 1", "paddle.reshape(x, [1, 1])", "f64"),
    plain("transpose", "f32", "{perm = array<i32: 1, 0>}", "x.T", "2x3xf32"),
    plain("transpose", "scalar", "{perm = array<i32>}", "paddle.transpose(x, [])", "f64"),
    shaped("squeeze", "f32", "0", "paddle.squeeze(x, 0)", "1x3xf32"),
    shaped("squeeze", "scalar", "0", "paddle.squeeze(x, 0)", "f64"),
    shaped("unsqueeze", "f32", "-1", "paddle.unsqueeze(x, -1)", "2x3xf32"),
    plain("flatten", "f32", "{start_axis = 0 : i32}", "paddle.flatten(x)", "2x3xf32"),
    shaped("expand", "f32", "2, 3", "paddle.expand(x, [2, 3])", "1x3xf32"),
    *(
        Case(
            f"expand_as_{label}",
            "%z = pd_op.expand_as %x, %y\n%out = pd_op.square %z",
            {"x": x, "y": y},
            "paddle.square(paddle.expand_as(x, y))",
            constant=("y",),
        )
        for label, x, y in (
            ("f32", "3xf32", "2x3xf32"),
            ("of_scalar", "f64", "2x3xf64"),
            ("empty", "1x3xf64", "0x3xf64"),
        )
    ),
]
