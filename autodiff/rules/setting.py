"""Rules of setting a part: what was overwritten gets no cotangent."""

from __future__ import annotations

from ...dialects.pd_op.setting import (
    SetValueOp,
    SetValueWithTensorGradOp,
    SetValueWithTensorOp,
)
from ..builder import Builder
from ..decompositions.setting import without_part
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value

fused(SetValueWithTensorOp, SetValueWithTensorGradOp)


@rule(SetValueOp, differentiable=["x"])
def set_value(op: SetValueOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The cotangent with zeros in the part (Paddle's set_value_grad leaves it as it is)."""
    assert cotangents[0] is not None
    cotangent = Value(cotangents[0], build)
    starts, ends, steps = (Value(v, build) for v in (op.starts, op.ends, op.steps))
    return [without_part(cotangent, starts, ends, steps, op).ssa, None, None, None]
