"""Picking rows by index."""

from __future__ import annotations

from .case import Case

AXIS = "%axis = pd_op.full {} : tensor<1xi32>\n%out = pd_op.gather %x, %i, %axis"

CASES = [
    Case("gather", AXIS.format(0), {"x": "5x4xf64", "i": "3xi64"}, "paddle.gather(x, i, axis=0)"),
    Case(
        "gather_axis",
        AXIS.format(1),
        {"x": "3x5xf64", "i": "4xi64"},
        "paddle.gather(x, i, axis=1)",
        values={"i": [4, 0, 4, 2]},
    ),
    Case(
        "gather_dynamic",
        AXIS.format(0),
        {"x": "?x4xf64", "i": "?xi64"},
        "paddle.gather(x, i, axis=0)",
        sizes={"x": (5, 4), "i": (2,)},
    ),
    Case(
        "gather_f32",
        AXIS.format(0),
        {"x": "5x4xf32", "i": "3xi32"},
        "paddle.gather(x, i, axis=0)",
        order=1,
    ),
    Case(
        "embedding",
        "%out = pd_op.embedding %i, %w",
        {"i": "2x3xi64", "w": "5x4xf64"},
        "F.embedding(i, w)",
    ),
    Case(
        "embedding_padding",
        "%out = pd_op.embedding %i, %w {padding_idx = 2 : i64}",
        {"i": "4xi64", "w": "5x3xf64"},
        "F.embedding(i, w, padding_idx=2)",
        values={"i": [2, 0, 4, 2]},
    ),
    Case(
        "add_to_rows",
        "%out = pd_op.add_to_rows %x, %i, %v {axis = 1 : i32}",
        {"x": "2x4xf64", "i": "3xi64", "v": "2x3xf64"},
        "paddle.index_add(x, i, 1, v)",
        values={"i": [1, 3, 1]},
    ),
    Case(
        "one_hot",
        "%n = pd_op.full 5 : tensor<1xi32>\n%out = pd_op.one_hot %i, %n",
        {"i": "2x3xi64"},
        "F.one_hot(i, 5)",
        order=0,
    ),
]
