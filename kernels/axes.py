"""Images times a matrix on each spatial axis: what average pooling and interpolation are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np


def along(x: Any, matrices: Sequence[Any], first: int) -> Any:
    """x with its axes from `first` on multiplied by these matrices [new size, size], one each.

    An axis that shrinks goes first, so that the rest is less work.
    """
    order = sorted(range(len(matrices)), key=lambda i: matrices[i].shape[0] / matrices[i].shape[1])
    for i in order:
        x = _times(x, np.asarray(matrices[i], x.dtype), first + i)
    return x


def _times(x: Any, matrix: Any, axis: int) -> Any:
    if axis == x.ndim - 1:
        return np.matmul(x, matrix.T)
    if axis == x.ndim - 2:
        return np.matmul(matrix, x)
    return np.moveaxis(np.tensordot(matrix, x, (1, axis)), 0, axis)
