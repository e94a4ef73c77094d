"""Diagonals."""

from __future__ import annotations

from typing import Any

from .case import Case


def squared(label: str, op: str, call: str | None, x: str, **options: Any) -> Case:
    """The op of x, squared."""
    body = f"%y = pd_op.{op}\n%out = pd_op.square %y"
    return Case(label, body, {"x": x}, call and f"paddle.square({call})", **options)


def filled(label: str, attributes: str, call: str, x: str, y: str, **options: Any) -> Case:
    """y on the diagonals of x; Paddle has no gradient for y."""
    body = f"%z = pd_op.fill_diagonal_tensor %x, %y {attributes}\n%out = pd_op.square %z"
    name = f"fill_diagonal_tensor_{label}"
    inputs = {"x": x, "y": y}
    return Case(name, body, inputs, f"paddle.square({call})", paddle_gradient=False, **options)


CASES = [
    squared("diag_vector", "diag %x", "paddle.diag(x)", "3xf64", order=3),
    squared(
        "diag_vector_offset",
        "diag %x {offset = -1 : i32, padding_value = 2.0 : f32}",
        "paddle.diag(x, -1, 2.0)",
        "3xf64",
    ),
    squared("diag_matrix", "diag %x {offset = 1 : i32}", "paddle.diag(x, 1)", "3x4xf64", order=3),
    squared("diag_matrix_below", "diag %x {offset = -2 : i32}", "paddle.diag(x, -2)", "3x4xf64"),
    squared("diag_dynamic", "diag %x", "paddle.diag(x)", "?xf64", sizes={"x": (3,)}),
    squared(
        "diag_dynamic_matrix",
        "diag %x {offset = 1 : i32}",
        "paddle.diag(x, 1)",
        "?x?xf64",
        sizes={"x": (3, 4)},
    ),
    squared("diagonal", "diagonal %x", "paddle.diagonal(x)", "3x4xf64", order=3),
    squared(
        "diagonal_axes",
        "diagonal %x {offset = 1 : i32, axis1 = -1 : i32, axis2 = 0 : i32}",
        "paddle.diagonal(x, 1, -1, 0)",
        "3x2x4xf64",
    ),
    squared("diagonal_outside", "diagonal %x {offset = 5 : i32}", None, "2x3xf64", order=1),
    squared(
        "diagonal_dynamic",
        "diagonal %x {offset = -1 : i32}",
        "paddle.diagonal(x, -1)",
        "?x?x2xf64",
        sizes={"x": (3, 4, 2)},
    ),
    squared(
        "diag_embed",
        "diag_embed %x {offset = 1 : i32}",
        "paddle.diag_embed(x, 1)",
        "2x3xf64",
        paddle_gradient=False,
        order=3,
    ),
    squared(
        "diag_embed_dims",
        "diag_embed %x {offset = -1 : i32, dim1 = 0 : i32, dim2 = 2 : i32}",
        "paddle.diag_embed(x, -1, 0, 2)",
        "2x3xf64",
        paddle_gradient=False,
    ),
    squared(
        "diag_embed_dynamic",
        "diag_embed %x",
        "paddle.diag_embed(x)",
        "?x?xf64",
        sizes={"x": (2, 3)},
        paddle_gradient=False,
    ),
    *(
        squared(
            f"fill_diagonal_{label}",
            f"fill_diagonal %x {{value = 0.5 : f32, offset = {offset} : i32, wrap = {wrap}}}",
            f"paddle._C_ops.fill_diagonal(x, 0.5, {offset}, {wrap.capitalize()})",
            x,
        )
        for label, x, offset, wrap in (
            ("square", "3x3xf64", 0, "false"),
            ("above", "4x3xf64", 1, "false"),
            ("below", "4x3xf64", -1, "false"),
            ("wide", "2x5xf64", 2, "false"),
            ("wrapped", "7x3xf64", 0, "true"),
            ("wrapped_above", "7x3xf64", 1, "true"),
        )
    ),
    # Paddle fills only the beginning of a diagonal of more than two axes.
    squared("fill_diagonal_cube", "fill_diagonal %x {value = 0.5 : f32}", None, "2x2x2xf64"),
    squared(
        "fill_diagonal_dynamic",
        "fill_diagonal %x {value = 0.5 : f32}",
        "paddle._C_ops.fill_diagonal(x, 0.5, 0, False)",
        "?x?xf64",
        sizes={"x": (3, 4)},
    ),
    filled(
        "above",
        "{offset = 1 : i64}",
        "paddle._C_ops.fill_diagonal_tensor(x, y, 1, 0, 1)",
        "3x4xf64",
        "3xf64",
        order=3,
    ),
    filled(
        "axes",
        "{dim1 = 0 : i32, dim2 = 2 : i32}",
        "paddle._C_ops.fill_diagonal_tensor(x, y, 0, 0, 2)",
        "2x3x2xf64",
        "3x2xf64",
    ),
    filled(
        "dynamic",
        "",
        "paddle._C_ops.fill_diagonal_tensor(x, y, 0, 0, 1)",
        "?x?xf64",
        "?xf64",
        sizes={"x": (3, 2), "y": (2,)},
    ),
    squared("diag_empty", "diag %x", "paddle.diag(x)", "0xf64"),
    squared("diagonal_empty", "diagonal %x", "paddle.diagonal(x)", "0x3xf64"),
    squared("diag_embed_empty", "diag_embed %x", "paddle.diag_embed(x)", "0x3xf64"),
    squared("diag_f32", "diag %x", "paddle.diag(x)", "2x3xf32"),
    squared("diagonal_f32", "diagonal %x", "paddle.diagonal(x)", "2x3xf32"),
    squared("diag_embed_f32", "diag_embed %x", "paddle.diag_embed(x)", "2x3xf32"),
    squared(
        "fill_diagonal_f32",
        "fill_diagonal %x {value = 2.0 : f32}",
        "paddle._C_ops.fill_diagonal(x, 2.0, 0, False)",
        "2x3xf32",
    ),
    filled("f32", "", "paddle._C_ops.fill_diagonal_tensor(x, y, 0, 0, 1)", "2x3xf32", "2xf32"),
]
