"""Rules of the special functions."""

from __future__ import annotations

from ...dialects.pd_op.special import (
    DigammaGradOp,
    DigammaOp,
    ErfGradOp,
    ErfinvGradOp,
    ErfinvOp,
    ErfOp,
    GammainccGradOp,
    GammainccOp,
    GammalnGradOp,
    GammalnOp,
    I0eGradOp,
    I0eOp,
    I0GradOp,
    I0Op,
    I1eGradOp,
    I1eOp,
    I1GradOp,
    I1Op,
    LgammaGradOp,
    LgammaOp,
    LogitGradOp,
    LogitOp,
    PolygammaGradOp,
    PolygammaOp,
)
from ..builder import Builder
from ..errors import DiffError
from ..registry import Cotangents, Partials, Wanted, fused, rule

fused(ErfOp, ErfGradOp)
fused(ErfinvOp, ErfinvGradOp)
fused(LgammaOp, LgammaGradOp)
fused(GammalnOp, GammalnGradOp)
fused(DigammaOp, DigammaGradOp)
fused(PolygammaOp, PolygammaGradOp)
fused(I0Op, I0GradOp)
fused(I0eOp, I0eGradOp)
fused(I1Op, I1GradOp)
fused(I1eOp, I1eGradOp)
fused(LogitOp, LogitGradOp)


@rule(GammainccOp)
def gammaincc(op: GammainccOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's gradient op gives that of y; there is no closed form for that of the order x."""
    if wanted[0]:
        raise DiffError("pd_op.gammaincc has no gradient with respect to its order x", op)
    out_grad = cotangents[0] or build.zeros_like(op.out)
    return [None, build.emit(GammainccGradOp.build_inferred([op.x, op.y, out_grad])).y_grad]
