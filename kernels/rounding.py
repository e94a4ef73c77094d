"""Rounding, absolute value, sign, angle, limits and tests in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.rounding import (
    AbsGradOp,
    AbsOp,
    AngleOp,
    CeilOp,
    ClipGradOp,
    ClipOp,
    FloorOp,
    IsfiniteOp,
    IsinfOp,
    IsnanOp,
    RintOp,
    RoundOp,
    SignOp,
    TruncOp,
)
from .elementwise import limited, where
from .registry import kernel, kernels

kernels(
    {
        AbsOp: np.abs,
        AngleOp: np.angle,
        IsnanOp: np.isnan,
        IsinfOp: np.isinf,
        IsfiniteOp: np.isfinite,
    }
)


@kernel(FloorOp)
def floor(x: Any) -> Any:
    return x if x.dtype.kind in "biu" else np.floor(x)


@kernel(CeilOp)
def ceil(x: Any) -> Any:
    return x if x.dtype.kind in "biu" else np.ceil(x)


@kernel(TruncOp)
def trunc(input: Any) -> Any:
    return input if input.dtype.kind in "biu" else np.trunc(input)


@kernel(RintOp)
def rint(x: Any) -> Any:
    return x if x.dtype.kind in "biu" else np.rint(x)


@kernel(RoundOp)
def round_(x: Any, decimals: int) -> Any:
    return cast("Any", np.round(x, decimals))


@kernel(SignOp)
def sign(x: Any) -> Any:
    if x.dtype.kind != "c":
        return np.sign(x)
    length = np.abs(x)
    return x / where(length == 0, 1, length)


@kernel(AbsGradOp)
def abs_grad(x: Any, out_grad: Any) -> Any:
    return out_grad * sign(x)


@kernel(ClipOp)
def clip(x: Any, min: Any, max: Any) -> Any:
    low, high = min.reshape(()).astype(x.dtype), max.reshape(()).astype(x.dtype)
    return limited(x, low, high)


@kernel(ClipGradOp)
def clip_grad(x: Any, out_grad: Any, min: Any, max: Any) -> Any:
    low, high = min.reshape(()).astype(x.dtype), max.reshape(()).astype(x.dtype)
    return where((x >= low) & (x <= high), out_grad, out_grad.dtype.type(0))
