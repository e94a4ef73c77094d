"""Batch norm, with running statistics as results that count."""

from __future__ import annotations

from .case import Case

STATISTICS = {"m": "3xf64", "v": "3xf64"}
AFFINE = {"s": "3xf64", "b": "3xf64"}
POSITIVE = {"v": (0.5, 2.0)}

RESULTS = "%out, %mo, %vo, %sm, %sv, %reserve"


def batch_norm(
    label: str,
    x: str,
    attributes: str,
    call: str | None,
    outs: tuple[str, ...] = ("out",),
    sizes: dict[str, tuple[int, ...]] | None = None,
) -> Case:
    """Batch norm with scale and bias; Paddle's gradients do not know mean and variance."""
    return Case(
        label,
        f"{RESULTS} = pd_op.batch_norm %x, %m, %v, %s, %b {attributes}",
        {"x": x, **STATISTICS, **AFFINE},
        call,
        outs=outs,
        domain=POSITIVE,
        sizes=sizes or {},
    )


TRAINING = "F.batch_norm(x, m.clone().detach(), v.clone().detach(), s, b, training=True)"
TESTING = "F.batch_norm(x, m.detach(), v.detach(), s, b, training=False)"

CASES = [
    batch_norm("batch_norm", "4x3x2x2xf64", "", TRAINING),
    batch_norm("batch_norm_matrix", "4x3xf64", "", TRAINING),
    batch_norm("batch_norm_volume", "2x3x2x1x2xf64", "", TRAINING),
    batch_norm(
        "batch_norm_nhwc",
        "4x2x2x3xf64",
        '{data_format = "NHWC"}',
        f'{TRAINING[:-1]}, data_format="NHWC")',
    ),
    batch_norm("batch_norm_dynamic", "?x3x?x2xf64", "", TRAINING, sizes={"x": (4, 3, 2, 2)}),
    batch_norm("batch_norm_test", "4x3x2x2xf64", "{is_test = true}", TESTING),
    batch_norm(
        "batch_norm_test_dynamic",
        "?x3x2x2xf64",
        "{is_test = true}",
        TESTING,
        sizes={"x": (4, 3, 2, 2)},
    ),
    batch_norm(
        "batch_norm_trainable",
        "4x3x2x2xf64",
        "{is_test = true, trainable_statistics = true}",
        TRAINING,
    ),
    batch_norm(
        "batch_norm_global",
        "4x3x2x2xf64",
        "{use_global_stats = true}",
        TESTING,
    ),
    batch_norm(
        "batch_norm_statistics",
        "4x3x2x2xf64",
        "{momentum = 0.8 : f32}",
        None,
        outs=("out", "mo", "vo", "sm", "sv"),
    ),
    batch_norm(
        "batch_norm_statistics_dynamic",
        "?x3x?x2xf64",
        "",
        None,
        outs=("mo", "vo", "sm", "sv"),
        sizes={"x": (4, 3, 2, 2)},
    ),
    batch_norm(
        "batch_norm_test_statistics",
        "4x3x2x2xf64",
        "{is_test = true}",
        None,
        outs=("out", "mo", "vo", "sm", "sv"),
    ),
    Case(
        "batch_norm_plain",
        f"{RESULTS} = pd_op.batch_norm %x, %m, %v, _, _",
        {"x": "4x3x2xf64", **STATISTICS},
        "F.batch_norm(x, m.clone().detach(), v.clone().detach(), training=True)",
        domain=POSITIVE,
    ),
    Case(
        "batch_norm_scale_only",
        f"{RESULTS} = pd_op.batch_norm %x, %m, %v, %s, _ {{is_test = true}}",
        {"x": "4x3x2xf64", **STATISTICS, "s": "3xf64"},
        None,
        domain=POSITIVE,
    ),
    Case(
        "batch_norm_f32",
        f"{RESULTS} = pd_op.batch_norm %x, %m, %v, %s, %b",
        {"x": "4x3x2xf32", "m": "3xf32", "v": "3xf32", "s": "3xf32", "b": "3xf32"},
        TRAINING,
        domain=POSITIVE,
        order=1,
    ),
    Case(
        "sync_batch_norm_grad",
        "%x_grad, %s_grad, %b_grad = pd_op.sync_batch_norm_grad %x, %s, %b, %m, %v, _, %g",
        {"x": "4x3x2xf64", **STATISTICS, **AFFINE, "g": "4x3x2xf64"},
        None,
        outs=("x_grad", "s_grad", "b_grad"),
        domain=POSITIVE,
        order=1,
    ),
]
