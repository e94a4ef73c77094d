"""Masks in NumPy."""

from __future__ import annotations

from typing import Any, cast

import numpy as np

from ..dialects.pd_op.masking import (
    MaskedFillOp,
    MaskedSelectGradOp,
    MaskedSelectOp,
    NonzeroOp,
    SequenceMaskOp,
)
from .registry import kernel
from .types import dtype_of


@kernel(MaskedFillOp)
def masked_fill(x: Any, mask: Any, value: Any) -> Any:
    return cast("Any", np.where(mask, value, x))


@kernel(MaskedSelectOp)
def masked_select(x: Any, mask: Any) -> Any:
    shape = np.broadcast_shapes(np.shape(x), np.shape(mask))
    return _spread(x, shape)[_spread(mask, shape)]


def _spread(x: Any, shape: tuple[int, ...]) -> Any:
    return np.broadcast_to(x, shape)


@kernel(MaskedSelectGradOp)
def masked_select_grad(x: Any, mask: Any, out_grad: Any) -> Any:
    shape = np.broadcast_shapes(np.shape(x), np.shape(mask))
    whole = cast("Any", np.zeros(shape, out_grad.dtype))
    whole[_spread(mask, shape)] = out_grad
    more = len(shape) - np.ndim(x)
    spread = tuple(i for i, n in enumerate(np.shape(x), more) if n == 1 and shape[i] != 1)
    if more or spread:
        whole = np.sum(whole, (*range(more), *spread))
    return np.reshape(whole, np.shape(x))


@kernel(NonzeroOp)
def nonzero(condition: Any) -> Any:
    if not np.ndim(condition):
        return np.zeros((int(condition != 0), 0), np.int64)
    return np.argwhere(condition).astype(np.int64)


@kernel(SequenceMaskOp)
def sequence_mask(x: Any, max_len: Any, op: Any) -> Any:
    length = int(np.ravel(max_len)[0])
    if length < 0:
        length = int(np.max(x, initial=0))
    below = cast("Any", np.arange(length) < np.asarray(x)[..., None])
    return below.astype(dtype_of(op.y.type.element_type))
