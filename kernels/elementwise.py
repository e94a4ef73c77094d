"""Elementwise mathematics in NumPy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..dialects.pd_op.elementwise import (
    AcoshOp,
    AcosOp,
    AsinhOp,
    AsinOp,
    AtanhOp,
    AtanOp,
    CoshOp,
    CosOp,
    Expm1Op,
    ExpOp,
    Log1pOp,
    Log2Op,
    Log10Op,
    LogOp,
    PowOp,
    ReciprocalOp,
    RsqrtOp,
    SinhOp,
    SinOp,
    SqrtGradOp,
    SqrtOp,
    SquareGradOp,
    SquareOp,
    TanhGradOp,
    TanhOp,
    TanOp,
)
from .registry import kernel, kernels

where: Any = np.where
"""NumPy's, whose stubs do not know what comes out for arrays that are `Any`."""


def floating(function: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The function for float and complex numbers, also of integers, taken as float32."""

    def compute(x: Any) -> Any:
        return function(x.astype(np.float32) if x.dtype.kind in "biu" else x)

    return compute


def limited(x: Any, low: Any, high: Any) -> Any:
    """x limited to [low, high]."""
    return np.minimum(np.maximum(x, low), high)


def _rsqrt(x: Any) -> Any:
    return np.reciprocal(np.sqrt(x))


kernels({SquareOp: np.square})

kernels(
    {
        op_type: floating(function)
        for op_type, function in {
            SinOp: np.sin,
            CosOp: np.cos,
            TanOp: np.tan,
            AsinOp: np.arcsin,
            AcosOp: np.arccos,
            AtanOp: np.arctan,
            SinhOp: np.sinh,
            CoshOp: np.cosh,
            TanhOp: np.tanh,
            AsinhOp: np.arcsinh,
            AcoshOp: np.arccosh,
            AtanhOp: np.arctanh,
            ExpOp: np.exp,
            Expm1Op: np.expm1,
            LogOp: np.log,
            Log2Op: np.log2,
            Log10Op: np.log10,
            Log1pOp: np.log1p,
            SqrtOp: np.sqrt,
            RsqrtOp: _rsqrt,
            ReciprocalOp: np.reciprocal,
        }.items()
    }
)


@kernel(PowOp)
def power(x: Any, y: float) -> Any:
    """Integers to a whole power stay exact; small whole powers are products."""
    if y == 2:
        return np.square(x)
    if x.dtype.kind in "iu":
        if y >= 0 and y == int(y):
            return np.power(x, x.dtype.type(y))
        return np.power(x.astype(np.float64), y).astype(x.dtype)
    if y == 3:
        return np.square(x) * x
    return np.power(x, x.dtype.type(y))


@kernel(TanhGradOp)
def tanh_grad(out: Any, out_grad: Any) -> Any:
    return out_grad * np.conj(1 - out * out)


@kernel(SqrtGradOp)
def sqrt_grad(out: Any, out_grad: Any) -> Any:
    return out_grad / np.conj(out + out)


@kernel(SquareGradOp)
def square_grad(x: Any, out_grad: Any) -> Any:
    return out_grad * np.conj(x + x)
