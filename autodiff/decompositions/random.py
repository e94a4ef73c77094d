"""What the gradient op of dropout means."""

from __future__ import annotations

from ...dialects.pd_op.creation import constant_value
from ...dialects.pd_op.random import (
    DropoutGradOp,
)
from ..registry import decomposition
from ..values import Value, call, cast, compare, ones_like, where, zeros_like


@decomposition(DropoutGradOp)
def dropout_grad(mask: Value, out_grad: Value, p: Value, is_test: bool, mode: str) -> Value:
    upscale = mode == "upscale_in_train"
    if is_test:
        return out_grad if upscale else out_grad * _kept(p, out_grad)
    kept = out_grad * cast(mask, out_grad.element)
    return kept * _inverse_kept(p, out_grad) if upscale else kept


def _kept(p: Value, like: Value) -> Value | float:
    """1 - p."""
    known = constant_value(p.ssa)
    return 1 - cast(_scalar(p), like.element) if known is None else 1 - known


def _inverse_kept(p: Value, like: Value) -> Value | float:
    """1 / (1 - p), but 0 where nothing is kept."""
    known = constant_value(p.ssa)
    if known is not None:
        return 0.0 if known == 1 else 1 / (1 - known)
    kept = 1 - cast(_scalar(p), like.element)
    nothing = compare("equal", kept, 0.0)
    return where(nothing, zeros_like(kept), 1 / where(nothing, ones_like(kept), kept))


def _scalar(p: Value) -> Value:
    from ...dialects.pd_op.shape import ReshapeOp

    return p if p.rank == 0 else call(ReshapeOp, p, ())
