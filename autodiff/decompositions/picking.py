"""What the gradient ops of picking mean: adding into zeros, and picking again."""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import i1, i64

from ...dialects.pd_op.indexing import GatherOp, IndexAddOp
from ...dialects.pd_op.joining import ConcatOp, SliceOp, StackOp, UnbindOp
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
from ...dialects.pd_op.shape import FlattenOp, ReshapeOp, Shape64Op, UnsqueezeOp
from ...dialects.pd_op.sort import ArgsortOp
from ..registry import decomposition
from ..values import (
    Value,
    call,
    cast,
    combine,
    compare,
    constant,
    expand_as,
    ones_like,
    reduce_as,
    reshape_as,
    split,
    where,
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
def scatter_grad(
    index: Value, updates: Value, out_grad: Value, overwrite: bool
) -> tuple[Value, Value]:
    without = call(ScatterOp, out_grad, index, zeros_like(updates))
    rows: Value = call(GatherOp, out_grad, index, 0)
    if overwrite and index.rank:
        rows = last_only(rows, call(ReshapeOp, index, (-1,)), out_grad, 0)
    return without, reshape_as(rows, updates)


@decomposition(TakeAlongAxisGradOp)
def take_along_axis_grad(arr: Value, indices: Value, out_grad: Value, axis: int) -> Value:
    return call(PutAlongAxisOp, zeros_like(arr), indices, out_grad, axis=axis, reduce="add")


@decomposition(PutAlongAxisGradOp)
def put_along_axis_grad(
    arr: Value,
    indices: Value,
    values: Value,
    out: Value,
    out_grad: Value,
    axis: int,
    reduce: str,
    include_self: bool,
) -> tuple[Value, Value]:
    def put(into: Value, what: Value, how: str) -> Value:
        return call(PutAlongAxisOp, into, indices, what, axis=axis, reduce=how)

    def take(what: Value) -> Value:
        return call(TakeAlongAxisOp, what, indices, axis=axis)

    def clear(what: Value) -> Value:
        return put(what, zeros_like(taken), "assign")

    taken = take(out_grad)
    own = include_self and reduce != "assign"
    kept = out_grad if own else clear(out_grad)
    match reduce:
        case "assign":
            taken = last_only(taken, indices, arr, axis)
        case "add":
            pass
        case "mean":
            before = ones_like(arr) if own else zeros_like(arr)
            share = out_grad / at_least_one(put(before, ones_like(taken), "add"))
            kept, taken = share if own else kept, take(share)
        case "amin" | "amax":
            here = cast(compare("equal", arr, out), arr.element)
            here = here if own else clear(here)
            those = cast(compare("equal", values, take(out)), arr.element)
            share = out_grad / at_least_one(put(here, those, "add"))
            kept, taken = here * share if own else kept, those * take(share)
        case _:
            values = expand_as(values, taken)
            here, those = zero_or_not(arr), zero_or_not(values)
            if not own:
                here = clear(here[0]), put(here[1], ones_like(taken), "assign")
            if own:
                kept = out_grad * put(ones_like(arr), values, "mul")
            zeros = take(put(here[0], those[0], "add"))
            product = take(put(here[1], those[1], "mul"))
            alone = cast(compare("equal", zeros, those[0]), arr.element)
            taken = taken * alone * product / those[1]
    return kept, reduce_as(taken, values)


def at_least_one(count: Value) -> Value:
    """A count by which something can be divided."""
    return where(compare("greater_than", count, 0.0), count, ones_like(count))


def zero_or_not(x: Value) -> tuple[Value, Value]:
    """1 where x is zero, else 0; and x with 1 in place of zeros."""
    zero = compare("equal", x, 0.0)
    return cast(zero, x.element), where(zero, ones_like(x), x)


def last_only(part: Value, indices: Value, x: Value, axis: int) -> Value:
    """A part with zeros where a later one has the same place along an axis of x."""
    if indices.shape[axis] == 1:
        return part
    return where_last(part, from_front(indices, size_of(x, axis % x.rank)), axis)


def where_last(part: Value, indices: Value, axis: int) -> Value:
    """A part with zeros where a later one has the same index along the axis."""
    ranked, order = call(ArgsortOp, indices, axis=axis, stable=True)
    end = 2**31 - 1
    before, after, last = (
        call(SliceOp, ranked, (start,), (stop,), axes=(axis % indices.rank,))
        for start, stop in ((0, -1), (1, end), (-1, end))
    )
    differs = cast(compare("not_equal", before, after), part.element)
    stays: Value = call(ConcatOp, combine([differs, ones_like(cast(last, part.element))]), axis)
    stays = call(PutAlongAxisOp, zeros_like(stays), order, stays, axis=axis)
    rest = tuple(range(indices.rank, part.rank))
    return part * (call(UnsqueezeOp, stays, rest) if rest else stays)


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
        places = positions(indices)
        part = call(GatherNdOp, out_grad, places)
        if not accumulate and any(index.element != i1 for index in indices):
            part = last_only_at(part, places, x)
        part = reduce_as(part, value)
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


def last_only_at(part: Value, places: Value, x: Value) -> Value:
    """A part with zeros where a later one has the same position in x."""
    number: Value | None = None
    for axis, column in enumerate(split(call(UnbindOp, places, axis=places.rank - 1))):
        size = size_of(x, axis)
        column = from_front(column, size)
        number = column if number is None else number * size + column
    assert number is not None
    if number.rank == 0:
        return part
    flat: Value = call(FlattenOp, number, start_axis=0, stop_axis=number.rank - 1)
    rows = call(FlattenOp, part, start_axis=0, stop_axis=number.rank - 1)
    return reshape_as(where_last(rows, flat, 0), part)


def size_of(x: Value, axis: int) -> Value:
    """The size of an axis, as a 0-d int64 tensor."""
    shape: Value = call(Shape64Op, x)
    return call(SliceOp, shape, (axis,), (axis + 1,), axes=(0,), decrease_axis=(0,))


def from_front(index: Value, size: Value) -> Value:
    """Positions on an axis of that size, negative ones counted from the front."""
    index = cast(index, i64)
    return index + cast(compare("less_than", index, 0), i64) * size
