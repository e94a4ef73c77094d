"""Normalization by mean and variance, with the statistics as results that count."""

from __future__ import annotations

from .case import Case


def layer_norm(
    label: str,
    x: str,
    size: str,
    begin: int,
    call: str | None,
    outs: tuple[str, ...] = ("out",),
    sizes: dict[str, tuple[int, ...]] | None = None,
    order: int = 2,
) -> Case:
    """Layer norm with scale and bias."""
    element = x[-3:]
    return Case(
        label,
        f"%out, %mean, %variance = pd_op.layer_norm %x, %s, %b {{begin_norm_axis = {begin} : i32}}",
        {"x": x, "s": f"{size}x{element}", "b": f"{size}x{element}"},
        call,
        outs=outs,
        sizes=sizes or {},
        order=order,
    )


LAYER = [
    layer_norm("layer_norm", "2x3x4xf64", "4", 2, "F.layer_norm(x, [4], s, b)"),
    layer_norm(
        "layer_norm_wide",
        "2x3x2xf64",
        "6",
        1,
        "F.layer_norm(x, [3, 2], s, b)",
    ),
    layer_norm(
        "layer_norm_dynamic",
        "?x?x3xf64",
        "3",
        2,
        "F.layer_norm(x, [3], s, b)",
        sizes={"x": (2, 2, 3)},
    ),
    layer_norm(
        "layer_norm_dynamic_wide",
        "2x?x?xf64",
        "?",
        1,
        "F.layer_norm(x, [2, 3], s, b)",
        sizes={"x": (2, 2, 3), "s": (6,), "b": (6,)},
    ),
    layer_norm(
        "layer_norm_statistics",
        "2x3x2xf64",
        "6",
        1,
        None,
        outs=("out", "mean", "variance"),
    ),
    layer_norm(
        "layer_norm_statistics_dynamic",
        "2x3x?xf64",
        "?",
        2,
        None,
        outs=("mean", "variance"),
        sizes={"x": (2, 3, 4), "s": (4,), "b": (4,)},
    ),
    layer_norm("layer_norm_f32", "2x4xf32", "4", 1, "F.layer_norm(x, [4], s, b)", order=1),
    layer_norm("layer_norm_third", "2x3xf64", "3", 1, "F.layer_norm(x, [3], s, b)", order=3),
    Case(
        "layer_norm_plain",
        "%out, %mean, %variance = pd_op.layer_norm %x, _, _ {epsilon = 0.001 : f32}",
        {"x": "2x5xf64"},
        "F.layer_norm(x, [5], epsilon=0.001)",
        tolerance=1e-6,
    ),
    Case(
        "layer_norm_bias_only",
        "%out, %mean, %variance = pd_op.layer_norm %x, _, %b",
        {"x": "2x5xf64", "b": "5xf64"},
        "F.layer_norm(x, [5], None, b)",
    ),
]


def group_norm(
    label: str,
    x: str,
    attributes: str,
    call: str | None,
    outs: tuple[str, ...] = ("y",),
    sizes: dict[str, tuple[int, ...]] | None = None,
) -> Case:
    """Group norm of four channels in two groups."""
    return Case(
        label,
        f"%y, %mean, %variance = pd_op.group_norm %x, %s, %b {{groups = 2 : i32{attributes}}}",
        {"x": x, "s": "4xf64", "b": "4xf64"},
        call,
        outs=outs,
        sizes=sizes or {},
    )


NHWC = ', data_format = "NHWC"'

GROUP = [
    group_norm("group_norm", "2x4x2x2xf64", "", "F.group_norm(x, 2, 1e-5, s, b)"),
    group_norm("group_norm_sequence", "2x4x3xf64", "", "F.group_norm(x, 2, 1e-5, s, b)"),
    group_norm(
        "group_norm_nhwc",
        "2x2x3x4xf64",
        NHWC,
        'F.group_norm(x, 2, 1e-5, s, b, "NHWC")',
    ),
    group_norm("group_norm_nlc", "2x3x4xf64", NHWC, 'F.group_norm(x, 2, 1e-5, s, b, "NLC")'),
    group_norm(
        "group_norm_dynamic",
        "?x4x?x2xf64",
        "",
        "F.group_norm(x, 2, 1e-5, s, b)",
        sizes={"x": (2, 4, 2, 2)},
    ),
    group_norm(
        "group_norm_nhwc_dynamic",
        "?x?x2x4xf64",
        NHWC,
        'F.group_norm(x, 2, 1e-5, s, b, "NHWC")',
        sizes={"x": (2, 2, 2, 4)},
    ),
    group_norm("group_norm_statistics", "2x4x2xf64", "", None, outs=("y", "mean", "variance")),
    group_norm(
        "group_norm_nhwc_statistics",
        "?x?x2x4xf64",
        NHWC,
        None,
        outs=("mean", "variance"),
        sizes={"x": (2, 2, 2, 4)},
    ),
    Case(
        "group_norm_plain",
        "%y, %mean, %variance = pd_op.group_norm %x, _, _ {groups = 1 : i32}",
        {"x": "2x4x2xf64"},
        "F.group_norm(x, 1)",
        outs=("y",),
        # Without scale, Paddle's gradient does not sum to zero over a group, as it must.
        paddle_gradient=False,
    ),
]


def instance_norm(
    label: str,
    x: str,
    call: str | None,
    outs: tuple[str, ...] = ("y",),
    sizes: dict[str, tuple[int, ...]] | None = None,
    channels: str = "3",
) -> Case:
    """Instance norm of three channels."""
    return Case(
        label,
        "%y, %sm, %sv = pd_op.instance_norm %x, %s, %b",
        {"x": x, "s": f"{channels}xf64", "b": f"{channels}xf64"},
        call,
        outs=outs,
        sizes=sizes or {},
    )


INSTANCE_CALL = "F.instance_norm(x, weight=s, bias=b)"

INSTANCE = [
    instance_norm("instance_norm", "2x3x2x3xf64", INSTANCE_CALL),
    instance_norm("instance_norm_sequence", "2x3x4xf64", INSTANCE_CALL),
    instance_norm("instance_norm_dynamic", "?x3x?x2xf64", INSTANCE_CALL, sizes={"x": (2, 3, 2, 2)}),
    instance_norm(
        "instance_norm_channels",
        "2x?x2x2xf64",
        INSTANCE_CALL,
        channels="?",
        sizes={"x": (2, 3, 2, 2), "s": (3,), "b": (3,)},
    ),
    instance_norm(
        "instance_norm_unknown",
        "?x?x?xf64",
        INSTANCE_CALL,
        channels="?",
        sizes={"x": (2, 3, 4), "s": (3,), "b": (3,)},
    ),
    instance_norm("instance_norm_statistics", "2x3x4xf64", None, outs=("y", "sm", "sv")),
    Case(
        "instance_norm_plain",
        "%y, %sm, %sv = pd_op.instance_norm %x, _, _",
        {"x": "2x3x4xf64"},
        "F.instance_norm(x)",
        outs=("y",),
    ),
]


def rms_norm(label: str, name: str, x: str, scale: str, attributes: str) -> Case:
    """Root-mean-square norm, written out in Paddle, whose CPU has no such kernel."""
    axes = "[-2, -1]" if scale.count("x") > 1 else "-1"
    call = f"x * (x.square().mean({axes}, True) + 1e-5).rsqrt() * s"
    return Case(
        label,
        f"%y, %invvar = pd_op.{name} %x, %s {attributes}",
        {"x": x, "s": scale},
        call,
        outs=("y",),
        sizes={"x": (2, 2, 3)} if "?" in x else {},
    )


RMS = [
    rms_norm("rms_norm", "rms_norm", "2x3x4xf64", "4xf64", "{normalized_shape = array<i64: 4>}"),
    rms_norm(
        "rms_norm_wide",
        "rms_norm",
        "2x3x2xf64",
        "3x2xf64",
        "{normalized_shape = array<i64: 3, 2>}",
    ),
    rms_norm("rms_norm_dynamic", "rms_norm", "?x?x3xf64", "3xf64", ""),
    rms_norm("fast_rms_norm", "fast_rms_norm", "2x4xf64", "4xf64", ""),
    rms_norm("fused_rms_norm_ext", "fused_rms_norm_ext", "2x4xf64", "4xf64", ""),
    Case(
        "rms_norm_invvar",
        "%y, %invvar = pd_op.rms_norm %x, _",
        {"x": "2x4xf64"},
        None,
        outs=("y", "invvar"),
    ),
]

CASES = [*LAYER, *GROUP, *INSTANCE, *RMS]
