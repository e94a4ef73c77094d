"""Rules of random ops. Only dropout and Gumbel softmax vary smoothly with an operand."""

from __future__ import annotations

from ...dialects.pd_op.random import (
    BernoulliOp,
    BinomialOp,
    DirichletOp,
    DropoutGradOp,
    DropoutOp,
    ExponentialGradOp,
    ExponentialOp,
    GaussianInplaceGradOp,
    GaussianInplaceOp,
    GaussianOp,
    GumbelSoftmaxGradOp,
    GumbelSoftmaxOp,
    MultinomialOp,
    PoissonGradOp,
    PoissonOp,
    RandintOp,
    RandomGradOp,
    RandomOp,
    RandpermOp,
    SeedOp,
    StandardGammaOp,
    TruncatedGaussianRandomOp,
    UniformInplaceGradOp,
    UniformInplaceOp,
    UniformOp,
    UniformRandomBatchSizeLikeOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule
from ..values import Value, call

not_differentiable(
    UniformOp,
    GaussianOp,
    RandintOp,
    RandpermOp,
    TruncatedGaussianRandomOp,
    UniformRandomBatchSizeLikeOp,
    SeedOp,
    BernoulliOp,
    PoissonOp,
    PoissonGradOp,
    StandardGammaOp,
    DirichletOp,
    BinomialOp,
    MultinomialOp,
    ExponentialOp,
    ExponentialGradOp,
    UniformInplaceOp,
    UniformInplaceGradOp,
    GaussianInplaceOp,
    GaussianInplaceGradOp,
    RandomOp,
    RandomGradOp,
)

fused(DropoutOp, DropoutGradOp)


@rule(GumbelSoftmaxOp)
def gumbel_softmax(
    op: GumbelSoftmaxOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's gradient op knows no temperature; the derivative is divided by it."""
    out = Value(op.out, build)
    slope = call(GumbelSoftmaxGradOp, out, cotangents[0], axis=op.axis)
    temperature = op.temperature.value.data
    return [(slope if temperature == 1 else slope * (1 / temperature)).ssa]
