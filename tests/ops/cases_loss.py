"""Losses."""

from __future__ import annotations

from .case import Case

PAIR = {"x": "4x3xf64", "y": "4x3xf64"}
SHARES = [[0.2, 0.3, 0.5], [0.1, 0.1, 0.8], [1.0, 0.0, 0.0], [0.6, 0.4, 0.0]]
COLUMNS = [[0.2, 0.3, 0.5], [0.1, 0.1, 0.2], [0.7, 0.5, 0.3], [0.0, 0.1, 0.0]]
UNIT = {"x": (0.05, 0.95), "y": (0.05, 0.95)}
CROSS = "pd_op.cross_entropy_with_softmax"
CALL = "paddle._C_ops.cross_entropy_with_softmax(x, y, %s, %s, True, %s, %s)"

# In double precision Paddle writes past the end of its result when labels are ignored.
NLL_LOSS = (
    "tuple(r.astype('float64') for r in paddle._C_ops.nll_loss("
    "x.astype('float32'), y, {weight}, {ignore}, '{reduction}'))"
)


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
    return Case(name, body, inputs, call + "[1]", **more)  # pyright: ignore


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
    # Paddle has log_loss and hinge_loss in single precision only.
    Case(
        "log_loss",
        "%out = pd_op.log_loss %x, %y {epsilon = 1.0e-02 : f32}",
        PAIR,
        None,
        domain=UNIT,
    ),
    Case(
        "log_loss_f32",
        "%out = pd_op.log_loss %x, %y",
        {"x": "4x1xf32", "y": "4x1xf32"},
        "F.log_loss(x, y)",
        domain=UNIT,
        constant=("y",),
        order=1,
    ),
    Case(
        "hinge_loss",
        "%out = pd_op.hinge_loss %x, %y",
        {"x": "5x1xf32", "y": "5x1xf32"},
        "paddle._C_ops.hinge_loss(x, y)",
        values={"x": [[2.0], [1.0], [0.5], [-1.0], [-2.0]], "y": [[1], [1], [1], [0], [1]]},
        constant=("y",),
        order=1,
    ),
    Case(
        "hinge_loss_labels",
        "%out = pd_op.hinge_loss %x, %y",
        {"x": "4x1xf64", "y": "4x1xf64"},
        None,
        domain=UNIT,
    ),
    Case(
        "label_smooth",
        "%out = pd_op.label_smooth %x, _ {epsilon = 1.0e-01 : f32}",
        {"x": "2x4xf64"},
        "F.label_smooth(x)",
    ),
    Case(
        "label_smooth_prior",
        "%out = pd_op.label_smooth %x, %p {epsilon = 2.0e-01 : f32}",
        {"x": "?x4xf64", "p": "1x4xf64"},
        "F.label_smooth(x, p, 0.2)",
        sizes={"x": (2, 4)},
        paddle_gradient=False,
    ),
    *(
        Case(
            f"nll_loss_{reduction}",
            f'%out, %total = pd_op.nll_loss %x, %y, %w {{reduction = "{reduction}", '
            "ignore_index = 1 : i64}",
            {"x": "5x3xf64", "y": "5xi64", "w": "3xf64"},
            NLL_LOSS.format(weight="w.astype('float32')", ignore=1, reduction=reduction),
            outs=("out", "total"),
            values={"y": [0, 1, 2, 2, 1]},
            domain={"w": (0.5, 2.0)},
            paddle_gradient=False,
        )
        for reduction in ("none", "mean", "sum")
    ),
    *(
        Case(
            f"nll_loss_image_{reduction}",
            f'%out, %total = pd_op.nll_loss %x, %y, _ {{reduction = "{reduction}"}}',
            {"x": "?x3x?x2xf64", "y": "?x?x2xi64"},
            NLL_LOSS.format(weight=None, ignore=-100, reduction=reduction) + "[0]",
            sizes={"x": (2, 3, 1, 2), "y": (2, 1, 2)},
            values={"y": [[[0, 2]], [[-100, 1]]]},
        )
        for reduction in ("none", "mean", "sum")
    ),
    Case(
        "nll_loss_f32",
        "%out, %total = pd_op.nll_loss %x, %y, %w",
        {"x": "4x3xf32", "y": "4xi64", "w": "3xf32"},
        "F.nll_loss(x, y, w)",
        domain={"y": (0, 3), "w": (0.5, 2.0)},
        constant=("w",),
        order=1,
    ),
    *(
        Case(
            f"identity_loss_{reduction}",
            f"%out = pd_op.identity_loss %x {{reduction = {reduction} : i32}}",
            {"x": "3x2xf64"},
            f"paddle._C_ops.identity_loss(x, {reduction})",
        )
        for reduction in (0, 1, 2)
    ),
    Case(
        "identity_loss_dynamic",
        "%out = pd_op.identity_loss %x",
        {"x": "?x2xf64"},
        "paddle._C_ops.identity_loss(x, 1)",
        sizes={"x": (3, 2)},
    ),
]
