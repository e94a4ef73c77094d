"""append-backward: appends the gradient of a program to it.

For everybody who wants a gradient; `autodiff/append.py` does the work and says what it means.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class AppendBackwardPass(ModulePass):
    """Appends the gradient of the targets with respect to the inputs.

    Names are those of inputs, fetches, arguments or SSA values. Without options, everything
    that comes out is a target and every float input without `stop_gradient` an input.
    """

    name = "append-backward"

    targets: tuple[str, ...] = ()
    inputs: tuple[str, ...] = ()
    target_gradients: tuple[str, ...] = ()
    no_grad: tuple[str, ...] = ()
    function: str = ""
    suffix: str = "@GRAD"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from ..autodiff.append import append_backward

        append_backward(
            op,
            self.targets,
            self.inputs,
            self.target_gradients,
            self.no_grad,
            self.function or None,
            self.suffix,
        )
