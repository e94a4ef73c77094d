"""Rules of diagonals."""

from __future__ import annotations

from ...dialects.pd_op.base import python_value
from ...dialects.pd_op.diagonal import (
    DiagEmbedOp,
    DiagGradOp,
    DiagonalGradOp,
    DiagonalOp,
    DiagOp,
    FillDiagonalGradOp,
    FillDiagonalOp,
    FillDiagonalTensorGradOp,
    FillDiagonalTensorOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call

fused(DiagOp, DiagGradOp)
fused(DiagonalOp, DiagonalGradOp)
fused(FillDiagonalOp, FillDiagonalGradOp)

_fill = fused(FillDiagonalTensorOp, FillDiagonalTensorGradOp)


def _read(op: DiagEmbedOp | FillDiagonalTensorOp, cotangent: Value) -> Value:
    """The diagonals that an op has written."""
    offset, dim1, dim2 = (python_value(a) for a in (op.offset, op.dim1, op.dim2))
    return call(DiagonalOp, cotangent, offset=offset, axis1=dim1, axis2=dim2)


@rule(DiagEmbedOp)
def diag_embed(op: DiagEmbedOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The diagonals of the cotangent (Paddle has no gradient for it)."""
    assert cotangents[0] is not None
    return [_read(op, Value(cotangents[0], build)).ssa]


@rule(FillDiagonalTensorOp)
def fill_diagonal_tensor(
    op: FillDiagonalTensorOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Paddle's fused op for x; y gets what is on the diagonals (Paddle has no gradient for it)."""
    assert cotangents[0] is not None
    x_grad = _fill(op, cotangents, wanted, build)[0] if wanted[0] else None
    y_grad = _read(op, Value(cotangents[0], build)).ssa if wanted[1] else None
    return [x_grad, y_grad]
