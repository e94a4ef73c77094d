"""Random tensors of given parameters in NumPy. All numbers come from the run's generator."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.sampling import (
    BernoulliOp,
    BinomialOp,
    DirichletOp,
    ExponentialOp,
    GaussianInplaceOp,
    GumbelSoftmaxOp,
    MultinomialOp,
    PoissonOp,
    RandomOp,
    StandardGammaOp,
    UniformInplaceOp,
)
from .filling import one
from .random import between, normal, source, with_diagonal
from .registry import kernel

# --- of parameters ---------------------------------------------------------------------------


@kernel(BernoulliOp)
def bernoulli(x: Any) -> Any:
    return (source().random(x.shape) < x).astype(x.dtype)


@kernel(PoissonOp)
def poisson(x: Any) -> Any:
    return source().poisson(x).astype(x.dtype)


@kernel(StandardGammaOp)
def standard_gamma(x: Any) -> Any:
    return source().standard_gamma(x).astype(x.dtype)


@kernel(DirichletOp)
def dirichlet(alpha: Any) -> Any:
    drawn: Any = source().standard_gamma(alpha)
    return (drawn / drawn.sum(-1, keepdims=True)).astype(alpha.dtype)


@kernel(BinomialOp)
def binomial(count: Any, prob: Any) -> Any:
    return source().binomial(count.astype(np.int64), prob).astype(np.int64)


@kernel(MultinomialOp)
def multinomial(x: Any, num_samples: Any, replacement: bool) -> Any:
    count = int(one(num_samples))
    if not replacement:
        if np.any((x > 0).sum(-1) < count):
            raise ValueError(f"there are fewer than {count} positions with a weight above 0")
        # The order of arrival, where the first arrival at a place has the rate of its weight.
        with np.errstate(divide="ignore"):
            arrival: Any = source().exponential(size=x.shape) / x
        return arrival.argsort(-1)[..., :count].astype(np.int64)
    edges: Any = np.cumsum(x, -1, dtype=np.float64)
    drawn = source().random((*x.shape[:-1], count)) * edges[..., -1:]
    return (drawn[..., None] >= edges[..., None, :]).sum(-1)


@kernel(GumbelSoftmaxOp)
def gumbel_softmax(x: Any, temperature: float, hard: bool, axis: int) -> Any:
    noisy = (x + source().gumbel(size=x.shape)) / temperature
    if hard:
        best: Any = np.zeros_like(x)
        np.put_along_axis(best, noisy.argmax(axis, keepdims=True), 1, axis)
        return best
    raised = np.exp(noisy - noisy.max(axis, keepdims=True))
    return (raised / raised.sum(axis, keepdims=True)).astype(x.dtype)


# --- in place of a tensor --------------------------------------------------------------------


@kernel(ExponentialOp)
def exponential(x: Any, lam: float) -> Any:
    return source().exponential(1 / lam, x.shape).astype(x.dtype)


@kernel(UniformInplaceOp)
def uniform_inplace(
    x: Any, min: float, max: float, seed: int, diag_num: int, diag_step: int, diag_val: float
) -> Any:
    drawn = between(x.shape, min, max, seed, x.dtype)
    return with_diagonal(drawn, diag_num, diag_step, diag_val)


@kernel(GaussianInplaceOp)
def gaussian_inplace(x: Any, mean: float, std: float, seed: int) -> Any:
    return normal(x.shape, mean, std, seed, x.dtype)


@kernel(RandomOp)
def random(x: Any, to: int, op: RandomOp) -> Any:
    return source().integers(op.start.value.data, to, x.shape).astype(x.dtype)
