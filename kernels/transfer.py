"""Ops that hand a tensor on, in NumPy."""

from __future__ import annotations

import sys
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from ..dialects.pd_op.transfer import (
    AssertOp,
    CoalesceTensorOp,
    DependOp,
    MemcpyD2hOp,
    MemcpyH2dOp,
    MemcpyOp,
    NpuIdentityOp,
    PrintOp,
    SelectInputOp,
    ShadowFeedOp,
    ShadowFeedTensorsOp,
)
from .filling import one
from .registry import kernel

_TIMES_SHOWN: WeakKeyDictionary[PrintOp, int] = WeakKeyDictionary()


@kernel(MemcpyOp, MemcpyH2dOp, MemcpyD2hOp, ShadowFeedOp, ShadowFeedTensorsOp, NpuIdentityOp)
def move(x: Any) -> Any:
    return x


@kernel(DependOp)
def depend(x: Any, dep: Any) -> Any:
    return x


@kernel(CoalesceTensorOp)
def coalesce_tensor(input: tuple[Any, ...], set_constant: bool, constant: float) -> Any:
    if set_constant:
        input = tuple(np.full_like(x, constant) for x in input)
    return input, np.concatenate([np.ravel(x) for x in input])


@kernel(PrintOp)
def show(
    x: Any,
    first_n: int,
    message: str,
    summarize: int,
    print_tensor_type: bool,
    print_tensor_shape: bool,
    print_phase: str,
    is_forward: bool,
    op: PrintOp,
) -> Any:
    """Writes message, shape, type and elements to standard error."""
    phases = ("FORWARD", "BOTH") if is_forward else ("BACKWARD", "BOTH")
    shown = _TIMES_SHOWN.get(op, 0)
    if print_phase.upper() in phases and (first_n < 0 or shown < first_n):
        _TIMES_SHOWN[op] = shown + 1
        words = [message] if message else []
        if print_tensor_shape:
            words.append(f"shape: {list(x.shape)}")
        if print_tensor_type:
            words.append(f"dtype: {x.dtype}")
        words.append(f"data: {elements(x, summarize)}")
        print("  ".join(words), file=sys.stderr)
    return x


def elements(x: Any, limit: int) -> str:
    """The first elements of a tensor."""
    flat = np.ravel(x)
    if limit < 0 or flat.size <= limit:
        return str(flat.tolist())
    return str(flat[:limit].tolist())[:-1] + ", ...]"


@kernel(AssertOp)
def check(cond: Any, data: tuple[Any, ...], summarize: int) -> None:
    """Raises ValueError where the condition does not hold."""
    if not one(cond):
        shown = "; ".join(elements(value, summarize) for value in data)
        raise ValueError(f"the condition does not hold, data: {shown}")


@kernel(SelectInputOp)
def select_input(mask: Any, *inputs: Any) -> Any:
    index = int(one(mask))
    if not 0 <= index < len(inputs):
        raise ValueError(f"mask is {index}, but there are {len(inputs)} inputs")
    return inputs[index]
