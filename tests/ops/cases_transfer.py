"""Ops that hand a tensor on."""

from __future__ import annotations

from .case import Case


def move(name: str, body: str) -> Case:
    """A tensor handed on as it is."""
    return Case(name, body, {"x": "2x?xf64"}, "paddle.assign(x)", sizes={"x": (2, 3)})


CASES = [
    *(
        move(name, f"%out = pd_op.{name} %x")
        for name in (
            "memcpy",
            "memcpy_h2d",
            "memcpy_d2h",
            "shadow_feed",
            "npu_identity",
        )
    ),
    move(
        "shadow_feed_tensors",
        "%vec = builtin.combine %x\n%fed = pd_op.shadow_feed_tensors %vec\n"
        "%out = builtin.split %fed : tensor<2x?xf64>",
    ),
    Case(
        "depend",
        "%vec = builtin.combine %y\n%out = pd_op.depend %x, %vec",
        {"x": "2x3xf64", "y": "3xf64"},
        "x + 0 * y",
    ),
    move("print", '%out = pd_op.print %x {message = "x:"}'),
    move("print_grad", '%out = pd_op.print_grad %x {message = "x:", is_forward = false}'),
    Case(
        "assert",
        "%zero = pd_op.full 0.0 : tensor<1xf64>\n%good = pd_op.greater_than %x, %zero\n"
        "%vec = builtin.combine %x\npd_op.assert %good, %vec\n%out = pd_op.assign %x",
        {"x": "1xf64"},
        "paddle.assign(x)",
        domain={"x": (1.0, 2.0)},
    ),
    Case(
        "select_input",
        "%out = pd_op.select_input %mask, %x, %y",
        {"mask": "1xi32", "x": "2x3xf64", "y": "2x3xf64"},
        "paddle.assign(y) + 0 * x",
        values={"mask": [1]},
    ),
    Case(
        "select_input_shapes",
        "%out = pd_op.select_input %mask, %x, %y",
        {"mask": "1xi1", "x": "2x3xf64", "y": "2x4xf64"},
        "x + 0 * y.sum()",
        values={"mask": [False]},
    ),
    Case(
        "coalesce_tensor",
        "%vec = builtin.combine %x, %y\n%copies, %out = pd_op.coalesce_tensor %vec "
        "{dtype = f64, copy_data = true, use_align = false}\n"
        "%a, %b = builtin.split %copies : tensor<2x3xf64>, tensor<4xf64>",
        {"x": "2x3xf64", "y": "4xf64"},
        "paddle.concat([x.flatten(), y]), x + 0, y + 0",
        outs=("out", "a", "b"),
    ),
]
