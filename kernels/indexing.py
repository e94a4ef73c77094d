"""Picking by index in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.indexing import (
    AddToRowsOp,
    EmbeddingGradOp,
    EmbeddingOp,
    GatherGradOp,
    GatherOp,
    OneHotOp,
)
from .registry import kernel


@kernel(GatherOp)
def gather(x: Any, index: Any, axis: Any) -> Any:
    return np.take(x, index, int(np.ravel(axis)[0]))


@kernel(GatherGradOp)
def gather_grad(x: Any, index: Any, out_grad: Any, axis: Any) -> Any:
    whole = np.zeros(np.shape(x), np.asarray(out_grad).dtype)
    return add_to_rows(whole, index, out_grad, int(np.ravel(axis)[0]))


@kernel(AddToRowsOp, overwrites="x")
def add_to_rows(x: Any, index: Any, value: Any, axis: int) -> Any:
    axis %= max(np.ndim(x), 1)
    rows = np.ravel(index)
    shape = (*x.shape[:axis], rows.size, *x.shape[axis + 1 :])
    values = np.moveaxis(np.reshape(value, shape), axis, 0)
    np.add.at(np.moveaxis(x, axis, 0), rows, values)
    return x


@kernel(EmbeddingOp)
def embedding(x: Any, weight: Any, padding_idx: int) -> Any:
    out = np.take(weight, x, 0)
    if padding_idx != -1:
        number = padding_idx + weight.shape[0] if padding_idx < 0 else padding_idx
        out[np.asarray(x) == number] = 0
    return out


@kernel(EmbeddingGradOp)
def embedding_grad(x: Any, weight: Any, out_grad: Any, padding_idx: int) -> Any:
    whole = cast("Any", np.zeros(np.shape(weight), np.asarray(out_grad).dtype))
    rows, values = np.ravel(x), np.reshape(out_grad, (-1, *whole.shape[1:]))
    if padding_idx != -1:
        number = padding_idx + whole.shape[0] if padding_idx < 0 else padding_idx
        rows, values = rows[rows != number], values[rows != number]
    np.add.at(whole, rows, values)
    return whole


@kernel(OneHotOp)
def one_hot(x: Any, num_classes: Any) -> Any:
    classes = np.arange(int(np.ravel(num_classes)[0]))
    return (np.asarray(x)[..., None] == classes).astype(np.float32)
