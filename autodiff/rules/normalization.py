"""Rules of normalization: Paddle's gradient op for the normalized tensor, and what reaches the
operands through the statistics where those are used too."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.ir import SSAValue

from ...dialects.pd_op.base import PdOp
from ...dialects.pd_op.normalization import (
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
)
from ..builder import Builder
from ..decompositions.normalization import (
    Grouped,
    group_view,
    instance_view,
    layer_view,
    rms_view,
)
from ..registry import Cotangents, Partials, RuleFunction, Wanted, fused, operand_names, rule
from ..values import Value

_FUSED: dict[type[PdOp], RuleFunction] = {
    forward: fused(forward, gradient)
    for forward, gradient in {
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
    if (mean_grad := given(cotangents[1], build)) is not None:
        extra.append(grouped.spread(mean_grad))
    if (variance_grad := given(cotangents[2], build)) is not None:
        centered = grouped.x - grouped.row(Value(op.mean, build))
        extra.append(grouped.averaged(variance_grad) * (2 * centered))
    return with_extra(
        _FUSED[type(op)], op, cotangents, wanted, build, {"x": [grouped.back(v) for v in extra]}
    )


@rule(InstanceNormOp, differentiable=["x", "scale", "bias"])
def instance_norm(
    op: InstanceNormOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """With r = 1 / sqrt(variance + epsilon), dr = -r^3 * mean((x - mean) * dx)."""
    grouped = instance_view(Value(op.x, build), op)
    statistics = Value(op.saved_mean, build), Value(op.saved_variance, build)
    extra = through_saved(grouped, statistics, cotangents[1:3], build)
    return with_extra(_FUSED[type(op)], op, cotangents, wanted, build, {"x": extra})


@rule(RmsNormOp, FastRmsNormOp, FusedRmsNormExtOp, differentiable=["x", "scale"])
def rms_norm(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """dinvvar = -invvar^3 * mean(x * dx)."""
    extra: list[Value] = []
    if (invvar_grad := given(cotangents[1], build)) is not None:
        grouped = rms_view(Value(op.x, build), op)
        invvar = Value(op.invvar, build)
        slope = invvar_grad * (-(invvar * invvar * invvar))
        extra.append(grouped.back(grouped.averaged(slope) * grouped.x))
    return with_extra(_FUSED[type(op)], op, cotangents, wanted, build, {"x": extra})


def through_saved(
    grouped: Grouped,
    statistics: tuple[Value, Value],
    cotangents: Sequence[SSAValue | None],
    build: Builder,
) -> list[Value]:
    """What reaches x through mean and r = 1 / sqrt(variance + epsilon)."""
    mean, inverse = statistics
    found: list[Value] = []
    if (mean_grad := given(cotangents[0], build)) is not None:
        found.append(grouped.spread(mean_grad))
    if (inverse_grad := given(cotangents[1], build)) is not None:
        slope = inverse_grad * (-(inverse * inverse * inverse))
        found.append(grouped.averaged(slope) * (grouped.x - grouped.row(mean)))
    return [grouped.back(value) for value in found]


def given(cotangent: SSAValue | None, build: Builder) -> Value | None:
    """A cotangent as a Value."""
    return None if cotangent is None else Value(cotangent, build)


def with_extra(
    fused_rule: RuleFunction,
    op: Any,
    cotangents: Cotangents,
    wanted: Wanted,
    build: Builder,
    extra: dict[str, list[Value]],
) -> Partials:
    """The partials of the fused gradient op, where the main result has a cotangent, and more."""
    names = operand_names(op)
    found: list[SSAValue | None] = [None] * len(names)
    if cotangents[0] is not None:
        found = list(fused_rule(op, cotangents, wanted, build))
    for index, name in enumerate(names):
        more = [value.ssa for value in extra.get(name, ())]
        if more and wanted[index]:
            first = found[index]
            found[index] = build.sum(more if first is None else [first, *more])
    return found
