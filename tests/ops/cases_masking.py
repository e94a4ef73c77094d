"""Masks: filling and selecting where a mask holds."""

from __future__ import annotations

from .case import Case

FILL = "%out = pd_op.masked_fill %x, %m, %v"
SELECT = "%out = pd_op.masked_select %x, %m"
MASK = [[True, False, True], [False, True, True]]

CASES = [
    # Paddle's gradient for the value is zero, or memory that nobody wrote.
    Case(
        "masked_fill",
        FILL,
        {"x": "2x3xf64", "m": "2x3xi1", "v": "f64"},
        "paddle._C_ops.masked_fill(x, m, v)",
        values={"m": MASK},
        paddle_gradient=False,
    ),
    Case(
        "masked_fill_broadcast",
        FILL,
        {"x": "2x3xf64", "m": "3xi1", "v": "f64"},
        "paddle._C_ops.masked_fill(x, m, v)",
        values={"m": MASK[0]},
        paddle_gradient=False,
    ),
    Case(
        "masked_fill_spread",
        FILL,
        {"x": "3xf64", "m": "2x3xi1", "v": "1xf64"},
        None,
        values={"m": MASK},
    ),
    Case(
        "masked_fill_dynamic",
        FILL,
        {"x": "?x3xf64", "m": "?x3xi1", "v": "f64"},
        "paddle._C_ops.masked_fill(x, m, v)",
        sizes={"x": (2, 3), "m": (2, 3)},
        values={"m": MASK},
        paddle_gradient=False,
    ),
    Case(
        "masked_fill_f32",
        FILL,
        {"x": "2x3xf32", "m": "2x3xi1", "v": "f32"},
        "paddle._C_ops.masked_fill(x, m, v)",
        constant=("v",),
        order=1,
    ),
    Case(
        "masked_select",
        SELECT,
        {"x": "2x3xf64", "m": "2x3xi1"},
        "paddle.masked_select(x, m)",
        values={"m": MASK},
    ),
    Case(
        "masked_select_broadcast",
        SELECT,
        {"x": "2x1xf64", "m": "2x3xi1"},
        "paddle.masked_select(x, m)",
        values={"m": MASK},
    ),
    Case(
        "masked_select_rows",
        SELECT,
        {"x": "2x3xf64", "m": "3xi1"},
        "paddle.masked_select(x, m)",
        values={"m": MASK[0]},
    ),
    Case(
        "masked_select_dynamic",
        SELECT,
        {"x": "?x3xf64", "m": "?x3xi1"},
        "paddle.masked_select(x, m)",
        sizes={"x": (2, 3), "m": (2, 3)},
        values={"m": MASK},
    ),
    Case(
        "masked_select_nothing",
        SELECT,
        {"x": "2x3xf32", "m": "2x3xi1"},
        "paddle.masked_select(x, m)",
        values={"m": [[False] * 3] * 2},
        order=1,
    ),
    Case(
        "nonzero",
        "%out = pd_op.nonzero %x",
        {"x": "2x3xf64"},
        "paddle.nonzero(x)",
        values={"x": MASK},
        order=0,
    ),
    Case(
        "nonzero_bool",
        "%out = pd_op.nonzero %x",
        {"x": "6xi1"},
        "paddle.nonzero(x)",
        order=0,
    ),
    *(
        Case(
            f"sequence_mask_{name}",
            f"%n = pd_op.full {length} : tensor<1xi32>\n"
            f"%out = pd_op.sequence_mask %x, %n {{out_dtype = {element}}}",
            {"x": "2x2xi64"},
            f"F.sequence_mask(x, {length if length > 0 else None}, '{dtype}')",
            outs=("out",),
            values={"x": [[0, 3], [1, 5]]},
            order=0,
        )
        for name, length, element, dtype in (
            ("short", 4, "i64", "int64"),
            ("largest", -1, "f32", "float32"),
        )
    ),
]
