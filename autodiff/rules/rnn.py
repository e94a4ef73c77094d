"""The rule of recurrent networks: Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.rnn import RnnGradOp, RnnOp
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, combine, split, zeros_like

_fused = fused(RnnOp, RnnGradOp)


@rule(RnnOp, differentiable=["x", "pre_state", "weight_list"])
def rnn(op: RnnOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Masks and what is reserved for the gradient op have no cotangent."""
    out_grad, _, state_grad, _ = cotangents
    if state_grad is None:
        states = split(Value(op.pre_state, build))
        state_grad = combine([zeros_like(state) for state in states]).ssa
    return _fused(op, (out_grad, None, state_grad, None), wanted, build)
