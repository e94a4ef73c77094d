"""What the gradient ops of picking mean: adding into zeros, and picking again."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i64

from ...dialects.pd_op.indexing import GatherOp, IndexAddOp
from ...dialects.pd_op.joining import StackOp, UnbindOp
from ...dialects.pd_op.masking import NonzeroOp
from ...dialects.pd_op.picking import (
    GatherNdGradOp,
    GatherNdOp,
    IndexPutGradOp,
    IndexPutOp,
    IndexSampleGradOp,
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
from ...dialects.pd_op.rearrange import BroadcastTensorsOp
from ..registry import decomposition
from ..values import (
    Value,
    call,
    cast,
    combine,
    constant,
    reduce_as,
    reshape_as,
    split,
    zeros_like,
)


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


@decomposition(IndexSampleGradOp)
def index_sample_grad(x: Value, index: Value, out_grad: Value) -> Value:
    return call(PutAlongAxisOp, zeros_like(x), index, out_grad, axis=1, reduce="add")


@decomposition(IndexPutGradOp)
def index_put_grad(
    x: Value,
    indices: tuple[Value, ...],
    value: Value,
    out_grad: Value,
    accumulate: bool,
    wanted: tuple[bool, bool],
) -> tuple[Value | None, Value | None]:
    kept, part = out_grad, None
    if wanted[0] and not accumulate:
        zero = constant(out_grad, 0.0)
        kept = call(IndexPutOp, out_grad, combine(indices), zero)
    if wanted[1]:
        part = reduce_as(call(GatherNdOp, out_grad, positions(indices)), value)
    return kept if wanted[0] else None, part


def positions(indices: Sequence[Value]) -> Value:
    """The positions that the indices of `index_put` stand for, as `gather_nd` takes them."""
    if len(indices) == 1 and indices[0].element == i1:
        return call(NonzeroOp, indices[0])
    columns: list[Value] = []
    for index in indices:
        if index.element == i1:
            columns += split(call(UnbindOp, call(NonzeroOp, index), axis=1))
        else:
            columns.append(cast(index, i64))
    if len(columns) > 1:
        columns = list(split(call(BroadcastTensorsOp, combine(columns))))
    return call(StackOp, combine(columns), axis=-1)
