"""What the gradient ops of picking mean: adding into zeros, and picking again."""

from __future__ import annotations

from ...dialects.pd_op.indexing import GatherOp, IndexAddOp
from ...dialects.pd_op.picking import (
    GatherNdGradOp,
    GatherNdOp,
    IndexSelectGradOp,
    PutAlongAxisGradOp,
    PutAlongAxisOp,
    ScatterGradOp,
    ScatterNdAddGradOp,
    ScatterNdAddOp,
    ScatterOp,
    TakeAlongAxisGradOp,
    TakeAlongAxisOp,
)
from ..registry import decomposition
from ..values import Value, call, reduce_as, reshape_as, zeros_like


@decomposition(IndexSelectGradOp)
def index_select_grad(x: Value, index: Value, out_grad: Value, axis: int) -> Value:
    return call(IndexAddOp, zeros_like(x), index, out_grad, axis=axis)


@decomposition(GatherNdGradOp)
def gather_nd_grad(x: Value, index: Value, out_grad: Value) -> Value:
    return call(ScatterNdAddOp, zeros_like(x), index, out_grad)


@decomposition(ScatterNdAddGradOp)
def scatter_nd_add_grad(index: Value, updates: Value, out_grad: Value) -> tuple[Value, Value]:
    return out_grad, reshape_as(call(GatherNdOp, out_grad, index), updates)


@decomposition(ScatterGradOp)
def scatter_grad(index: Value, updates: Value, out_grad: Value) -> tuple[Value, Value]:
    without = call(ScatterOp, out_grad, index, zeros_like(updates))
    return without, reshape_as(call(GatherOp, out_grad, index, 0), updates)


@decomposition(TakeAlongAxisGradOp)
def take_along_axis_grad(arr: Value, indices: Value, out_grad: Value, axis: int) -> Value:
    return call(PutAlongAxisOp, zeros_like(arr), indices, out_grad, axis=axis, reduce="add")


@decomposition(PutAlongAxisGradOp)
def put_along_axis_grad(
    arr: Value, indices: Value, values: Value, out: Value, out_grad: Value, axis: int, reduce: str
) -> tuple[Value, Value]:
    taken: Value = call(TakeAlongAxisOp, out_grad, indices, axis=axis)
    kept = out_grad
    if reduce == "assign":
        kept = call(PutAlongAxisOp, out_grad, indices, zeros_like(taken), axis=axis)
    return kept, reduce_as(taken, values)
