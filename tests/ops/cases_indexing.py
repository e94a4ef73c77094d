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
        "gather_number",
        AXIS.format(1),
        {"x": "3x5xf64", "i": "i64"},
        "paddle.gather(x, i, axis=1)",
        values={"i": 3},
    ),
    Case(
        "gather_column",
        AXIS.format(0),
        {"x": "5x2xf64", "i": "2x1xi64"},
        "paddle.gather(x, i, axis=0)",
        values={"i": [[-1], [0]]},
    ),
    # The second gradient is added into the first one.
    Case(
        "gather_twice",
        AXIS.format(1).replace("%out", "%a")
        + "\n%b = pd_op.gather %x, %j, %axis\n%c = pd_op.mean %x, %axis\n"
        "%d = pd_op.add %a, %b\n%e = pd_op.unsqueeze %c, %axis\n%out = pd_op.add %d, %e",
        {"x": "2x4xf64", "i": "3xi64", "j": "1x1xi64"},
        "paddle.gather(x, i, axis=1) + paddle.gather(x, j, axis=1) + x.mean(1, keepdim=True)",
        values={"i": [2, 0, 2], "j": [[2]]},
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
        "embedding_table",
        "%out = pd_op.embedding %i, %w {padding_idx = 0 : i64}",
        {"i": "2x2xi64", "w": "?x?xf64"},
        "F.embedding(i, w, padding_idx=0)",
        values={"i": [[2, 0], [1, 2]]},
        sizes={"w": (4, 2)},
    ),
    Case(
        "embedding_number",
        "%out = pd_op.embedding %i, %w",
        {"i": "i64", "w": "4x2xf64"},
        "F.embedding(i, w)",
        values={"i": 3},
    ),
    Case(
        "embedding_twice",
        "%a = pd_op.embedding %i, %w {padding_idx = 1 : i64}\n%b = pd_op.embedding %j, %w\n"
        "%out = pd_op.add %a, %b",
        {"i": "2x2xi64", "j": "i64", "w": "4x2xf64"},
        "F.embedding(i, w, padding_idx=1) + F.embedding(j, w)",
        values={"i": [[3, 0], [1, 3]], "j": 3},
    ),
    Case(
        "index_add",
        "%out = pd_op.index_add %x, %i, %v {axis = 1 : i32}",
        {"x": "2x4xf64", "i": "3xi64", "v": "2x3xf64"},
        "paddle.index_add(x, i, 1, v)",
        values={"i": [1, 3, 1]},
    ),
    Case(
        "index_add_dynamic",
        "%out = pd_op.index_add %x, %i, %v",
        {"x": "?x2xf64", "i": "?xi64", "v": "?x2xf64"},
        "paddle.index_add(x, i, 0, v)",
        sizes={"x": (4, 2), "i": (3,), "v": (3, 2)},
        domain={"i": (0, 4)},
    ),
    Case(
        "index_add_f32",
        "%out = pd_op.index_add %x, %i, %v",
        {"x": "4x2xf32", "i": "2xi32", "v": "2x2xf32"},
        "paddle.index_add(x, i, 0, v)",
        values={"i": [-1, 0]},
        order=1,
    ),
    Case(
        "one_hot",
        "%n = pd_op.full 5 : tensor<1xi32>\n%out = pd_op.one_hot %i, %n",
        {"i": "2x3xi64"},
        "F.one_hot(i, 5)",
        order=0,
    ),
]
