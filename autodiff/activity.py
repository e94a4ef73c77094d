"""Which values get cotangents: those that vary with an input and reach a target.

Comes in: a program, its inputs, its targets and the values at which paths are cut. Goes out: an
`Activity`: the active values, the ops that lie on an active path, and for each op with regions
the active values that it captures. The next file is `sweep.py`.

Both directions are sparse fixed points over values, through branch results, loop carries and
tapes: a value is looked at once in each, so the work is linear at any nesting depth. How values
flow through an op is the op's business (`Flow`); by default every differentiable operand reaches
every result.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from xdsl.dialects.builtin import AnyFloat, ComplexType, TupleType
from xdsl.ir import Attribute, Block, Operation, OpResult, SSAValue

from ..dialects.pd_op.array import ArrayType
from ..dialects.pd_op.base import as_tensor, python_value
from .program import Program
from .registry import find_flow, is_differentiable


@dataclass
class Activity:
    """What has to be differentiated."""

    program: Program
    active: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])
    """Values that vary with an input and reach a target, in order of discovery."""

    ops: set[Operation] = field(default_factory=set[Operation])
    """Ops on an active path, and all ops around them."""

    captures: dict[Operation, dict[SSAValue, None]] = field(
        default_factory=dict[Operation, dict[SSAValue, None]]
    )
    """For each op with regions: active values from outside that its regions use."""

    varied: dict[SSAValue, None] = field(default_factory=dict[SSAValue, None])
    """Values that vary with an input."""


def can_vary(type_: Attribute) -> bool:
    """Whether values of a type carry cotangents: floats, vecs and arrays with floats."""
    tensor = as_tensor(type_)
    if tensor is not None:
        return is_float_element(tensor.element_type)
    if isinstance(type_, TupleType):
        return any(can_vary(t) for t in type_.types.data)
    return isinstance(type_, ArrayType) and is_float_element(type_.element)


def is_float_element(element: Attribute) -> bool:
    """Whether an element type is a float."""
    return isinstance(element, AnyFloat | ComplexType)


def is_cut(value: SSAValue) -> bool:
    """Whether the program says `stop_gradient` of a value that an op computes from others."""
    return isinstance(value, OpResult) and bool(value.op.operands) and has_stop_mark(value)


def has_stop_mark(value: SSAValue) -> bool:
    """Whether the op that defines a value marks it `stop_gradient`: one mark a result, or one
    for all."""
    if not isinstance(value, OpResult):
        return False
    marks: Any = value.op.attributes.get("stop_gradient")
    if marks is None:
        return False
    entries: Any = getattr(marks, "data", None)
    if entries is not None:
        marks = entries[value.index] if value.index < len(entries) else None
    return bool(python_value(marks))


def find_activity(
    program: Program,
    inputs: Iterable[SSAValue],
    targets: Iterable[SSAValue],
    cuts: Iterable[SSAValue] = (),
) -> Activity:
    """The activity of a program: forward from the inputs, then backward from the targets."""
    activity = Activity(program)
    _spread(activity, list(inputs), set(cuts))
    _gather(activity, targets)
    _mark_carriers(activity)
    return activity


def _spread(activity: Activity, inputs: list[SSAValue], cuts: set[SSAValue]) -> None:
    """Everything that varies with an input."""
    varied = activity.varied
    for value in inputs:
        varied[value] = None
    pending = list(inputs)
    done: set[tuple[Operation, int] | Operation] = set()
    while pending:
        value = pending.pop()
        for use in value.uses:
            for reached in _reached(activity.program, use.operation, use.index, done):
                if reached in varied or reached in cuts or not can_vary(reached.type):
                    continue
                if is_cut(reached):
                    continue
                varied[reached] = None
                pending.append(reached)


def _reached(
    program: Program, op: Operation, index: int, done: set[tuple[Operation, int] | Operation]
) -> Sequence[SSAValue]:
    flow = find_flow(type(op))
    if flow is not None:
        return flow.forward(op, index, program)
    if op in done or not is_differentiable(op, index):
        return ()
    done.add(op)
    return op.results


def _gather(activity: Activity, targets: Iterable[SSAValue]) -> None:
    """Of what varies, everything that reaches a target."""
    active, varied = activity.active, activity.varied
    pending: list[SSAValue] = []

    def visit(value: SSAValue) -> None:
        if value in varied and value not in active:
            active[value] = None
            pending.append(value)

    for target in targets:
        visit(target)
    seen: set[Operation] = set()
    while pending:
        value = pending.pop()
        owner = _owner_op(value)
        if owner is None:
            continue
        _mark(activity, owner)
        flow = find_flow(type(owner))
        if flow is not None:
            for user, source in flow.backward(value, activity.program):
                visit(source)
                if source in active:
                    _mark(activity, user)
                    _capture(activity, user, source)
            continue
        if owner in seen:
            continue
        seen.add(owner)
        for index, operand in enumerate(owner.operands):
            if operand in varied and is_differentiable(owner, index):
                visit(operand)
                _capture(activity, owner, operand)


def _mark_carriers(activity: Activity) -> None:
    """Where an inner stack has active values, the ops that carry its handles are on the path."""
    if not activity.program.has_stacks:
        return
    stacks = activity.program.stacks
    pending = [op for op in stacks.by_op if op in activity.ops]
    while pending:
        for carrier in stacks.carriers(pending.pop()):
            if carrier not in activity.ops:
                _mark(activity, carrier)
                pending.append(carrier)


def _owner_op(value: SSAValue) -> Operation | None:
    """The op that defines a value; for a region argument, the op around the region."""
    if isinstance(value, OpResult):
        return value.op
    owner = value.owner
    parent = owner.parent_op()
    return parent if find_flow(type(parent)) is not None else None  # pyright: ignore


def _mark(activity: Activity, op: Operation) -> None:
    current: Operation | None = op
    while current is not None and current not in activity.ops:
        activity.ops.add(current)
        current = current.parent_op()


def _capture(activity: Activity, user: Operation, value: SSAValue) -> None:
    """Notes the value as captured by every op between its use and its definition."""
    home = home_of(value)
    block = user.parent
    while block is not None and block is not home:
        around = block.parent_op()
        if around is None:
            return
        captured = activity.captures.setdefault(around, {})
        if value in captured:
            return
        captured[value] = None
        block = around.parent


def home_of(value: SSAValue) -> Block | None:
    """The block in which a value is defined."""
    if isinstance(value, OpResult):
        return value.op.parent
    owner = value.owner
    return owner if isinstance(owner, Block) else owner.parent
