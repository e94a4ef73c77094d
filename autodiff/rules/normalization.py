"""Rules of normalization: Paddle's gradient op for the normalized tensor, and what reaches the
operands through the statistics where those are used too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.ir import SSAValue

from ...dialects.pd_op.base import PdOp
from ...dialects.pd_op.normalization import (
    BatchNormGradOp,
    BatchNormOp,
    FastRmsNormGradOp,
    FastRmsNormOp,
    FusedRmsNormExtGradOp,
    FusedRmsNormExtOp,
    GroupNormGradOp,
    GroupNormOp,
    InstanceNormGradOp,
    InstanceNormOp,
    LayerNormGradOp,
    LayerNormOp,
    RmsNormGradOp,
    RmsNormOp,
    global_statistics,
)
from ..builder import Builder
from ..decompositions.normalization import (
    Grouped,
    batch_view,
    group_view,
    instance_view,
    layer_view,
    rms_view,
    rsqrt,
)
from ..registry import Cotangents, Partials, RuleFunction, Wanted, fused, operand_names, rule
from ..values import Value

_FUSED: dict[type[PdOp], RuleFunction] = {
    forward: fused(forward, gradient)
    for forward, gradient in {
        BatchNormOp: BatchNormGradOp,
        LayerNormOp: LayerNormGradOp,
        GroupNormOp: GroupNormGradOp,
        InstanceNormOp: InstanceNormGradOp,
        RmsNormOp: RmsNormGradOp,
        FastRmsNormOp: FastRmsNormGradOp,
        FusedRmsNormExtOp: FusedRmsNormExtGradOp,
    }.items()
}


@rule(LayerNormOp, GroupNormOp, differentiable=["x", "scale", "bias"])
def mean_and_variance(
    op: LayerNormOp | GroupNormOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """dmean = mean(dx), dvariance = 2 * mean((x - mean) * dx)."""
    view = layer_view if isinstance(op, LayerNormOp) else group_view
    grouped = view(Value(op.x, build), op)
    extra: list[Value] = []
    if (mean_grad := _given(cotangents[1], build)) is not None:
        extra.append(grouped.spread(mean_grad))
    if (variance_grad := _given(cotangents[2], build)) is not None:
        centered = grouped.x - grouped.row(Value(op.mean, build))
        extra.append(grouped.averaged(variance_grad) * (2 * centered))
    return _partials(op, cotangents, wanted, build, {"x": [grouped.back(v) for v in extra]})


@rule(InstanceNormOp, differentiable=["x", "scale", "bias"])
def instance_norm(
    op: InstanceNormOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """With r = 1 / sqrt(variance + epsilon), dr = -r^3 * mean((x - mean) * dx)."""
    grouped = instance_view(Value(op.x, build), op)
    statistics = Value(op.saved_mean, build), Value(op.saved_variance, build)
    extra = _through_saved(grouped, statistics, cotangents[1:3], build)
    return _partials(op, cotangents, wanted, build, {"x": extra})


@rule(RmsNormOp, FastRmsNormOp, FusedRmsNormExtOp, differentiable=["x", "scale"])
def rms_norm(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """dinvvar = -invvar^3 * mean(x * dx)."""
    extra: list[Value] = []
    if (invvar_grad := _given(cotangents[1], build)) is not None:
        grouped = rms_view(Value(op.x, build), op)
        invvar = Value(op.invvar, build)
        slope = invvar_grad * (-(invvar * invvar * invvar))
        extra.append(grouped.back(grouped.averaged(slope) * grouped.x))
    return _partials(op, cotangents, wanted, build, {"x": extra})


@rule(BatchNormOp, differentiable=["x", "mean", "variance", "scale", "bias"])
def batch_norm(op: BatchNormOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The running statistics move with those of the batch, or are what out is computed from."""
    if global_statistics(op):
        return _batch_norm_global(op, cotangents, wanted, build)
    grouped = batch_view(Value(op.x, build), op)
    momentum = op.momentum.value.data
    mean_grad, variance_grad = (_given(cotangents[i], build) for i in (1, 2))
    mean, inverse = Value(op.saved_mean, build), Value(op.saved_variance, build)
    extra = _through_saved(grouped, (mean, inverse), cotangents[3:5], build)
    if mean_grad is not None:
        extra.append(grouped.back(grouped.spread((1 - momentum) * mean_grad)))
    if variance_grad is not None:
        centered = grouped.x - grouped.row(mean)
        slope = grouped.averaged((2 * (1 - momentum)) * variance_grad)
        extra.append(grouped.back(slope * centered))
    return _partials(
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
    if (out_grad := _given(cotangents[0], build)) is not None and (wanted[1] or wanted[2]):
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
    return _partials(op, cotangents, wanted, build, extra)


def _through_saved(
    grouped: Grouped,
    statistics: tuple[Value, Value],
    cotangents: Sequence[SSAValue | None],
    build: Builder,
) -> list[Value]:
    """What reaches x through mean and r = 1 / sqrt(variance + epsilon)."""
    mean, inverse = statistics
    found: list[Value] = []
    if (mean_grad := _given(cotangents[0], build)) is not None:
        found.append(grouped.spread(mean_grad))
    if (inverse_grad := _given(cotangents[1], build)) is not None:
        slope = inverse_grad * (-(inverse * inverse * inverse))
        found.append(grouped.averaged(slope) * (grouped.x - grouped.row(mean)))
    return [grouped.back(value) for value in found]


def _given(cotangent: SSAValue | None, build: Builder) -> Value | None:
    return None if cotangent is None else Value(cotangent, build)


def _partials(
    op: Any,
    cotangents: Cotangents,
    wanted: Wanted,
    build: Builder,
    extra: dict[str, list[Value]],
) -> Partials:
    """The partials of the fused gradient op, where the main result has a cotangent, and more."""
    names = operand_names(op)
    partials: list[SSAValue | None] = [None] * len(names)
    if cotangents[0] is not None:
        partials = list(_FUSED[type(op)](op, cotangents, wanted, build))
    for index, name in enumerate(names):
        more = [value.ssa for value in extra.get(name, ())]
        if more and wanted[index]:
            first = partials[index]
            partials[index] = build.sum(more if first is None else [first, *more])
    return partials
