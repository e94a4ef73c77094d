"""Triangles in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.triangle import TrilOp, TriuOp
from .registry import kernel


@kernel(TrilOp)
def tril(x: Any, diagonal: int) -> Any:
    return np.tril(x, diagonal)


@kernel(TriuOp)
def triu(x: Any, diagonal: int) -> Any:
    return np.triu(x, diagonal)
