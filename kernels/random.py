"""Random tensors in NumPy. All numbers come from the run's generator, unless an op has a seed."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..dialects.pd_op.random import (
    DropoutGradOp,
    DropoutOp,
    GaussianOp,
    RandintOp,
    RandpermOp,
    SeedOp,
    TruncatedGaussianRandomOp,
    UniformOp,
    UniformRandomBatchSizeLikeOp,
)
from . import random_state
from .filling import batch_shape, dims, one, out_dtype
from .registry import kernel
from .types import check_size


def source(seed: int = 0) -> Any:
    """A generator of that seed; the run's for 0."""
    return np.random.default_rng(seed) if seed else random_state.generator()


# --- dropout ---------------------------------------------------------------------------------


@kernel(DropoutOp)
def dropout(
    x: Any,
    seed_tensor: Any,
    p: Any,
    is_test: bool,
    mode: str,
    seed: int,
    fix_seed: bool,
) -> Any:
    probability = float(one(p))
    if is_test:
        mask = np.ones(x.shape, np.uint8)
        return (x if mode == "upscale_in_train" else x * x.dtype.type(1 - probability)), mask
    if seed_tensor is not None or fix_seed:
        given = seed if seed_tensor is None else int(one(seed_tensor))
        draw: Any = np.random.default_rng(given)
    else:
        draw = source(seed)
    kept = draw.random(x.shape, np.float32) >= probability
    return np.where(kept, x * scale_of(x, probability, mode), x.dtype.type(0)), kept.view(np.uint8)


@kernel(DropoutGradOp)
def dropout_grad(mask: Any, out_grad: Any, p: Any, is_test: bool, mode: str) -> Any:
    probability = float(one(p))
    if is_test:
        kept = out_grad.dtype.type(1 - probability)
        return out_grad if mode == "upscale_in_train" else out_grad * kept
    return out_grad * mask * scale_of(out_grad, probability, mode)


def scale_of(x: Any, probability: float, mode: str) -> Any:
    """What elements that stay are multiplied with while training."""
    scale = 1.0
    if mode == "upscale_in_train":
        scale = 0.0 if probability == 1 else 1 / (1 - probability)
    return x.dtype.type(scale)


# --- of a given shape ------------------------------------------------------------------------


@kernel(UniformOp)
def uniform(shape: Any, min: Any, max: Any, seed: int, op: UniformOp) -> Any:
    return between(dims(shape), float(one(min)), float(one(max)), seed, out_dtype(op))


def between(shape: tuple[int, ...], low: float, high: float, seed: int, dtype: Any) -> Any:
    """Uniformly from [low, high)."""
    check_size(shape, dtype)
    return source(seed).uniform(low, high, shape).astype(dtype)


@kernel(GaussianOp)
def gaussian(shape: Any, mean: float, std: float, seed: int, op: GaussianOp) -> Any:
    return normal(dims(shape), mean, std, seed, out_dtype(op))


def normal(shape: tuple[int, ...], mean: float, std: float, seed: int, dtype: Any) -> Any:
    """From the normal distribution."""
    check_size(shape, dtype)
    return source(seed).normal(mean, std, shape).astype(dtype)


@kernel(RandintOp)
def randint(shape: Any, low: int, high: int, op: RandintOp) -> Any:
    dtype = out_dtype(op)
    check_size(dims(shape), dtype)
    return source().integers(low, high, dims(shape)).astype(dtype)


@kernel(RandpermOp)
def randperm(n: int, op: RandpermOp) -> Any:
    return source().permutation(n).astype(out_dtype(op))


@kernel(TruncatedGaussianRandomOp)
def truncated_gaussian_random(
    shape: tuple[int, ...],
    mean: float,
    std: float,
    seed: int,
    a: float,
    b: float,
    op: TruncatedGaussianRandomOp,
) -> Any:
    """The inverse of the distribution function, of a uniform number between the ends."""
    from scipy import special  # pyright: ignore[reportMissingTypeStubs]

    functions: Any = special
    low, high = functions.ndtr(a), functions.ndtr(b)
    drawn: Any = functions.ndtri(source(seed).uniform(low, high, shape))
    return (mean + std * drawn.clip(a, b)).astype(out_dtype(op))


@kernel(UniformRandomBatchSizeLikeOp)
def uniform_random_batch_size_like(
    input: Any,
    shape: tuple[int, ...],
    input_dim_idx: int,
    output_dim_idx: int,
    min: float,
    max: float,
    seed: int,
    diag_num: int,
    diag_step: int,
    diag_val: float,
    op: UniformRandomBatchSizeLikeOp,
) -> Any:
    taken = batch_shape(input, shape, input_dim_idx, output_dim_idx)
    drawn = between(taken, min, max, seed, out_dtype(op))
    return with_diagonal(drawn, diag_num, diag_step, diag_val)


def with_diagonal(drawn: Any, count: int, step: int, value: float) -> Any:
    """`value` at places that are step + 1 apart."""
    places = np.arange(count) * (step + 1)
    drawn.reshape(-1)[places] = value
    return drawn


@kernel(SeedOp)
def seed_of(seed: int) -> Any:
    found = seed or int(source().integers(1, 2**31))
    return np.array([found], np.int32)
