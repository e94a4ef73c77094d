"""Rules of filled tensors, ranges and copies: the numbers they are made from get what all
elements together depend on them by."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.pd_op.base import PdOp, tensor
from ...dialects.pd_op.filling import (
    ArangeOp,
    AssignGradOp,
    AssignOp,
    AssignOutGradOp,
    AssignValueOp,
    EmptyLikeOp,
    EmptyOp,
    EyeOp,
    FillGradOp,
    FillOp,
    FullBatchSizeLikeOp,
    FullWithTensorOp,
    IncrementOp,
    LinspaceOp,
    LogspaceOp,
    OnesLikeOp,
    OnesOp,
    ShareDataOp,
    TrilIndicesOp,
    TriuIndicesOp,
    ZerosLikeOp,
    ZerosOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, not_differentiable, rule
from ..values import Value, call, cast, total_as

not_differentiable(
    ZerosOp,
    OnesOp,
    ZerosLikeOp,
    OnesLikeOp,
    EmptyLikeOp,
    EmptyOp,
    FullBatchSizeLikeOp,
    FillGradOp,
    AssignValueOp,
    EyeOp,
    TrilIndicesOp,
    TriuIndicesOp,
)


@rule(AssignOp, ShareDataOp, IncrementOp, AssignGradOp, AssignOutGradOp)
def copy(op: PdOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """What is copied, or only shifted, gets the cotangent as it is."""
    return [cotangents[0]]


@rule(FullWithTensorOp, differentiable=["value"])
def full_with_tensor(
    op: FullWithTensorOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Every element is the value: its partial is the sum of all cotangents."""
    return [_total(_value(cotangents, build), Value(op.value, build)), None]


@rule(FillOp, differentiable=["value"])
def fill(op: FillOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """As for `full_with_tensor`."""
    return [None, _total(_value(cotangents, build), Value(op.value, build))]


@rule(ArangeOp, differentiable=["start", "step"])
def arange(op: ArangeOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Element i is start + i * step."""
    cotangent = _value(cotangents, build)
    start, step = Value(op.start, build), Value(op.step, build)
    start_grad = _total(cotangent, start) if wanted[0] else None
    step_grad = None
    if wanted[2]:
        out, one = Value(op.out, build), (1,)
        ends = [cast(_reshaped(value, one), out.element) for value in (start, step)]
        position = (out - ends[0]) / ends[1]
        step_grad = _total(cotangent * position, step)
    return [start_grad, None, step_grad]


@rule(LinspaceOp, differentiable=["start", "stop"])
def linspace(op: LinspaceOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Element i is (1 - t[i]) * start + t[i] * stop, where t goes from 0 to 1."""
    start, stop = _ends(op, op.number, _value(cotangents, build), wanted, build)
    return [start, stop, None]


@rule(LogspaceOp, differentiable=["start", "stop", "base"])
def logspace(op: LogspaceOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """With exponents e, d base^e = base^e * (ln(base) * de + e / base * dbase)."""
    from ...dialects.pd_op.elementwise import LogOp

    out, base = Value(op.out, build), Value(op.base, build)
    row = cast(_reshaped(base, (1,)), out.element)
    slope = _value(cotangents, build) * out
    start, stop = _ends(op, op.num, slope * call(LogOp, row), wanted, build)
    base_grad = None
    if wanted[3]:
        operands = [Value(value, build) for value in (op.start, op.stop, op.num)]
        exponents = call(LinspaceOp, *operands, dtype=out.element)
        base_grad = _total(slope * exponents / row, base)
    return [start, stop, None, base_grad]


def _ends(
    op: LinspaceOp | LogspaceOp,
    count: SSAValue,
    cotangent: Value,
    wanted: Wanted,
    build: Builder,
) -> tuple[SSAValue | None, SSAValue | None]:
    """The partials of start and stop, given the cotangent of the points between them."""
    one = tensor(cotangent.element, [1])
    ends = [Value(build.full(number, one), build) for number in (0, 1)]
    t = call(LinspaceOp, *ends, count, dtype=cotangent.element)
    start, stop = Value(op.start, build), Value(op.stop, build)
    return (
        _total(cotangent * (1 - t), start) if wanted[0] else None,
        _total(cotangent * t, stop) if wanted[1] else None,
    )


def _value(cotangents: Cotangents, build: Builder) -> Value:
    assert cotangents[0] is not None
    return Value(cotangents[0], build)


def _reshaped(value: Value, shape: tuple[int, ...]) -> Value:
    from ...dialects.pd_op.shape import ReshapeOp

    return call(ReshapeOp, value, shape)


def _total(cotangent: Value, like: Value) -> SSAValue:
    """The sum of all cotangents as a partial of a one-element operand."""
    return cast(total_as(cotangent, like), like.element).ssa
