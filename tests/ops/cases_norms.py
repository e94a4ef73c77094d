"""Norms."""

from __future__ import annotations

from typing import Any

from .case import Case
from .cases_reduction import DYNAMIC, axes

KINKS = [[0.0, -3.0, 3.0], [0.0, 0.0, 0.0], [1.0, -2.0, 3.0]]


def p_norm(label: str, porder: str, call: str | None, more: str = "", **options: Any) -> Case:
    """A norm of the order `order`."""
    x = options.pop("x", "3x4xf64")
    body = f"%out = pd_op.p_norm %x {{porder = {porder} : f32{more}}}"
    return Case(f"p_norm_{label}", body, {"x": x}, call, **options)


def at_kinks(label: str, porder: str, p: str, **options: Any) -> Case:
    """Zeros, a row of them, and elements of one size."""
    call = f"paddle.norm(x, p={p}, axis=1)"
    return p_norm(
        f"{label}_kinks", porder, call, x="3x3xf64", values={"x": KINKS}, smooth=False, **options
    )


ORDERS = {"1": "1.0", "2": "2.0", "3": "3.0", "4": "4.0", "2_5": "2.5", "1_5": "1.5"}

CASES = [
    *(
        p_norm(label, order, f"paddle.norm(x, p={order}, axis=1)", tolerance=1e-5)
        for label, order in ORDERS.items()
    ),
    p_norm("half", "0.5", "paddle.norm(x, p=0.5, axis=1)"),
    p_norm("negative", "-1.5", "paddle.norm(x, p=-1.5, axis=1)"),
    p_norm("zero", "0.0", "paddle.norm(x, p=0, axis=1)"),
    p_norm("infinite", "0x7F800000", 'paddle.norm(x, p=float("inf"), axis=1)'),
    p_norm("minus_infinite", "0xFF800000", 'paddle.norm(x, p=float("-inf"), axis=1)'),
    p_norm("axis_0", "2.0", "paddle.norm(x, p=2, axis=0)", ", axis = 0 : i32", order=3),
    p_norm(
        "keepdim",
        "3.0",
        "paddle.norm(x, p=3, axis=0, keepdim=True)",
        ", axis = 0 : i32, keepdim = true",
    ),
    p_norm("vector", "2.0", "paddle.norm(x)", ", asvector = true"),
    p_norm("f32", "3.0", "paddle.norm(x, p=3, axis=1)", x="3x4xf32"),
    p_norm("dynamic", "2.0", "paddle.norm(x, p=2, axis=-1)", **DYNAMIC),
    p_norm("dynamic_vector", "3.0", "paddle.norm(x, p=3)", ", asvector = true", **DYNAMIC),
    *(at_kinks(label, order, order) for label, order in ORDERS.items()),
    at_kinks("zero", "0.0", "0"),
    at_kinks("infinite", "0x7F800000", 'float("inf")'),
    at_kinks("minus_infinite", "0xFF800000", 'float("-inf")'),
    # Paddle gives NaN where x is zero.
    at_kinks("half", "0.5", "0.5", paddle_gradient=False, order=1),
    at_kinks("negative", "-1.5", "-1.5", paddle_gradient=False, order=1),
    Case(
        "p_norm_4_at_zero",
        "%out = pd_op.p_norm %x {porder = 4.0 : f32, asvector = true}",
        {"x": "3xf64"},
        "paddle.norm(x, p=4)",
        values={"x": [0.0, 2.0, -1.0]},
        order=3,
    ),
    Case(
        "frobenius_norm",
        axes(0, 1) + "%out = pd_op.frobenius_norm %x, %axis",
        {"x": "2x3x2xf64"},
        "paddle.linalg.norm(x, 'fro', [0, 1])",
        order=3,
    ),
    Case(
        "frobenius_norm_keep_dim",
        axes(-1, 0) + "%out = pd_op.frobenius_norm %x, %axis {keep_dim = true}",
        {"x": "2x3x2xf64"},
        "paddle._C_ops.frobenius_norm(x, [-1, 0], True, False)",
    ),
    Case(
        "frobenius_norm_all",
        axes(0) + "%out = pd_op.frobenius_norm %x, %axis {reduce_all = true}",
        {"x": "?x?xf64"},
        "paddle._C_ops.frobenius_norm(x, [], False, True)",
        sizes={"x": (2, 3)},
    ),
    Case(
        "frobenius_norm_of_zeros",
        axes(1) + "%out = pd_op.frobenius_norm %x, %axis",
        {"x": "2x2xf64"},
        "paddle._C_ops.frobenius_norm(x, [1], False, False)",
        values={"x": [[0.0, 0.0], [3.0, 4.0]]},
        order=1,
        smooth=False,
    ),
    Case(
        "squared_l2_norm",
        "%out = pd_op.squared_l2_norm %x",
        {"x": "2x3xf64"},
        "paddle._C_ops.squared_l2_norm(x)",
        order=3,
    ),
    Case(
        "squared_l2_norm_dynamic",
        "%out = pd_op.squared_l2_norm %x",
        {"x": "?x3xf32"},
        "paddle._C_ops.squared_l2_norm(x)",
        sizes={"x": (2, 3)},
    ),
    Case("l1_norm", "%out = pd_op.l1_norm %x", {"x": "2x3xf64"}, None),
    Case(
        "l1_norm_f32",
        "%out = pd_op.l1_norm %x",
        {"x": "2x2xf32"},
        "paddle._C_ops.l1_norm(x)",
        values={"x": [[0.0, -3.0], [1.0, 2.0]]},
        smooth=False,
    ),
    p_norm("nothing", "2.0", "paddle.norm(x, p=2, axis=1)", x="2x0xf64"),
    *(
        p_norm(f"no_rows_{label}", order, f"paddle.norm(x, p={order}, axis=1)", x="0x3xf64")
        for label, order in (("1", "1.0"), ("2", "2.0"), ("1_5", "1.5"))
    ),
    Case(
        "squared_l2_norm_nothing",
        "%out = pd_op.squared_l2_norm %x",
        {"x": "2x0xf64"},
        "paddle._C_ops.squared_l2_norm(x)",
    ),
    # Paddle has l1_norm for float32 alone on the CPU.
    Case("l1_norm_nothing", "%out = pd_op.l1_norm %x", {"x": "2x0xf64"}, None),
    # Paddle stops working here.
    p_norm("scalar", "2.0", None, x="f64", order=1),
    Case("l1_norm_scalar", "%out = pd_op.l1_norm %x", {"x": "f64"}, None, order=1),
    Case(
        "squared_l2_norm_scalar",
        "%out = pd_op.squared_l2_norm %x",
        {"x": "f64"},
        "paddle._C_ops.squared_l2_norm(x)",
    ),
    *(
        Case(
            f"frobenius_norm_{label}",
            axes(0, 1) + "%out = pd_op.frobenius_norm %x, %axis",
            {"x": x},
            "paddle._C_ops.frobenius_norm(x, [0, 1], False, False)",
        )
        for label, x in (("f32", "2x3xf32"), ("nothing", "0x3xf64"))
    ),
]
