"""decompose-grad: replaces every fused gradient op by what it means, in ordinary ops.

For reading a gradient as a formula, and for runtimes that know no fused gradient ops.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class DecomposeGradPass(ModulePass):
    """Replaces each gradient op that has a decomposition, also those that it brings in."""

    name = "decompose-grad"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from ..autodiff.decompose import decompose_all

        decompose_all(op)
