"""Rules of scans: each is Paddle's fused gradient op, but for our own `linear_scan`."""

from __future__ import annotations

from ...dialects.pd_op.scan import (
    CummaxGradOp,
    CummaxOp,
    CumminGradOp,
    CumminOp,
    CumprodGradOp,
    CumprodOp,
    CumsumGradOp,
    CumsumOp,
    LinearScanOp,
    LogcumsumexpGradOp,
    LogcumsumexpOp,
)
from ..builder import Builder
from ..decompositions.scan import after, before
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call, conjugate

fused(CumsumOp, CumsumGradOp)
fused(CumprodOp, CumprodGradOp)
fused(LogcumsumexpOp, LogcumsumexpGradOp)
fused(CummaxOp, CummaxGradOp)
fused(CumminOp, CumminGradOp)


@rule(LinearScanOp)
def linear_scan(
    op: LinearScanOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The cotangent of x[i] is g[i] + factor[i + 1] times that of x[i + 1]: a scan the other way.
    factor[i] gets it times out[i - 1]."""
    assert cotangents[0] is not None
    out, factor = Value(op.out, build), Value(op.factor, build)
    axis, reverse = int(op.axis.value.data), bool(op.reverse.value.data)
    x_grad: Value = call(
        LinearScanOp,
        Value(cotangents[0], build),
        conjugate(after(factor, axis, reverse)),
        axis=axis,
        reverse=not reverse,
    )
    factor_grad = x_grad * conjugate(before(out, axis, reverse)) if wanted[1] else None
    return [x_grad.ssa, None if factor_grad is None else factor_grad.ssa]
