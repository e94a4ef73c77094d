"""Rules of elementwise mathematics: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.elementwise import (
    AcosGradOp,
    AcoshGradOp,
    AcoshOp,
    AcosOp,
    AsinGradOp,
    AsinhGradOp,
    AsinhOp,
    AsinOp,
    AtanGradOp,
    AtanhGradOp,
    AtanhOp,
    AtanOp,
    CosGradOp,
    CoshGradOp,
    CoshOp,
    CosOp,
    ExpGradOp,
    Expm1GradOp,
    Expm1Op,
    ExpOp,
    Log1pGradOp,
    Log1pOp,
    Log2GradOp,
    Log2Op,
    Log10GradOp,
    Log10Op,
    LogGradOp,
    LogOp,
    PowGradOp,
    PowOp,
    ReciprocalGradOp,
    ReciprocalOp,
    RsqrtGradOp,
    RsqrtOp,
    SinGradOp,
    SinhGradOp,
    SinhOp,
    SinOp,
    SqrtGradOp,
    SqrtOp,
    SquareGradOp,
    SquareOp,
    TanGradOp,
    TanhGradOp,
    TanhOp,
    TanOp,
)
from ..registry import fused

fused(SinOp, SinGradOp)
fused(CosOp, CosGradOp)
fused(TanOp, TanGradOp)
fused(AsinOp, AsinGradOp)
fused(AcosOp, AcosGradOp)
fused(AtanOp, AtanGradOp)
fused(SinhOp, SinhGradOp)
fused(CoshOp, CoshGradOp)
fused(TanhOp, TanhGradOp)
fused(AsinhOp, AsinhGradOp)
fused(AcoshOp, AcoshGradOp)
fused(AtanhOp, AtanhGradOp)
fused(ExpOp, ExpGradOp)
fused(Expm1Op, Expm1GradOp)
fused(LogOp, LogGradOp)
fused(Log2Op, Log2GradOp)
fused(Log10Op, Log10GradOp)
fused(Log1pOp, Log1pGradOp)
fused(SqrtOp, SqrtGradOp)
fused(RsqrtOp, RsqrtGradOp)
fused(ReciprocalOp, ReciprocalGradOp)
fused(SquareOp, SquareGradOp)
fused(PowOp, PowGradOp)
