"""Constants of MLIR's `arith` dialect."""

from __future__ import annotations

from typing import Any

import numpy as np
from xdsl.dialects.arith import ConstantOp
from xdsl.dialects.builtin import DenseIntOrFPElementsAttr

from ..dialects.pd_op.base import element_of, python_value, shape_of
from .creation import filled
from .registry import kernel
from .types import dtype_of, is_tensor


@kernel(ConstantOp)
def constant(op: ConstantOp) -> Any:
    """A tensor of the elements of the attribute, or a number."""
    type_, value = op.result.type, op.value
    if not is_tensor(type_) or not isinstance(value, DenseIntOrFPElementsAttr):
        return np.array(python_value(value), dtype_of(type_))
    dtype, shape = dtype_of(element_of(type_)), shape_of(type_)
    numbers: Any = value.get_values()
    if value.is_splat():
        return filled(shape, numbers[0], dtype)
    array: Any = np.array(numbers, dtype)
    return array.reshape(shape)
