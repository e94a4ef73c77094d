"""check-dominance: every use must come after its definition and see it.

For whoever writes passes: xDSL's verifier checks neither. A value is visible after its
definition in the same block, in regions nested there, and in blocks that its block dominates.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl.dominance import DominanceInfo
from xdsl.passes import ModulePass
from xdsl.utils.exceptions import PassFailedException


class DominanceError(PassFailedException):
    """A use that its definition does not dominate; `op` is the user."""

    def __init__(self, op: Operation, operand: SSAValue):
        self.op = op
        name = f"%{operand.name_hint}" if operand.name_hint else "a value"
        self.message = f"{op.name} uses {name}, which is not defined before it or not visible there"
        self.hint = None
        super().__init__(self.message)


@dataclass
class _Ops:
    """The ops of a block from one on, still to be checked."""

    op: Operation | None


@dataclass
class _Show:
    values: Iterable[SSAValue]


@dataclass
class _Hide:
    block: Block


def check_dominance(top: Operation) -> None:
    """Raises DominanceError at a use that is not dominated. Linear in the ops where regions have
    one block each, and without recursion."""
    visible: set[SSAValue] = set()
    tasks: list[_Ops | _Show | _Hide] = []
    for region in top.regions:
        _queue(region, tasks)
    while tasks:
        match tasks.pop():
            case _Show(values):
                visible.update(values)
            case _Hide(block):
                visible.difference_update(_defined_in(block))
            case _Ops(op):
                _check_ops(op, visible, tasks)


def _check_ops(
    op: Operation | None, visible: set[SSAValue], tasks: list[_Ops | _Show | _Hide]
) -> None:
    """Checks a block's ops up to the first with regions, which are queued before the rest."""
    while op is not None:
        for operand in op.operands:
            if operand not in visible:
                raise DominanceError(op, operand)
        if op.regions:
            tasks.append(_Ops(op.next_op))
            tasks.append(_Show(op.results))
            for region in op.regions:
                _queue(region, tasks)
            return
        visible.update(op.results)
        op = op.next_op


def _queue(region: Region, tasks: list[_Ops | _Show | _Hide]) -> None:
    """Queues a region's blocks (tasks are taken from the end)."""
    blocks = list(region.blocks)
    dominance = DominanceInfo(region) if len(blocks) > 1 else None
    for block in blocks:
        above = (
            []
            if dominance is None
            else [b for b in blocks if b is not block and dominance.strictly_dominates(b, block)]
        )
        tasks.extend(_Hide(b) for b in (block, *above))
        tasks.append(_Ops(block.first_op))
        tasks.append(_Show(block.args))
        tasks.extend(_Show(list(_defined_in(b))) for b in above)


def _defined_in(block: Block) -> Iterable[SSAValue]:
    yield from block.args
    for op in block.ops:
        yield from op.results


@dataclass(frozen=True)
class CheckDominancePass(ModulePass):
    """Fails when a value is used where its definition does not reach."""

    name = "check-dominance"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        check_dominance(op)
