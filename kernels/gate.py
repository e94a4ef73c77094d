"""Activation functions that look at more than one element, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.gate import MaxoutOp, PreluOp, RreluOp, SwigluOp, slope_shape
from . import random_state
from .activation import silu
from .elementwise import where
from .registry import kernel


@kernel(PreluOp)
def prelu(x: Any, alpha: Any, mode: str, data_format: str) -> Any:
    shape = slope_shape(x.ndim, mode, data_format)
    return where(x > 0, x, x * (alpha if shape is None else alpha.reshape(shape)))


@kernel(RreluOp)
def rrelu(x: Any, lower: float, upper: float, is_test: bool) -> Any:
    slope: Any = (lower + upper) / 2
    if not is_test:
        slope = random_state.generator().uniform(lower, upper, x.shape)  # pyright: ignore
    noise = where(x >= 0, 1, slope).astype(x.dtype)
    return x * noise, noise


@kernel(MaxoutOp)
def maxout(x: Any, groups: int, axis: int) -> Any:
    axis %= x.ndim
    apart = (*x.shape[:axis], x.shape[axis] // groups, groups, *x.shape[axis + 1 :])
    return x.reshape(apart).max(axis=axis + 1)


@kernel(SwigluOp)
def swiglu(x: Any, y: Any) -> Any:
    left, right = np.split(x, 2, axis=-1) if y is None else (x, y)
    return silu(left) * right
