"""Losses."""

from __future__ import annotations

from .case import Case

PAIR = {"x": "4x3xf64", "y": "4x3xf64"}
SHARES = [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8], [1.0, 0.0, 0.0], [0.6, 0.4, 0.0]]
COLUMNS = [[0.2, 0.3, 0.5], [0.1, 0.1, 0.2], [0.7, 0.5, 0.3], [0.0, 0.1, 0.0]]
UNIT = {"x": (0.05, 0.95), "y": (0.05, 0.95)}
CROSS = "pd_op.cross_entropy_with_softmax"
CALL = "paddle._C_ops.cross_entropy_with_softmax(x, y, %s, %s, True, %s, %s)"


def cross_entropy(
    name: str,
    inputs: dict[str, str],
    soft: bool = False,
    use_softmax: bool = True,
    ignore: int = -100,
    axis: int = -1,
    **more: object,
) -> Case:
    """A row of cross entropy; with soft labels these have a gradient here and none in Paddle."""
    words = f"soft_label = {str(soft).lower()}, use_softmax = {str(use_softmax).lower()}"
    body = (
        f"%soft, %out = {CROSS} %x, %y {{{words}, ignore_index = {ignore} : i32, "
        f"axis = {axis} : i32}}"
    )
    call = CALL % (soft, use_softmax, ignore, axis)
    return Case(name, body, inputs, call + "[1]", constant=("y",), **more)  # pyright: ignore


CASES = [
    cross_entropy("cross_entropy_hard", {"x": "4x3xf64", "y": "4x1xi64"}, domain={"y": (0, 3)}),
    cross_entropy(
        "cross_entropy_ignore",
        {"x": "4x3xf64", "y": "4x1xi64"},
        ignore=1,
        values={"y": [[0], [1], [2], [1]]},
    ),
    cross_entropy(
        "cross_entropy_axis", {"x": "2x3x4xf64", "y": "2x1x4xi64"}, axis=1, domain={"y": (0, 3)}
    ),
    cross_entropy("cross_entropy_soft", PAIR, soft=True, values={"y": SHARES}),
    cross_entropy("cross_entropy_soft_axis", PAIR, soft=True, axis=0, values={"y": COLUMNS}),
    # Paddle's gradient takes it that the labels add up to one.
    cross_entropy(
        "cross_entropy_soft_any",
        PAIR,
        soft=True,
        domain={"y": (0.1, 0.9)},
        paddle_gradient=False,
    ),
    cross_entropy(
        "cross_entropy_no_softmax",
        {"x": "4x3xf64", "y": "4x1xi64"},
        use_softmax=False,
        domain={"x": (0.1, 0.9), "y": (0, 3)},
        paddle_gradient=False,
    ),
    cross_entropy(
        "cross_entropy_f32", {"x": "4x3xf32", "y": "4x1xi64"}, domain={"y": (0, 3)}, order=1
    ),
    Case(
        "cross_entropy_softmax_used",
        f"%out, %loss = {CROSS} %x, %y",
        {"x": "4x3xf64", "y": "4x1xi64"},
        None,
        outs=("out", "loss"),
        domain={"y": (0, 3)},
    ),
    Case(
        "bce_loss",
        "%out = pd_op.bce_loss %x, %y",
        PAIR,
        "F.binary_cross_entropy(x, y, reduction='none')",
        domain=UNIT,
        paddle_gradient=False,
    ),
    Case(
        "huber_loss",
        "%out, %r = pd_op.huber_loss %x, %y {delta = 0.7 : f32}",
        PAIR,
        "paddle._C_ops.huber_loss(x, y, 0.7)",
        tolerance=1e-6,
    ),
    *(
        Case(
            f"kldiv_{reduction}_{log}",
            f'%out = pd_op.kldiv_loss %x, %y {{reduction = "{reduction}", log_target = {log}}}',
            PAIR,
            f"paddle._C_ops.kldiv_loss(x, y, '{reduction}', {log.capitalize()})",
            domain={"y": (0.1, 1.0)},
            paddle_gradient=False,
        )
        for reduction in ("none", "mean", "sum", "batchmean")
        for log in ("false", "true")
    ),
    Case(
        "kldiv_mean_dynamic",
        '%out = pd_op.kldiv_loss %x, %y {reduction = "batchmean"}',
        {"x": "?x3xf64", "y": "?x3xf64"},
        None,
        domain={"y": (0.1, 1.0)},
        sizes={"x": (2, 3), "y": (2, 3)},
    ),
    Case(
        "sigmoid_cross_entropy",
        "%out = pd_op.sigmoid_cross_entropy_with_logits %x, %y, _",
        PAIR,
        "paddle._C_ops.sigmoid_cross_entropy_with_logits(x, y, None, False, -100)",
        paddle_gradient=False,
    ),
    Case(
        "sigmoid_cross_entropy_weighted",
        "%out = pd_op.sigmoid_cross_entropy_with_logits %x, %y, %w",
        {**PAIR, "w": "4x3xf64"},
        "paddle._C_ops.sigmoid_cross_entropy_with_logits(x, y, w, False, -100)",
        domain={"w": (0.5, 2.0)},
        paddle_gradient=False,
    ),
    Case(
        "sigmoid_cross_entropy_normalized",
        "%out = pd_op.sigmoid_cross_entropy_with_logits %x, %y, _ "
        "{normalize = true, ignore_index = 1 : i32}",
        {"x": "2x3xf64", "y": "2x3xf64"},
        "paddle._C_ops.sigmoid_cross_entropy_with_logits(x, y, None, True, 1)",
        values={"y": [[0.0, 1.0, 0.0], [1.0, 0.0, 0.0]]},
        constant=("y",),
    ),
]
