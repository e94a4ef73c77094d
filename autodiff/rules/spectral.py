"""Rules of eigenvalues and singular values: Paddle's fused gradient ops, and `eigvals`, which has
none there."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.pd_op.spectral import (
    EigGradOp,
    EighGradOp,
    EighOp,
    EigOp,
    EigvalshGradOp,
    EigvalshOp,
    EigvalsOp,
    MatrixRankAtolRtolOp,
    MatrixRankOp,
    MatrixRankTolOp,
    SvdGradOp,
    SvdOp,
    SvdvalsGradOp,
    SvdvalsOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule

fused(SvdOp, SvdGradOp)
fused(SvdvalsOp, SvdvalsGradOp)
fused(EighOp, EighGradOp)
fused(EigOp, EigGradOp)

not_differentiable(MatrixRankOp, MatrixRankTolOp, MatrixRankAtolRtolOp)

_eigvalsh = fused(EigvalshOp, EigvalshGradOp)


@rule(EigvalshOp)
def eigvalsh(op: EigvalshOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The fused op; where the eigenvectors have a cotangent (of a gradient that reads them), the
    one of `eigh`."""
    values_grad, vectors_grad = cotangents
    if vectors_grad is None:
        return _eigvalsh(op, cotangents, wanted, build)
    gradient = EighGradOp.create(
        operands=[
            op.eigenvalues,
            op.eigenvectors,
            values_grad or build.zeros_like(op.eigenvalues),
            vectors_grad,
        ],
        result_types=[op.x.type],
    )
    return [build.emit(gradient).x_grad]


@rule(EigvalsOp)
def eigvals(op: EigvalsOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The gradient of `eig`, whose eigenvectors are computed for it."""
    out_grad: SSAValue = cotangents[0] or build.zeros_like(op.out)
    eig = build.emit(EigOp.build_inferred([op.x]))
    gradient = EigGradOp.create(
        operands=[eig.out_w, eig.out_v, out_grad, build.zeros_like(eig.out_v)],
        result_types=[op.x.type],
    )
    return [build.emit(gradient).x_grad]
