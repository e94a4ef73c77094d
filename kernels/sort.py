"""Sorting in NumPy. Of equal elements the first comes first, also in descending order."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.sort import ArgsortOp, TopkOp
from .registry import kernel


def _order(x: Any, axis: int, descending: bool) -> Any:
    """The positions of the sorted elements."""
    if not descending:
        return np.argsort(x, axis, kind="stable")
    backwards = np.argsort(np.flip(x, axis), axis, kind="stable")
    return np.shape(x)[axis] - 1 - np.flip(backwards, axis)


@kernel(TopkOp)
def topk(x: Any, k: Any, axis: int, largest: bool) -> Any:
    if not np.ndim(x):
        return x, np.zeros((), np.int64)
    order = np.take(_order(x, axis, largest), np.arange(int(np.ravel(k)[0])), axis)
    return np.take_along_axis(x, order, axis), order.astype(np.int64)


@kernel(ArgsortOp)
def argsort(x: Any, axis: int, descending: bool) -> Any:
    if not np.ndim(x):
        return x, np.zeros((), np.int64)
    order = _order(x, axis, descending)
    return np.take_along_axis(x, order, axis), order.astype(np.int64)
