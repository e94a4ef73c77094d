"""Tapes at run time."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.cf import HasElementsOp, StackCreateOp, TuplePopOp, TuplePushOp
from .registry import kernel
from .stack import Stack


@kernel(StackCreateOp)
def stack_create() -> Any:
    stack = Stack()
    return stack, stack, stack


@kernel(TuplePushOp)
def tuple_push(inlet: Stack, *values: Any) -> None:
    inlet.push(*values)


@kernel(TuplePopOp)
def tuple_pop(outlet: Stack) -> Any:
    return outlet.pop()


YES, NO = np.array([True]), np.array([False])
YES.flags.writeable = NO.flags.writeable = False


@kernel(HasElementsOp)
def has_elements(stack: Stack) -> Any:
    return YES if stack.tuples else NO
