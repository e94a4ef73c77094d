"""Softmax and its logarithm."""

from __future__ import annotations

from .case import Case

CASES: list[Case] = []
for name in ("softmax", "log_softmax"):
    call = f"F.{name}(x, axis=%s)"
    body = f"%%out = pd_op.{name} %%x {{axis = %s : i32}}"
    CASES += [
        Case(name, body % -1, {"x": "3x4xf64"}, call % -1),
        Case(f"{name}_axis", body % 1, {"x": "2x3x4xf64"}, call % 1),
        Case(f"{name}_f32", body % 0, {"x": "3x4xf32"}, call % 0, order=1),
        # Paddle's log_softmax goes no lower than -64.
        Case(f"{name}_large", body % -1, {"x": "5xf64"}, None, domain={"x": (700.0, 900.0)}),
        Case(f"{name}_dynamic", body % -1, {"x": "?x4xf64"}, call % -1, sizes={"x": (2, 4)}),
        Case(f"{name}_empty", body % -1, {"x": "0x4xf64"}, call % -1, order=1),
    ]
CASES += [
    # Paddle has it in single precision only, with masks that have no gradient.
    Case(
        "fused_mask",
        "%out = pd_op.fused_softmax_mask %x, %m",
        {"x": "2x2x3x4xf64", "m": "2x1x3x4xf64"},
        None,
    ),
    Case(
        "fused_mask_f32",
        "%out = pd_op.fused_softmax_mask %x, %m",
        {"x": "2x2x3x4xf32", "m": "2x1x3x4xf32"},
        "paddle._C_ops.fused_softmax_mask(x, m)",
        constant=("m",),
        order=1,
    ),
    Case(
        "fused_mask_dynamic",
        "%out = pd_op.fused_softmax_mask %x, %m",
        {"x": "?x2x3x4xf64", "m": "?x1x3x4xf64"},
        None,
        sizes={"x": (2, 2, 3, 4), "m": (2, 1, 3, 4)},
    ),
    Case(
        "fused_upper_triangle",
        "%out = pd_op.fused_softmax_mask_upper_triangle %x",
        {"x": "1x2x3x3xf64"},
        None,
    ),
]
