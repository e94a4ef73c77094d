"""pdgrad: reverse-mode automatic differentiation as a compiler pass, on xDSL.

The functions here are small doors to what the commands call. Nothing heavy is imported before it
is needed; NumPy only when something runs.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from os import PathLike

    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import SSAValue

__version__ = "0.1.0"

__all__ = ["append_backward", "parse", "read_pir_json", "run"]


def parse(text: str, name: str = "<text>") -> ModuleOp:
    """The module that an MLIR text says; `name` is what errors call it."""
    from pdgrad.dialects import new_context
    from pdgrad.tools.diagnostics import remember
    from pdgrad.tools.reading import LocatingParser

    remember(name, text)
    module = LocatingParser(new_context(), text, name).parse_module()
    module.verify()
    return module


def read_pir_json(path: str | PathLike[str]) -> ModuleOp:
    """The program in a PIR JSON file that Paddle saved.

    Raises pdgrad.tools.diagnostics.UserError when the file cannot be read or is not one.
    """
    from pdgrad.tools.reading import read_module

    return read_module(str(path), "pir-json")


def append_backward(
    module: ModuleOp,
    targets: Sequence[str] = (),
    inputs: Sequence[str] = (),
    target_gradients: Sequence[str] = (),
    no_grad: Sequence[str] = (),
    function: str | None = None,
    suffix: str = "@GRAD",
) -> dict[str, SSAValue]:
    """Appends the gradient of the sum of the targets to a module, in place.

    The same as the pass `append-backward`: see `pdgrad.autodiff.append_backward` for what the
    arguments mean. Returns the gradients by input name. Raises pdgrad.autodiff.DiffError.
    """
    from pdgrad.autodiff import append_backward as append

    return append(module, targets, inputs, target_gradients, no_grad, function, suffix)


def run(
    module: ModuleOp,
    inputs: Mapping[str, Any] | None = None,
    function: str | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Runs a module with NumPy: arrays by input name in, arrays by output name out."""
    from pdgrad.kernels.machine import run_module

    return run_module(module, inputs or {}, function=function, seed=seed)
