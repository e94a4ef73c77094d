"""Reductions and sums in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.base import element_of
from ..dialects.pd_op.reduction import (
    AddNOp,
    AllOp,
    AnyOp,
    LogsumexpOp,
    MeanAllGradOp,
    MeanAllOp,
    MeanGradOp,
    MeanOp,
    NansumOp,
    ProdGradOp,
    ProdOp,
    ReduceAsGradOp,
    ReduceAsOp,
    StdOp,
    SumGradOp,
    SumOp,
    VarOp,
)
from .registry import kernel
from .types import dtype_of


def axes_of(axis: Any, rank: int) -> tuple[int, ...]:
    """The axes that an operand says, all of them when it is empty."""
    if not rank:
        return ()
    return tuple([a % rank for a in np.asarray(axis).ravel().tolist()]) or tuple(range(rank))


@kernel(SumOp)
def sum(x: Any, axis: Any, keepdim: bool, op: SumOp) -> Any:
    dtype = dtype_of(element_of(op.out))
    return x.sum(axes_of(axis, x.ndim), dtype, keepdims=keepdim)


@kernel(MeanOp)
def mean(x: Any, axis: Any, keepdim: bool) -> Any:
    return _mean(x, axes_of(axis, np.ndim(x)), keepdim)


@kernel(MeanAllOp)
def mean_all(x: Any) -> Any:
    return _mean(x, None, False)


def _mean(x: Any, axes: tuple[int, ...] | None, keepdim: bool) -> Any:
    """The mean of nothing is NaN, without a warning."""
    if np.size(x):
        return x.mean(axes, keepdims=keepdim)
    return x.sum(axes, keepdims=keepdim) * x.dtype.type(np.nan)


def _spread(out_grad: Any, x: Any, axis: Any, keepdim: bool) -> Any:
    if not keepdim:
        axes = axes_of(axis, x.ndim)
        out_grad = out_grad.reshape([1 if i in axes else dim for i, dim in enumerate(x.shape)])
    return np.broadcast_to(out_grad, x.shape)


@kernel(SumGradOp)
def sum_grad(x: Any, out_grad: Any, axis: Any, keepdim: bool) -> Any:
    return _spread(np.asarray(out_grad, x.dtype), x, axis, keepdim)


@kernel(MeanGradOp)
def mean_grad(x: Any, out_grad: Any, axis: Any, keepdim: bool) -> Any:
    count = max(np.size(x) // max(np.size(out_grad), 1), 1)
    return _spread(np.asarray(out_grad / count, x.dtype), x, axis, keepdim)


@kernel(MeanAllGradOp)
def mean_all_grad(x: Any, out_grad: Any) -> Any:
    share = np.asarray(np.reshape(out_grad, ()) / max(np.size(x), 1), x.dtype)
    return np.broadcast_to(share, x.shape)


@kernel(AddNOp)
def add_n(inputs: tuple[Any, ...]) -> Any:
    if len(inputs) == 1:
        return inputs[0]
    total = inputs[0] + inputs[1]
    for x in inputs[2:]:
        total += x
    return total


@kernel(ReduceAsOp)
def reduce_as(x: Any, target: Any) -> Any:
    shape = np.shape(target)
    lead = np.ndim(x) - len(shape)
    axes = tuple(range(lead)) + tuple(
        lead + i for i, dim in enumerate(shape) if dim == 1 and x.shape[lead + i] != 1
    )
    return np.sum(x, axes).reshape(shape) if axes else x


@kernel(ReduceAsGradOp)
def reduce_as_grad(x: Any, target: Any, out_grad: Any) -> Any:
    return np.broadcast_to(out_grad, x.shape)


@kernel(ProdOp)
def prod(x: Any, axis: Any, keepdim: bool, reduce_all: bool) -> Any:
    axes = axes_of(() if reduce_all else axis, np.ndim(x))
    return np.prod(x, axes, x.dtype, keepdims=keepdim)


@kernel(ProdGradOp)
def prod_grad(x: Any, out: Any, out_grad: Any, axis: Any, keepdim: bool, reduce_all: bool) -> Any:
    """out / x, but for the reductions over elements that are zero or have a product nearly so."""
    axes = axes_of(() if reduce_all else axis, np.ndim(x))
    if not keepdim:
        out, out_grad = np.expand_dims(out, axes), np.expand_dims(out_grad, axes)
    if x.dtype.kind == "f" and is_invertible(out):
        return out_grad * out / x
    return out_grad * np.conj(_product_of_others(x, axes))


def is_invertible(products: Any) -> bool:
    """Whether products are far from zero and infinity, so that a factor can be divided out."""
    size = np.abs(products)
    limits = np.finfo(products.dtype)
    return bool(np.all((size > limits.tiny) & (size < limits.max)))


def _product_of_others(x: Any, axes: tuple[int, ...]) -> Any:
    """For each element, the product of those before it and those after it."""
    last = tuple(range(x.ndim - len(axes), x.ndim))
    moved = np.moveaxis(x, axes, last)
    flat = moved.reshape(*moved.shape[: x.ndim - len(axes)], -1)
    ones = np.ones_like(flat[..., :1])
    before = np.cumprod(np.concatenate([ones, flat[..., :-1]], -1), -1)
    after = np.cumprod(np.concatenate([ones, flat[..., :0:-1]], -1), -1)[..., ::-1]
    return np.moveaxis((before * after).reshape(moved.shape), last, axes)


@kernel(LogsumexpOp)
def logsumexp(x: Any, axis: Any, keepdim: bool, reduce_all: bool) -> Any:
    axes = axes_of(() if reduce_all else axis, np.ndim(x))
    shift = np.array(x.max(axes, keepdims=True, initial=-np.inf))
    shift[~np.isfinite(shift)] = 0
    out = np.log(np.exp(x - shift).sum(axes, keepdims=True)) + shift
    return out if keepdim else out.squeeze(axes)


@kernel(NansumOp)
def nansum(x: Any, axis: Any, keepdim: bool, op: NansumOp) -> Any:
    dtype = dtype_of(element_of(op.out))
    return np.nansum(x, axes_of(axis, np.ndim(x)), dtype, keepdims=keepdim)


@kernel(VarOp)
def var(x: Any, axis: Any, keepdim: bool, correction: float) -> Any:
    return np.var(x, axes_of(axis, np.ndim(x)), ddof=correction, keepdims=keepdim)  # pyright: ignore


@kernel(StdOp)
def std(x: Any, axis: Any, keepdim: bool, correction: float) -> Any:
    return np.std(x, axes_of(axis, np.ndim(x)), ddof=correction, keepdims=keepdim)  # pyright: ignore


@kernel(AllOp)
def all_(x: Any, axis: Any, keepdim: bool) -> Any:
    return np.all(x, axes_of(axis, np.ndim(x)), keepdims=keepdim)


@kernel(AnyOp)
def any_(x: Any, axis: Any, keepdim: bool) -> Any:
    return np.any(x, axes_of(axis, np.ndim(x)), keepdims=keepdim)
