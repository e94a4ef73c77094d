"""Inverses, determinants and linear systems in NumPy and SciPy."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import numpy as np

from ..dialects.pd_op.solve import (
    CholeskySolveOp,
    DetGradOp,
    DetOp,
    InverseOp,
    MatrixPowerOp,
    SlogdetOp,
    SlogdetV2Op,
    SolveOp,
    TriangularSolveOp,
)
from .elementwise import where
from .linalg import transposed
from .registry import kernel, kernels

linalg: Any = np.linalg

kernels({InverseOp: linalg.inv, DetOp: linalg.det, MatrixPowerOp: linalg.matrix_power})


@kernel(SlogdetOp)
def slogdet(x: Any) -> Any:
    return np.stack(linalg.slogdet(x))


@kernel(SlogdetV2Op)
def slogdet_v2(x: Any) -> Any:
    sign, logdet = linalg.slogdet(x)
    return sign, logdet


@kernel(DetGradOp)
def det_grad(x: Any, out: Any, out_grad: Any) -> Any:
    """out_grad times the cofactors: det(x) x^-H, or from singular values where x has no inverse."""
    regular = (out != 0)[..., None, None]
    safe = where(regular, x, np.eye(x.shape[-1], dtype=x.dtype))
    cofactors = np.conj(out)[..., None, None] * np.conj(transposed(linalg.inv(safe)))
    if not np.all(regular):
        cofactors = where(regular, cofactors, _cofactors(x))
    return out_grad[..., None, None] * cofactors


def _cofactors(x: Any) -> Any:
    """det(U V^H)^* U diag(products of the other singular values) V^H for x = U S V^H."""
    u, s, vh = linalg.svd(x)
    others = np.broadcast_to(s[..., None, :], x.shape).copy()
    np.einsum("...ii->...i", others)[...] = 1
    turn = np.conj(linalg.det(u) * linalg.det(vh))[..., None, None]
    return turn * np.matmul(u * np.prod(others, axis=-1)[..., None, :], vh)


# --- systems ---------------------------------------------------------------------------------


def scipy_linalg(name: str) -> Any:
    """A function of `scipy.linalg`, which is loaded when first asked for."""
    return getattr(import_module("scipy.linalg"), name)


@kernel(SolveOp)
def solve(x: Any, y: Any) -> Any:
    if y.ndim == 1 or y.shape == x.shape[:-1]:
        return linalg.solve(x, y[..., None])[..., 0]
    return linalg.solve(x, y)


@kernel(TriangularSolveOp)
def triangular_solve(x: Any, y: Any, upper: bool, transpose: bool, unitriangular: bool) -> Any:
    if x.ndim == 2 and y.ndim == 2 and y.size:
        return scipy_linalg("solve_triangular")(
            x,
            y,
            trans=int(transpose),
            lower=not upper,
            unit_diagonal=unitriangular,
            check_finite=False,
        )
    triangle = np.triu(x, int(unitriangular)) if upper else np.tril(x, -int(unitriangular))
    if unitriangular:
        triangle = triangle + np.eye(x.shape[-1], dtype=x.dtype)
    return linalg.solve(transposed(triangle, transpose), y)


@kernel(CholeskySolveOp)
def cholesky_solve(x: Any, y: Any, upper: bool) -> Any:
    """Two triangular systems, with L and L^H or with U^H and U."""
    first = np.conj(y) if upper else y
    half = triangular_solve(first, x, upper, upper, False)
    return triangular_solve(y if upper else np.conj(y), half, upper, not upper, False)
