"""What the gradient ops of picking by index mean: adding into zeros."""

from __future__ import annotations

from ...dialects.pd_op.indexing import AddToRowsOp, EmbeddingGradOp, GatherGradOp
from ...dialects.pd_op.joining import axis_of
from ...dialects.pd_op.shape import ReshapeOp, UnsqueezeOp
from ..registry import decomposition
from ..values import Value, call, cast, compare, zeros_like


@decomposition(GatherGradOp)
def gather_grad(x: Value, index: Value, out_grad: Value, axis: Value) -> Value:
    place = axis_of(axis.ssa, x.rank) or 0
    return call(AddToRowsOp, zeros_like(x), index, out_grad, axis=place)


@decomposition(EmbeddingGradOp)
def embedding_grad(x: Value, weight: Value, out_grad: Value, padding_idx: int) -> Value:
    if padding_idx != -1:
        number = padding_idx + weight.shape[0] if padding_idx < 0 else padding_idx
        kept = compare("not_equal", cast(x, weight.element), float(number))
        out_grad = out_grad * call(UnsqueezeOp, cast(kept, weight.element), (-1,))
    flat: Value = call(ReshapeOp, x, (-1,))
    rows: Value = call(ReshapeOp, out_grad, (-1, weight.shape[1]))
    return call(AddToRowsOp, zeros_like(weight), flat, rows, axis=0)
