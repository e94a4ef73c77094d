"""Rules of tensors divided by a norm. `spectral_norm` and `clip_by_norm` have none: they are
differentiated through their decompositions."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.pd_op.rescale import LrnGradOp, LrnOp, NormGradOp, NormOp, RenormGradOp, RenormOp
from ..builder import Builder
from ..decompositions.rescale import window
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value

fused(RenormOp, RenormGradOp)
_norm = fused(NormOp, NormGradOp)
_lrn = fused(LrnOp, LrnGradOp)


@rule(NormOp)
def norm(op: NormOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """dnorm = sum(out * dx)."""
    extra = None
    if cotangents[1] is not None:
        extra = Value(cotangents[1], build) * Value(op.out, build)
    fused_ = _norm(op, cotangents, wanted, build) if cotangents[0] is not None else [None]
    return [_sum(fused_[0], extra, build)]


@rule(LrnOp)
def lrn(op: LrnOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """dmid_out = 2 * alpha * (the sum of x * dx over the neighbours)."""
    extra = None
    if cotangents[1] is not None:
        spread = window(Value(cotangents[1], build), op, transposed=True)
        extra = (2 * op.alpha.value.data) * (Value(op.x, build) * spread)
    fused_ = _lrn(op, cotangents, wanted, build) if cotangents[0] is not None else [None]
    return [_sum(fused_[0], extra, build)]


def _sum(first: SSAValue | None, extra: Value | None, build: Builder) -> SSAValue | None:
    if extra is None or first is None:
        return first if extra is None else extra.ssa
    return build.sum([first, extra.ssa])
