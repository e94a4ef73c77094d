"""What the gradient ops of fills and copies mean."""

from __future__ import annotations

from ...dialects.pd_op.filling import AssignGradOp, AssignOutGradOp, FillGradOp
from ..registry import decomposition
from ..values import Value, zeros_like


@decomposition(AssignGradOp, AssignOutGradOp)
def assign_grad(out_grad: Value) -> Value:
    return out_grad


@decomposition(FillGradOp)
def fill_grad(out_grad: Value, value: Value) -> Value:
    return zeros_like(out_grad)
