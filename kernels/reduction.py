"""Sums of several tensors and reductions over axes, in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.reduction import AddNOp, ReduceAsOp
from .registry import kernel


@kernel(AddNOp)
def add_n(inputs: tuple[Any, ...]) -> Any:
    total = inputs[0]
    for x in inputs[1:]:
        total = total + x
    return total


@kernel(ReduceAsOp)
def reduce_as(x: Any, target: Any) -> Any:
    shape = np.shape(target)
    lead = np.ndim(x) - len(shape)
    axes = tuple(range(lead)) + tuple(
        lead + i for i, dim in enumerate(shape) if dim == 1 and x.shape[lead + i] != 1
    )
    return np.sum(x, axes).reshape(shape) if axes else x
