"""Factors of matrices."""

from __future__ import annotations

from typing import Any

from .case import Case

EYE = [[5.0, 0.0, 0.0], [0.0, 5.0, 0.0], [0.0, 0.0, 5.0]]


def cholesky(label: str, x: str, upper: bool = False, **options: Any) -> Case:
    """The factor of x x^T + 5."""
    element = x.rsplit("x", 1)[-1]
    body = (
        "%square = pd_op.matmul %x, %x {transpose_y = true}\n"
        "%m = pd_op.add %square, %eye\n"
        f"%out = pd_op.cholesky %m {{upper = {str(upper).lower()}}}"
    )
    call = f"paddle.linalg.cholesky(paddle.matmul(x, x, False, True) + eye, {upper})"
    return Case(
        f"cholesky_{label}",
        body,
        {"x": x, "eye": f"3x3x{element}"},
        call,
        values={"eye": EYE},
        constant=("eye",),
        **options,
    )


def factors(name: str, label: str, x: str, outs: tuple[str, ...], call: str, **o: Any) -> Case:
    """An op of one matrix with several results."""
    attributes = o.pop("attributes", "")
    body = f"{', '.join('%' + out for out in outs)} = pd_op.{name} %x {attributes}".rstrip()
    return Case(f"{name}_{label}", body, {"x": x}, call, outs, **o)


def qr(label: str, x: str, mode: str = "reduced", **options: Any) -> Case:
    """Both factors."""
    given = f'{{mode = "{mode}"}}'
    call = f'paddle.linalg.qr(x, "{mode}")'
    return factors("qr", label, x, ("q", "r"), call, attributes=given, **options)


def lu(label: str, x: str, **options: Any) -> Case:
    """The factors in one matrix."""
    outs = ("out", "pivots", "infos")
    return factors("lu", label, x, outs, "paddle._C_ops.lu(x, True)", **options)


def unpacked(label: str, x: str, **options: Any) -> Case:
    """The factors, each in a matrix."""
    body = "%out, %pivots, %infos = pd_op.lu %x\n%p, %l, %u = pd_op.lu_unpack %out, %pivots"
    call = "paddle.linalg.lu_unpack(*paddle.linalg.lu(x))"
    return Case(f"lu_unpack_{label}", body, {"x": x}, call, ("p", "l", "u"), **options)


def lu_solve(label: str, x: str, b: str, trans: str = "N", **options: Any) -> Case:
    """A system by the factors of its matrix."""
    body = (
        "%m = pd_op.add %x, %eye\n%lu, %pivots, %infos = pd_op.lu %m\n"
        f'%out = pd_op.lu_solve %b, %lu, %pivots {{trans = "{trans}"}}'
    )
    return Case(
        f"lu_solve_{label}",
        body,
        {"x": x, "b": b, "eye": "3x3xf64"},
        f'paddle.linalg.lu_solve(b, *paddle.linalg.lu(x + eye), "{trans}")',
        values={"eye": EYE},
        constant=("eye",),
        **options,
    )


CASES = [
    cholesky("lower", "3x3xf64", order=3),
    cholesky("upper", "3x3xf64", True, order=3),
    cholesky("batch", "2x3x3xf64"),
    cholesky("upper_batch", "2x3x3xf64", True),
    cholesky("f32", "3x3xf32", order=1, tolerance=1e-4),
    cholesky("dynamic", "?x3x?xf64", sizes={"x": (2, 3, 3)}),
    # QR
    qr("square", "3x3xf64", order=3),
    qr("tall", "4x3xf64"),
    qr("wide", "3x4xf64"),
    qr("batch", "2x4x3xf64"),
    qr("wide_batch", "2x3x4xf64"),
    qr("complete_square", "3x3xf64", "complete"),
    qr("complete_wide", "2x3x4xf64", "complete"),
    qr("dynamic", "?x4x3xf64", sizes={"x": (2, 4, 3)}),
    factors(
        "qr",
        "only_r",
        "4x3xf64",
        ("q", "r"),
        'paddle._C_ops.qr(x, "r")',
        attributes='{mode = "r"}',
        paddle_gradient=False,
    ),
    Case(
        "qr_complete_tall",
        # What does not depend on the basis of the rest: r, and the projection on the rest.
        '%q, %r = pd_op.qr %x {mode = "complete"}\n'
        "%rest = pd_op.multiply %q, %mask\n"
        "%out = pd_op.matmul %rest, %rest {transpose_y = true}",
        {"x": "4x2xf64", "mask": "4xf64"},
        None,
        ("out", "r"),
        values={"mask": [0.0, 0.0, 1.0, 1.0]},
        constant=("mask",),
    ),
    # LU
    lu("square", "3x3xf64", order=3),
    lu("tall", "4x3xf64"),
    lu("wide", "3x4xf64"),
    lu("batch", "2x3x3xf64"),
    lu("tall_batch", "2x4x2xf64"),
    lu("dynamic", "?x3x4xf64", sizes={"x": (2, 3, 4)}),
    unpacked("square", "2x3x3xf64"),
    unpacked("tall", "4x3xf64"),
    unpacked("wide", "2x3x4xf64"),
    lu_solve("matrix", "3x3xf64", "3x2xf64"),
    lu_solve("batch", "2x3x3xf64", "2x3x2xf64"),
    lu_solve("transpose", "2x3x3xf64", "2x3x2xf64", "T", paddle_gradient=False),
]
