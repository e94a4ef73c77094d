"""Sorting and the largest elements."""

from __future__ import annotations

from .case import Case

CASES = [
    Case(
        "topk",
        "%k = pd_op.full 2 : tensor<1xi32>\n%out, %at = pd_op.topk %x, %k",
        {"x": "3x5xf64"},
        "paddle.topk(x, 2)",
        outs=("out", "at"),
    ),
    Case(
        "topk_smallest",
        "%k = pd_op.full 2 : tensor<1xi32>\n"
        "%out, %at = pd_op.topk %x, %k {axis = 0 : i32, largest = false}",
        {"x": "4x3xf64"},
        "paddle.topk(x, 2, axis=0, largest=False)",
        outs=("out", "at"),
    ),
    Case(
        "topk_tie",
        "%k = pd_op.full 1 : tensor<1xi32>\n%out, %at = pd_op.topk %x, %k",
        {"x": "3xf64"},
        "paddle.topk(x, 1)",
        outs=("out", "at"),
        values={"x": [1.0, 2.0, 2.0]},
        order=0,
    ),
    Case(
        "topk_dynamic",
        "%k = pd_op.full 2 : tensor<1xi32>\n%out, %at = pd_op.topk %x, %k",
        {"x": "?x5xf64"},
        "paddle.topk(x, 2)[0]",
        sizes={"x": (2, 5)},
    ),
    *(
        Case(
            f"argsort_{descending}",
            f"%out, %at = pd_op.argsort %x {{axis = {axis} : i32, descending = {descending}}}",
            {"x": "3x4xf64"},
            f"(paddle.sort(x, {axis}, {descending.capitalize()}), "
            f"paddle.argsort(x, {axis}, {descending.capitalize()}))",
            outs=("out", "at"),
        )
        for axis, descending in ((1, "false"), (0, "true"))
    ),
    Case(
        "argsort_f32",
        "%out, %at = pd_op.argsort %x",
        {"x": "7xf32"},
        "paddle.sort(x)",
        order=1,
    ),
]
