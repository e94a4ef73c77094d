"""Borders and boxes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from .case import Case
from .cases_joining import numbers


def pad(label: str, paddings: Sequence[int], x: str, **options: Any) -> Case:
    """A border of 0.5, squared."""
    listed = ", ".join(map(str, paddings))
    return Case(
        f"pad_{label}",
        "%value = pd_op.full 0.5 : tensor<1xf32>\n"
        f"%y = pd_op.pad %x, %value {{paddings = array<i32: {listed}>}}\n"
        "%out = pd_op.square %y",
        {"x": x},
        f"paddle.square(paddle._C_ops.pad(x, [{listed}], 0.5))",
        **options,
    )


def pad3d(
    label: str,
    paddings: Sequence[int],
    mode: str,
    x: str = "1x2x2x3x4xf64",
    data_format: str = "NCDHW",
    **options: Any,
) -> Case:
    """A border around an image of three axes, squared."""
    return Case(
        f"pad3d_{label}",
        numbers("paddings", paddings)
        + f'%y = pd_op.pad3d %x, %paddings {{mode = "{mode}", pad_value = 0.5 : f64, '
        f'data_format = "{data_format}"}}\n%out = pd_op.square %y',
        {"x": x},
        f'paddle.square(paddle._C_ops.pad3d(x, {list(paddings)}, "{mode}", 0.5, "{data_format}"))',
        **options,
    )


def of_a_run(mode: str) -> Case:
    """A border whose width a run tells."""
    return Case(
        f"pad3d_{mode}_of_a_run",
        f'%y = pd_op.pad3d %x, %paddings {{mode = "{mode}"}}\n%out = pd_op.square %y',
        {"x": "1x1x1x3x4xf64", "paddings": "6xi32"},
        f'paddle.square(paddle._C_ops.pad3d(x, [1, 2, 0, 1, 0, 0], "{mode}", 0.0, "NCDHW"))',
        values={"paddings": [1, 2, 0, 1, 0, 0]},
    )


MODES = ("constant", "reflect", "replicate", "circular")


def crop(
    label: str,
    shape: Sequence[int],
    offsets: Sequence[int],
    x: str = "3x4xf64",
    **options: Any,
) -> Case:
    """A box, squared."""
    return Case(
        f"crop_{label}",
        numbers("shape", shape)
        + numbers("offsets", offsets)
        + "%y = pd_op.crop %x, %shape, %offsets\n%out = pd_op.square %y",
        {"x": x},
        f"paddle.square(paddle.crop(x, {list(shape)}, {list(offsets)}))",
        **options,
    )


CASES = [
    pad("plain", (1, 0, 0, 2), "2x3xf64", order=3),
    pad("nothing", (0, 0, 0, 0), "2x3xf64"),
    pad("f32", (1, 1), "3xf32"),
    pad("dynamic", (1, 0, 0, 2), "?x?xf64", sizes={"x": (2, 3)}),
    Case(
        "pad_value",
        "%y = pd_op.pad %x, %value {paddings = array<i32: 1, 0, 0, 2>}\n%out = pd_op.square %y",
        {"x": "2x3xf64", "value": "1xf64"},
        None,
        order=3,
    ),
    *(
        case
        for mode in MODES
        for case in (
            pad3d(mode, (1, 2, 0, 1, 1, 0), mode, order=3 if mode == "reflect" else 2),
            pad3d(f"{mode}_last", (1, 0, 2, 1, 0, 1), mode, "1x2x3x4x2xf64", "NDHWC"),
            pad3d(f"{mode}_cut", (-1, 1, 0, 0, 0, 0), mode, "1x1x1x1x4xf64"),
            pad3d(
                f"{mode}_dynamic",
                (2, 1, 0, 0, 1, 0),
                mode,
                "?x1x?x?x?xf64",
                sizes={"x": (1, 1, 2, 1, 3)},
            ),
            of_a_run(mode),
        )
    ),
    pad3d("circular_twice", (5, 4, 0, 0, 0, 0), "circular", "1x1x1x1x3xf64"),
    crop("plain", (2, 2), (1, 0), order=3),
    crop("rest", (-1, 2), (1, 1)),
    crop("dynamic", (2, 2), (0, 1), "?x?xf64", sizes={"x": (3, 4)}),
    Case(
        "crop_offsets_of_a_run",
        numbers("shape", (2, 2)) + "%y = pd_op.crop %x, %shape, %offsets\n%out = pd_op.square %y",
        {"x": "3x4xf64", "offsets": "2xi32"},
        "paddle.square(paddle.crop(x, [2, 2], [1, 2]))",
        values={"offsets": [1, 2]},
    ),
    pad("no_rows", [1, 1, 0, 2], "0x3xf64"),
    pad3d("f32", (1, 0, 0, 1, 0, 0), "reflect", "1x1x2x2x2xf32"),
    pad3d("empty", (1, 0, 0, 1, 0, 0), "constant", "0x1x2x2x2xf64"),
    *(
        Case(
            f"crop_{label}",
            numbers("shape", shape)
            + numbers("offsets", (0, 1))
            + "%y = pd_op.crop %x, %shape, %offsets\n%out = pd_op.square %y",
            {"x": x},
            f"paddle.square(paddle.crop(x, {list(shape)}, [0, 1]))",
            # Paddle's gradient of nothing has the shape of the box.
            paddle_gradient=label != "empty",
        )
        for label, x, shape in (("f32", "2x3xf32", (2, 2)), ("empty", "0x3xf64", (0, 2)))
    ),
]
