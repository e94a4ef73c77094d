"""Picking single elements by index, and putting them back."""

from __future__ import annotations

from .case import Case

ROWS = {"x": "5x4xf64", "i": "3xi64"}
PLACES = {"i": [[0, 1], [4, 3], [0, 1]]}


def index_put(name: str, inputs: dict[str, str], accumulate: bool, **more: object) -> Case:
    """A row of `index_put`: the indices are the inputs i and j, as far as they are there."""
    given = [index for index in ("i", "j") if index in inputs]
    types = ", ".join(f"tensor<{inputs[index]}>" for index in given)
    body = (
        f"%all = builtin.combine {', '.join('%' + index for index in given)} : tuple<{types}>\n"
        f"%out = pd_op.index_put %x, %all, %v {{accumulate = {str(accumulate).lower()}}}"
    )
    call = f"paddle.index_put(x, ({', '.join(given)},), v, {accumulate})"
    return Case(name, body, inputs, call, **more)  # pyright: ignore


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
    Case(
        "index_sample",
        "%out = pd_op.index_sample %x, %i",
        {"x": "2x4xf64", "i": "2x3xi64"},
        "paddle.index_sample(x, i)",
        values={"i": [[0, 0, 3], [2, 1, 2]]},
    ),
    # The second gradient is added into the first one.
    Case(
        "index_sample_twice",
        "%a = pd_op.index_sample %x, %i\n%b = pd_op.index_sample %x, %j\n"
        "%out = pd_op.multiply %a, %b",
        {"x": "?x4xf64", "i": "?x2xi32", "j": "?x2xi64"},
        "paddle.index_sample(x, i) * paddle.index_sample(x, j)",
        sizes={"x": (2, 4), "i": (2, 2), "j": (2, 2)},
        values={"i": [[0, 0], [2, 1]], "j": [[3, 1], [2, 0]]},
    ),
    index_put(
        "index_put",
        {"x": "3x4xf64", "i": "2xi64", "j": "2xi64", "v": "2xf64"},
        False,
        values={"i": [2, 0], "j": [-1, 1]},
    ),
    index_put(
        "index_put_add",
        {"x": "3x4xf64", "i": "3xi64", "j": "3xi64", "v": "3xf64"},
        True,
        values={"i": [2, 0, 2], "j": [3, 1, 3]},
    ),
    index_put(
        "index_put_rows",
        {"x": "?x3xf64", "i": "2xi64", "v": "1x3xf64"},
        False,
        sizes={"x": (3, 3)},
        values={"i": [2, 0]},
    ),
    index_put(
        "index_put_grid",
        {"x": "3x4xf64", "i": "2x1xi64", "j": "2xi64", "v": "2x2xf64"},
        True,
        values={"i": [[2], [0]], "j": [1, 3]},
    ),
    index_put(
        "index_put_mask",
        {"x": "2x3xf64", "i": "2x3xi1", "v": "3xf64"},
        False,
        values={"i": [[True, False, True], [False, True, False]]},
    ),
    index_put(
        "index_put_mask_number",
        {"x": "2x3xf64", "i": "2x3xi1", "v": "1xf64"},
        True,
        values={"i": [[True, False, True], [False, True, False]]},
    ),
    Case(
        "index_put_mask_and_number",
        "%all = builtin.combine %m, %i : tuple<tensor<3xi1>, tensor<i64>>\n"
        "%out = pd_op.index_put %x, %all, %v",
        {"x": "3x4xf64", "m": "3xi1", "i": "i64", "v": "f64"},
        None,
        values={"m": [True, False, True], "i": 2},
    ),
    index_put(
        "index_put_f32",
        {"x": "3x2xf32", "i": "2xi32", "v": "2x2xf32"},
        False,
        values={"i": [1, 0]},
        order=1,
    ),
    *(
        Case(
            f"put_along_axis_{reduce}_{own}",
            f'%out = pd_op.put_along_axis %x, %i, %v {{axis = 1 : i32, reduce = "{reduce}", '
            f"include_self = {own}}}",
            {"x": "2x4xf64", "i": "2x3xi64", "v": "2x3xf64"},
            f"paddle._C_ops.put_along_axis(x, i, v, 1, '{reduce}', {own.capitalize()})",
            values={"i": [[0, 0, 1], [3, 2, 3]]},
        )
        for reduce in ("assign", "add", "mul", "mean", "amin", "amax")
        for own in ("true", "false")
    ),
    # Paddle divides by the factor, which is zero here.
    Case(
        "put_along_axis_zeros",
        '%out = pd_op.put_along_axis %x, %i, %v {axis = 1 : i32, reduce = "mul"}',
        {"x": "2x3xf64", "i": "2x3xi64", "v": "2x3xf64"},
        "paddle._C_ops.put_along_axis(x, i, v, 1, 'mul', True)",
        values={
            "x": [[0.0, 2.0, 3.0], [1.0, 2.0, 0.0]],
            "i": [[0, 0, 1], [2, 2, 1]],
            "v": [[5.0, 2.0, 0.0], [0.0, 3.0, 2.0]],
        },
        order=1,
        paddle_gradient=False,
    ),
    Case(
        "put_along_axis_ties",
        '%out = pd_op.put_along_axis %x, %i, %v {axis = 1 : i32, reduce = "amax"}',
        {"x": "1x3xf64", "i": "1x3xi64", "v": "1x3xf64"},
        "paddle._C_ops.put_along_axis(x, i, v, 1, 'amax', True)",
        values={"x": [[5.0, 3.0, 4.0]], "i": [[0, 0, 1]], "v": [[5.0, 5.0, 7.0]]},
        smooth=False,
    ),
    Case(
        "put_along_axis_mean_dynamic",
        '%out = pd_op.put_along_axis %x, %i, %v {axis = -2 : i32, reduce = "mean"}',
        {"x": "?x3xf64", "i": "?x3xi64", "v": "?x3xf64"},
        None,
        sizes={"x": (4, 3), "i": (2, 3), "v": (2, 3)},
        values={"i": [[0, 3, 1], [0, 2, 1]]},
    ),
    # Of several values for one place the last stays, and it alone has a gradient.
    Case(
        "put_along_axis_last",
        "%out = pd_op.put_along_axis %x, %i, %v {axis = 0 : i32}",
        {"x": "4x2xf64", "i": "?x2xi64", "v": "?x2xf64"},
        None,
        sizes={"v": (3, 2)},
        values={"i": [[0, 3], [1, -1], [-4, 3]]},
    ),
    Case(
        "scatter_last",
        "%out = pd_op.scatter %x, %i, %u",
        {"x": "3x2xf64", "i": "3xi64", "u": "3x2xf64"},
        "paddle.scatter(x, i, u)",
        values={"i": [2, 0, 2]},
        paddle_gradient=False,
    ),
    index_put(
        "index_put_last",
        {"x": "?x3x2xf64", "i": "2x2xi64", "j": "2xi64", "v": "2x2x2xf64"},
        False,
        sizes={"x": (3, 3, 2)},
        values={"i": [[2, 0], [-1, 2]], "j": [0, 1]},
        paddle_gradient=False,
    ),
]
