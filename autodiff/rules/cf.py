"""How cotangents go through tapes: the cotangent of a pop is pushed on the stack's adjoint
stack, the cotangent of a push is popped from it.

A popped handle of an inner stack has a cotangent too: the inner stack's adjoint stack, which the
loop that popped from the inner stack has filled. It goes through the outer adjoint stack like
any other cotangent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from xdsl.ir import Operation, OpResult, SSAValue

from ...dialects.cf import (
    HasElementsOp,
    OutletType,
    StackCreateOp,
    TuplePopOp,
    TuplePushOp,
    YieldOp,
)
from ..program import Program
from ..registry import flow, not_differentiable, structural
from ..stacks import StackUses, outlet_of
from ..sweep import Sweep, create_stack
from .control import flow_of_yield

not_differentiable(HasElementsOp, StackCreateOp)


@flow(YieldOp)
class YieldFlow:
    """A yielded value becomes a result, or a carry, of the op around."""

    def forward(self, op: Operation, index: int, program: Program) -> Sequence[SSAValue]:
        return flow_of_yield(op, index)

    def backward(self, value: SSAValue, program: Program) -> Sequence[tuple[Operation, SSAValue]]:
        return ()


@flow(TuplePushOp)
class PushFlow:
    """A pushed value comes out of every pop of the same stack."""

    def forward(self, op: Operation, index: int, program: Program) -> Sequence[SSAValue]:
        stack = program.stacks.by_op.get(op)
        if stack is None or index == 0:
            return ()
        return [pop.values[index - 1] for pop in stack.pops]

    def backward(self, value: SSAValue, program: Program) -> Sequence[tuple[Operation, SSAValue]]:
        return ()


@flow(TuplePopOp)
class PopFlow:
    """A popped value comes from every push onto the same stack."""

    def forward(self, op: Operation, index: int, program: Program) -> Sequence[SSAValue]:
        return ()

    def backward(self, value: SSAValue, program: Program) -> Sequence[tuple[Operation, SSAValue]]:
        result = cast(OpResult, value)
        stack = program.stacks.by_op.get(result.op)
        if stack is None:
            return ()
        return [(push, push.values[result.index]) for push in stack.pushes]


def _differentiated(stack: StackUses, sweep: Sweep) -> list[int]:
    """The places of a stack's tuples that the adjoint stack has: active values, and outlets of
    inner stacks that have such places themselves."""
    if not stack.pops:
        return []
    places: list[int] = []
    for index, value in enumerate(stack.pops[0].values):
        if any(pop.values[index] in sweep.active for pop in stack.pops):
            places.append(index)
        elif isinstance(value.type, OutletType):
            inner = sweep.program.stacks.by_handle.get(value)
            if inner is not None and _differentiated(inner, sweep):
                places.append(index)
    return places


@structural(TuplePopOp)
def pop_rule(op: TuplePopOp, sweep: Sweep) -> None:
    """Pushes the cotangents of the popped values on the adjoint stack."""
    stack = sweep.program.stacks.by_op.get(op)
    places = [] if stack is None else _differentiated(stack, sweep)
    if not places:
        return
    inlet = _adjoint_inlet(op.outlet, sweep)
    sweep.build.location = op.location
    values: list[SSAValue] = [inlet]
    for place in places:
        result = op.values[place]
        if isinstance(result.type, OutletType):
            _adjoint_inlet(result, sweep)
            values.append(sweep.adjoint_stacks[result].outlet)
        else:
            cotangent = sweep.take(result) if result in sweep.active else None
            values.append(sweep.zero(result) if cotangent is None else cotangent)
    sweep.build.emit(TuplePushOp.create(operands=values))


def _adjoint_inlet(outlet: SSAValue, sweep: Sweep) -> SSAValue:
    """The inlet of the adjoint stack, made where the backward block of the outlet's home is."""
    adjoint = sweep.adjoint_stacks.get(outlet)
    if adjoint is None:
        adjoint = create_stack()
        sweep.frame_of(outlet).build.emit(adjoint)
        sweep.adjoint_stacks[outlet] = adjoint
    return adjoint.inlet


@structural(TuplePushOp)
def push_rule(op: TuplePushOp, sweep: Sweep) -> None:
    """Pops the cotangents of the pushed values off the adjoint stack."""
    stack = sweep.program.stacks.by_op.get(op)
    places = [] if stack is None else _differentiated(stack, sweep)
    own = outlet_of(op.inlet)
    if own in sweep.adjoint_stacks:
        outlet: SSAValue | None = sweep.adjoint_stacks[own].outlet
    else:
        outlet = sweep.adjoint_outlets.get(own)
    if not places or outlet is None:
        return
    types = [op.values[place].type for place in places]
    pop = sweep.build.emit(TuplePopOp.create(operands=[outlet], result_types=types))
    for place, result in zip(places, pop.values, strict=True):
        value = op.values[place]
        if isinstance(value.type, OutletType):
            sweep.adjoint_outlets[value] = result
        else:
            sweep.add(value, result)
