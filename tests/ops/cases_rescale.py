"""Tensors divided by a norm."""

from __future__ import annotations

from .case import Case


def norm(label: str, x: str, axis: int, outs: tuple[str, ...] = ("out",)) -> Case:
    """Division by the Euclidean norm along an axis."""
    epsilon = 0.125
    length = f"(x.square().sum({axis}, keepdim=True) + {epsilon}).sqrt()"
    return Case(
        label,
        f"%out, %norm = pd_op.norm %x {{axis = {axis} : i32, epsilon = {epsilon} : f32}}",
        {"x": x},
        f"x / {length}" if len(outs) == 1 else f"(lambda x, n: (x / n, n))(x, {length})",
        outs=outs,
        sizes={"x": (2, 3, 2)} if "?" in x else {},
    )


def renorm(label: str, p: float, axis: int, x: str = "2x3x2xf64") -> Case:
    """Slices cut down to a norm."""
    return Case(
        label,
        f"%out = pd_op.renorm %x {{p = {p} : f32, axis = {axis} : i32, max_norm = 1.5 : f32}}",
        {"x": x},
        f"paddle.renorm(x, {p}, {axis}, 1.5)",
        sizes={"x": (2, 3, 2)} if "?" in x else {},
        tolerance=1e-6,
    )


def lrn(label: str, x: str, n: int, attributes: str = "", outs: tuple[str, ...] = ("out",)) -> Case:
    """Division by what neighbouring channels sum up to; Paddle has no call for it."""
    return Case(
        label,
        f"%out, %mid_out = pd_op.lrn %x {{n = {n} : i32, k = 1.0 : f32, alpha = 0.25 : f32"
        f"{attributes}}}",
        {"x": x},
        None,
        outs=outs,
        sizes={"x": (2, 4, 1, 2)} if "?" in x else {},
    )


def spectral_norm(label: str, weight: str, dim: int, steps: int, sizes: tuple[int, int]) -> Case:
    """Division by an estimate of the largest singular value."""
    return Case(
        label,
        f"%out = pd_op.spectral_norm %x, %u, %v {{dim = {dim} : i32, power_iters = {steps} : i32}}",
        {"x": weight, "u": f"{sizes[0]}xf64", "v": f"{sizes[1]}xf64"},
        f"paddle._C_ops.spectral_norm(x, u, v, {dim}, {steps}, 1e-12)",
        values={"u": [0.6, -0.7, 0.4][: sizes[0]]},
        domain={"v": (0.5, 1.5)},
        # Paddle's gradient is right only where all cotangents are equal.
        paddle_gradient=False,
        tolerance=1e-6,
    )


CASES = [
    norm("norm", "2x3x2xf64", 1),
    norm("norm_last", "2x3xf64", -1, outs=("out", "norm")),
    norm("norm_dynamic", "?x3x?xf64", 1, outs=("out", "norm")),
    renorm("renorm", 2.0, 1),
    renorm("renorm_first", 1.0, 0),
    renorm("renorm_cubed", 3.0, -1),
    renorm("renorm_dynamic", 2.0, 1, "?x3x?xf64"),
    Case(
        "clip_by_norm",
        "%out = pd_op.clip_by_norm %x {max_norm = 0.5 : f32}",
        {"x": "2x3xf64"},
        "x * 0.5 / x.norm()",
    ),
    Case(
        "clip_by_norm_below",
        "%out = pd_op.clip_by_norm %x {max_norm = 50.0 : f32}",
        {"x": "2x?xf64"},
        "x + 0",
        sizes={"x": (2, 3)},
    ),
    lrn("lrn", "2x4x1x2xf64", 3),
    lrn("lrn_even", "2x4x1x2xf64", 4, outs=("out", "mid_out")),
    lrn("lrn_nhwc", "2x1x2x4xf64", 3, ', data_format = "NHWC"'),
    lrn("lrn_dynamic", "?x?x1x2xf64", 4, outs=("out", "mid_out")),
    spectral_norm("spectral_norm", "3x2xf64", 0, 0, (3, 2)),
    spectral_norm("spectral_norm_steps", "3x2xf64", 0, 2, (3, 2)),
    spectral_norm("spectral_norm_kernel", "2x3x2x1xf64", 1, 1, (3, 4)),
    Case(
        "spectral_norm_grad",
        "%out = pd_op.spectral_norm_grad %x, %u, %v, %g {dim = 0 : i32, power_iters = 1 : i32}",
        {"x": "2x3xf64", "u": "2xf64", "v": "3xf64", "g": "2x3xf64"},
        None,
        constant=("u", "v"),
        tolerance=1e-6,
    ),
]
