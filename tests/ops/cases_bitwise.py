"""Operations on bits."""

from __future__ import annotations

from .case import Case

VALUES = {"x": [-7, 6, 12, 1], "y": [3, 1, 2, 0]}


def bitwise(name: str, attributes: str = "", call: str | None = None) -> Case:
    """An op of two int64 tensors."""
    return Case(
        name + ("_logical" if attributes else ""),
        f"%out = pd_op.{name} %x, %y {attributes}".rstrip(),
        {"x": "4xi64", "y": "4xi64"},
        call or f"paddle.{name}(x, y)",
        values=VALUES,
        order=0,
    )


LOGICAL = "{is_arithmetic = false}"

CASES = [
    bitwise("bitwise_and"),
    bitwise("bitwise_or"),
    bitwise("bitwise_xor"),
    bitwise("bitwise_left_shift"),
    bitwise("bitwise_right_shift"),
    bitwise("bitwise_right_shift", LOGICAL, "paddle.bitwise_right_shift(x, y, False)"),
    Case(
        "bitwise_and_bool",
        "%out = pd_op.bitwise_and %x, %y",
        {"x": "2x3xi1", "y": "3xi1"},
        "paddle.bitwise_and(x, y)",
        order=0,
    ),
    Case(
        "bitwise_not",
        "%out = pd_op.bitwise_not %x",
        {"x": "4xi64"},
        "paddle.bitwise_not(x)",
        order=0,
    ),
]
