"""The rule of batch norm: Paddle's gradient op, and what reaches the operands through the
statistics where those are used too."""

from __future__ import annotations

from ...dialects.pd_op.batch_norm import BatchNormGradOp, BatchNormOp, global_statistics
from ..builder import Builder
from ..decompositions.batch_norm import batch_view
from ..decompositions.normalization import (
    rsqrt,
)
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value
from .normalization import given, through_saved, with_extra

_fused = fused(BatchNormOp, BatchNormGradOp)


@rule(BatchNormOp, differentiable=["x", "mean", "variance", "scale", "bias"])
def batch_norm(op: BatchNormOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The running statistics move with those of the batch, or are what out is computed from."""
    if global_statistics(op):
        return _batch_norm_global(op, cotangents, wanted, build)
    grouped = batch_view(Value(op.x, build), op)
    momentum = op.momentum.value.data
    mean_grad, variance_grad = (given(cotangents[i], build) for i in (1, 2))
    mean, inverse = Value(op.saved_mean, build), Value(op.saved_variance, build)
    extra = through_saved(grouped, (mean, inverse), cotangents[3:5], build)
    if mean_grad is not None:
        extra.append(grouped.back(grouped.spread((1 - momentum) * mean_grad)))
    if variance_grad is not None:
        centered = grouped.x - grouped.row(mean)
        slope = grouped.averaged((2 * (1 - momentum)) * variance_grad)
        extra.append(grouped.back(slope * centered))
    return with_extra(
        _fused,
        op,
        cotangents,
        wanted,
        build,
        {
            "x": extra,
            "mean": [] if mean_grad is None else [momentum * mean_grad],
            "variance": [] if variance_grad is None else [momentum * variance_grad],
        },
    )


def _batch_norm_global(
    op: BatchNormOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """out = (x - mean) * r * scale + bias with r = 1 / sqrt(variance + epsilon), dr = -r^3 / 2
    * dvariance; the results mean_out and saved_mean are mean itself."""
    grouped = batch_view(Value(op.x, build), op)
    mean, variance = Value(op.mean, build), Value(op.variance, build)
    mean_grads = [Value(c, build) for i in (1, 3) if (c := cotangents[i]) is not None]
    variance_grads = [Value(c, build) for c in cotangents[2:3] if c is not None]
    inverse = rsqrt(variance + op.epsilon.value.data)
    inverse_grads = [Value(c, build) for c in cotangents[4:5] if c is not None]
    if (out_grad := given(cotangents[0], build)) is not None and (wanted[1] or wanted[2]):
        scaled = grouped.view(out_grad)
        if op.scale is not None:
            scaled = scaled * grouped.channel_row(Value(op.scale, build))
        if wanted[1]:
            mean_grads.append(-(grouped.total(scaled) * inverse))
        if wanted[2]:
            centered = grouped.x - grouped.row(mean)
            inverse_grads.append(grouped.total(scaled * centered))
    variance_grads += [-0.5 * (g * (inverse * inverse * inverse)) for g in inverse_grads]
    extra = {"mean": mean_grads, "variance": variance_grads}
    return with_extra(_fused, op, cotangents, wanted, build, extra)
