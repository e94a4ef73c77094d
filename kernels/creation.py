"""Constants and filled tensors in NumPy.

A filled tensor is one number seen through a shape, so that a large zero costs nothing; nobody may
write into it.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.ir import Attribute

from ..dialects.pd_op.base import element_of
from ..dialects.pd_op.creation import FullIntArrayOp, FullLikeOp, FullOp
from .registry import kernel
from .types import check_size, dtype_of


@kernel(FullOp)
def full(shape: tuple[int, ...], value: float, op: FullOp) -> Any:
    return filled(shape, value, dtype_of(element_of(op.out)))


@kernel(FullIntArrayOp)
def full_int_array(value: tuple[int, ...], op: FullIntArrayOp) -> Any:
    return np.array(value, dtype_of(element_of(op.out)))


@kernel(FullLikeOp)
def full_like(x: Any, value: Any, dtype: Attribute | None) -> Any:
    element = x.dtype if dtype is None else dtype_of(dtype)
    return filled(x.shape, np.ravel(value)[0], element)


def filled(shape: tuple[int, ...], value: Any, dtype: np.dtype[Any]) -> Any:
    """A read-only tensor of one number."""
    check_size(shape, dtype)
    return np.broadcast_to(np.asarray(value).astype(dtype), shape)
