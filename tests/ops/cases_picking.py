"""Picking single elements by index, and putting them back."""

from __future__ import annotations

from .case import Case

ROWS = {"x": "5x4xf64", "i": "3xi64"}
PLACES = {"i": [[0, 1], [4, 3], [0, 1]]}

CASES = [
    Case("index_select", "%out = pd_op.index_select %x, %i", ROWS, "paddle.index_select(x, i)"),
    Case(
        "index_select_axis",
        "%out = pd_op.index_select %x, %i {axis = -1 : i32}",
        {"x": "2x4xf64", "i": "3xi64"},
        "paddle.index_select(x, i, axis=1)",
        values={"i": [3, 0, 3]},
    ),
    Case(
        "index_select_dynamic",
        "%out = pd_op.index_select %x, %i",
        {"x": "?x4xf64", "i": "?xi64"},
        "paddle.index_select(x, i)",
        sizes={"x": (5, 4), "i": (2,)},
    ),
    Case(
        "index_select_f32",
        "%out = pd_op.index_select %x, %i",
        {"x": "5x4xf32", "i": "3xi32"},
        "paddle.index_select(x, i)",
        order=1,
    ),
    Case(
        "gather_nd",
        "%out = pd_op.gather_nd %x, %i",
        {"x": "5x4xf64", "i": "3x2xi64"},
        "paddle.gather_nd(x, i)",
        values=PLACES,
    ),
    Case(
        "gather_nd_rows",
        "%out = pd_op.gather_nd %x, %i",
        {"x": "5x4xf64", "i": "2x1xi64"},
        "paddle.gather_nd(x, i)",
    ),
    Case(
        "scatter_nd_add",
        "%out = pd_op.scatter_nd_add %x, %i, %u",
        {"x": "5x4xf64", "i": "3x2xi64", "u": "3xf64"},
        "paddle.scatter_nd_add(x, i, u)",
        values=PLACES,
    ),
    Case(
        "scatter",
        "%out = pd_op.scatter %x, %i, %u",
        {"x": "5x4xf64", "i": "3xi64", "u": "3x4xf64"},
        "paddle.scatter(x, i, u)",
        values={"i": [3, 0, 1]},
    ),
    Case(
        "scatter_add",
        "%out = pd_op.scatter %x, %i, %u {overwrite = false}",
        {"x": "5x4xf64", "i": "3xi64", "u": "3x4xf64"},
        "paddle.scatter(x, i, u, overwrite=False)",
        values={"i": [3, 0, 3]},
    ),
    Case(
        "take_along_axis",
        "%out = pd_op.take_along_axis %x, %i {axis = 1 : i32}",
        {"x": "3x4xf64", "i": "3x2xi64"},
        "paddle.take_along_axis(x, i, 1)",
        domain={"i": (0, 4)},
    ),
    Case(
        "take_along_axis_first",
        "%out = pd_op.take_along_axis %x, %i {axis = 0 : i32}",
        {"x": "3x4xf64", "i": "2x4xi64"},
        "paddle.take_along_axis(x, i, 0)",
        domain={"i": (0, 3)},
    ),
    Case(
        "put_along_axis",
        "%out = pd_op.put_along_axis %x, %i, %v {axis = 1 : i32}",
        {"x": "3x4xf64", "i": "3x1xi64", "v": "3x1xf64"},
        "paddle.put_along_axis(x, i, v, 1)",
        domain={"i": (0, 4)},
    ),
    Case(
        "put_along_axis_add",
        '%out = pd_op.put_along_axis %x, %i, %v {axis = 1 : i32, reduce = "add"}',
        {"x": "3x4xf64", "i": "3x2xi64", "v": "3x2xf64"},
        "paddle.put_along_axis(x, i, v, 1, reduce='add')",
        values={"i": [[0, 0], [1, 2], [3, 3]]},
    ),
]
