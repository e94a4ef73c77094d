"""Comparisons, logic and selection in NumPy."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.compare import (
    AllcloseOp,
    EqualAllOp,
    EqualOp,
    GreaterEqualOp,
    GreaterThanOp,
    IscloseOp,
    LessEqualOp,
    LessThanOp,
    LogicalAndOp,
    LogicalNotOp,
    LogicalOrOp,
    LogicalXorOp,
    NotEqualOp,
    WhereGradOp,
    WhereOp,
)
from .binary import summed_to
from .elementwise import where
from .registry import kernel, kernels

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


@kernel(WhereGradOp)
def where_grad(condition: Any, x: Any, y: Any, out_grad: Any, wanted: tuple[bool, bool]) -> Any:
    zero = out_grad.dtype.type(0)
    return (
        summed_to(where(condition, out_grad, zero), x.shape) if wanted[0] else None,
        summed_to(where(condition, zero, out_grad), y.shape) if wanted[1] else None,
    )


@kernel(IscloseOp)
def isclose(x: Any, y: Any, rtol: Any, atol: Any, equal_nan: bool) -> Any:
    return np.isclose(x, y, float(rtol.item()), float(atol.item()), equal_nan)


@kernel(AllcloseOp)
def allclose(x: Any, y: Any, rtol: Any, atol: Any, equal_nan: bool) -> Any:
    return np.all(isclose(x, y, rtol, atol, equal_nan))


@kernel(EqualAllOp)
def equal_all(x: Any, y: Any) -> Any:
    return np.asarray(np.array_equal(x, y))
