"""grad: adds the gradient of a function as a function of its own.

For whoever calls gradients from other code: `@f` stays as it is, `@f_grad` shares nothing with it.
"""

from __future__ import annotations

from dataclasses import dataclass

from xdsl.context import Context
from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass


@dataclass(frozen=True)
class GradPass(ModulePass):
    """Adds `@f_grad`: the arguments of `@f`, then a cotangent for each float result unless
    `ones`; it returns the gradient of each input, with `value-and-grad` the results first."""

    name = "grad"

    function: str = ""
    inputs: tuple[str, ...] = ()
    ones: bool = False
    value_and_grad: bool = False
    suffix: str = "_grad"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        from ..autodiff.append import gradient_function

        gradient_function(
            op,
            self.function or None,
            self.inputs,
            self.ones,
            self.value_and_grad,
            self.suffix,
        )
