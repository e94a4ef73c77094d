"""Products of matrices and vectors."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .case import Case


def matmul(
    label: str,
    x: str,
    y: str,
    transpose_x: bool = False,
    transpose_y: bool = False,
    paddle: bool = True,
    **options: Any,
) -> Case:
    """A product of two tensors of one element type."""
    element = options.pop("element", "f64")
    attributes = [
        f"{name} = true"
        for name, value in (("transpose_x", transpose_x), ("transpose_y", transpose_y))
        if value
    ]
    body = "%out = pd_op.matmul %x, %y" + (f" {{{', '.join(attributes)}}}" if attributes else "")
    call = f"paddle.matmul(x, y, {transpose_x}, {transpose_y})" if paddle else None
    inputs = {"x": f"{x}x{element}", "y": f"{y}x{element}"}
    return Case(f"matmul_{label}", body, inputs, call, **options)


def dynamic(
    label: str, x: str, y: str, sizes: dict[str, Sequence[int]], *flags: bool, **options: Any
) -> Case:
    """A product of tensors with dims that only a run knows."""
    return matmul(f"dynamic_{label}", x, y, *flags, sizes=sizes, **options)


def product(
    name: str,
    inputs: dict[str, str],
    call: str | None = None,
    *,
    label: str = "",
    attributes: str = "",
    **options: Any,
) -> Case:
    """An op whose operands are the inputs, in order; a dim that is not known is written `?`."""
    arguments = ", ".join(f"%{operand}" for operand in inputs)
    body = f"%out = pd_op.{name} {arguments} {attributes}".rstrip()
    call = call or f"paddle._C_ops.{name}({', '.join(inputs)})"
    return Case("_".join(filter(None, (name, label))), body, inputs, call, **options)


def chain(label: str, *types: str, **options: Any) -> Case:
    """A product of several matrices."""
    inputs = {f"x{k}": type_ for k, type_ in enumerate(types)}
    body = (
        f"%all = builtin.combine {', '.join('%' + name for name in inputs)}\n"
        "%out = pd_op.multi_dot %all"
    )
    call = f"paddle.linalg.multi_dot([{', '.join(inputs)}])"
    return Case(f"multi_dot_{label}", body, inputs, call, **options)


ADDED = {"input": "2x4xf64", "x": "2x3xf64", "y": "3x4xf64"}
BATCHED = {"input": "2x2x4xf64", "x": "2x2x3xf64", "y": "2x3x4xf64"}
SCALED = "{beta = 0.5 : f32, alpha = 2.0 : f32}"

CASES = [
    matmul("plain", "3x4", "4x2", order=3),
    matmul("transpose_x", "4x3", "4x2", True, order=3),
    matmul("transpose_y", "3x4", "2x4", False, True, order=3),
    matmul("transpose_both", "4x3", "2x4", True, True, order=3),
    matmul("f32", "3x4", "4x2", element="f32", order=1, tolerance=1e-5),
    matmul("vectors", "4", "4"),
    matmul("vectors_transpose", "4", "4", True, True),
    matmul("row", "4", "4x2"),
    matmul("row_transpose_y", "4", "2x4", False, True),
    matmul("row_batch", "4", "3x4x2"),
    matmul("column", "2x4", "4"),
    matmul("column_transpose_x", "4x2", "4", True),
    matmul("column_batch", "3x2x4", "4"),
    matmul("batch", "2x3x4", "2x4x2"),
    matmul("batch_transpose_x", "2x4x3", "2x4x2", True),
    matmul("batch_transpose_y", "2x3x4", "2x2x4", False, True),
    matmul("batch_one_y", "2x2x3x4", "4x2"),
    matmul("batch_one_y_transpose", "2x3x4", "2x4", False, True),
    matmul("batch_one_y_both", "2x4x3", "2x4", True, True),
    matmul("batch_one_x", "3x4", "2x4x2"),
    matmul("broadcast", "2x1x3x4", "1x3x4x2"),
    matmul("broadcast_rank", "2x1x3x4", "3x4x2", paddle_gradient=False),
    matmul("empty", "2x0", "0x3", order=1),
    matmul("empty_rows", "0x2", "2x3", order=1),
    dynamic("rows", "?x4", "4x2", {"x": (3, 4)}),
    dynamic("all", "?x?", "?x?", {"x": (3, 4), "y": (4, 2)}),
    dynamic("transpose", "?x?", "?x?", {"x": (4, 3), "y": (2, 4)}, True, True),
    dynamic("batch_one_y", "?x?x4", "4x2", {"x": (2, 3, 4)}),
    dynamic("batch_one_y_all", "?x?x?", "?x?", {"x": (2, 3, 4), "y": (4, 2)}),
    dynamic("broadcast", "?x3x4", "?x4x2", {"x": (1, 3, 4), "y": (2, 4, 2)}),
    dynamic("row", "?", "?x2", {"x": (4,), "y": (4, 2)}),
    dynamic("column", "?x2x4", "?", {"x": (3, 2, 4), "y": (4,)}),
    dynamic("vectors", "?", "?", {"x": (4,), "y": (4,)}),
    # other products
    product("bmm", {"x": "2x3x4xf64", "y": "2x4x2xf64"}, order=3),
    product("bmm", {"x": "2x3x4xf32", "y": "2x4x2xf32"}, label="f32", order=1, tolerance=1e-5),
    product(
        "bmm",
        {"x": "?x?x?xf64", "y": "?x?x?xf64"},
        label="dynamic",
        sizes={"x": (2, 3, 4), "y": (2, 4, 2)},
    ),
    product("mv", {"x": "3x4xf64", "vec": "4xf64"}, order=3),
    product(
        "mv", {"x": "?x?xf64", "vec": "?xf64"}, label="dynamic", sizes={"x": (3, 4), "vec": (4,)}
    ),
    product("dot", {"x": "4xf64", "y": "4xf64"}, order=3),
    product("dot", {"x": "3x4xf64", "y": "3x4xf64"}, label="rows"),
    product("dot", {"x": "?xf64", "y": "?xf64"}, label="dynamic", sizes={"x": (4,), "y": (4,)}),
    product("addmm", ADDED, "paddle.addmm(input, x, y, 0.5, 2.0)", attributes=SCALED, order=3),
    product("addmm", {**ADDED, "input": "1x4xf64"}, "paddle.addmm(input, x, y)", label="broadcast"),
    product("addmm", {**ADDED, "input": "4xf64"}, "paddle.addmm(input, x, y)", label="vector"),
    product(
        "addmm",
        {"input": "?xf64", "x": "?x3xf64", "y": "3x?xf64"},
        "paddle.addmm(input, x, y, 0.5, 2.0)",
        label="dynamic",
        attributes=SCALED,
        sizes={"input": (4,), "x": (2, 3), "y": (3, 4)},
    ),
    product("baddbmm", BATCHED, "paddle.baddbmm(input, x, y, 0.5, 2.0)", attributes=SCALED),
    product(
        "baddbmm",
        {**BATCHED, "input": "1x2x1xf64"},
        "paddle.baddbmm(input, x, y)",
        label="broadcast",
        paddle_gradient=False,
    ),
    product(
        "linear_v2",
        {"input": "2x3x4xf64", "weight": "5x4xf64", "bias": "5xf64"},
        "paddle._C_ops.linear_v2(input, weight, bias, True)",
        label="transpose",
        attributes="{transpose_weight = true}",
    ),
    product(
        "linear_v2",
        {"input": "2x3x4xf64", "weight": "4x5xf64", "bias": "5xf64"},
        "F.linear(input, weight, bias)",
        order=3,
    ),
    product(
        "linear_v2",
        {"input": "?x?x4xf64", "weight": "4x5xf64", "bias": "5xf64"},
        "F.linear(input, weight, bias)",
        label="dynamic",
        sizes={"input": (2, 3, 4)},
    ),
    product(
        "matmul_with_flatten",
        {"x": "2x3x4xf64", "y": "2x6x5xf64"},
        "paddle.matmul(x.reshape([2, 12]), y.reshape([12, 5]))",
        attributes="{y_num_col_dims = 2 : i32}",
    ),
    product(
        "matmul_with_flatten",
        {"x": "2x3x4xf64", "y": "4x5x2xf64"},
        "paddle.matmul(x, y.reshape([4, 10])).reshape([2, 3, 5, 2])",
        label="rows",
        attributes="{x_num_col_dims = 2 : i32}",
    ),
    product(
        "matmul_with_flatten",
        {"x": "?x?x4xf64", "y": "4x?x2xf64"},
        "paddle.matmul(x, y.reshape([4, 10])).reshape([2, 3, 5, 2])",
        label="dynamic",
        attributes="{x_num_col_dims = 2 : i32}",
        sizes={"x": (2, 3, 4), "y": (4, 5, 2)},
    ),
    chain("two", "2x3xf64", "3x4xf64"),
    chain("four", "2x3xf64", "3x4xf64", "4x2xf64", "2x3xf64"),
    chain("row", "3xf64", "3x4xf64", "4x2xf64"),
    chain("row_column", "3xf64", "3x4xf64", "4xf64"),
]
