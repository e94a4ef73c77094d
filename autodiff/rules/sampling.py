"""Rules of samples. Only Gumbel softmax varies smoothly with its parameters."""

from __future__ import annotations

from ...dialects.pd_op.sampling import (
    BernoulliOp,
    BinomialOp,
    DirichletOp,
    ExponentialGradOp,
    ExponentialOp,
    GaussianInplaceGradOp,
    GaussianInplaceOp,
    GumbelSoftmaxGradOp,
    GumbelSoftmaxOp,
    MultinomialOp,
    PoissonGradOp,
    PoissonOp,
    RandomGradOp,
    RandomOp,
    StandardGammaOp,
    UniformInplaceGradOp,
    UniformInplaceOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, not_differentiable, rule
from ..values import Value, call

not_differentiable(
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


@rule(GumbelSoftmaxOp)
def gumbel_softmax(
    op: GumbelSoftmaxOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's gradient op knows no temperature; the derivative is divided by it."""
    out = Value(op.out, build)
    slope = call(GumbelSoftmaxGradOp, out, cotangents[0], axis=op.axis)
    temperature = op.temperature.value.data
    return [(slope if temperature == 1 else slope * (1 / temperature)).ssa]
