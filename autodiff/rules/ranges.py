"""Rules of ranges: each number that a range is made from gets what all elements together depend
on it by."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.pd_op.base import tensor
from ...dialects.pd_op.ranges import (
    ArangeOp,
    EyeOp,
    LinspaceOp,
    LogspaceOp,
    TrilIndicesOp,
    TriuIndicesOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, not_differentiable, rule
from ..values import Value, call, cast
from .filling import only_value, total_of

not_differentiable(EyeOp, TrilIndicesOp, TriuIndicesOp)


@rule(ArangeOp, differentiable=["start", "step"])
def arange(op: ArangeOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Element i is start + i * step."""
    cotangent = only_value(cotangents, build)
    start, step = Value(op.start, build), Value(op.step, build)
    start_grad = total_of(cotangent, start) if wanted[0] else None
    step_grad = None
    if wanted[2]:
        out, one = Value(op.out, build), (1,)
        ends = [cast(_reshaped(value, one), out.element) for value in (start, step)]
        position = (out - ends[0]) / ends[1]
        step_grad = total_of(cotangent * position, step)
    return [start_grad, None, step_grad]


@rule(LinspaceOp, differentiable=["start", "stop"])
def linspace(op: LinspaceOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Element i is (1 - t[i]) * start + t[i] * stop, where t goes from 0 to 1."""
    start, stop = _ends(op, op.number, only_value(cotangents, build), wanted, build)
    return [start, stop, None]


@rule(LogspaceOp, differentiable=["start", "stop", "base"])
def logspace(op: LogspaceOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """With exponents e, d base^e = base^e * (ln(base) * de + e / base * dbase)."""
    from ...dialects.pd_op.elementwise import LogOp

    out, base = Value(op.out, build), Value(op.base, build)
    row = cast(_reshaped(base, (1,)), out.element)
    slope = only_value(cotangents, build) * out
    start, stop = _ends(op, op.num, slope * call(LogOp, row), wanted, build)
    base_grad = None
    if wanted[3]:
        operands = [Value(value, build) for value in (op.start, op.stop, op.num)]
        exponents = call(LinspaceOp, *operands, dtype=out.element)
        base_grad = total_of(slope * exponents / row, base)
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
        total_of(cotangent * (1 - t), start) if wanted[0] else None,
        total_of(cotangent * t, stop) if wanted[1] else None,
    )


def _reshaped(value: Value, shape: tuple[int, ...]) -> Value:
    from ...dialects.pd_op.shape import ReshapeOp

    return call(ReshapeOp, value, shape)
