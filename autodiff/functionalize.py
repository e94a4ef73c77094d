"""Makes every in-place op a pure one: the value after the write becomes a new value.

Comes in: a program whose ops overwrite tensors and arrays, also from inside regions. Goes out:
the same program without writes, in which each value keeps what it was given. What was aliased
stays aliased: a later read of any name of an overwritten value reads the new one.

The names of one piece of storage are one class, known by its first name. The program is walked
once in the order in which it runs, with the current value of each class at hand; a region that
writes to a class from outside passes it through the results of `if` or the carries of `while`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import IRDLOperation

from ..dialects.pd_op.base import InPlace, SharesStorage
from ..dialects.pd_op.control import IfOp, PyLayerOp, WhileOp
from .activity import home_of, is_cut
from .errors import DiffError
from .walk import walk


def functionalize(top: Operation) -> bool:
    """Rewrites a module in place. Whether there was anything to do."""
    found = [op for op in walk(top) if _trait_of(op) is not None]
    if not found:
        return False
    _Functionalize(found).run(top)
    return True


def has_writes(top: Operation) -> bool:
    """Whether a program has in-place ops."""
    return any(_trait_of(op) is not None for op in walk(top))


_TRAITS: dict[type[Operation], InPlace | SharesStorage | None] = {}


def _trait_of(op: Operation) -> InPlace | SharesStorage | None:
    kind = type(op)
    if kind not in _TRAITS:
        _TRAITS[kind] = op.get_trait(InPlace) or op.get_trait(SharesStorage)
    return _TRAITS[kind]


@dataclass
class _Ops:
    op: Operation | None


@dataclass
class _Start:
    region: Region
    names: Sequence[SSAValue]
    before: dict[SSAValue, SSAValue]


@dataclass
class _End:
    region: Region
    names: Sequence[SSAValue]


@dataclass
class _Finish:
    op: Operation
    names: Sequence[SSAValue]
    before: dict[SSAValue, SSAValue]


class _Functionalize:
    def __init__(self, found: Sequence[Operation]):
        self.first_name: dict[SSAValue, SSAValue] = {}
        self.current: dict[SSAValue, SSAValue] = {}
        self.written: set[SSAValue] = set()
        self.writes_in: dict[Operation, dict[SSAValue, None]] = {}
        for op in found:
            for result, operand in _aliases(op):
                self.first_name[result] = self._find(operand)
        for op in found:
            if op.get_trait(InPlace) is not None:
                for _, operand in _aliases(op):
                    self._note_write(op, self._find(operand))

    def run(self, top: Operation) -> None:
        """Walks the program in the order in which it runs, without recursion."""
        tasks: list[_Ops | _Start | _End | _Finish] = [
            _Ops(block.first_op) for region in top.regions for block in region.blocks
        ]
        while tasks:
            match tasks.pop():
                case _Ops(op):
                    self._ops(op, tasks)
                case _Start(region, names, before):
                    self._start(region, names, before)
                case _End(region, names):
                    last = region.block.last_op
                    assert last is not None
                    last.operands = [*last.operands, *(self._now(n) for n in names)]
                case _Finish(op, names, before):
                    self._finish(op, names, before)

    def _find(self, value: SSAValue) -> SSAValue:
        path: list[SSAValue] = []
        while value in self.first_name:
            path.append(value)
            value = self.first_name[value]
        for name in path:
            self.first_name[name] = value
        return value

    def _now(self, name: SSAValue) -> SSAValue:
        return self.current.get(name, name)

    def _note_write(self, op: Operation, name: SSAValue) -> None:
        """The class is written in every region between the op and where the class lives."""
        self.written.add(name)
        home = home_of(name)
        block: Block | None = op.parent
        while block is not None and block is not home:
            around = block.parent_op()
            if around is None:
                return
            names = self.writes_in.setdefault(around, {})
            if name in names:
                return
            names[name] = None
            block = around.parent

    # --- the walk ----------------------------------------------------------------------------

    def _ops(self, op: Operation | None, tasks: list[_Ops | _Start | _End | _Finish]) -> None:
        while op is not None:
            following = op.next_op
            self._update_operands(op)
            if op.regions:
                names = list(self.writes_in.get(op, ()))
                before = {name: self._now(name) for name in names}
                tasks.append(_Ops(following))
                if names:
                    tasks.append(_Finish(op, names, before))
                for region in reversed(op.regions):
                    blocks = list(region.blocks)
                    if names:
                        tasks.append(_End(region, names))
                    tasks.extend(_Ops(block.first_op) for block in reversed(blocks))
                    if names:
                        tasks.append(_Start(region, names, before))
                return
            trait = _trait_of(op)
            if trait is not None:
                self._make_pure(op, trait)
            op = following

    def _update_operands(self, op: Operation) -> None:
        """Every name of an overwritten value reads what it is now."""
        if not self.written:
            return
        operands = [self._read(op, operand) for operand in op.operands]
        if any(new is not old for new, old in zip(operands, op.operands, strict=True)):
            op.operands = operands

    def _read(self, user: Operation, operand: SSAValue) -> SSAValue:
        name = self._find(operand)
        if name not in self.written or name not in self.current:
            return operand
        now = self.current[name]
        if now is operand or not is_cut(operand):
            return now
        return self._detached(user, operand, now)

    def _detached(self, user: Operation, operand: SSAValue, now: SSAValue) -> SSAValue:
        """A name that cuts (`detach`) still does so after a write; a mark on a constant or an input
        says nothing of what is written into it later."""
        from ..dialects.pd_op.filling import ShareDataOp

        owner = operand.owner
        assert isinstance(owner, Operation) and user.parent is not None
        share = ShareDataOp.create(
            operands=[now], result_types=[now.type], attributes=dict(owner.attributes)
        )
        share.location = owner.location
        user.parent.insert_op_before(share, user)
        return share.results[0]

    def _make_pure(self, op: Operation, trait: InPlace | SharesStorage) -> None:
        assert isinstance(op, IRDLOperation) and op.parent is not None
        dropped = trait.dropped if isinstance(trait, InPlace) else ()
        names = [name for name, _ in op.get_irdl_definition().operands]
        operands = [
            value for name, value in zip(names, op.operands, strict=False) if name not in dropped
        ]
        if not dropped:
            operands = list(op.operands)
        known = trait.pure.get_irdl_definition().properties  # pyright: ignore
        pure = trait.pure.create(
            operands=operands,
            result_types=list(op.result_types),
            properties={n: v for n, v in op.properties.items() if n in known},
            attributes=dict(op.attributes),
            location=op.location,
        )
        op.parent.insert_op_before(pure, op)
        for old, new in zip(op.results, pure.results, strict=True):
            new.name_hint = old.name_hint
            name = self.first_name.pop(old, None)
            old.replace_all_uses_with(new)
            if name is None:
                continue
            self.first_name[new] = self._find(name)
            if isinstance(trait, InPlace):
                self.current[self._find(name)] = new
        op.detach()
        op.erase()

    # --- regions -----------------------------------------------------------------------------

    def _start(
        self, region: Region, names: Sequence[SSAValue], before: dict[SSAValue, SSAValue]
    ) -> None:
        op = region.parent
        if not isinstance(op, IfOp | WhileOp | PyLayerOp):
            name = "?" if op is None else op.name
            raise DiffError(f"{name} writes to a value from outside in its region", op)
        for name in names:
            if isinstance(op, WhileOp):
                block = region.block
                arg = block.insert_arg(name.type, len(block.args))
                arg.name_hint = name.name_hint
                self.current[name] = arg
            else:
                self.current[name] = before[name]

    def _finish(
        self, op: Operation, names: Sequence[SSAValue], before: dict[SSAValue, SSAValue]
    ) -> None:
        """The op once more, with a result, and for a loop a carry, for each class it writes."""
        extra = [before[name] for name in names] if isinstance(op, WhileOp) else []
        regions = list(op.regions)
        for region in regions:
            op.detach_region(region)
        new = type(op).create(
            operands=[*op.operands, *extra],
            result_types=[*op.result_types, *(name.type for name in names)],
            properties=dict(op.properties),
            attributes=dict(op.attributes),
            regions=regions,
            location=op.location,
        )
        block = op.parent
        assert block is not None
        block.insert_op_before(new, op)
        for old, result in zip(op.results, new.results, strict=False):
            result.name_hint = old.name_hint
            name = self._find(old)
            old.replace_all_uses_with(result)
            self.first_name[result] = name
            if name is old:
                self.current[name] = result
        for name, result in zip(names, new.results[len(op.results) :], strict=True):
            result.name_hint = name.name_hint
            self.first_name[result] = name
            self.current[name] = result
        op.detach()
        op.erase()


def _aliases(op: Operation) -> list[tuple[SSAValue, SSAValue]]:
    """Each result that is another name of an operand."""
    trait = _trait_of(op)
    assert trait is not None
    pairs: list[tuple[SSAValue, SSAValue]] = []
    for result, operand in trait.aliases.items():
        target = getattr(op, operand)
        if target is not None:
            pairs.append((getattr(op, result), target))
    return pairs
