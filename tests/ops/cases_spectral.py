"""Eigenvalues and singular values.

Vectors are unique but for their signs, and those of complex eigenvalues but for a phase; where
they may differ from Paddle's, the outputs are what does not depend on it.
"""

from __future__ import annotations

from typing import Any

from .case import Case

SPREAD = [[1.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 9.0]]
"""What is added to a random matrix to keep eigenvalues apart."""


def svd(label: str, x: str, full: bool = False, **options: Any) -> Case:
    """s, and u and vh in a form without signs: u weighted vh, with weights that differ."""
    inner = options.pop("inner")
    flags = "{full_matrices = true}" if full else ""
    body = f"%u, %s, %vh = pd_op.svd %x {flags}".rstrip()
    paddle = f"paddle.linalg.svd(x, full_matrices={full})"
    outs = ("s",)
    if not full:
        body += "\n%uw = pd_op.multiply %u, %w\n%out = pd_op.matmul %uw, %vh"
        outs = ("out", "s")
        paddle = f"(lambda f: [paddle.matmul(f[0] * w, f[2]), f[1]])({paddle})"
        # A nested function does not see the inputs: they are its defaults.
        paddle = paddle.replace("lambda f", "lambda f, w=w, x=x")
    else:
        paddle = f"{paddle}[1]"
    inputs = {"x": x} if full else {"x": x, "w": f"{inner}xf64"}
    return Case(f"svd_{label}", body, inputs, paddle, outs, **options)


def symmetric(name: str, label: str, x: str, attributes: str = "", **options: Any) -> Case:
    """An op of x + x^T + diag(1, 4, 9) that gives eigenvalues w and eigenvectors v."""
    rank = x.count("x")
    perm = [*range(rank - 2), rank - 1, rank - 2]
    vectors = "\n%vw = pd_op.multiply %v, %f\n%out = pd_op.matmul %vw, %v {transpose_y = true}"
    only_values = name == "eigvalsh"
    body = (
        f"%t = pd_op.transpose %x {{perm = array<i32: {', '.join(map(str, perm))}>}}\n"
        "%sum = pd_op.add %x, %t\n%m = pd_op.add %sum, %spread\n"
        f"%w, %v = pd_op.{name} %m {attributes}".rstrip()
        + ("" if only_values else vectors)
    )
    matrix = f"(x + x.transpose({perm}) + spread)"
    upper = "U" if '"U"' in attributes else "L"
    if only_values:
        paddle = f'paddle.linalg.eigvalsh({matrix}, "{upper}")'
    else:
        paddle = (
            "(lambda e, f=f: [e[0], paddle.matmul(e[1] * f, e[1], False, True)])"
            f'(paddle.linalg.eigh({matrix}, "{upper}"))'
        )
    inputs = {"x": x, "spread": "3x3xf64"} | ({} if only_values else {"f": "3xf64"})
    return Case(
        f"{name}_{label}",
        body,
        inputs,
        paddle,
        ("w",) if only_values else ("w", "out"),
        values={"spread": SPREAD},
        constant=("spread",),
        **options,
    )


CASES = [
    svd("square", "3x3xf64", inner=3, order=3),
    svd("tall", "4x3xf64", inner=3),
    svd("wide", "3x4xf64", inner=3),
    svd("batch", "2x4x3xf64", inner=3),
    svd("wide_batch", "2x2x4xf64", inner=2),
    svd("dynamic", "?x?x?xf64", inner="?", sizes={"x": (2, 4, 3), "w": (3,)}),
    svd("full_tall", "4x3xf64", True, inner=3),
    svd("full_wide", "2x3x4xf64", True, inner=3),
    Case(
        "svd_f32",
        "%u, %out, %vh = pd_op.svd %x",
        {"x": "4x3xf32"},
        "paddle.linalg.svd(x)[1]",
        order=1,
        tolerance=1e-4,
    ),
    Case(
        "svd_only_u",
        "%u, %s, %vh = pd_op.svd %x\n%uw = pd_op.multiply %u, %w\n"
        "%out = pd_op.matmul %uw, %u {transpose_y = true}",
        {"x": "4x3xf64", "w": "3xf64"},
        None,
    ),
    Case(
        "svd_only_v",
        "%u, %s, %vh = pd_op.svd %x\n%t = pd_op.transpose %vh {perm = array<i32: 1, 0>}\n"
        "%vw = pd_op.multiply %t, %w\n%out = pd_op.matmul %vw, %vh",
        {"x": "3x4xf64", "w": "3xf64"},
        None,
    ),
    Case(
        "svd_full_rest",
        # What is left of u depends on its basis, the projection on it does not.
        "%u, %s, %vh = pd_op.svd %x {full_matrices = true}\n%rest = pd_op.multiply %u, %mask\n"
        "%out = pd_op.matmul %rest, %rest {transpose_y = true}",
        {"x": "4x2xf64", "mask": "4xf64"},
        None,
        values={"mask": [0.0, 0.0, 1.0, 1.0]},
        constant=("mask",),
    ),
    Case(
        "svd_equal_values",
        "%u, %out, %vh = pd_op.svd %x",
        {"x": "2x2xf64"},
        None,
        values={"x": [[2.0, 0.0], [0.0, 2.0]]},
        order=0,
    ),
    Case(
        "svd_complex",
        "%z = pd_op.complex %a, %b\n%u, %s, %vh = pd_op.svd %z\n%wz = pd_op.complex %w, %zero\n"
        "%uw = pd_op.multiply %u, %wz\n%out = pd_op.matmul %uw, %vh\n"
        "%re = pd_op.real %out\n%im = pd_op.imag %out",
        {"a": "3x2xf64", "b": "3x2xf64", "w": "2xf64", "zero": "2xf64"},
        None,
        ("re", "im", "s"),
        values={"zero": [0.0, 0.0]},
        constant=("zero",),
    ),
    *(
        Case(
            f"svdvals_{label}",
            "%out = pd_op.svdvals %x",
            {"x": x},
            "paddle.linalg.svdvals(x)",
            sizes={"x": (2, 3, 4)},
        )
        for label, x in (
            ("square", "3x3xf64"),
            ("tall", "4x2xf64"),
            ("batch", "2x2x3xf64"),
            ("dynamic", "?x?x?xf64"),
        )
    ),
    # eigenvalues
    symmetric("eigh", "matrix", "3x3xf64", order=3),
    symmetric("eigh", "upper", "3x3xf64", '{UPLO = "U"}'),
    symmetric("eigh", "batch", "2x3x3xf64", paddle_gradient=False),
    symmetric("eigh", "dynamic", "?x3x3xf64", paddle_gradient=False, sizes={"x": (2, 3, 3)}),
    symmetric("eigvalsh", "matrix", "3x3xf64", order=3),
    symmetric("eigvalsh", "upper", "3x3xf64", '{uplo = "U"}'),
    symmetric("eigvalsh", "dynamic", "?x?x?xf64", paddle_gradient=False, sizes={"x": (2, 3, 3)}),
    Case(
        "eigh_complex",
        "%ta = pd_op.transpose %a {perm = array<i32: 1, 0>}\n%re = pd_op.add %a, %ta\n"
        "%tb = pd_op.transpose %b {perm = array<i32: 1, 0>}\n%im = pd_op.subtract %b, %tb\n"
        "%z = pd_op.complex %re, %im\n%w, %v = pd_op.eigh %z\n%abs = pd_op.abs %v",
        {"a": "3x3xf64", "b": "3x3xf64"},
        None,
        ("w", "abs"),
    ),
    Case(
        "eig_real",
        "%m = pd_op.add %x, %spread\n%w, %v = pd_op.eig %m\n%re = pd_op.real %w\n"
        "%im = pd_op.imag %w\n%abs = pd_op.abs %v",
        {"x": "3x3xf64", "spread": "3x3xf64"},
        "(lambda e: [paddle.real(e[0]), paddle.abs(e[1])])(paddle.linalg.eig(x + spread))",
        ("re", "abs"),
        values={"spread": SPREAD},
        constant=("spread",),
    ),
    Case(
        "eig_complex",
        "%z = pd_op.complex %a, %b\n%w, %v = pd_op.eig %z\n%re = pd_op.real %w\n"
        "%im = pd_op.imag %w\n%abs = pd_op.abs %v",
        {"a": "3x3xf64", "b": "3x3xf64"},
        None,
        ("re", "im", "abs"),
    ),
    Case(
        "eigvals_rotation",
        "%w = pd_op.eigvals %x\n%re = pd_op.real %w\n%im = pd_op.imag %w",
        {"x": "2x2x2xf64"},
        "(lambda w: [paddle.real(w), paddle.imag(w)])(paddle.linalg.eigvals(x))",
        ("re", "im"),
        values={"x": [[[1.0, 2.0], [-3.0, 0.5]], [[0.0, 1.0], [-1.0, 0.1]]]},
        paddle_gradient=False,
    ),
    # ranks
    *(
        Case(
            f"matrix_rank_{label}",
            f"%out = pd_op.matrix_rank %x {attributes}".rstrip(),
            {"x": "2x3x3xf64"},
            f"paddle.linalg.matrix_rank(x{call})",
            values={"x": [SPREAD, [[1.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 1e-3]]]},
            order=0,
        )
        for label, attributes, call in (
            ("default", "", ""),
            ("one_tolerance", "{tol = 0.1 : f32, use_default_tol = false}", ", tol=0.1"),
            ("hermitian", "{hermitian = true}", ", hermitian=True"),
        )
    ),
    Case(
        "matrix_rank_tolerances",
        "%out = pd_op.matrix_rank_tol %x, %tol {use_default_tol = false}",
        {"x": "2x3x3xf64", "tol": "2xf64"},
        "paddle.linalg.matrix_rank(x, tol=tol)",
        values={"x": [SPREAD, SPREAD], "tol": [0.5, 2.0]},
        order=0,
    ),
    Case(
        "matrix_rank_atol_rtol",
        "%out = pd_op.matrix_rank_atol_rtol %x, %atol, %rtol",
        {"x": "2x3x3xf64", "atol": "2xf64", "rtol": "2xf64"},
        "paddle.linalg.matrix_rank(x, atol=atol, rtol=rtol)",
        values={"x": [SPREAD, SPREAD], "atol": [0.5, 2.0], "rtol": [0.6, 0.01]},
        order=0,
    ),
]
