"""Drops backward ops whose results nobody uses, before the tape sees what they read.

Comes in: a finished sweep and the gradients to keep. Goes out: the same backward program without
dead ops. Each op is looked at once, from the end, inner regions before the ops around them.
"""

from __future__ import annotations

from collections.abc import Iterable

from xdsl.ir import Block, Operation, SSAValue

from .kinds import has_no_effect
from .sweep import Sweep


def remove_dead(sweep: Sweep, kept: Iterable[SSAValue]) -> None:
    """Removes what was emitted for nothing."""
    if sweep.emitted_from is not None:
        _clean(sweep.frames[0].build.block, sweep.emitted_from, set(kept))


def _clean(block: Block, first: Operation | None, keep: set[SSAValue]) -> None:
    """Erases dead ops from the end of a block back to `first` (None: the whole block)."""
    pending: list[tuple[Operation | None, Operation | None]] = [(block.last_op, first)]
    while pending:
        op, stop = pending.pop()
        while op is not None:
            previous = None if op is stop else op.prev_op
            if _is_dead(op, keep):
                op.detach()
                op.erase()
            elif op.regions:
                pending.append((previous, stop))
                for region in op.regions:
                    for inner in region.blocks:
                        pending.append((inner.last_op, None))
                break
            op = previous


def _is_dead(op: Operation, keep: set[SSAValue]) -> bool:
    results = op.results
    if not results or any(r.first_use is not None or r in keep for r in results):
        return False
    return has_no_effect(op)
