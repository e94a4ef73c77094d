"""Dropout and random tensors. What is drawn depends on the seed of the run, which the tests fix;
what Paddle draws is another matter, so only what does not depend on it is compared."""

from __future__ import annotations

from .case import Case


def dropout(
    label: str, attributes: str, call: str | None, p: float = 0.4, x: str = "3x4xf64"
) -> Case:
    """Dropout with a constant probability."""
    return Case(
        label,
        f"%p = pd_op.full {p} : tensor<1xf32>\n%out, %mask = pd_op.dropout %x, _, %p {attributes}",
        {"x": x},
        call,
        sizes={"x": (3, 4)} if "?" in x else {},
    )


UPSCALE = 'mode = "upscale_in_train"'


def drawn(label: str, body: str, x: str | None = None) -> Case:
    """A random tensor, which does not vary with anything."""
    return Case(label, body, {} if x is None else {"x": x}, None, order=0, domain={"x": (0.1, 0.9)})


SHAPE = "%shape = pd_op.full_int_array [2, 3]\n"

CASES = [
    dropout("dropout", f"{{{UPSCALE}}}", None),
    dropout("dropout_dynamic", f"{{{UPSCALE}}}", None, x="?x4xf64"),
    dropout("dropout_downgrade", "", None),
    dropout("dropout_seeded", f"{{{UPSCALE}, seed = 7 : i32, fix_seed = true}}", None),
    dropout("dropout_f32", f"{{{UPSCALE}}}", None, x="3x4xf32"),
    dropout("dropout_none", f"{{{UPSCALE}}}", "F.dropout(x, 0.0)", p=0.0),
    dropout("dropout_all", f"{{{UPSCALE}}}", "F.dropout(x, 1.0)", p=1.0),
    dropout(
        "dropout_test",
        f"{{{UPSCALE}, is_test = true}}",
        "F.dropout(x, 0.4, training=False)",
    ),
    dropout(
        "dropout_test_downgrade",
        "{is_test = true}",
        'F.dropout(x, 0.4, training=False, mode="downscale_in_infer")',
    ),
    *(
        Case(
            f"dropout_of_run_{mode}{test}",
            f'%out, %mask = pd_op.dropout %x, _, %p {{mode = "{mode}", is_test = {test}}}',
            {"x": "3x4xf64", "p": "1xf32"},
            None,
            values={"p": [0.25]},
            constant=("p",),
        )
        for mode, test in (
            ("upscale_in_train", "false"),
            ("downgrade_in_infer", "false"),
            ("downgrade_in_infer", "true"),
        )
    ),
    Case(
        "dropout_seed_tensor",
        f"%p = pd_op.full 0.5 : tensor<1xf32>\n"
        f"%out, %mask = pd_op.dropout %x, %seed, %p {{{UPSCALE}}}",
        {"x": "3x4xf64", "seed": "1xi32"},
        None,
        values={"seed": [3]},
    ),
    Case(
        "dropout_grad",
        "%p = pd_op.full 0.5 : tensor<1xf32>\n"
        f"%out = pd_op.dropout_grad %mask, %x, %p {{{UPSCALE}}}",
        {"x": "2x3xf64", "mask": "2x3xi32"},
        "x * mask.astype('float64') * 2",
        values={"mask": [[0, 1, 1], [1, 0, 0]]},
    ),
    drawn(
        "uniform",
        SHAPE + "%a = pd_op.full 0.5 : tensor<1xf32>\n%b = pd_op.full 2.0 : tensor<1xf32>\n"
        "%out = pd_op.uniform %shape, %a, %b {dtype = f64}",
    ),
    drawn("gaussian", SHAPE + "%out = pd_op.gaussian %shape {mean = 1.0 : f32, seed = 5 : i32}"),
    drawn("randint", SHAPE + "%out = pd_op.randint %shape {low = 2 : i32, high = 5 : i32}"),
    drawn("randperm", "%out = pd_op.randperm {n = 5 : i32, dtype = i32}"),
    drawn(
        "truncated_gaussian_random",
        "%out = pd_op.truncated_gaussian_random {shape = array<i32: 2, 3>, a = -1.0 : f32}",
    ),
    drawn(
        "uniform_random_batch_size_like",
        "%out = pd_op.uniform_random_batch_size_like %x {shape = array<i32: 1, 4>, "
        "diag_num = 2 : i32, diag_step = 3 : i32}",
        "2x3xf64",
    ),
    drawn("seed", "%out = pd_op.seed {seed = 3 : i32}"),
]
