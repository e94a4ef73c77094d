"""Comparisons, logic and selection in NumPy."""

from __future__ import annotations

import numpy as np

from ..dialects.pd_op.compare import (
    EqualOp,
    GreaterEqualOp,
    GreaterThanOp,
    LessEqualOp,
    LessThanOp,
    LogicalAndOp,
    LogicalNotOp,
    LogicalOrOp,
    LogicalXorOp,
    NotEqualOp,
    WhereOp,
)
from .registry import kernels

kernels(
    {
        EqualOp: np.equal,
        NotEqualOp: np.not_equal,
        LessThanOp: np.less,
        LessEqualOp: np.less_equal,
        GreaterThanOp: np.greater,
        GreaterEqualOp: np.greater_equal,
        LogicalAndOp: np.logical_and,
        LogicalOrOp: np.logical_or,
        LogicalXorOp: np.logical_xor,
        LogicalNotOp: np.logical_not,
        WhereOp: np.where,
    }
)
