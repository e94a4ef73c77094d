"""Norms in NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..dialects.pd_op.norms import FrobeniusNormOp, L1NormOp, PNormOp, SquaredL2NormOp
from .reduction import axes_of
from .registry import kernel


@kernel(PNormOp)
def p_norm(x: Any, porder: float, axis: int, keepdim: bool, asvector: bool) -> Any:
    axes = axes_of(() if asvector else axis, np.ndim(x))
    size = np.abs(x)
    if porder == 0:
        return np.count_nonzero(size, axes, keepdims=keepdim).astype(x.dtype)
    if math.isinf(porder):
        extreme = np.max if porder > 0 else np.min
        return extreme(size, axes, keepdims=keepdim)
    if porder == 2:
        return np.sqrt(np.sum(size * size, axes, keepdims=keepdim))
    total = np.sum(np.power(size, x.dtype.type(porder)), axes, keepdims=keepdim)
    return np.power(total, x.dtype.type(1 / porder))


@kernel(FrobeniusNormOp)
def frobenius_norm(x: Any, axis: Any, keep_dim: bool, reduce_all: bool) -> Any:
    axes = axes_of(() if reduce_all else axis, np.ndim(x))
    return np.sqrt(np.sum(x * x, axes, keepdims=keep_dim))


@kernel(SquaredL2NormOp)
def squared_l2_norm(x: Any) -> Any:
    return np.sum(x * x).reshape(1)


@kernel(L1NormOp)
def l1_norm(x: Any) -> Any:
    return np.sum(np.abs(x))
