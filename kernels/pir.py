"""Vecs at run time, which are Python tuples, and constants."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.base import element_of, shape_of
from ..dialects.pir import CombineOp, ConstantOp, SliceOp, SplitOp
from .creation import filled
from .registry import kernel
from .types import dtype_of, is_tensor


@kernel(CombineOp)
def combine(*inputs: Any) -> Any:
    return inputs


@kernel(SplitOp)
def split(input: tuple[Any, ...]) -> Any:
    return input


@kernel(SliceOp)
def slice_(input: tuple[Any, ...], index: int) -> Any:
    return input[index]


@kernel(ConstantOp)
def constant(value: Any, op: ConstantOp) -> Any:
    """A number in every element; a constant with a name is an input of the program."""
    type_ = op.out.type
    if is_tensor(type_):
        return filled(shape_of(type_), value, dtype_of(element_of(type_)))
    return np.array(value, dtype_of(type_))
