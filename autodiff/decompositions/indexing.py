"""What the gradient ops of picking by index mean: adding into zeros."""

from __future__ import annotations

from ...dialects.pd_op.indexing import (
    EmbeddingGradOp,
    GatherGradOp,
    GatherOp,
    IndexAddGradOp,
    IndexAddOp,
    add_rows,
    flat_rows,
)
from ...dialects.pd_op.joining import axis_of
from ..errors import DiffError
from ..registry import decomposition
from ..values import Value, call, reshape_as, zeros_like


@decomposition(GatherGradOp)
def gather_grad(x: Value, index: Value, out_grad: Value, axis: Value, op: GatherGradOp) -> Value:
    place = axis_of(axis.ssa, x.rank)
    if place is None:
        raise DiffError("the axis of a gather must be constant to differentiate its gradient", op)
    added = add_rows(zeros_like(x).ssa, index.ssa, out_grad.ssa, place, x.build)
    return Value(added, x.build)


@decomposition(IndexAddGradOp)
def index_add_grad(
    index: Value, add_value: Value, out_grad: Value, axis: int
) -> tuple[Value, Value]:
    rows: Value = call(GatherOp, out_grad, index, axis % out_grad.rank)
    return out_grad, reshape_as(rows, add_value)


@decomposition(EmbeddingGradOp)
def embedding_grad(x: Value, weight: Value, out_grad: Value, op: EmbeddingGradOp) -> Value:
    index, rows = flat_rows(op, x.build)
    return call(IndexAddOp, zeros_like(weight), index, rows, axis=0)
