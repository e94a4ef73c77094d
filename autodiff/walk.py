"""Going through all ops of a program, whatever the nesting.

xDSL's own `walk` resumes one generator a level for every op, so that a deep nest costs its depth
for each op and overflows Python's stack; this one keeps its own stack.
"""

from __future__ import annotations

from collections.abc import Iterator

from xdsl.ir import Operation


def walk(top: Operation) -> Iterator[Operation]:
    """The op and all ops inside it, each before those in its regions."""
    yield top
    pending = _first_ops(top)
    while pending:
        op = pending.pop()
        while op is not None:
            following = op.next_op
            yield op
            if op.regions:
                pending.append(following)
                pending.extend(_first_ops(op))
                break
            op = following


def _first_ops(op: Operation) -> list[Operation | None]:
    """The first op of each block in an op's regions, the first block last."""
    blocks = [block for region in op.regions for block in region.blocks]
    return [block.first_op for block in reversed(blocks)]
