"""Scans in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.scan import (
    CummaxOp,
    CumminOp,
    CumprodOp,
    CumsumOp,
    LinearScanOp,
    LogcumsumexpOp,
)
from .registry import kernel
from .types import dtype_of


def scan(ufunc: Any, x: Any, axis: int, exclusive: bool, reverse: bool, identity: Any) -> Any:
    """`ufunc.accumulate` along an axis, in the order and with the limits that a scan has."""
    x = np.moveaxis(x, axis, 0)
    x = x[::-1] if reverse else x
    if exclusive:
        first = np.full_like(x[:1], identity)
        x = np.concatenate([first, x[:-1]])
    out = ufunc.accumulate(x, 0, x.dtype)
    out = out[::-1] if reverse else out
    return np.moveaxis(out, 0, axis)


@kernel(CumsumOp)
def cumsum(x: Any, axis: Any, flatten: bool, exclusive: bool, reverse: bool) -> Any:
    if flatten or np.ndim(x) == 0:
        return scan(np.add, np.ravel(x), 0, exclusive, reverse, 0).reshape(-1 if flatten else ())
    return scan(np.add, x, int(np.ravel(axis)[0]), exclusive, reverse, 0)


@kernel(CumprodOp)
def cumprod(x: Any, dim: int, exclusive: bool, reverse: bool) -> Any:
    if np.ndim(x) == 0:
        return np.ones_like(x) if exclusive else x
    return scan(np.multiply, x, dim, exclusive, reverse, 1)


@kernel(LogcumsumexpOp)
def logcumsumexp(x: Any, axis: int, flatten: bool, exclusive: bool, reverse: bool) -> Any:
    lowest = np.finfo(x.dtype).min
    if flatten or np.ndim(x) == 0:
        out = scan(np.logaddexp, np.ravel(x), 0, exclusive, reverse, lowest)
        return np.maximum(out, lowest).reshape(-1 if flatten else ())
    return np.maximum(scan(np.logaddexp, x, axis, exclusive, reverse, lowest), lowest)


@kernel(CummaxOp)
def cummax(x: Any, axis: int, op: CummaxOp) -> Any:
    return _running(np.maximum, x, axis, dtype_of(op.dtype))


@kernel(CumminOp)
def cummin(x: Any, axis: int, op: CumminOp) -> Any:
    return _running(np.minimum, x, axis, dtype_of(op.dtype))


def _running(ufunc: Any, x: Any, axis: int, dtype: Any) -> Any:
    """The running extremum and the last place where an element equals it (or is NaN)."""
    if np.ndim(x) == 0:
        return x, np.zeros((), dtype)
    out = ufunc.accumulate(x, axis)
    shape = [1] * np.ndim(x)
    shape[axis] = -1
    places = np.arange(x.shape[axis], dtype=dtype).reshape(shape)
    found = np.where((x == out) | (x != x), places, dtype.type(0))
    return out, np.maximum.accumulate(found, axis)


@kernel(LinearScanOp)
def linear_scan(x: Any, factor: Any, axis: int, reverse: bool) -> Any:
    """Doubling: after k rounds, out[i] takes in the 2^k elements up to i, and factor[i] is the
    product of theirs. Logarithmically many passes over the whole arrays."""
    if np.ndim(x) == 0:
        return x
    out = np.array(np.moveaxis(x, axis, 0)[:: -1 if reverse else 1])
    factor = np.array(np.moveaxis(factor, axis, 0)[:: -1 if reverse else 1])
    reach = 1
    while reach < len(out):
        out[reach:] += factor[reach:] * out[:-reach]
        factor[reach:] *= factor[:-reach].copy()
        reach *= 2
    return np.moveaxis(out[:: -1 if reverse else 1], 0, axis)
