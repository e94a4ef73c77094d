"""What the backward regions need from the forward ones: saved, recomputed, or still there.

Comes in: a finished `Sweep`, whose backward regions read forward values from inside forward
regions. Goes out: a valid program. For every forward region, the values that its backward region
reads are, in this order of preference,

- still there: defined outside, a carry that never changes, computed from such values alone
  inside a loop (a loop invariant);
- rebuilt from their shape: values of which only the shape is read;
- recomputed: constants, and what is cheap to compute from what is saved or available;
- saved: one tuple a run of the region is pushed at its end and popped by the backward region.

A loop pushes a tuple even when it is empty: it counts the trips.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from xdsl.dialects.builtin import LocationAttr, TensorType, TupleType, i64
from xdsl.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.irdl import IRDLOperation

from ..dialects.cf import StackCreateOp, TuplePopOp, TuplePushOp
from ..dialects.pd_op.base import element_of, is_static, shape_of, tensor
from .activity import home_of
from .builder import Builder
from .kinds import has_no_effect, kind_of
from .registry import find_flow, operand_names
from .sweep import Frame, Sweep


@dataclass
class Read:
    """An operand of a backward op that is a value from inside a forward region."""

    op: Operation
    index: int
    shape_only: bool


@dataclass
class Tape:
    """What one forward region saves for its backward region."""

    frame: Frame
    reads: dict[SSAValue, list[Read]] = field(default_factory=dict[SSAValue, list[Read]])


class TapeBuilder:
    """Works out the tapes of a sweep, innermost regions first."""

    def __init__(self, sweep: Sweep):
        self.sweep = sweep
        self.frames = sweep.frames[1:]
        self.tapes = {frame.forward: Tape(frame) for frame in self.frames}
        self._invariant: dict[SSAValue, bool] = {}

    def run(self) -> None:
        """Makes every backward region read only what it can see."""
        for frame in self.frames:
            self._collect(frame)
        for frame in reversed(self.frames):
            _Region(self, self.tapes[frame.forward]).run()

    def _collect(self, frame: Frame) -> None:
        op = frame.build.block.first_op
        while op is not None:
            self.read(op)
            op = op.next_op

    def read(self, op: Operation) -> None:
        """Notes the operands of an op that come from inside forward regions."""
        for index, operand in enumerate(op.operands):
            home = home_of(operand)
            tape = self.tapes.get(home) if home is not None else None
            if tape is not None:
                read = Read(op, index, reads_shape_only(op, index))
                tape.reads.setdefault(operand, []).append(read)

    def depth_of(self, value: SSAValue) -> int:
        """How many loops are around a value's definition."""
        home = home_of(value)
        tape = self.tapes.get(home) if home is not None else None
        return 0 if tape is None else tape.frame.loop_depth

    def is_invariant(self, value: SSAValue, depth: int) -> bool:
        """Whether a value is the same in every trip of the loop at that depth around it: it
        comes from outside, or is computed by pure ops from such values alone."""
        pending = [value]
        known = self._invariant
        while pending:
            current = pending[-1]
            if current in known or self.depth_of(current) < depth:
                pending.pop()
                continue
            op = current.owner
            if not isinstance(op, Operation) or not is_repeatable(op):
                start = unchanged_carry(current)
                if start is not None and self.depth_of(start) < depth:
                    known[current] = True
                else:
                    known[current] = False
                pending.pop()
                continue
            operands = [o for o in op.operands if self.depth_of(o) >= depth]
            unknown = [o for o in operands if o not in known]
            if unknown:
                pending.extend(unknown)
                continue
            known[current] = all(known[o] for o in operands)
            pending.pop()
        return known.get(value, True)


class _Region:
    """The decisions for one forward region, in the order of its ops."""

    def __init__(self, builder: TapeBuilder, tape: Tape):
        self.builder = builder
        self.tape = tape
        self.frame = tape.frame
        self.saved: list[SSAValue] = []
        self.replacement: dict[SSAValue, SSAValue] = {}
        self.to_save: set[SSAValue] = set()
        self.same_shape: dict[SSAValue, SSAValue] = {}
        self.head: list[Operation] = []
        """Ops for the start of the backward region, after the pop."""
        self.pop: TuplePopOp | None = None
        self._cheap: dict[SSAValue, bool] = {}

    def run(self) -> None:
        """Replaces every read, and pushes and pops what has to be saved."""
        recompute: list[SSAValue] = []
        shapes: list[SSAValue] = []
        for value in self._in_order():
            reads = self.tape.reads[value]
            start = unchanged_carry(value)
            if start is not None:
                self._redirect(value, start)
            elif self._is_recomputed(value):
                recompute.append(value)
            elif all(read.shape_only for read in reads) and _has_witness(value):
                self._by_shape(value, shapes)
            else:
                self._save(value)
        measured = {value: self._measure(value) for value in shapes}
        self._push_and_pop()
        for value, source in self.same_shape.items():
            self._recompute_from(value, source)
        for value in recompute:
            self._recompute(value)
        for value, shape in measured.items():
            self._witness(value, shape)
        for op in reversed(self.head):
            self._insert(op)
        if self.pop is not None:
            self._insert(self.pop)
        for op in self.head:
            self.builder.read(op)
        if self.pop is not None:
            self.builder.read(self.pop)

    def _in_order(self) -> Iterator[SSAValue]:
        """The values that are read, in the order in which the forward region defines them."""
        reads = self.tape.reads
        for arg in self.frame.forward.args:
            if arg in reads:
                yield arg
        op = self.frame.forward.first_op
        while op is not None:
            for result in op.results:
                if result in reads:
                    yield result
            op = op.next_op

    def _redirect(self, value: SSAValue, start: SSAValue) -> None:
        """A carry that never changes is the value that it started with, outside."""
        for read in self.tape.reads[value]:
            read.op.operands[read.index] = start
            home = home_of(start)
            outer = self.builder.tapes.get(home) if home is not None else None
            if outer is not None:
                outer.reads.setdefault(start, []).append(read)

    def _save(self, value: SSAValue) -> None:
        self.to_save.add(value)
        self.saved.append(value)

    # --- recomputation -----------------------------------------------------------------------

    def _is_recomputed(self, value: SSAValue) -> bool:
        op = value.owner
        if not isinstance(op, Operation) or not is_repeatable(op):
            return False
        depth = self.frame.loop_depth
        if depth and self.builder.is_invariant(value, depth):
            return True
        return self._is_cheap(value)

    def _is_cheap(self, value: SSAValue) -> bool:
        """Whether a value can be computed at next to no cost from what is at hand anyway."""
        pending = [value]
        known = self._cheap
        while pending:
            current = pending[-1]
            if current in known:
                pending.pop()
                continue
            if current is not value and self._is_at_hand(current):
                known[current] = True
                pending.pop()
                continue
            op = current.owner
            if home_of(current) is not self.frame.forward or not (
                isinstance(op, Operation) and is_cheap(op)
            ):
                known[current] = False
                pending.pop()
                continue
            unknown = [o for o in op.operands if o not in known]
            if unknown:
                pending.extend(unknown)
                continue
            known[current] = all(known[o] for o in op.operands)
            pending.pop()
        return known[value]

    def _is_at_hand(self, value: SSAValue) -> bool:
        if value in self.to_save:
            return True
        home = home_of(value)
        tape = self.builder.tapes.get(home) if home is not None else None
        if tape is None:
            return True
        if home is not self.frame.forward:
            return value in tape.reads or unchanged_carry(value) is not None
        depth = self.frame.loop_depth
        if depth and self.builder.is_invariant(value, depth):
            return True
        return unchanged_carry(value) is not None

    def _recompute_from(self, value: SSAValue, source: SSAValue) -> None:
        """Reads `source`, which is at hand, in place of a value."""
        if home_of(source) is self.frame.forward:
            self._bring(source)
        new = self.replacement.get(source, source)
        self._replace(value, new)
        home = home_of(new)
        outer = self.builder.tapes.get(home) if home is not None else None
        if outer is not None:
            outer.reads.setdefault(new, []).extend(self.tape.reads[value])

    def _recompute(self, value: SSAValue) -> None:
        """Makes a value available in the backward region by computing it there."""
        self._bring(value)
        self._replace(value, self.replacement[value])

    def _bring(self, value: SSAValue) -> None:
        """Clones the ops behind a value into the head of the backward region."""
        pending = [value]
        while pending:
            current = pending[-1]
            if current in self.replacement or home_of(current) is not self.frame.forward:
                pending.pop()
                continue
            start = unchanged_carry(current)
            if start is not None:
                self.replacement[current] = start
                pending.pop()
                continue
            op = current.owner
            assert isinstance(op, Operation)
            missing = [
                o
                for o in op.operands
                if o not in self.replacement and home_of(o) is self.frame.forward
            ]
            if missing:
                pending.extend(missing)
                continue
            clone = op.clone()
            clone.operands = [self.replacement.get(o, o) for o in op.operands]
            for old, new in zip(op.results, clone.results, strict=True):
                self.replacement[old] = new
            self.head.append(clone)
            pending.pop()

    # --- shapes ------------------------------------------------------------------------------

    def _by_shape(self, value: SSAValue, shapes: list[SSAValue]) -> None:
        """A value of which only the shape is read: one of the same type that is at hand serves,
        where an elementwise op of one operand made it; else a stand-in is made."""
        source = value
        while not is_static(value.type):
            op = source.owner
            if not (isinstance(op, Operation) and kind_of(type(op)).elementwise):
                break
            if len(op.operands) != 1 or op.operands[0].type != value.type:
                break
            (source,) = op.operands
            if self._is_at_hand(source):
                self.same_shape[value] = source
                return
        shapes.append(value)

    def _measure(self, value: SSAValue) -> SSAValue | None:
        """For a value of unknown shape: its shape, computed in the forward region and saved."""
        if isinstance(value.type, TupleType) or is_static(value.type):
            return None
        from ..dialects.pd_op.shape import Shape64Op

        rank = len(shape_of(value))
        shape = Shape64Op.create(operands=[value], result_types=[tensor(i64, [rank])])
        last = self.frame.forward.last_op
        assert last is not None
        shape.location = last.location
        self.frame.forward.insert_op_before(shape, last)
        self._save(shape.results[0])
        return shape.results[0]

    def _witness(self, value: SSAValue, shape: SSAValue | None) -> None:
        """A stand-in of the value's shape, for ops that read nothing else of it."""
        block = Block()
        build = Builder(block, self._location())
        if shape is None:
            stand_in = build.zeros_like(value)
        else:
            stand_in = self._filled(build, value, self.replacement[shape])
        for op in list(block.ops):
            op.detach()
            self.head.append(op)
        self._replace(value, stand_in)

    def _filled(self, build: Builder, value: SSAValue, shape: SSAValue) -> SSAValue:
        from ..dialects.pd_op.filling import FullWithTensorOp

        number = build.full(0.0, tensor(element_of(value), [1]))
        op = FullWithTensorOp.create(
            operands=[number, shape],
            result_types=[value.type],
            properties={"dtype": element_of(value)},
        )
        return build.emit(op).results[0]

    # --- the tuple ---------------------------------------------------------------------------

    def _push_and_pop(self) -> None:
        """Pushes at the end of the forward region, pops at the start of the backward one."""
        stack = self.frame.stack
        if not self.saved and not self.frame.is_loop:
            return
        if stack is None:
            stack = self._branch_stack()
        last = self.frame.forward.last_op
        assert last is not None
        push = TuplePushOp.create(operands=[stack.inlet, *self.saved])
        push.location = last.location
        self.frame.forward.insert_op_before(push, last)
        self.pop = TuplePopOp.create(
            operands=[stack.outlet], result_types=[value.type for value in self.saved]
        )
        self.pop.location = last.location
        for value, popped in zip(self.saved, self.pop.values, strict=True):
            popped.name_hint = value.name_hint
            self.replacement[value] = popped
            if value in self.tape.reads:
                self._replace(value, popped)

    def _branch_stack(self) -> StackCreateOp:
        """A branch's stack serves all its runs, so it stands outside all loops."""
        top = self.frame
        while top.parent is not None and top.parent.parent is not None:
            top = top.parent
        op = top.region_op
        assert op is not None
        return self.builder.sweep.new_stack(op)

    def _replace(self, value: SSAValue, new: SSAValue) -> None:
        for read in self.tape.reads[value]:
            read.op.operands[read.index] = new

    def _insert(self, op: Operation) -> None:
        block = self.frame.build.block
        first = block.first_op
        if first is None:
            block.add_op(op)
        else:
            block.insert_op_before(op, first)

    def _location(self) -> LocationAttr:
        region_op = self.frame.region_op
        assert region_op is not None
        return region_op.location


def unchanged_carry(value: SSAValue) -> SSAValue | None:
    """For a loop's argument that is yielded as it came: the value that it starts with."""
    if not isinstance(value, BlockArgument):
        return None
    op = value.owner.parent_op()
    flow = None if op is None else find_flow(type(op))
    if op is None or flow is None:
        return None
    from .program import Program

    sources = [source for _, source in flow.backward(value, Program(op))]
    others = [source for source in sources if source is not value]
    return others[0] if len(others) == 1 and len(sources) == 2 else None


def is_repeatable(op: Operation) -> bool:
    """Whether running the op again gives the same: no effects, nothing random, no regions."""
    return not op.regions and not kind_of(type(op)).random and has_no_effect(op)


def is_cheap(op: Operation) -> bool:
    """Whether the tape recomputes the op rather than save its result."""
    if not is_repeatable(op):
        return False
    kind = kind_of(type(op))
    return kind.cheap or (kind.elementwise and all(_is_integer(result) for result in op.results))


def _is_integer(value: SSAValue) -> bool:
    from .activity import can_vary

    return not can_vary(value.type)


def _has_witness(value: SSAValue) -> bool:
    if isinstance(value.type, TupleType):
        return all(is_static(type_) for type_ in value.type.types.data)
    return isinstance(value.type, TensorType)


def reads_shape_only(op: Operation, index: int) -> bool:
    """Whether an op reads only the shape of an operand, given which of its results are used."""
    kind = kind_of(type(op))
    shape_only, reads_for = kind.shape_only, kind.reads_for
    if (shape_only is None and reads_for is None) or not isinstance(op, IRDLOperation):
        return False
    name = operand_names(op)[index]
    if shape_only is not None and name in shape_only.of(op):
        return True
    readers: Sequence[str] = reads_for.readers.get(name, ()) if reads_for is not None else ()
    return bool(readers) and all(_is_unused(op, reader) for reader in readers)


def _is_unused(op: IRDLOperation, result: str) -> bool:
    value = getattr(op, result)
    return isinstance(value, OpResult) and value.first_use is None
