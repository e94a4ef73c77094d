"""Runs a module: compiles it once to lists of instructions, then goes through them.

Comes in: a module, arrays by input name. Goes out: arrays by output name. Each value has a
register; an instruction is a function, the registers it reads and writes, and those whose value
nobody needs after it, which are let go. `compiler.py` makes the instructions, `instructions.py`
says what they do.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Attribute

from ..dialects.pd_op.base import element_of, shape_of
from . import random_state
from .instructions import RunError
from .types import dtype_of, is_tensor, shown

__all__ = ["Machine", "RunError", "run_module"]


class Machine:
    """A compiled program or function, which can be run any number of times.

    `copy=False` compiles the module itself instead of a copy: it must then stay as it is for as
    long as the machine is used. Raises RunError when the module cannot be run.
    """

    def __init__(self, module: ModuleOp, function: str | None = None, copy: bool = True):
        from .compiler import compile_program

        self.program = compile_program(module, function, copy)

    def inputs(self) -> dict[str, Attribute]:
        """The type of each input by name."""
        return self.program.inputs

    def run(self, inputs: Mapping[str, Any], seed: int | None = None) -> dict[str, Any]:
        """Runs the program. Raises RunError when inputs do not fit or an op fails."""
        given = self._checked(inputs)
        random_state.seed(seed)
        with np.errstate(all="ignore"):
            outputs = self.program.run(given)
        foreign = {id(array) for array in given.values()}
        return {name: _handed_out(value, foreign) for name, value in outputs.items()}

    def _checked(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        wanted = self.program.inputs
        positions = self.program.positions
        found = {positions.get(name, name): value for name, value in inputs.items()}
        missing = [name for name in wanted if name not in found]
        if missing:
            what = ", ".join(f"{name} ({shown(wanted[name])})" for name in missing)
            raise RunError(f"no value for {what}")
        extra = [name for name in found if name not in wanted]
        if extra or len(found) < len(inputs):
            names = ", ".join(wanted) or "none"
            what = ", ".join(extra or (name for name in inputs if name in positions))
            raise RunError(f"the program has no input {what} (its inputs: {names})")
        return {name: _fitting(name, found[name], type_) for name, type_ in wanted.items()}


def _fitting(name: str, value: Any, type_: Attribute) -> Any:
    """The value as an array, if it is of the declared type."""
    if not is_tensor(type_):
        return value
    array = np.asarray(value)
    element, shape = element_of(type_), shape_of(type_)
    if (
        array.dtype != dtype_of(element)
        or len(shape) != array.ndim
        or any(d >= 0 and d != n for d, n in zip(shape, array.shape, strict=True))
    ):
        given = f"{array.dtype} {list(array.shape)}"
        raise RunError(f"input {name} must be {shown(type_)}, got {given}")
    return array


def _handed_out(value: Any, foreign: set[int]) -> Any:
    """An output as an array that its receiver may write into: no input, no view."""
    if not isinstance(value, np.ndarray | np.generic | bool | int | float | complex):
        return value
    array: Any = np.asarray(value)
    if array.flags.owndata and array.flags.writeable and id(array) not in foreign:
        return array
    return np.array(array)


def run_module(
    module: ModuleOp,
    inputs: Mapping[str, Any],
    function: str | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Runs a program (fetches come out by name) or a function (results by name or position).

    `inputs` has an array for each input by name (a function's also as `arg0`, `arg1`, ...);
    `seed` makes random ops repeatable. Raises RunError.
    """
    return Machine(module, function, copy=False).run(inputs, seed)
