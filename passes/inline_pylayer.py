"""inline-pylayer: puts the ops of each `pd_op.pylayer` in its place.

For programs whose callbacks only group ops: the gradient is then that of the ops. It is not that
of a callback with a backward function of its own (a straight-through estimator, a clipped
gradient), which is Python code that no saved program holds.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation
from xdsl.passes import ModulePass
from xdsl.rewriter import InsertPoint, Rewriter


@dataclass(frozen=True)
class InlinePylayerPass(ModulePass):
    """Puts the ops of each callback's region in its place; its own backward function is lost."""

    name = "inline-pylayer"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from ..autodiff.walk import walk
        from ..dialects.pd_op.control import PyLayerOp

        callbacks = [inner for inner in walk(op) if isinstance(inner, PyLayerOp)]
        for callback in reversed(callbacks):  # inner ones first
            _inline(callback)


def _inline(callback: Operation) -> None:
    block = callback.regions[0].block
    last = block.last_op
    assert last is not None
    yielded = list(last.operands)
    last.detach()
    last.erase()
    Rewriter.inline_block(block, InsertPoint.before(callback))
    for result, value in zip(callback.results, yielded, strict=True):
        value.name_hint = value.name_hint or result.name_hint
        result.replace_all_uses_with(value)
    callback.detach()
    callback.erase()
