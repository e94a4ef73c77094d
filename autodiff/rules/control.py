"""How cotangents go through branches and loops.

`if` becomes an `if` on the same condition, with a result for each captured value that wants a
cotangent. `while` becomes a `while` that runs as long as its tape has elements; it carries the
cotangent of each active carry and an accumulator for each active captured value. After zero
trips it gives the initial cotangents back unchanged.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue

from ...dialects.cf import BOOL, HasElementsOp, StackCreateOp
from ...dialects.pd_op.control import IfOp, PyLayerOp, WhileOp
from ..errors import DiffError
from ..program import Program
from ..registry import flow, structural
from ..sweep import Frame, Sweep


def _yielded(region: Region) -> Sequence[SSAValue]:
    last = region.block.last_op
    assert last is not None
    return last.operands


def _terminator(region: Region) -> Operation:
    last = region.block.last_op
    assert last is not None
    return last


@flow(IfOp)
class IfFlow:
    """A result takes its value from what either branch yields; the condition gives none."""

    def forward(self, op: Operation, index: int, program: Program) -> Sequence[SSAValue]:
        return ()

    def backward(self, value: SSAValue, program: Program) -> Sequence[tuple[Operation, SSAValue]]:
        result = cast(OpResult, value)
        op = cast(IfOp, result.op)
        return [
            (_terminator(region), _yielded(region)[result.index])
            for region in (op.then_region, op.else_region)
        ]


@flow(WhileOp)
class WhileFlow:
    """A carry takes its value from its start and from what the region yields for it."""

    def forward(self, op: Operation, index: int, program: Program) -> Sequence[SSAValue]:
        return _carry(cast(WhileOp, op), index - 1)

    def backward(self, value: SSAValue, program: Program) -> Sequence[tuple[Operation, SSAValue]]:
        if isinstance(value, BlockArgument):
            op = cast(WhileOp, value.owner.parent_op())
        else:
            op = cast(WhileOp, cast(OpResult, value).op)
        index = cast(OpResult, value).index
        return [
            (op, op.inits[index]),
            (_terminator(op.body), _yielded(op.body)[index + 1]),
        ]


def _carry(op: WhileOp, index: int) -> Sequence[SSAValue]:
    if index < 0:
        return ()
    return op.body.block.args[index], op.results[index]


def flow_of_yield(op: Operation, index: int) -> Sequence[SSAValue]:
    """The values that a yielded value becomes."""
    parent = op.parent_op()
    if isinstance(parent, IfOp):
        return (parent.results[index],)
    if isinstance(parent, WhileOp):
        return _carry(parent, index - 1)
    return ()


@structural(IfOp)
def if_rule(op: IfOp, sweep: Sweep) -> None:
    """An `if` on the same condition; a branch that does not touch a value yields zero for it."""
    cotangents = [sweep.take(r) if r in sweep.active else None for r in op.results]
    captured = sweep.captured(op)
    sums = [sweep.running_sum(value) for value in captured]
    regions: list[Region] = []
    for region in (op.then_region, op.else_region):
        block = Block()

        def fill(frame: Frame, region: Region = region) -> list[SSAValue]:
            for value, total in zip(captured, sums, strict=True):
                if total is not None:
                    sweep.start_sum(value, total)
            for value, cotangent in zip(_yielded(region), cotangents, strict=True):
                sweep.add(value, cotangent)
            sweep.block(region.block)
            return [_sum_or_zero(sweep, value) for value in captured]

        sweep.region(op, region.block, block, fill)
        regions.append(Region(block))
    sweep.build.location = op.location
    backward = IfOp.create(
        operands=[op.cond], result_types=[value.type for value in captured], regions=regions
    )
    sweep.build.emit(backward)
    for value, total, result in zip(captured, sums, backward.results, strict=True):
        if total is None:
            sweep.add(value, result)
        else:
            sweep.continue_sum(value, result)


def _sum_or_zero(sweep: Sweep, value: SSAValue) -> SSAValue:
    total = sweep.take(value)
    return sweep.zero(value) if total is None else total


@structural(WhileOp)
def while_rule(op: WhileOp, sweep: Sweep) -> None:
    """A `while` on "has the tape elements?", last trip first."""
    active = sweep.active
    args = op.body.block.args
    carries = [i for i, arg in enumerate(args) if arg in active or op.results[i] in active]
    seeds = [sweep.take(op.results[i]) for i in carries]
    seeds = [
        sweep.zero(op.results[i]) if seed is None else seed
        for i, seed in zip(carries, seeds, strict=True)
    ]
    captured = sweep.captured(op)
    sums = [sweep.running_sum(value) for value in captured]
    starts = [
        sweep.zero(value) if total is None else total
        for value, total in zip(captured, sums, strict=True)
    ]
    stack = sweep.new_stack(op)
    types = [args[i].type for i in carries] + [value.type for value in captured]
    backward_block = Block(arg_types=types)
    named = [*(args[i] for i in carries), *captured]
    for value, arg in zip(named, backward_block.args, strict=True):
        if value.name_hint is not None:
            arg.name_hint = value.name_hint + "_grad"

    def fill(frame: Frame) -> list[SSAValue]:
        frame.stack = stack
        incoming = backward_block.args
        for value, total in zip(captured, incoming[len(carries) :], strict=True):
            sweep.start_sum(value, total)
        yielded = _yielded(op.body)
        for i, cotangent in zip(carries, incoming, strict=False):
            sweep.add(yielded[i + 1], cotangent)
        sweep.block(op.body.block)
        outgoing = [_sum_or_zero(sweep, args[i]) for i in carries]
        outgoing += [_sum_or_zero(sweep, value) for value in captured]
        return [_has_elements(sweep, stack), *outgoing]

    sweep.region(op, op.body.block, backward_block, fill, is_loop=True)
    sweep.build.location = op.location
    backward = WhileOp.create(
        operands=[_has_elements(sweep, stack), *seeds, *starts],
        result_types=types,
        regions=[Region(backward_block)],
    )
    sweep.build.emit(backward)
    for value, total, result in zip(captured, sums, backward.results[len(carries) :], strict=True):
        if total is None:
            sweep.add(value, result)
        else:
            sweep.continue_sum(value, result)
    for i, result in zip(carries, backward.results, strict=False):
        sweep.add(op.inits[i], result)


def _has_elements(sweep: Sweep, stack: StackCreateOp) -> SSAValue:
    return sweep.build.emit(HasElementsOp.create(operands=[stack.stack], result_types=[BOOL])).out


@structural(PyLayerOp)
def pylayer_rule(op: PyLayerOp, sweep: Sweep) -> None:
    """No gradient: what the region computes may be another thing (a straight-through estimator)
    than what Paddle's Python function differentiates."""
    raise DiffError(
        "the gradient of pd_op.pylayer is a Python function, which a program does not hold",
        op,
        "cut the path with no-grad, or run --inline-pylayer first, "
        "which puts the ops of its region in its place",
    )
