"""Setting a part of a tensor."""

from __future__ import annotations

from .case import Case


def bounds(starts: str, ends: str, steps: str) -> str:
    """The operands that say where."""
    return (
        f"%starts = pd_op.full_int_array {starts}\n"
        f"%ends = pd_op.full_int_array {ends}\n"
        f"%steps = pd_op.full_int_array {steps}\n"
    )


TENSOR = "%out = pd_op.set_value_with_tensor %x, %v, %starts, %ends, %steps "
NUMBER = "%out = pd_op.set_value %x, %starts, %ends, %steps "

CASES = [
    Case(
        "set_row",
        bounds("[1]", "[2]", "[1]")
        + TENSOR
        + "{axes = array<i64: 0>, decrease_axes = array<i64: 0>}",
        {"x": "4x3xf64", "v": "3xf64"},
        "paddle._C_ops.set_value_with_tensor(x, v, [1], [2], [1], [0], [0], [])",
    ),
    Case(
        "set_part_broadcast",
        bounds("[0, 0]", "[4, 2]", "[2, 1]") + TENSOR + "{axes = array<i64: 0, 1>}",
        {"x": "4x3xf64", "v": "1x2xf64"},
        "paddle._C_ops.set_value_with_tensor(x, v, [0, 0], [4, 2], [2, 1], [0, 1], [], [])",
    ),
    Case(
        "set_backwards",
        bounds("[3]", "[0]", "[-1]") + TENSOR + "{axes = array<i64: 0>}",
        {"x": "4x2xf64", "v": "3x2xf64"},
        "paddle._C_ops.set_value_with_tensor(x, v, [3], [0], [-1], [0], [], [])",
    ),
    Case(
        "set_f32",
        bounds("[-2]", "[4]", "[1]") + TENSOR + "{axes = array<i64: 0>}",
        {"x": "4x2xf32", "v": "2xf32"},
        "paddle._C_ops.set_value_with_tensor(x, v, [-2], [4], [1], [0], [], [])",
        order=1,
    ),
    Case(
        "set_dynamic",
        bounds("[0]", "[1]", "[1]") + TENSOR + "{axes = array<i64: 0>}",
        {"x": "?x2xf64", "v": "2xf64"},
        None,
        sizes={"x": (3, 2)},
    ),
    # Paddle's gradient of set_value is that of x everywhere, also where it was overwritten.
    Case(
        "set_number",
        bounds("[0]", "[2]", "[1]")
        + NUMBER
        + "{axes = array<i64: 0>, shape = array<i64: 1>, values = array<f64: 2.5>}",
        {"x": "4x3xf64"},
        "paddle._C_ops.set_value(x, [0], [2], [1], [0], [], [], [1], [2.5])",
        paddle_gradient=False,
    ),
]
