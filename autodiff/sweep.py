"""The backward sweep: walks each block from its end and collects cotangents.

Comes in: a program and its `Activity`. Goes out: backward ops at the end of the swept block, and
a `Frame` for every region that was swept. The backward regions still read forward values from
inside forward regions; `tape.py`, the next file, mends that.

A frame's table maps a value to its partials so far; absent means zero. Partials are summed once,
when the sweep reaches the value's definition. Inside a backward region, the sum of a captured
value's partials is what the region yields for it. A loop's region starts with an accumulator for
each captured value; inner regions thread it through instead of building zeros of its size.

The engine knows no op: what an op does to cotangents is its rule.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import IntegerAttr, TupleType, i32
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.cf import INLET, OUTLET, STACK, StackCreateOp
from ..dialects.pd_op.base import is_static
from .activity import Activity, can_vary, home_of
from .builder import Builder
from .errors import DiffError, name_of
from .registry import find_rule


@dataclass
class Frame:
    """One forward block and the block that its backward ops go to."""

    forward: Block
    build: Builder
    parent: Frame | None
    loop_depth: int
    """How many loops are around the forward block's ops, its own included."""
    stack: StackCreateOp | None = None
    """The loop's tape; a branch gets one when it saves something."""
    region_op: Operation | None = None
    """The forward op whose region this is."""
    is_loop: bool = False
    partials: dict[SSAValue, list[SSAValue]] = field(default_factory=dict[SSAValue, list[SSAValue]])
    elements: dict[SSAValue, list[list[SSAValue]]] = field(
        default_factory=dict[SSAValue, list[list[SSAValue]]]
    )
    accumulators: set[SSAValue] = field(default_factory=set[SSAValue])
    """Captured values whose first partial is a running sum from outside."""


class Sweep:
    """The state of one backward sweep; structural rules work on it."""

    def __init__(self, activity: Activity, block: Block, inputs: Iterable[SSAValue]):
        self.activity = activity
        self.active = activity.active
        self.inputs = frozenset(inputs)
        self.gradients: dict[SSAValue, SSAValue] = {}
        """The cotangent of each input that was reached."""
        self.program = activity.program
        self.adjoint_stacks: dict[SSAValue, StackCreateOp] = {}
        """For a stack, known by its outlet: the stack of its cotangents, while it is filled."""
        self.adjoint_outlets: dict[SSAValue, SSAValue] = {}
        """The same where the filled adjoint stack came through an outer adjoint stack."""
        self.frame = Frame(block, Builder(block), None, 0)
        self.frames: list[Frame] = [self.frame]
        """All frames, outer ones before those inside them."""
        self._by_home: dict[Block, Frame] = {block: self.frame}
        self.emitted_from: Operation | None = None
        """The first op that this sweep put into the outermost block."""

    @property
    def build(self) -> Builder:
        """Where backward ops go now."""
        return self.frame.build

    # --- the table ---------------------------------------------------------------------------

    def add(self, value: SSAValue, partial: SSAValue | None) -> None:
        """Adds a partial to the cotangent of an active value; others are dropped."""
        if partial is None or value not in self.active:
            return
        if isinstance(value.type, TupleType):
            from ..dialects.pir import SplitOp

            parts = self.build.emit(SplitOp.build_inferred([partial])).outs
            for index, part in enumerate(parts):
                self.add_element(value, index, part)
            return
        self.frame.partials.setdefault(value, []).append(partial)

    def add_element(self, value: SSAValue, index: int, partial: SSAValue | None) -> None:
        """Adds a partial to the cotangent of one element of an active vec."""
        if partial is None or value not in self.active or not isinstance(value.type, TupleType):
            return
        if not can_vary(value.type.types.data[index]):
            return
        lists = self.frame.elements.get(value)
        if lists is None:
            lists = self.frame.elements[value] = [[] for _ in value.type.types.data]
        lists[index].append(partial)

    def take(self, value: SSAValue) -> SSAValue | None:
        """The cotangent of a value, summed; None when it is zero. The table forgets it."""
        if isinstance(value.type, TupleType):
            return self._take_vec(value)
        partials = self.frame.partials.pop(value, None)
        if not partials:
            return None
        total = self._sum(value, partials)
        if total.name_hint is None and value.name_hint is not None:
            total.name_hint = value.name_hint + "_grad"
        if value in self.inputs and self.frame.parent is None:
            self.gradients[value] = total
        return total

    def take_elements(self, value: SSAValue) -> list[SSAValue | None]:
        """The cotangent of each element of a vec."""
        assert isinstance(value.type, TupleType)
        lists = self.frame.elements.pop(value, None)
        if lists is None:
            return [None] * len(value.type.types.data)
        return [self.build.sum(partials) if partials else None for partials in lists]

    def _take_vec(self, value: SSAValue) -> SSAValue | None:
        assert isinstance(value.type, TupleType)
        elements = self.take_elements(value)
        if all(element is None for element in elements):
            return None
        filled = [
            self._zero_element(value, index) if element is None else element
            for index, element in enumerate(elements)
        ]
        return self.build.combine(filled)

    def _zero_element(self, vec: SSAValue, index: int) -> SSAValue:
        from ..dialects.pir import SliceOp

        assert isinstance(vec.type, TupleType)
        type_ = vec.type.types.data[index]
        if is_static(type_):
            return self.build.full(0.0, type_)
        element = SliceOp.create(
            operands=[vec], result_types=[type_], properties={"index": IntegerAttr(index, i32)}
        )
        return self.build.zeros_like(self.build.emit(element).out)

    def _sum(self, value: SSAValue, partials: list[SSAValue]) -> SSAValue:
        if len(partials) == 1:
            return partials[0]
        if value in self.frame.accumulators:
            return self.build.accumulate(partials[0], partials[1:])
        return self.build.sum(partials)

    # --- blocks and regions ------------------------------------------------------------------

    def block(self, block: Block) -> None:
        """Sweeps a block from its end."""
        self._backwards(block.last_op)

    def block_before(self, last: Operation | None) -> None:
        """Sweeps the outermost block, from `last`, the last op of the forward program."""
        block = self.frame.forward
        self.emitted_from = block.first_op if last is None else last.next_op
        self._backwards(last)

    def _backwards(self, op: Operation | None) -> None:
        ops = self.activity.ops
        while op is not None:
            previous = op.prev_op
            if op in ops:
                self.op(op)
            op = previous

    def op(self, op: Operation) -> None:
        """Turns the cotangents of an op's results into partials of its operands."""
        self.build.location = op.location
        rule = find_rule(type(op))
        if rule is not None and rule.structural is not None:
            rule.structural(op, self)
            return
        active = self.active
        cotangents = [self.take(r) if r in active else None for r in op.results]
        if all(cotangent is None for cotangent in cotangents):
            return
        wanted = [operand in active for operand in op.operands]
        if not any(wanted):
            return
        if rule is None or rule.function is None:
            raise _no_rule(op)
        partials = rule.function(op, cotangents, wanted, self.build)
        for operand, want, partial in zip(op.operands, wanted, partials, strict=True):
            if want and partial is not None:
                self.add(operand, partial)

    def captured(self, op: Operation) -> list[SSAValue]:
        """The active values from outside that an op's regions use."""
        return list(self.activity.captures.get(op, ()))

    def region(
        self,
        op: Operation,
        forward: Block,
        block: Block,
        fill: Callable[[Frame], Sequence[SSAValue]],
        *,
        is_loop: bool = False,
    ) -> Frame:
        """Sweeps one region of `op` into `block` and ends it with a yield.

        `fill` gets the new frame while it is the current one; it seeds the table, sweeps, and
        returns what the backward region yields.
        """
        from ..dialects.cf import YieldOp

        frame = Frame(
            forward,
            Builder(block, op.location),
            self.frame,
            self.frame.loop_depth + is_loop,
            region_op=op,
            is_loop=is_loop,
        )
        self.frames.append(frame)
        self._by_home[forward] = frame
        outer, self.frame = self.frame, frame
        yielded = fill(frame)
        frame.build.location = op.location
        frame.build.emit(YieldOp.create(operands=yielded))
        self.frame = outer
        return frame

    def start_sum(self, value: SSAValue, total: SSAValue) -> None:
        """Starts a captured value's table entry in a region with a running sum from outside."""
        if isinstance(value.type, TupleType):
            self.add(value, total)
            return
        self.frame.partials[value] = [total]
        self.frame.accumulators.add(value)

    def running_sum(self, value: SSAValue) -> SSAValue | None:
        """The accumulator of a captured value, with what was added to it so far; None when the
        value has none here."""
        if value not in self.frame.accumulators:
            return None
        return self._sum(value, self.frame.partials.pop(value))

    def continue_sum(self, value: SSAValue, total: SSAValue) -> None:
        """What came back of an accumulator that an inner region threaded through; it comes
        before any partial that the op around the region adds."""
        assert value not in self.frame.partials
        self.frame.partials[value] = [total]

    def new_stack(self, forward: Operation) -> StackCreateOp:
        """A stack for the tape of a forward op, created before it."""
        stack = create_stack()
        stack.location = forward.location
        block = forward.parent
        assert block is not None
        block.insert_op_before(stack, forward)
        return stack

    def zero(self, value: SSAValue) -> SSAValue:
        """A zero cotangent for a value."""
        return self.build.zeros_like(value)

    def frame_of(self, value: SSAValue) -> Frame:
        """The frame of the block in which a forward value is defined."""
        home = home_of(value)
        assert home is not None
        return self._by_home.get(home, self.frames[0])


def create_stack() -> StackCreateOp:
    """A new stack with names that a reader recognises."""
    stack = StackCreateOp.create(result_types=[STACK, INLET, OUTLET])
    for result, name in zip(stack.results, ("stack", "inlet", "outlet"), strict=True):
        result.name_hint = name
    return stack


def _no_rule(op: Operation) -> DiffError:
    name = name_of(op)
    return DiffError(
        f"{name} has no gradient rule, and a target depends on an input through it",
        op,
        "add a rule (docs/adding-an-op.md), or cut the path with no-grad",
    )
