"""Operations on bits in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.bitwise import (
    BitwiseAndOp,
    BitwiseLeftShiftOp,
    BitwiseNotOp,
    BitwiseOrOp,
    BitwiseRightShiftOp,
    BitwiseXorOp,
)
from .registry import kernel, kernels

kernels(
    {
        BitwiseAndOp: np.bitwise_and,
        BitwiseOrOp: np.bitwise_or,
        BitwiseXorOp: np.bitwise_xor,
        BitwiseNotOp: np.invert,
        BitwiseLeftShiftOp: np.left_shift,
    }
)


@kernel(BitwiseRightShiftOp)
def bitwise_right_shift(x: Any, y: Any, is_arithmetic: bool) -> Any:
    if is_arithmetic:
        return np.right_shift(x, y)
    unsigned = np.dtype(f"u{x.dtype.itemsize}") if x.dtype.kind == "i" else x.dtype
    return np.right_shift(x.astype(unsigned), y.astype(unsigned)).astype(x.dtype)
