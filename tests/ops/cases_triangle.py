"""Triangles of matrices."""

from __future__ import annotations

from .case import Case


def triangle(name: str, label: str, x: str, diagonal: int = 0, *size: int) -> Case:
    """A triangle of each matrix."""
    return Case(
        f"{name}_{label}",
        f"%out = pd_op.{name} %x {{diagonal = {diagonal} : i32}}",
        {"x": x},
        f"paddle.{name}(x, {diagonal})",
        sizes={"x": size},
    )


CASES = [
    case
    for name in ("tril", "triu")
    for case in (
        triangle(name, "square", "3x3xf64"),
        triangle(name, "empty", "0x3xf64"),
        triangle(name, "f32", "2x3xf32"),
        triangle(name, "wide", "2x3x4xf64", 1),
        triangle(name, "tall", "2x4x3xf64", -1),
        triangle(name, "dynamic", "?x?xf64", 0, 3, 4),
    )
]
