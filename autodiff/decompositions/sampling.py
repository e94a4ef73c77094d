"""What the gradient ops of samples mean."""

from __future__ import annotations

from ...dialects.pd_op.sampling import (
    ExponentialGradOp,
    GaussianInplaceGradOp,
    GumbelSoftmaxGradOp,
    PoissonGradOp,
    RandomGradOp,
    UniformInplaceGradOp,
)
from ..registry import decomposition
from ..values import Value, call, zeros_like


@decomposition(
    PoissonGradOp, ExponentialGradOp, UniformInplaceGradOp, GaussianInplaceGradOp, RandomGradOp
)
def nothing(out_grad: Value) -> Value:
    """What was drawn does not vary with what it replaces, or jumps."""
    return zeros_like(out_grad)


@decomposition(GumbelSoftmaxGradOp)
def gumbel_softmax_grad(out: Value, out_grad: Value, axis: int) -> Value:
    from ...dialects.pd_op.reduction import SumOp

    along = call(SumOp, out_grad * out, (axis,), keepdim=True)
    return out * (out_grad - along)
