"""Factors of matrices in NumPy and SciPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.factorization import CholeskyOp, LuOp, LuSolveOp, LuUnpackOp, QrOp
from .linalg import transposed
from .registry import kernel
from .solve import linalg, scipy_linalg, triangular_solve


@kernel(CholeskyOp)
def cholesky(x: Any, upper: bool) -> Any:
    """NumPy reads the lower triangle: the upper one of x is the lower one of its adjoint."""
    if upper:
        return np.conj(transposed(linalg.cholesky(np.conj(transposed(x)))))
    return linalg.cholesky(x)


@kernel(QrOp)
def qr(x: Any, mode: str) -> Any:
    if mode == "r":
        return np.zeros((0,), x.dtype), linalg.qr(x, mode="r")
    q, r = linalg.qr(x, mode=mode)
    return q, r


@kernel(LuOp)
def lu(x: Any) -> Any:
    """LAPACK's getrf, matrix by matrix."""
    (factor,) = scipy_linalg("get_lapack_funcs")(("getrf",), (x,))
    *batch, rows, columns = x.shape
    out = np.empty_like(x)
    pivots = np.empty((*batch, min(rows, columns)), np.int32)
    infos = np.empty(batch, np.int32)
    for index in np.ndindex(*batch):
        out[index], swaps, infos[index] = factor(x[index])
        pivots[index] = swaps + 1
    return out, pivots, infos


@kernel(LuUnpackOp)
def lu_unpack(x: Any, y: Any, unpack_ludata: bool, unpack_pivots: bool) -> Any:
    *batch, rows, columns = x.shape
    inner = min(rows, columns)
    pmat = lower = upper = np.zeros((0,), x.dtype)
    if unpack_pivots:
        order = row_order(y, rows)
        pmat = np.zeros((*batch, rows, rows), x.dtype)
        np.put_along_axis(pmat, order[..., None, :], 1, axis=-2)
    if unpack_ludata:
        lower = np.tril(x[..., :inner], -1) + np.eye(rows, inner, dtype=x.dtype)
        upper = np.triu(x[..., :inner, :])
    return pmat, lower, upper


def row_order(pivots: Any, rows: int) -> Any:
    """For each row of L U, the row of the matrix that it is."""
    *batch, steps = pivots.shape
    orders: list[list[int]] = []
    for swaps in pivots.reshape(-1, steps).tolist():
        order = list(range(rows))
        for step, other in enumerate(swaps):
            order[step], order[other - 1] = order[other - 1], order[step]
        orders.append(order)
    return np.array(orders, np.int64).reshape(*batch, rows)


@kernel(LuSolveOp)
def lu_solve(b: Any, lu: Any, pivots: Any, trans: str) -> Any:
    order = row_order(pivots, lu.shape[-1])[..., None]
    batch = np.broadcast_shapes(b.shape[:-2], lu.shape[:-2])
    order = np.broadcast_to(order, (*batch, *order.shape[-2:]))
    right = np.broadcast_to(b, (*batch, *b.shape[-2:]))
    if trans == "N":
        right = np.take_along_axis(right, order, axis=-2)
        return triangular_solve(
            lu, triangular_solve(lu, right, False, False, True), True, False, False
        )
    factors = np.conj(lu) if trans == "C" else lu
    half = triangular_solve(factors, right, True, True, False)
    half = triangular_solve(factors, half, False, True, True)
    out = np.empty_like(half)
    np.put_along_axis(out, order, half, axis=-2)
    return out
