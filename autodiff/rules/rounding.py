"""Rules of rounding, absolute value, sign and limits."""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType
from xdsl.ir import SSAValue

from ...dialects.pd_op.base import element_of
from ...dialects.pd_op.rounding import (
    AbsGradOp,
    AbsOp,
    AngleGradOp,
    AngleOp,
    CeilGradOp,
    CeilOp,
    ClipGradOp,
    ClipOp,
    FloorGradOp,
    FloorOp,
    IsfiniteOp,
    IsinfOp,
    IsnanOp,
    RintGradOp,
    RintOp,
    RoundGradOp,
    RoundOp,
    SignOp,
    TruncGradOp,
    TruncOp,
)
from ..builder import Builder
from ..decompositions.rounding import limit_for
from ..errors import DiffError
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule
from ..values import Value, call, cast, compare, total_as, where, zeros_like

fused(AbsOp, AbsGradOp)
fused(FloorOp, FloorGradOp)
fused(CeilOp, CeilGradOp)
fused(RoundOp, RoundGradOp)
fused(RintOp, RintGradOp)
fused(TruncOp, TruncGradOp)
fused(AngleOp, AngleGradOp)

not_differentiable(IsnanOp, IsinfOp, IsfiniteOp)


@rule(SignOp)
def sign(op: SignOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Zero, written out; the sign of a complex number varies with its angle."""
    if not isinstance(element_of(op.x), ComplexType):
        return [build.zeros_like(op.x)]
    raise DiffError("the sign of a complex tensor has no gradient rule", op)


@rule(ClipOp)
def clip(op: ClipOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """x gets the cotangent between the limits; a limit gets it where it replaced x."""
    x, low, high = (Value(operand, build) for operand in op.operands)
    out_grad = Value(cotangents[0] or build.zeros_like(op.out), build)
    partials: list[SSAValue | None] = [None, None, None]
    if wanted[0]:
        partials[0] = call(ClipGradOp, x, out_grad, low, high).ssa
    for index, limit in ((1, low), (2, high)):
        if wanted[index]:
            bound = limit_for(x, limit)
            outside = compare("less_than" if index == 1 else "greater_than", x, bound)
            taken = where(outside, out_grad, zeros_like(out_grad))
            partials[index] = total_as(cast(taken, limit.element), limit).ssa
    return partials
