"""Interpolation: modes, alignments, sizes from attributes, operands and scales."""

from __future__ import annotations

from typing import Any

from .case import Case
from .cases_convolution import attributes, sizes

MODES = {
    "nearest": ("2x2x3x4xf64", (5, 7)),
    "linear": ("2x2x4xf64", (7,)),
    "bilinear": ("2x2x3x4xf64", (5, 7)),
    "trilinear": ("1x2x3x4x2xf64", (5, 3, 3)),
    "bicubic": ("2x2x3x4xf64", (5, 7)),
}


def interp(
    label: str,
    mode: str,
    x: str,
    size: tuple[int, ...],
    corners: bool = False,
    align_mode: int = 0,
    call: str = "",
    layout: str = "NCHW",
    **options: Any,
) -> Case:
    """An interpolation to a size that attributes say."""
    shown: dict[str, Any] = {"align_corners": corners, "align_mode": align_mode}
    shown.update(zip(("out_w", "out_h", "out_d"), reversed(size), strict=False))
    last = layout == "NHWC"
    if last:
        shown["data_format"] = layout
    python = {1: "NWC" if last else "NCW", 2: "NHWC" if last else "NCHW"}
    python[3] = "NDHWC" if last else "NCDHW"
    aligned = f"align_corners={corners}, align_mode={align_mode}"
    if mode == "nearest" and corners:
        call = "None"
    return Case(
        f"{mode}_{label}",
        f"%out = pd_op.{mode}_interp %x, _, _, _ {attributes(**shown)}",
        {"x": x},
        None
        if call == "None"
        else call
        or f"F.interpolate(x, {list(size)}, mode={mode!r}, {aligned}, "
        f"data_format={python[len(size)]!r})",
        **options,
    )


ALIGNMENTS = [
    interp(f"{label}_{corners}_{align_mode}", mode, x, new, corners, align_mode)
    for mode, (x, up) in MODES.items()
    for label, new in (("up", up), ("down", tuple(max(n // 2, 1) for n in up)))
    for corners, align_mode in ((False, 0), (False, 1), (True, 0))
    if label == "up" or not corners
]

SHAPES = [
    interp("f32", "bilinear", "2x2x3x4xf32", (5, 7), order=1),
    interp("order3", "bilinear", "1x1x2x3xf64", (3, 4), order=3),
    interp("one", "bilinear", "1x2x3x4xf64", (1, 1)),
    # Paddle's gradient is that of another place than its forward op reads.
    interp("one", "linear", "1x2x4xf64", (1,), paddle_gradient=False),
    interp("one_dynamic", "linear", "?x?x?xf64", (1,), paddle_gradient=False, **sizes(2, 2, 3)),
    interp("one_corners", "bilinear", "1x2x3x4xf64", (1, 2), True),
    interp("from_one", "bilinear", "1x2x1x1xf64", (2, 3)),
    interp("one", "bicubic", "1x2x3x4xf64", (1, 1)),
    interp("same", "bicubic", "1x2x3x4xf64", (3, 4)),
    interp("volume", "nearest", "1x2x3x4x2xf64", (5, 3, 3)),
    *(
        interp("nhwc", mode, x, new, layout="NHWC")
        for mode, x, new in (
            ("nearest", "2x3x4x2xf64", (5, 7)),
            ("linear", "2x4x3xf64", (7,)),
            ("bilinear", "2x3x4x2xf64", (5, 7)),
            ("trilinear", "1x3x4x2x2xf64", (2, 3, 3)),
            ("bicubic", "2x3x4x2xf64", (5, 7)),
        )
    ),
    *(
        interp("dynamic", mode, "?x2x?x?xf64", (5, 7), **sizes(2, 2, 3, 4))
        for mode in ("nearest", "bilinear", "bicubic")
    ),
    interp("dynamic_corners", "bilinear", "?x2x?x?xf64", (5, 1), True, **sizes(2, 2, 3, 4)),
]

SIZE = 'mode="bilinear", align_corners=False'
SCALE = "scale = array<f64: 1.5, 1.7>, align_corners = false, align_mode = 0 : i32"

OPERANDS = [
    Case(
        "bilinear_scale",
        f"%out = pd_op.bilinear_interp %x, _, _, _ {{{SCALE}}}",
        {"x": "1x2x3x4xf64"},
        f"F.interpolate(x, scale_factor=[1.5, 1.7], {SIZE})",
    ),
    Case(
        "bilinear_scale_dynamic",
        f"%out = pd_op.bilinear_interp %x, _, _, _ {{{SCALE}}}",
        {"x": "?x2x?x?xf64"},
        f"F.interpolate(x, scale_factor=[1.5, 1.7], {SIZE})",
        sizes={"x": (1, 2, 3, 4)},
    ),
    Case(
        "nearest_scale",
        "%out = pd_op.nearest_interp %x, _, _, _ "
        "{scale = array<f64: 0.7>, align_corners = false, align_mode = 0 : i32}",
        {"x": "1x1x10x10xf64"},
        "F.interpolate(x, scale_factor=0.7, mode='nearest')",
    ),
    Case(
        "bilinear_scale_tensor",
        "%out = pd_op.bilinear_interp %x, _, _, %s {align_corners = false, align_mode = 0 : i32}",
        {"x": "1x2x3x4xf64", "s": "1xf32"},
        "paddle._C_ops.bilinear_interp(x, None, None, s, 'NCHW', -1, -1, -1, [], 'bilinear', "
        "False, 0)",
        values={"s": [1.7]},
        constant=("s",),
    ),
    Case(
        "bicubic_scale_tensor",
        "%out = pd_op.bicubic_interp %x, _, _, %s {align_corners = false, align_mode = 0 : i32}",
        {"x": "1x2x3x4xf64", "s": "2xf32"},
        None,
        values={"s": [1.5, 0.6]},
        constant=("s",),
    ),
    Case(
        "bilinear_out_size",
        "%out = pd_op.bilinear_interp %x, %n, _, _ {align_corners = false, align_mode = 0 : i32}",
        {"x": "1x2x3x4xf64", "n": "2xi32"},
        f"F.interpolate(x, n, {SIZE})",
        values={"n": [5, 2]},
    ),
    Case(
        "bilinear_size_tensor",
        "%h = pd_op.full 5 : tensor<1xi32>\n"
        "%v = builtin.combine %h, %w\n"
        "%out = pd_op.bilinear_interp %x, _, %v, _ "
        "{align_corners = false, align_mode = 0 : i32}",
        {"x": "1x2x3x4xf64", "w": "1xi32"},
        f"F.interpolate(x, [5, 2], {SIZE})",
        values={"w": [2]},
    ),
]

CASES = [*ALIGNMENTS, *SHAPES, *OPERANDS]
