"""Extrema in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.extremum import (
    AmaxGradOp,
    AmaxOp,
    AminGradOp,
    AminOp,
    ArgmaxOp,
    ArgminOp,
    MaxGradOp,
    MaxOp,
    MaxWithIndexOp,
    MinGradOp,
    MinOp,
    MinWithIndexOp,
)
from .reduction import axes_of
from .registry import kernel
from .types import dtype_of


@kernel(MaxOp, AmaxOp)
def max_(x: Any, axis: Any, keepdim: bool) -> Any:
    return x.max(axes_of(axis, x.ndim), keepdims=keepdim)


@kernel(MinOp, AminOp)
def min_(x: Any, axis: Any, keepdim: bool) -> Any:
    return x.min(axes_of(axis, x.ndim), keepdims=keepdim)


@kernel(MaxGradOp, MinGradOp, AmaxGradOp, AminGradOp)
def max_grad(x: Any, out: Any, out_grad: Any, axis: Any, keepdim: bool) -> Any:
    axes = axes_of(axis, x.ndim)
    if not keepdim:
        kept = [1 if i in axes else dim for i, dim in enumerate(x.shape)]
        out, out_grad = out.reshape(kept), out_grad.reshape(kept)
    ties = x == out
    return ties * (out_grad / ties.sum(axes, x.dtype, keepdims=True))


@kernel(ArgmaxOp)
def argmax(x: Any, axis: Any, keepdims: bool, flatten: bool, op: ArgmaxOp) -> Any:
    return _place(np.argmax, x, axis, keepdims, flatten, -np.inf).astype(dtype_of(op.dtype))


@kernel(ArgminOp)
def argmin(x: Any, axis: Any, keepdims: bool, flatten: bool, op: ArgminOp) -> Any:
    return _place(np.argmin, x, axis, keepdims, flatten, np.inf).astype(dtype_of(op.dtype))


def _place(find: Any, x: Any, axis: Any, keepdims: bool, flatten: bool, worst: float) -> Any:
    """The place that NumPy's `find` finds, as if NaN were the `worst` number."""
    if x.dtype.kind == "f":
        x = x.copy()
        x[np.isnan(x)] = worst
    return np.asarray(find(x, None if flatten else int(np.ravel(axis)[0]), keepdims=keepdims))


@kernel(MaxWithIndexOp)
def max_with_index(x: Any, dim: int, keepdim: bool, flatten: bool) -> Any:
    return _with_place(np.argmax, x, dim, keepdim, flatten)


@kernel(MinWithIndexOp)
def min_with_index(x: Any, dim: int, keepdim: bool, flatten: bool) -> Any:
    return _with_place(np.argmin, x, dim, keepdim, flatten)


def _with_place(find: Any, x: Any, dim: int, keepdim: bool, flatten: bool) -> Any:
    shape = (1,) * np.ndim(x) if keepdim else ()
    if flatten or np.ndim(x) == 0:
        x, dim = np.ravel(x), 0
    else:
        shape = None
    places = find(x, dim, keepdims=True)
    values = np.take_along_axis(x, places, dim)
    if shape is not None:
        return values.reshape(shape), places.reshape(shape)
    return (values, places) if keepdim else (values.squeeze(dim), places.squeeze(dim))
