"""Picking by index in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.indexing import (
    EmbeddingGradOp,
    EmbeddingOp,
    GatherGradOp,
    GatherOp,
    IndexAddOp,
    OneHotOp,
)
from .registry import kernel


@kernel(GatherOp)
def gather(x: Any, index: Any, axis: Any) -> Any:
    rows = index[:, 0] if np.ndim(index) == 2 else index
    return np.asarray(np.take(x, rows, int(np.ravel(axis)[0])))


@kernel(GatherGradOp)
def gather_grad(x: Any, index: Any, out_grad: Any, axis: Any) -> Any:
    whole = np.zeros(np.shape(x), np.asarray(out_grad).dtype)
    return index_add(whole, index, out_grad, int(np.ravel(axis)[0]))


@kernel(IndexAddOp, overwrites="x")
def index_add(x: Any, index: Any, add_value: Any, axis: int) -> Any:
    axis %= max(np.ndim(x), 1)
    rows = np.ravel(index)
    shape = (*x.shape[:axis], rows.size, *x.shape[axis + 1 :])
    values = np.moveaxis(np.reshape(add_value, shape), axis, 0)
    add_to_rows(np.moveaxis(x, axis, 0), rows, values)
    return x


def add_to_rows(x: Any, rows: Any, values: Any) -> None:
    """Adds values to rows of x; a row that occurs twice is added to twice."""
    if rows.size == 1:
        x[rows] += values
    else:
        np.add.at(x, rows, values)


@kernel(EmbeddingOp)
def embedding(x: Any, weight: Any, padding_idx: int) -> Any:
    out = np.take(weight, x, 0)
    if padding_idx != -1:
        out[np.asarray(x) == padding_idx] = 0
    return out


@kernel(EmbeddingGradOp)
def embedding_grad(x: Any, weight: Any, out_grad: Any, padding_idx: int) -> Any:
    whole = cast("Any", np.zeros(np.shape(weight), np.asarray(out_grad).dtype))
    rows, values = np.ravel(x), np.reshape(out_grad, (-1, *whole.shape[1:]))
    if padding_idx != -1:
        rows, values = rows[rows != padding_idx], values[rows != padding_idx]
    add_to_rows(whole, rows, values)
    return whole


@kernel(OneHotOp)
def one_hot(x: Any, num_classes: Any) -> Any:
    classes = np.arange(int(np.ravel(num_classes)[0]))
    return (np.asarray(x)[..., None] == classes).astype(np.float32)
