"""Diagonals in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.diagonal import (
    DiagEmbedOp,
    DiagonalOp,
    DiagOp,
    FillDiagonalOp,
    FillDiagonalTensorOp,
)
from .registry import kernel


@kernel(DiagOp)
def diag(x: Any, offset: int, padding_value: float) -> Any:
    if np.ndim(x) == 2:
        return np.diagonal(x, offset)
    size = np.size(x) + abs(offset)
    out = np.full((size, size), padding_value, x.dtype)
    _write(out, x, offset)
    return out


@kernel(DiagonalOp)
def diagonal(x: Any, offset: int, axis1: int, axis2: int) -> Any:
    return np.diagonal(x, offset, axis1, axis2)


@kernel(DiagEmbedOp)
def diag_embed(input: Any, offset: int, dim1: int, dim2: int) -> Any:
    vectors = np.atleast_1d(input)
    size = vectors.shape[-1] + abs(offset)
    out = np.zeros((*vectors.shape[:-1], size, size), vectors.dtype)
    _write(out, vectors, offset)
    return np.moveaxis(out, (-2, -1), (dim1, dim2))


@kernel(FillDiagonalOp, overwrites="x")
def fill_diagonal(x: Any, value: float, offset: int, wrap: bool) -> Any:
    if x.ndim > 2:
        places = np.arange(min(x.shape))
        x[(places,) * x.ndim] = value
        return x
    columns: int = x.shape[1]
    end: int = x.size if wrap else min(x.size, columns * columns)
    steps = np.arange(0, end, columns + 1)
    row, column = steps // columns, steps % columns + offset
    inside = (column >= 0) & (column < columns)
    x[row[inside], column[inside]] = value
    return x


@kernel(FillDiagonalTensorOp, overwrites="x")
def fill_diagonal_tensor(x: Any, y: Any, offset: int, dim1: int, dim2: int) -> Any:
    _write(np.moveaxis(x, (dim1, dim2), (-2, -1)), y, offset)
    return x


def _write(matrices: Any, diagonals: Any, offset: int) -> None:
    """Puts diagonals into matrices (the last two axes)."""
    rows, columns = matrices.shape[-2:]
    size: int = max(min(rows + min(offset, 0), columns - max(offset, 0)), 0)
    places = np.arange(size)
    matrices[..., places - min(offset, 0), places + max(offset, 0)] = diagonals
