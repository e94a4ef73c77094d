"""Rules of picking by index."""

from __future__ import annotations

from ...dialects.pd_op.indexing import (
    AddToRowsOp,
    EmbeddingGradOp,
    EmbeddingOp,
    GatherGradOp,
    GatherOp,
    OneHotOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule
from ..values import Value, call, reshape_as

fused(GatherOp, GatherGradOp)
fused(EmbeddingOp, EmbeddingGradOp)
not_differentiable(OneHotOp)


@rule(AddToRowsOp, differentiable=["x", "value"])
def add_to_rows(
    op: AddToRowsOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """x gets the cotangent as it is, the value its rows."""
    cotangent = cotangents[0]
    assert cotangent is not None
    part: Value | None = None
    if wanted[2]:
        axis = int(op.axis.value.data)
        rows: Value = call(GatherOp, Value(cotangent, build), op.index, axis)
        part = reshape_as(rows, Value(op.value, build))
    return [cotangent, None, None if part is None else part.ssa]
