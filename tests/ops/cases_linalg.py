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
]
