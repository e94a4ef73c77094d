"""functionalize: makes every in-place op a pure one.

append-backward runs it first; on its own it shows a program as a chain of values.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class FunctionalizePass(ModulePass):
    """Turns writes into new values, through branches and loops."""

    name = "functionalize"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from ..autodiff.functionalize import functionalize

        functionalize(op)
