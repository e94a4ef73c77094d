"""Between xDSL's tensor types and NumPy's."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import (
    BFloat16Type,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    Signedness,
    TensorType,
)
from xdsl.ir import Attribute
from xdsl.utils.exceptions import InterpretationError

from ..dialects.pd_op.base import element_of, shape_of

LIMIT = 1 << 33
"""The largest tensor that is made from a shape alone, in bytes."""


def dtype_of(element: Attribute) -> np.dtype[Any]:
    """The NumPy dtype of an element type. Raises InterpretationError where there is none."""
    match element:
        case Float64Type():
            return np.dtype(np.float64)
        case Float32Type():
            return np.dtype(np.float32)
        case Float16Type():
            return np.dtype(np.float16)
        case BFloat16Type():
            raise InterpretationError("NumPy has no bfloat16: cast to another type to run it")
        case IntegerType():
            return _integer(element)
        case IndexType():
            return np.dtype(np.int64)
        case ComplexType():
            part = dtype_of(element.element_type)
            return np.dtype(np.complex64 if part.itemsize == 4 else np.complex128)
        case _:
            raise InterpretationError(f"NumPy has no element type {element}")


def _integer(type_: IntegerType) -> np.dtype[Any]:
    width = type_.width.data
    if width == 1:
        return np.dtype(np.bool_)
    if width not in (8, 16, 32, 64):
        raise InterpretationError(f"NumPy has no {width}-bit integers")
    sign = "u" if type_.signedness.data == Signedness.UNSIGNED else ""
    return np.dtype(f"{sign}int{width}")


def check_size(shape: Sequence[int], dtype: np.dtype[Any]) -> None:
    """Refuses a tensor that would not fit in memory, before it is allocated."""
    size = dtype.itemsize
    for dim in shape:
        if dim < 0:
            raise InterpretationError(f"a tensor of shape {list(shape)} has a negative dim")
        size *= int(dim)
    if size > LIMIT:
        raise InterpretationError(
            f"a tensor of shape {list(shape)} takes {size / 2**30:.1f} GiB; "
            f"the limit is {LIMIT / 2**30:.0f} GiB"
        )


def is_tensor(type_: Attribute) -> bool:
    """Whether values of the type are arrays."""
    return isinstance(type_, TensorType)


def shown(type_: Attribute) -> str:
    """A tensor type in NumPy's words: `float32 [3, 4]`."""
    if not is_tensor(type_):
        return str(type_)
    dims = ", ".join("?" if d < 0 else str(d) for d in shape_of(type_))
    return f"{dtype_of(element_of(type_))} [{dims}]"
