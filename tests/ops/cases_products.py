"""Products of tensors by their indices."""

from __future__ import annotations

from typing import Any

from .case import Case


def einsum(label: str, equation: str, *types: str, **options: Any) -> Case:
    """An einsum of inputs x0, x1, ..."""
    inputs = {f"x{k}": type_ for k, type_ in enumerate(types)}
    body = (
        f"%all = builtin.combine {', '.join('%' + name for name in inputs)}\n"
        f'%out, %cache, %again = pd_op.einsum %all {{equation = "{equation}"}}'
    )
    call = f'paddle.einsum("{equation}", {", ".join(inputs)})'
    return Case(f"einsum_{label}", body, inputs, options.pop("paddle", call), **options)


def of_two(name: str, label: str, x: str, y: str, attributes: str = "", **options: Any) -> Case:
    """An op of two tensors."""
    body = f"%out = pd_op.{name} %x, %y {attributes}".rstrip()
    call = options.pop("call", f"paddle._C_ops.{name}(x, y)")
    return Case(f"{name}_{label}", body, {"x": x, "y": y}, call, **options)


def trace(label: str, x: str, offset: int = 0, axes: tuple[int, int] = (0, 1), **o: Any) -> Case:
    """The sum of a diagonal."""
    given = f"offset = {offset} : i32, axis1 = {axes[0]} : i32, axis2 = {axes[1]} : i32"
    call = f"paddle.trace(x, {offset}, {axes[0]}, {axes[1]})"
    return Case(f"trace_{label}", f"%out = pd_op.trace %x {{{given}}}", {"x": x}, call, **o)


BILINEAR = {"x": "2x3xf64", "y": "2x4xf64", "weight": "5x3x4xf64"}

CASES = [
    einsum("matmul", "ij,jk->ik", "2x3xf64", "3x4xf64", order=3),
    einsum("f32", "ij,jk->ik", "2x3xf32", "3x4xf32", order=1, tolerance=1e-5),
    einsum("batch", "bij,bjk->bik", "2x2x3xf64", "2x3x4xf64"),
    einsum("attention", "bqhd,bkhd->bhqk", "2x3x2x4xf64", "2x3x2x4xf64"),
    einsum("outer", "i,j->ij", "2xf64", "3xf64"),
    einsum("dot", "i,i->", "3xf64", "3xf64"),
    einsum("elementwise", "ij,ij->ij", "2x3xf64", "2x3xf64"),
    einsum("transpose", "ij->ji", "2x3xf64"),
    einsum("sum", "ijk->j", "2x3x4xf64"),
    einsum("trace", "ii->", "3x3xf64"),
    einsum("diagonal", "ii->i", "3x3xf64"),
    einsum("diagonal_batch", "iji->ji", "3x2x3xf64"),
    einsum("diagonal_of_three", "iii->i", "2x2x2xf64", paddle=None),
    einsum("two_diagonals", "iijj->ij", "2x2x3x3xf64", paddle=None),
    einsum("diagonal_product", "ii,ij->j", "3x3xf64", "3x2xf64"),
    einsum("only_here", "ij,k->ik", "2x3xf64", "2xf64"),
    einsum("three", "bij,bjk,k->bi", "2x2x3xf64", "2x3x4xf64", "4xf64", paddle_gradient=False),
    einsum("bilinear", "bn,anm,bm->ba", "2x3xf64", "4x3x2xf64", "2x2xf64", paddle_gradient=False),
    einsum("implicit", "ij,jk", "2x3xf64", "3x4xf64"),
    einsum("implicit_order", "ba", "2x3xf64"),
    einsum("dots", "...ij,...jk->...ik", "2x2x3xf64", "2x3x4xf64"),
    einsum("dots_broadcast", "...ij,...jk->...ik", "2x1x2x3xf64", "4x3x2xf64"),
    einsum("dots_implicit", "...ij,jk", "2x2x3xf64", "3x4xf64"),
    einsum(
        "dynamic",
        "bij,bjk->bik",
        "?x?x?xf64",
        "?x?x?xf64",
        sizes={"x0": (2, 2, 3), "x1": (2, 3, 4)},
    ),
    einsum("dynamic_only_here", "ij,k->ik", "?x?xf64", "?xf64", sizes={"x0": (2, 3), "x1": (2,)}),
    einsum(
        "dynamic_dots",
        "...ij,...jk->...ik",
        "?x?x?xf64",
        "?x?xf64",
        sizes={"x0": (2, 2, 3), "x1": (3, 4)},
    ),
    # cross
    of_two("cross", "first", "2x3xf64", "2x3xf64", call="paddle.cross(x, y)", order=3),
    of_two(
        "cross",
        "axis",
        "3x2x3xf64",
        "3x2x3xf64",
        "{axis = 2 : i32}",
        call="paddle.cross(x, y, axis=2)",
    ),
    of_two(
        "cross",
        "dynamic",
        "?x?xf64",
        "?x?xf64",
        call="paddle.cross(x, y)",
        sizes={"x": (2, 3), "y": (2, 3)},
    ),
    # kron
    of_two("kron", "matrices", "2x3xf64", "3x2xf64", order=3),
    of_two("kron", "vectors", "2xf64", "3xf64"),
    of_two("kron", "ranks", "2x3xf64", "2x2x2xf64"),
    of_two("kron", "dynamic", "?x3xf64", "?x?xf64", sizes={"x": (2, 3), "y": (3, 2)}),
    # trace
    trace("matrix", "3x3xf64"),
    trace("above", "2x3x4xf64", 1, (1, 2)),
    trace("below", "4x2x3xf64", -2, (0, 2)),
    trace("swapped", "3x2x4xf64", 1, (2, 0)),
    trace("negative", "3x4xf64", 0, (-2, -1)),
    trace("f32", "3x3xf32", order=1, tolerance=1e-5),
    trace("dynamic", "?x?x?xf64", 1, (1, 2), sizes={"x": (2, 3, 4)}),
    # bilinear
    Case(
        "bilinear",
        "%out = pd_op.bilinear %x, %y, %weight, %bias",
        {**BILINEAR, "bias": "1x5xf64"},
        "F.bilinear(x, y, weight, bias)",
    ),
    Case(
        "bilinear_without_bias",
        "%out = pd_op.bilinear %x, %y, %weight, _",
        BILINEAR,
        "F.bilinear(x, y, weight)",
    ),
    Case(
        "bilinear_dynamic",
        "%out = pd_op.bilinear %x, %y, %weight, %bias",
        {"x": "?x3xf64", "y": "?x?xf64", "weight": "5x3x?xf64", "bias": "1x5xf64"},
        "F.bilinear(x, y, weight, bias)",
        sizes={"x": (2, 3), "y": (2, 4), "weight": (5, 3, 4)},
    ),
]
