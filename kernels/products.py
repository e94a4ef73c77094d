"""Products of tensors by their indices in NumPy."""

from __future__ import annotations

import math
from collections.abc import Sequence
from string import ascii_lowercase, ascii_uppercase
from typing import Any

import numpy as np

from ..dialects.pd_op.products import (
    FIRST_OF_THREE,
    BilinearOp,
    CrossOp,
    EinsumOp,
    KronGradOp,
    KronOp,
    TraceGradOp,
    TraceOp,
    labels_of,
)
from .linalg import times
from .registry import kernel


@kernel(EinsumOp)
def einsum(x: Sequence[Any], equation: str) -> Any:
    terms, out = labels_of(equation, [operand.ndim for operand in x])
    cache = tuple(np.zeros((0,), np.float32) for _ in x)
    if len(x) == 2:
        return _contract(x[0], terms[0], x[1], terms[1], out), cache, tuple(x)
    found: Any = np.einsum(f"{','.join(terms)}->{out}", *x, optimize=len(x) > 2)
    return np.array(found), cache, tuple(x)


def _contract(x: Any, x_term: str, y: Any, y_term: str, out: str) -> Any:
    """The einsum of two operands as a batch of matrix products."""
    x, x_term = _reduced(x, x_term, y_term + out)
    y, y_term = _reduced(y, y_term, x_term + out)
    inner = [label for label in x_term if label in y_term and label not in out]
    if not inner or math.prod(x.shape) == 0 or math.prod(y.shape) == 0:
        return np.array(np.einsum(f"{x_term},{y_term}->{out}", x, y))
    batch = [label for label in x_term if label in y_term and label in out]
    rows = [label for label in x_term if label not in y_term]
    columns = [label for label in y_term if label not in x_term]
    size = dict(zip(x_term, x.shape, strict=True))
    for label, dim in zip(y_term, y.shape, strict=True):
        size[label] = max(size.get(label, 1), dim)
    left = _matrices(x, x_term, batch, rows, inner, size)
    right = _matrices(y, y_term, batch, inner, columns, size)
    product = times(left, right)
    found = product.reshape([size[label] for label in batch + rows + columns])
    return found.transpose([(batch + rows + columns).index(label) for label in out])


def _reduced(x: Any, term: str, kept: str) -> tuple[Any, str]:
    """x without repeated labels, summed over those that nobody else has."""
    single = "".join(label for label in dict.fromkeys(term) if label in kept)
    return (x, term) if single == term else (np.einsum(f"{term}->{single}", x), single)


def _matrices(
    x: Any,
    term: str,
    batch: Sequence[str],
    rows: Sequence[str],
    columns: Sequence[str],
    size: dict[str, int],
) -> Any:
    """x as a batch of matrices; the axes of the batch may have length one still."""
    order = [*batch, *rows, *columns]
    moved = x.transpose([term.index(label) for label in order])
    outer = moved.shape[: len(batch)]
    whole = (*outer, *(size[label] for label in (*rows, *columns)))
    if moved.shape != whole:
        moved = np.broadcast_to(moved, whole)
    return moved.reshape(
        *outer, math.prod(size[r] for r in rows), math.prod(size[c] for c in columns)
    )


@kernel(CrossOp)
def cross(x: Any, y: Any, axis: int) -> Any:
    return np.cross(x, y, axis=x.shape.index(3) if axis == FIRST_OF_THREE else axis)


@kernel(KronOp)
def kron(x: Any, y: Any) -> Any:
    product: Any = np.kron
    return product(x, y)


@kernel(KronGradOp)
def kron_grad(x: Any, y: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    """With an axis for each axis of x and of y, two einsums."""
    rank = out_grad.ndim
    letters = ascii_lowercase[:rank], ascii_uppercase[:rank]
    wide = [
        np.conj(operand).reshape((1,) * (rank - operand.ndim) + operand.shape) for operand in (x, y)
    ]
    pairs = [dim for both in zip(wide[0].shape, wide[1].shape, strict=True) for dim in both]
    labels = "".join(label for both in zip(*letters, strict=True) for label in both)
    middle = out_grad.reshape(pairs)
    left, right = letters
    return (
        _contract(middle, labels, wide[1], right, left).reshape(x.shape) if wanted[0] else None,
        _contract(middle, labels, wide[0], left, right).reshape(y.shape) if wanted[1] else None,
    )


@kernel(TraceOp)
def trace(x: Any, offset: int, axis1: int, axis2: int) -> Any:
    return np.trace(x, offset, axis1, axis2, dtype=x.dtype)


@kernel(TraceGradOp)
def trace_grad(x: Any, out_grad: Any, offset: int, axis1: int, axis2: int) -> Any:
    x_grad: Any = np.zeros(x.shape, x.dtype)
    matrices: Any = np.moveaxis(x_grad, (axis1, axis2), (-2, -1))
    height, width = map(int, matrices.shape[-2:])
    rows = np.arange(max(0, -offset), min(height, width - offset))
    matrices[..., rows, rows + offset] = out_grad[..., None]
    return x_grad


@kernel(BilinearOp)
def bilinear(x: Any, y: Any, weight: Any, bias: Any) -> Any:
    out = np.sum(times(x, weight) * y, axis=-1).T
    return out if bias is None else out + bias
