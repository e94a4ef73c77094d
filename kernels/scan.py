"""Scans in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.scan import (
    CummaxGradOp,
    CummaxOp,
    CumminGradOp,
    CumminOp,
    CumprodGradOp,
    CumprodOp,
    CumsumOp,
    LinearScanOp,
    LogcumsumexpOp,
)
from .reduction import is_invertible
from .registry import kernel
from .types import dtype_of


def scan(ufunc: Any, x: Any, axis: int, exclusive: bool, reverse: bool, identity: Any) -> Any:
    """`ufunc.accumulate` along an axis, in the order and with the limits that a scan has."""
    x = np.flip(x, axis) if reverse else x
    if exclusive:
        index = [slice(None)] * x.ndim
        index[axis] = slice(0, -1)
        widths = [(0, 0)] * x.ndim
        widths[axis] = (min(x.shape[axis], 1), 0)
        x = np.pad(x[tuple(index)], widths, constant_values=identity)
    out = ufunc.accumulate(x, axis, x.dtype)
    return np.flip(out, axis) if reverse else out


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
    """Place after place where there is enough beside the axis to work on at a time; else by
    doubling."""
    if np.ndim(x) == 0:
        return x
    turn = slice(None, None, -1 if reverse else 1)
    out = np.array(np.moveaxis(x, axis, 0)[turn], order="C")
    factors = np.array(np.moveaxis(factor, axis, 0)[turn], order="C")
    if out.size >= WIDE * len(out):
        for place in range(1, len(out)):
            out[place] += factors[place] * out[place - 1]
    else:
        _double(out, factors)
    return np.moveaxis(out[turn], 0, axis)


WIDE = 64
"""From this many elements beside an axis, one call to NumPy a place costs less than doubling."""


def _double(out: Any, factors: Any) -> None:
    """Logarithmically many passes over all places: after k of them, out[i] takes in the 2^k
    elements up to i, and factors[i] is the product of theirs."""
    reach = 1
    while reach < len(out):
        out[reach:] += factors[reach:] * out[:-reach]
        factors[reach:] *= factors[:-reach].copy()
        reach *= 2


@kernel(CumprodGradOp)
def cumprod_grad(x: Any, out: Any, out_grad: Any, dim: int, exclusive: bool, reverse: bool) -> Any:
    """Where no product is zero or nearly so, what follows an element is added up and divided by
    it; else as the decomposition has it."""
    if x.dtype.kind == "f" and not exclusive and np.ndim(x) and is_invertible(out):
        return scan(np.add, out_grad * out, dim, False, not reverse, 0) / x
    if np.ndim(x) == 0:
        return np.zeros_like(x) if exclusive else out_grad
    earlier = scan(np.multiply, x, dim, True, reverse, 1)
    later = linear_scan(
        _after(out_grad, dim, reverse) if exclusive else out_grad,
        np.conj(_after(x, dim, reverse)),
        dim,
        not reverse,
    )
    return np.conj(earlier) * later


def _after(x: Any, axis: int, reverse: bool) -> Any:
    """The next element along an axis, zero at the last place."""
    index = [slice(None)] * x.ndim
    widths = [(0, 0)] * x.ndim
    index[axis] = slice(0, -1) if reverse else slice(1, None)
    widths[axis] = (1, 0) if reverse else (0, 1)
    return np.pad(x[tuple(index)], widths) if x.shape[axis] else x


@kernel(CummaxGradOp, CumminGradOp)
def cummax_grad(x: Any, indices: Any, out_grad: Any, axis: int) -> Any:
    if np.ndim(x) == 0:
        return out_grad
    found = np.zeros(x.shape, out_grad.dtype)
    places: list[Any] = list(np.ogrid[tuple(map(slice, x.shape))])
    places[axis] = indices
    np.add.at(found, tuple(places), out_grad)
    return found
