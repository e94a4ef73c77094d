"""Broadcasting arithmetic in NumPy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..dialects.pd_op.binary import (
    AddGradOp,
    AddOp,
    Atan2Op,
    CopysignOp,
    DistOp,
    DivideGradOp,
    DivideOp,
    ElementwisePowOp,
    FloorDivideOp,
    FmaxOp,
    FminOp,
    HeavisideOp,
    LerpOp,
    MaximumGradOp,
    MaximumOp,
    MinimumGradOp,
    MinimumOp,
    MultiplexOp,
    MultiplyGradOp,
    MultiplyOp,
    NextafterOp,
    RemainderOp,
    ScaleOp,
    SubtractGradOp,
    SubtractOp,
)
from .elementwise import where
from .registry import kernel, kernels

kernels(
    {
        AddOp: np.add,
        MultiplyOp: np.multiply,
        SubtractOp: np.subtract,
        MaximumOp: np.maximum,
        MinimumOp: np.minimum,
        FmaxOp: np.fmax,
        FminOp: np.fmin,
        FloorDivideOp: np.floor_divide,
        RemainderOp: np.remainder,
        CopysignOp: np.copysign,
        NextafterOp: np.nextafter,
    }
)


@kernel(DivideOp)
def divide(x: Any, y: Any) -> Any:
    if x.dtype.kind in "biu":
        return np.divide(x.astype(np.float32), y.astype(np.float32))
    return np.divide(x, y)


@kernel(Atan2Op)
def atan2(x: Any, y: Any) -> Any:
    if x.dtype.kind in "biu":
        return np.arctan2(x.astype(np.float64), y.astype(np.float64))
    return np.arctan2(x, y)


@kernel(HeavisideOp)
def heaviside(x: Any, y: Any) -> Any:
    return where(x == 0, y, (x > 0).astype(x.dtype))


@kernel(ElementwisePowOp)
def elementwise_pow(x: Any, y: Any) -> Any:
    """Integers to a negative power are cut off towards zero."""
    if x.dtype.kind in "iu" and np.any(y < 0):
        return np.power(x.astype(np.float64), y).astype(x.dtype)
    return np.power(x, y)


@kernel(ScaleOp)
def scale(x: Any, scale: Any, bias: float, bias_after_scale: bool) -> Any:
    """Factor and bias are of the element type of x: an integer is scaled by an integer."""
    factor = scale.reshape(()).astype(x.dtype)
    if bias == 0:
        return x * factor
    offset = np.asarray(bias).astype(x.dtype)
    return x * factor + offset if bias_after_scale else (x + offset) * factor


@kernel(LerpOp)
def lerp(x: Any, y: Any, weight: Any) -> Any:
    return x + weight * (y - x)


@kernel(DistOp)
def dist(x: Any, y: Any, p: float) -> Any:
    difference = np.abs(x - y)
    if difference.size == 0:
        return np.zeros((), x.dtype)
    if p == 0:
        return np.count_nonzero(difference) + np.zeros((), x.dtype)
    if np.isinf(p):
        return difference.max() if p > 0 else difference.min()
    total: Any = np.sum(difference if p == 1 else np.power(difference, x.dtype.type(p)))
    return total if p == 1 else np.power(total, x.dtype.type(1 / p))


@kernel(MultiplexOp)
def multiplex(inputs: Sequence[Any], index: Any) -> Any:
    return np.stack(inputs)[index.reshape(-1), range(index.size)]


@kernel(AddGradOp)
def add_grad(x: Any, y: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    return (
        summed_to(out_grad, x.shape) if wanted[0] else None,
        summed_to(out_grad, y.shape) if wanted[1] else None,
    )


@kernel(SubtractGradOp)
def subtract_grad(x: Any, y: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    return (
        summed_to(out_grad, x.shape) if wanted[0] else None,
        -summed_to(out_grad, y.shape) if wanted[1] else None,
    )


@kernel(MultiplyGradOp)
def multiply_grad(x: Any, y: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    return (
        summed_to(out_grad * np.conj(y), x.shape) if wanted[0] else None,
        summed_to(out_grad * np.conj(x), y.shape) if wanted[1] else None,
    )


@kernel(DivideGradOp)
def divide_grad(x: Any, y: Any, out: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    over = out_grad / np.conj(y)
    return (
        summed_to(over, x.shape) if wanted[0] else None,
        -summed_to(over * np.conj(out), y.shape) if wanted[1] else None,
    )


@kernel(MaximumGradOp)
def maximum_grad(x: Any, y: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    return (
        summed_to(_won(x > y, x == y, out_grad), x.shape) if wanted[0] else None,
        summed_to(_won(y > x, x == y, out_grad), y.shape) if wanted[1] else None,
    )


@kernel(MinimumGradOp)
def minimum_grad(x: Any, y: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    return (
        summed_to(_won(x < y, x == y, out_grad), x.shape) if wanted[0] else None,
        summed_to(_won(y < x, x == y, out_grad), y.shape) if wanted[1] else None,
    )


def _won(wins: Any, tie: Any, out_grad: Any) -> Any:
    """The cotangent where the operand wins, half of it where there is a tie."""
    part = where(wins, out_grad, out_grad.dtype.type(0))
    return where(tie, out_grad.dtype.type(0.5) * out_grad, part) if np.any(tie) else part


def summed_to(value: Any, shape: tuple[int, ...]) -> Any:
    """A broadcast value summed back to a shape."""
    if value.shape == shape:
        return value
    lead = value.ndim - len(shape)
    kept = [lead + i for i, dim in enumerate(shape) if dim == 1 and value.shape[lead + i] != 1]
    return np.sum(value, axis=(*range(lead), *kept), keepdims=True).reshape(shape)
