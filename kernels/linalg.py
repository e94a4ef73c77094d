"""Products of matrices and vectors in NumPy."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ..dialects.pd_op.linalg import (
    AddmmOp,
    BaddbmmOp,
    BmmOp,
    DotOp,
    LinearV2Op,
    MatmulGradOp,
    MatmulOp,
    MatmulWithFlattenOp,
    MultiDotOp,
    MvOp,
)
from .binary import summed_to
from .registry import kernel, kernels


def times(x: Any, y: Any) -> Any:
    """x y. A broadcast operand (a cotangent that is the same everywhere) is written out first:
    the fast product does not take it as it is."""
    return np.matmul(_written(x), _written(y))


def _written(x: Any) -> Any:
    return np.ascontiguousarray(x) if 0 in x.strides and x.ndim else x


kernels({BmmOp: times, MvOp: times})


def transposed(x: Any, really: bool = True) -> Any:
    """The matrices transposed (vectors are left alone)."""
    return np.swapaxes(x, -1, -2) if really and x.ndim > 1 else x


@kernel(MatmulOp)
def matmul(x: Any, y: Any, transpose_x: bool, transpose_y: bool) -> Any:
    if x.ndim > 2 and y.ndim == 2 and not transpose_x and x.size:
        # One large product is much faster than a batch of small ones.
        tall = x.reshape(-1, x.shape[-1])
        return matmul(tall, y, False, transpose_y).reshape(
            *x.shape[:-1], y.shape[-2 if transpose_y else -1]
        )
    return times(transposed(x, transpose_x), transposed(y, transpose_y))


@kernel(MatmulGradOp)
def matmul_grad(
    x: Any,
    y: Any,
    out_grad: Any,
    transpose_x: bool,
    transpose_y: bool,
    wanted: tuple[bool, bool],
) -> Any:
    """The cotangents of the matrices as they are multiplied, then turned back as the operands
    are; vectors are rows and columns meanwhile."""
    left = x[None, :] if x.ndim == 1 else transposed(x, transpose_x)
    right = y[:, None] if y.ndim == 1 else transposed(y, transpose_y)
    middle = out_grad[..., None, :] if x.ndim == 1 and y.ndim > 1 else out_grad
    if y.ndim == 1:
        middle = out_grad.reshape(*out_grad.shape, 1) if x.ndim > 1 else out_grad.reshape(1, 1)
    x_grad = y_grad = None
    if wanted[0]:
        x_grad = matmul(middle, transposed(np.conj(right)), False, False)
        x_grad = summed_to(x_grad, left.shape)
        x_grad = x_grad.reshape(x.shape) if x.ndim == 1 else transposed(x_grad, transpose_x)
    if wanted[1]:
        y_grad = summed_to(_summed_product(np.conj(left), middle, right.ndim), right.shape)
        y_grad = y_grad.reshape(y.shape) if y.ndim == 1 else transposed(y_grad, transpose_y)
    return x_grad, y_grad


def _summed_product(left: Any, middle: Any, rank: int) -> Any:
    """left^T middle; for one matrix on the right the batch is summed over in the product."""
    if rank == 2 and left.ndim > 2 and left.size:
        tall = middle.reshape(-1, middle.shape[-1])
        return times(left.reshape(-1, left.shape[-1]).T, tall)
    return times(transposed(left), middle)


@kernel(DotOp)
def dot(x: Any, y: Any) -> Any:
    return np.einsum("...i,...i->...", x, y)


@kernel(AddmmOp, BaddbmmOp)
def addmm(input: Any, x: Any, y: Any, beta: float, alpha: float) -> Any:
    product = times(x, y)
    if alpha != 1:
        product *= product.dtype.type(alpha)
    return product + (input if beta == 1 else input * input.dtype.type(beta))


@kernel(LinearV2Op)
def linear_v2(input: Any, weight: Any, bias: Any, transpose_weight: bool) -> Any:
    return matmul(input, weight, False, transpose_weight) + bias


@kernel(MatmulWithFlattenOp)
def matmul_with_flatten(x: Any, y: Any, x_num_col_dims: int, y_num_col_dims: int) -> Any:
    rows, columns = x.shape[:x_num_col_dims], y.shape[y_num_col_dims:]
    inner = math.prod(y.shape[:y_num_col_dims])
    left = x.reshape(math.prod(rows), inner)
    return times(left, y.reshape(inner, math.prod(columns))).reshape(*rows, *columns)


@kernel(MultiDotOp)
def multi_dot(x: tuple[Any, ...]) -> Any:
    return np.linalg.multi_dot(x)
