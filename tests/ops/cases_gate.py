"""Activation functions that look at more than one element."""

from __future__ import annotations

from .case import Case


def prelu(label: str, x: str, alpha: str, attributes: str, call: str) -> Case:
    """A learned slope."""
    body = f"%out = pd_op.prelu %x, %alpha {attributes}"
    return Case(label, body, {"x": x, "alpha": alpha}, call)


CASES = [
    prelu("prelu", "2x3x2xf64", "1xf64", "", "F.prelu(x, alpha)"),
    prelu("prelu_channel", "2x3x2x2xf64", "3xf64", '{mode = "channel"}', "F.prelu(x, alpha)"),
    prelu(
        "prelu_nhwc",
        "2x2x2x3xf64",
        "3xf64",
        '{mode = "channel", data_format = "NHWC"}',
        'F.prelu(x, alpha, "NHWC")',
    ),
    prelu(
        "prelu_element",
        "2x3x2xf64",
        "1x3x2xf64",
        '{mode = "element"}',
        'paddle._C_ops.prelu(x, alpha, "NCHW", "element")',
    ),
    Case(
        "prelu_dynamic",
        '%out = pd_op.prelu %x, %alpha {mode = "channel"}',
        {"x": "?x3x?xf64", "alpha": "3xf64"},
        "F.prelu(x, alpha)",
        sizes={"x": (2, 3, 2)},
    ),
    Case(
        "prelu_kinks",
        "%out = pd_op.prelu %x, %alpha",
        {"x": "2xf64", "alpha": "1xf64"},
        "F.prelu(x, alpha)",
        values={"x": [0.0, -1.0], "alpha": [0.25]},
        order=1,
        smooth=False,
    ),
    Case(
        "rrelu_test",
        "%out, %noise = pd_op.rrelu %x {is_test = true, lower = 0.1 : f32, upper = 0.4 : f32}",
        {"x": "2x3xf64"},
        "F.rrelu(x, 0.1, 0.4, training=False)",
    ),
    Case(
        "maxout",
        "%out = pd_op.maxout %x {groups = 2 : i32}",
        {"x": "2x4x1x3xf64"},
        "F.maxout(x, 2)",
    ),
    Case(
        "maxout_last",
        "%out = pd_op.maxout %x {groups = 3 : i32, axis = -1 : i32}",
        {"x": "2x2x1x6xf64"},
        "F.maxout(x, 3, -1)",
    ),
    Case(
        "maxout_dynamic",
        "%out = pd_op.maxout %x {groups = 2 : i32}",
        {"x": "?x4x1x3xf64"},
        "F.maxout(x, 2)",
        sizes={"x": (2, 4, 1, 3)},
    ),
    Case(
        "maxout_kinks",
        "%out = pd_op.maxout %x {groups = 3 : i32}",
        {"x": "1x6x1x1xf64"},
        "F.maxout(x, 3)",
        values={"x": [[[[1.0]], [[1.0]], [[0.0]], [[0.0]], [[2.0]], [[2.0]]]]},
        order=1,
        smooth=False,
    ),
    Case(
        "swiglu",
        "%out = pd_op.swiglu %x, %y",
        {"x": "2x3xf64", "y": "2x3xf64"},
        "F.swiglu(x, y)",
    ),
    Case("swiglu_halves", "%out = pd_op.swiglu %x, _", {"x": "2x4xf64"}, "F.swiglu(x)"),
    Case(
        "swiglu_dynamic",
        "%out = pd_op.swiglu %x, _",
        {"x": "?x4xf64"},
        "F.swiglu(x)",
        sizes={"x": (2, 4)},
    ),
    Case(
        "swiglu_f32",
        "%out = pd_op.swiglu %x, %y",
        {"x": "3xf32", "y": "3xf32"},
        "F.swiglu(x, y)",
        order=1,
    ),
]
