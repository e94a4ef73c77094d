"""Runs a module: compiles it once to lists of instructions, then goes through them.

Comes in: a module, arrays by input name. Goes out: arrays by output name. Each value has a
register; an instruction is a function, the registers it reads and writes, and those whose value
nobody needs after it, which are let go. `compiler.py` makes the instructions.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, TensorType, UnregisteredOp
from xdsl.ir import Attribute, Operation
from xdsl.utils.exceptions import InterpretationError

from ..dialects.pd_op.base import DYNAMIC, shape_of
from . import random_state
from .types import dtype_of, shown


class RunError(InterpretationError):
    """Something that went wrong while a program ran; `op` is where."""

    def __init__(self, message: str, op: Operation | None = None, hint: str | None = None):
        super().__init__(message)
        self.message = message
        self.op = op
        self.hint = hint


NOTHING = 0
"""The register of an absent operand, always None."""
INPUTS = 1
OUTPUTS = 2
SCRATCH = 3
"""Where results go that nobody reads."""
FIRST = 4


def execute(code: list[tuple[Any, ...]], registers: list[Any]) -> None:
    """Goes through the instructions of one block."""
    op: Operation | None = None
    try:
        for function, reads, single, writes, dead, op in code:  # noqa: B007
            if reads is None:
                function(registers)
                continue
            if single >= 0:
                registers[single] = function(*[registers[i] for i in reads])
            elif writes:
                for register, value in zip(
                    writes, function(*[registers[i] for i in reads]), strict=True
                ):
                    registers[register] = value
                value = None
            else:
                function(*[registers[i] for i in reads])
            for register in dead:
                registers[register] = None
    except RunError:
        raise
    except (MemoryError, RecursionError):
        raise
    except Exception as error:
        raise RunError(f"{_name(op)} failed: {error}", op) from error


def _name(op: Operation | None) -> str:
    if op is None:
        return "the program"
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


class Machine:
    """A compiled program or function, which can be run any number of times."""

    def __init__(self, module: ModuleOp, function: str | None = None):
        from .compiler import compile_program

        self.program = compile_program(module, function)

    def inputs(self) -> dict[str, Attribute]:
        """The type of each input by name."""
        return self.program.inputs

    def run(self, inputs: Mapping[str, Any], seed: int | None = None) -> dict[str, Any]:
        """Runs the program. Raises RunError when inputs do not fit or an op fails."""
        given = self._checked(inputs)
        random_state.seed(seed)
        with np.errstate(all="ignore"):
            outputs = self.program.run(given)
        return {name: np.asarray(value) for name, value in outputs.items()}

    def _checked(self, inputs: Mapping[str, Any]) -> dict[str, Any]:
        wanted = self.program.inputs
        missing = [name for name in wanted if name not in inputs]
        if missing:
            what = ", ".join(f"{name} ({shown(wanted[name])})" for name in missing)
            raise RunError(f"no value for {what}")
        extra = [name for name in inputs if name not in wanted]
        if extra:
            names = ", ".join(wanted) or "none"
            raise RunError(f"the program has no input {', '.join(extra)} (its inputs: {names})")
        return {name: _fitting(name, inputs[name], type_) for name, type_ in wanted.items()}


def _fitting(name: str, value: Any, type_: Attribute) -> Any:
    """The value as an array, if it is of the declared type."""
    array = np.asarray(value)
    if not isinstance(type_, TensorType):
        return array
    shape = shape_of(type_)
    same_rank = len(shape) == array.ndim
    if (
        array.dtype != dtype_of(type_.element_type)
        or not same_rank
        or any(d not in (DYNAMIC, n) for d, n in zip(shape, array.shape, strict=True))
    ):
        given = f"{array.dtype} {list(array.shape)}"
        raise RunError(f"input {name} must be {shown(type_)}, got {given}")
    return array


def run_module(
    module: ModuleOp,
    inputs: Mapping[str, Any],
    function: str | None = None,
    seed: int | None = None,
) -> dict[str, Any]:
    """Runs a program (fetches come out by name) or a function (results by name or position).

    `inputs` has an array for each input by name; `seed` makes random ops repeatable. Raises
    RunError.
    """
    return Machine(module, function).run(inputs, seed)


def place_of(op: Operation | None) -> tuple[str, int, int] | None:
    """File, line and column of an op, where they are known."""
    location = None if op is None else op.location
    if not isinstance(location, FileLineColLoc):
        return None
    return location.filename.data, location.line.data, location.column.data
