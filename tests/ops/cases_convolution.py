"""Convolutions and their transposes: strides, paddings, dilations, groups, layouts."""

from __future__ import annotations

from typing import Any

from .case import Case


def attributes(**given: Any) -> str:
    """An op's attributes as MLIR writes them; lists are of the given element type."""
    element = given.pop("element", "i32")
    shown: list[str] = []
    for name, value in given.items():
        values: Any = value
        match value:
            case bool():
                shown.append(f"{name} = {str(value).lower()}")
            case tuple():
                shown.append(f"{name} = array<{element}: {', '.join(map(str, values))}>")
            case str():
                shown.append(f'{name} = "{value}"')
            case float():
                shown.append(f"{name} = {value} : f32")
            case _:
                shown.append(f"{name} = {value} : i32")
    return "{" + ", ".join(shown) + "}" if shown else ""


PYTHON = {"strides": "stride", "paddings": "padding", "dilations": "dilation"}
"""How Paddle's functions name the attributes."""


def arguments(given: dict[str, Any]) -> str:
    """The attributes as arguments of Paddle's functions."""
    shown: list[str] = []
    for name, value in given.items():
        if name == "padding_algorithm":
            name = "padding"
        values: Any = value
        values = list(values) if isinstance(value, tuple) else value
        shown.append(f", {PYTHON.get(name, name)}={values!r}")
    return "".join(shown)


def conv(
    label: str,
    x: str,
    w: str,
    op: str = "conv2d",
    options: dict[str, Any] | None = None,
    **given: Any,
) -> Case:
    """A convolution; `given` are its attributes."""
    function = "conv3d" if "3d" in op else "conv2d"
    return Case(
        f"{op}_{label}",
        f"%out = pd_op.{op} %x, %w {attributes(**given)}",
        {"x": x, "w": w},
        f"F.{function}(x, w{arguments(given)})",
        **(options or {}),
    )


def transpose(
    label: str,
    x: str,
    w: str,
    op: str = "conv2d_transpose",
    size: tuple[int, ...] | None = None,
    options: dict[str, Any] | None = None,
    **given: Any,
) -> Case:
    """A transposed convolution; the output size is an operand, in three dimensions an attribute."""
    asked = "" if size is None else f", output_size={list(size)}"
    shown = dict(given)
    if "3d" in op:
        body = f"%out = pd_op.{op} %x, %w "
        if size is not None:
            shown["output_size"] = size
    else:
        body = f"%size = pd_op.full_int_array {list(size or ())}\n"
        body += f"%out = pd_op.{op} %x, %w, %size "
    function = "conv3d_transpose" if "3d" in op else "conv2d_transpose"
    call = f"F.{function}(x, w{arguments(given)}{asked})"
    body += attributes(**shown)
    return Case(f"{op}_{label}", body, {"x": x, "w": w}, call, **(options or {}))


def sizes(*x: int) -> dict[str, Any]:
    """The size of an image with dynamic dims."""
    return {"sizes": {"x": x}}


CONVOLUTIONS = [
    conv("plain", "2x3x5x4xf64", "4x3x3x2xf64", options={"order": 3}),
    conv("one", "2x3x3x3xf64", "4x3x1x1xf64"),
    conv("one_strided", "2x3x4x5xf64", "4x3x1x1xf64", strides=(2, 2)),
    conv("f32", "2x3x5x4xf32", "4x3x3x2xf32", options={"order": 1}),
    conv("padded", "2x3x4x4xf64", "4x3x3x3xf64", paddings=(1, 1)),
    conv("strided", "2x3x6x7xf64", "2x3x3x3xf64", paddings=(1, 1), strides=(2, 2)),
    conv("unread_rows", "1x2x8x7xf64", "2x2x3x2xf64", strides=(3, 4)),
    conv("uneven", "1x2x4x5xf64", "2x2x3x3xf64", paddings=(0, 2, 1, 3), strides=(2, 1)),
    conv("dilated", "1x2x7x6xf64", "2x2x3x2xf64", dilations=(2, 3), paddings=(1, 1)),
    conv("grouped", "2x4x5x5xf64", "6x2x3x3xf64", groups=2, paddings=(1, 0), strides=(2, 1)),
    conv(
        "everything",
        "1x4x9x8xf64",
        "4x2x3x2xf64",
        groups=2,
        paddings=(1, 2, 0, 1),
        strides=(2, 3),
        dilations=(2, 2),
    ),
    conv("same", "1x2x7x8xf64", "2x2x4x3xf64", strides=(3, 2), padding_algorithm="SAME"),
    conv("same_one", "1x2x4x5xf64", "2x2x4x3xf64", padding_algorithm="SAME"),
    conv("same_wide", "1x2x7x8xf64", "2x2x1x2xf64", strides=(3, 3), padding_algorithm="SAME"),
    conv("valid", "1x2x5x5xf64", "2x2x2x3xf64", padding_algorithm="VALID"),
    conv("nhwc", "2x5x4x3xf64", "4x3x3x2xf64", data_format="NHWC", strides=(2, 1)),
    conv(
        "nhwc_grouped", "2x5x4x4xf64", "4x2x3x2xf64", data_format="NHWC", groups=2, paddings=(1, 1)
    ),
    conv("dynamic_batch", "?x3x5x4xf64", "4x3x3x2xf64", options=sizes(2, 3, 5, 4)),
    conv(
        "dynamic_batch_grouped",
        "?x4x5x4xf64",
        "4x2x3x2xf64",
        groups=2,
        strides=(2, 2),
        options=sizes(2, 4, 5, 4),
    ),
    conv(
        "dynamic",
        "?x2x?x?xf64",
        "4x2x3x2xf64",
        strides=(2, 3),
        paddings=(1, 0),
        options=sizes(2, 2, 6, 6),
    ),
    conv(
        "dynamic_grouped",
        "?x4x?x?xf64",
        "4x2x3x2xf64",
        strides=(2, 3),
        groups=2,
        dilations=(1, 2),
        options=sizes(2, 4, 6, 6),
    ),
    conv(
        "dynamic_nhwc",
        "?x?x?x2xf64",
        "4x2x3x2xf64",
        strides=(2, 3),
        data_format="NHWC",
        options=sizes(2, 6, 5, 2),
    ),
    conv(
        "dynamic_same",
        "?x2x?x?xf64",
        "2x2x4x3xf64",
        strides=(3, 2),
        padding_algorithm="SAME",
        options=sizes(1, 2, 7, 8),
    ),
    conv(
        "dynamic_same_grouped",
        "?x2x?x?xf64",
        "2x1x1x3xf64",
        strides=(3, 2),
        groups=2,
        padding_algorithm="SAME",
        options=sizes(2, 2, 7, 5),
    ),
    conv("plain", "2x3x4x4xf64", "3x1x3x3xf64", "depthwise_conv2d", groups=3, paddings=(1, 1)),
    conv(
        "strided",
        "2x3x5x4xf64",
        "6x1x3x2xf64",
        "depthwise_conv2d",
        groups=3,
        strides=(2, 2),
        dilations=(1, 2),
        paddings=(1, 0),
    ),
    conv("many", "1x2x4x4xf64", "12x1x2x3xf64", "depthwise_conv2d", groups=2, strides=(2, 1)),
    conv("nhwc", "2x4x4x3xf64", "3x1x3x3xf64", "depthwise_conv2d", groups=3, data_format="NHWC"),
    conv(
        "dynamic",
        "?x3x?x?xf64",
        "6x1x3x2xf64",
        "depthwise_conv2d",
        groups=3,
        strides=(2, 1),
        options=sizes(2, 3, 5, 4),
    ),
    conv("plain", "1x2x3x4x4xf64", "3x2x2x3x2xf64", "conv3d"),
    conv(
        "everything",
        "1x4x5x6x4xf64",
        "4x2x2x2x2xf64",
        "conv3d",
        groups=2,
        strides=(2, 1, 2),
        dilations=(2, 2, 1),
        paddings=(1, 1, 0),
    ),
    conv(
        "same",
        "1x2x3x4x4xf64",
        "2x2x2x3x2xf64",
        "conv3d",
        strides=(2, 2, 1),
        padding_algorithm="SAME",
    ),
    conv("ndhwc", "1x3x4x3x2xf64", "3x2x2x3x2xf64", "conv3d", data_format="NDHWC"),
    conv(
        "dynamic",
        "?x2x?x?x?xf64",
        "3x2x2x3x2xf64",
        "conv3d",
        strides=(2, 1, 2),
        options=sizes(1, 2, 3, 4, 3),
    ),
    conv(
        "dynamic_same",
        "?x2x?x?x?xf64",
        "3x2x2x3x2xf64",
        "conv3d",
        strides=(2, 1, 2),
        padding_algorithm="SAME",
        options=sizes(1, 2, 3, 4, 3),
    ),
]

TRANSPOSED = [
    transpose("plain", "2x3x3x4xf64", "3x2x3x2xf64", options={"order": 3}),
    transpose("f32", "2x3x3x4xf32", "3x2x3x2xf32", options={"order": 1}),
    transpose("strided", "2x3x3x4xf64", "3x2x3x3xf64", strides=(2, 2), paddings=(1, 1)),
    transpose("uneven", "1x2x3x3xf64", "2x2x3x3xf64", strides=(2, 1), paddings=(0, 1, 2, 0)),
    transpose("output_padding", "1x2x3x3xf64", "2x2x3x3xf64", strides=(2, 3), paddings=(1, 1),
              output_padding=(1, 2)),
    transpose("output_size", "1x2x3x3xf64", "2x2x3x3xf64", strides=(2, 3), paddings=(1, 1),
              size=(6, 9)),
    transpose("dilated", "1x2x3x3xf64", "2x2x3x2xf64", dilations=(2, 3), strides=(1, 2)),
    transpose("grouped", "2x4x3x3xf64", "4x3x2x2xf64", groups=2, strides=(2, 1)),
    transpose("same", "1x2x3x4xf64", "2x2x4x3xf64", strides=(3, 2), padding_algorithm="SAME"),
    transpose("valid", "1x2x3x4xf64", "2x2x2x3xf64", padding_algorithm="VALID"),
    transpose("nhwc", "2x3x4x3xf64", "3x2x3x2xf64", strides=(2, 2), data_format="NHWC"),
    transpose("dynamic", "?x4x?x?xf64", "4x3x3x2xf64", groups=2, strides=(2, 3),
              output_padding=(1, 0), options=sizes(2, 4, 3, 3)),
    transpose("dynamic_same", "?x2x?x?xf64", "2x3x4x3xf64", strides=(3, 2),
              padding_algorithm="SAME", options=sizes(1, 2, 3, 4)),
    # Paddle's kernel refuses as many places more as one window more could read.
    Case(
        "conv2d_transpose_more",
        "%size = pd_op.full_int_array []\n%out = pd_op.conv2d_transpose %x, %w, %size "
        + attributes(dilations=(3, 2), output_padding=(2, 1)),
        {"x": "1x2x3x2xf64", "w": "2x2x2x3xf64"},
        None,
    ),
    Case(
        "conv2d_transpose_size_operand",
        "%out = pd_op.conv2d_transpose %x, %w, %size " + attributes(strides=(2, 3)),
        {"x": "1x2x3x2xf64", "w": "2x2x2x3xf64", "size": "2xi64"},
        "F.conv2d_transpose(x, w, stride=[2, 3], output_size=[7, 8])",
        values={"size": [7, 8]},
    ),
    transpose("plain", "2x3x3x3xf64", "3x1x3x2xf64", "depthwise_conv2d_transpose", groups=3),
    transpose("strided", "2x3x3x3xf64", "3x2x3x2xf64", "depthwise_conv2d_transpose", groups=3,
              strides=(2, 2), paddings=(1, 0), output_padding=(1, 0)),
    transpose("plain", "1x2x2x3x2xf64", "2x3x2x2x3xf64", "conv3d_transpose"),
    transpose("everything", "1x4x2x3x2xf64", "4x2x2x2x3xf64", "conv3d_transpose", groups=2,
              strides=(2, 1, 2), dilations=(1, 2, 1), paddings=(1, 0, 1),
              output_padding=(1, 0, 1)),
    transpose("output_size", "1x2x2x3x2xf64", "2x2x2x2x3xf64", "conv3d_transpose", size=(5, 4, 4),
              strides=(2, 1, 2), paddings=(0, 0, 1)),
]  # fmt: skip

WINDOWS = {"kernel_sizes": (2, 3), "strides": (2, 1), "paddings": (1, 0, 0, 2), "dilations": (1, 2)}
EVEN = WINDOWS | {"paddings": (1, 1, 1, 1)}
UNFOLD = "F.unfold(x, [2, 3], [2, 1], [1, 0, 0, 2], [1, 2])"

COLUMNS = [
    Case("unfold", f"%out = pd_op.unfold %x {attributes(**WINDOWS)}", {"x": "2x2x4x5xf64"}, UNFOLD),
    Case(
        "unfold_dynamic",
        f"%out = pd_op.unfold %x {attributes(**WINDOWS)}",
        {"x": "?x2x?x?xf64"},
        UNFOLD,
        sizes={"x": (2, 2, 5, 5)},
    ),
    Case(
        "fold",
        f"%out = pd_op.fold %x {attributes(output_sizes=(4, 5), **EVEN)}",
        {"x": "2x12x9xf64"},
        "F.fold(x, [4, 5], [2, 3], [2, 1], [1, 1], [1, 2])",
    ),
    Case(
        "fold_uneven",
        f"%out = pd_op.fold %x {attributes(output_sizes=(4, 5), **WINDOWS)}",
        {"x": "2x12x6xf64"},
        None,
    ),
    Case(
        "fold_dynamic",
        f"%out = pd_op.fold %x {attributes(output_sizes=(4, 5), **WINDOWS)}",
        {"x": "?x?x?xf64"},
        None,
        sizes={"x": (2, 12, 6)},
    ),
]

CASES = [*CONVOLUTIONS, *TRANSPOSED, *COLUMNS]
