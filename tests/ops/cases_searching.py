"""Searching sorted numbers, and distinct elements."""

from __future__ import annotations

from .case import Case

SORTED = [1.0, 2.0, 2.0, 5.0]
SOUGHT = [[2.0, 0.0, 5.0], [9.0, 1.5, 2.0]]
ROWS = [[2.0, 1.0], [2.0, 1.0], [0.0, 5.0], [2.0, 1.0]]
ALL = "return_index = true, return_inverse = true, return_counts = true"
RUNS = "return_inverse = true, return_counts = true"

CASES = [
    *(
        Case(
            f"searchsorted_{right}",
            f"%out = pd_op.searchsorted %s, %v {{right = {right}}}",
            {"s": "4xf64", "v": "2x3xf64"},
            f"paddle.searchsorted(s, v, right={right.capitalize()})",
            values={"s": SORTED, "v": SOUGHT},
            order=0,
        )
        for right in ("false", "true")
    ),
    *(
        Case(
            f"searchsorted_rows_{right}",
            f"%out = pd_op.searchsorted %s, %v {{right = {right}}}",
            {"s": "?x3xf64", "v": "?x2xf64"},
            f"paddle.searchsorted(s, v, right={right.capitalize()})",
            sizes={"s": (2, 3), "v": (2, 2)},
            values={"s": [[1, 3, 3], [2, 4, 4]], "v": [[3, 0], [4, 9]]},
            order=0,
        )
        for right in ("false", "true")
    ),
    Case(
        "bucketize",
        "%out = pd_op.searchsorted %s, %v {out_int32 = true}",
        {"s": "4xf32", "v": "f32"},
        "paddle.bucketize(v, s, out_int32=True)",
        values={"s": SORTED, "v": 3.0},
        order=0,
    ),
    Case(
        "unique",
        f"%out, %at, %back, %count = pd_op.unique %x {{{ALL}}}",
        {"x": "2x3xf64"},
        "paddle.unique(x, True, True, True)",
        outs=("out", "at", "back", "count"),
        values={"x": SOUGHT},
        order=0,
    ),
    Case(
        "unique_axis",
        f"%out, %at, %back, %count = pd_op.unique %x {{{ALL}, axis = array<i64: 0>, dtype = i32}}",
        {"x": "?x2xf64"},
        "paddle.unique(x, True, True, True, axis=0, dtype='int32')",
        outs=("out", "at", "back", "count"),
        sizes={"x": (4, 2)},
        values={"x": ROWS},
        order=0,
    ),
    Case(
        "unique_only",
        "%out, %at, %back, %count = pd_op.unique %x",
        {"x": "7xi64"},
        "paddle.unique(x)",
        order=0,
    ),
    Case(
        "unique_consecutive",
        f"%out, %run, %count = pd_op.unique_consecutive %x {{{RUNS}}}",
        {"x": "6xi64"},
        "paddle.unique_consecutive(x, True, True)",
        outs=("out", "run", "count"),
        values={"x": [1, 1, 2, 1, 3, 3]},
        order=0,
    ),
    Case(
        "unique_consecutive_axis",
        f"%out, %run, %count = pd_op.unique_consecutive %x {{{RUNS}, axis = array<i64: -2>}}",
        {"x": "4x2xf32"},
        "paddle.unique_consecutive(x, True, True, axis=-2)",
        outs=("out", "run", "count"),
        values={"x": ROWS},
        order=0,
    ),
]
