"""Broadcasting arithmetic in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.binary import AddOp, DivideOp, MultiplyOp, ScaleOp, SubtractOp
from .registry import kernel, kernels

kernels({AddOp: np.add, SubtractOp: np.subtract, MultiplyOp: np.multiply, DivideOp: np.divide})


@kernel(ScaleOp)
def scale(x: Any, scale: Any, bias: float, bias_after_scale: bool) -> Any:
    factor = scale.reshape(()).astype(x.dtype)
    offset = np.asarray(bias, x.dtype)
    return x * factor + offset if bias_after_scale else (x + offset) * factor
