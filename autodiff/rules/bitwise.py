"""Bits do not vary with anything."""

from __future__ import annotations

from ...dialects.pd_op.bitwise import (
    BitwiseAndOp,
    BitwiseLeftShiftOp,
    BitwiseNotOp,
    BitwiseOrOp,
    BitwiseRightShiftOp,
    BitwiseXorOp,
)
from ..registry import not_differentiable

not_differentiable(
    BitwiseAndOp, BitwiseOrOp, BitwiseXorOp, BitwiseNotOp, BitwiseLeftShiftOp, BitwiseRightShiftOp
)
