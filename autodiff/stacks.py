"""Which pushes and pops belong to one stack, also where its handles travel through another.

Comes in: a module with tape ops. Goes out: a `StackIndex`, which activity and the rules of the
tape ops ask. A nested loop's stack is created in the outer body, and its handles are pushed on
the outer loop's stack, so a pop's outlet may itself have been popped: handles are followed from
`stack_create` through every push and pop.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from xdsl.ir import Operation, OpResult, SSAValue

from ..dialects.cf import (
    HasElementsOp,
    InletType,
    OutletType,
    StackCreateOp,
    StackType,
    TuplePopOp,
    TuplePushOp,
)
from .errors import DiffError


@dataclass
class StackUses:
    """The ops that work on one stack."""

    create: StackCreateOp
    pushes: list[TuplePushOp] = field(default_factory=list[TuplePushOp])
    pops: list[TuplePopOp] = field(default_factory=list[TuplePopOp])


class StackIndex:
    """The stacks of a program, by the ops that use them."""

    def __init__(self, creates: Sequence[StackCreateOp]):
        self.by_op: dict[Operation, StackUses] = {}
        self.by_handle: dict[SSAValue, StackUses] = {}
        pending: list[tuple[SSAValue, StackUses]] = []
        for create in creates:
            uses = StackUses(create)
            pending.extend((handle, uses) for handle in create.results)
        while pending:
            handle, stack = pending.pop()
            if handle in self.by_handle:
                continue
            self.by_handle[handle] = stack
            for use in handle.uses:
                pending.extend(self._use(use.operation, use.index, stack))

    def carriers(self, op: Operation) -> list[Operation]:
        """The pop that brought the handle which `op` pops from, and the pushes that sent it."""
        if not isinstance(op, TuplePopOp):
            return []
        carrier = op.outlet.owner
        if not isinstance(carrier, TuplePopOp) or carrier not in self.by_op:
            return []
        return [carrier, *self.by_op[carrier].pushes]

    def _use(self, op: Operation, index: int, stack: StackUses) -> list[tuple[SSAValue, StackUses]]:
        """Notes a use of a handle; gives the handles that it makes known."""
        if isinstance(op, HasElementsOp):
            return []
        if isinstance(op, TuplePushOp) and index == 0:
            stack.pushes.append(op)
            self.by_op[op] = stack
            return [found for pop in stack.pops for found in self._through(op, pop)]
        if isinstance(op, TuplePopOp):
            stack.pops.append(op)
            self.by_op[op] = stack
            return [found for push in stack.pushes for found in self._through(push, op)]
        if isinstance(op, TuplePushOp):
            outer = self.by_op.get(op)
            if outer is None:
                return []
            return [(pop.values[index - 1], stack) for pop in outer.pops]
        raise DiffError(
            f"a stack handle goes through {op.name}, where it cannot be followed",
            op,
            "push and pop it, or capture it by visibility",
        )

    def _through(self, push: TuplePushOp, pop: TuplePopOp) -> list[tuple[SSAValue, StackUses]]:
        """Handles that are pushed, and so come out of a pop of the same stack."""
        return [
            (result, self.by_handle[value])
            for value, result in zip(push.values, pop.values, strict=False)
            if value in self.by_handle
        ]


def is_handle(value: SSAValue) -> bool:
    """Whether a value is a stack or one of its ends."""
    return isinstance(value.type, StackType | InletType | OutletType)


def outlet_of(inlet: SSAValue) -> SSAValue:
    """The outlet of the stack that an inlet belongs to."""
    if isinstance(inlet, OpResult) and isinstance(inlet.op, StackCreateOp):
        return inlet.op.outlet
    raise DiffError("the inlet of a stack does not come from cf.stack_create directly")
