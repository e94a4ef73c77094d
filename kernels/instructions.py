"""What the machine goes through, and what instructions do with registers.

Comes in: what the compiler decided about an op. Goes out: functions over a list of registers. An
instruction is `(function, reads, single, writes, dead, op)`: the function gets the values of
`reads`, its result goes to the register `single` (or, when that is negative, its results to
`writes`), and then the registers in `dead` are let go. With None for `reads`, the function gets
all registers and does everything itself.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
from xdsl.dialects.builtin import FileLineColLoc, UnregisteredOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import DiagnosticException, InterpretationError

Instruction = tuple[Any, ...]
Code = list[Instruction]
Registers = list[Any]

NOTHING = 0
"""The register of an absent operand, always None."""
INPUTS = 1
OUTPUTS = 2
SCRATCH = 3
"""Where results go that nobody reads."""
FIRST = 4


class RunError(InterpretationError):
    """A program that cannot be run, or something that went wrong while it ran; `op` is where."""

    def __init__(self, message: str, op: Operation | None = None, hint: str | None = None):
        place = place_of(op)
        text = f"{place}: {message}" if place else message
        super().__init__(text if hint is None else f"{text}\n   {hint}")
        self.message = message
        self.op = op
        self.hint = hint


def place_of(op: Operation | None) -> str:
    """The `file:line:column` of an op, empty where it is unknown."""
    location = None if op is None else op.location
    if not isinstance(location, FileLineColLoc):
        return ""
    return f"{location.filename.data}:{location.line.data}:{location.column.data}"


def name_of(op: Operation | None) -> str:
    """The op's name, also for one that no dialect defines."""
    if op is None:
        return "the program"
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def execute(code: Code, registers: Registers) -> None:
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
    except Exception as error:
        raise RunError(f"{name_of(op)} failed: {reason(error)}", op) from error


def reason(error: Exception) -> str:
    """What an error of a kernel says."""
    if isinstance(error, DiagnosticException | ValueError | IndexError | MemoryError) and str(
        error
    ):
        return str(error)
    return f"{type(error).__name__}: {error}".rstrip(": ")


def step(function: Callable[[Registers], None], op: Operation | None = None) -> Instruction:
    """An instruction that does everything itself."""
    return (function, None, -1, (), (), op)


# --- passing values on -----------------------------------------------------------------------


def reader(name: str) -> Callable[[Mapping[str, Any]], Any]:
    """Takes an input."""
    return lambda inputs: inputs[name]


def writer(name: str) -> Callable[[dict[str, Any], Any], Any]:
    """Notes an output."""

    def write(outputs: dict[str, Any], value: Any) -> Any:
        outputs[name] = value
        return value

    return write


def same(value: Any) -> Any:
    """The value itself."""
    return value


def clear(registers: Sequence[int]) -> Callable[[Registers], None]:
    """Lets values go."""
    gone = tuple(registers)

    def run(values: Registers) -> None:
        for register in gone:
            values[register] = None

    return run


def move(
    reads: tuple[int, ...], writes: tuple[int, ...], gone: tuple[int, ...]
) -> Callable[[Registers], None]:
    """Passes yielded values on to results, all at once."""

    def run(registers: Registers) -> None:
        values = [registers[i] for i in reads]
        for register in gone:
            registers[register] = None
        for index, register in enumerate(writes):
            registers[register] = values[index]
        registers[SCRATCH] = None

    return run


# --- regions ---------------------------------------------------------------------------------


def branch(
    condition: int, then_code: Code, else_code: Code, dead: tuple[int, ...]
) -> Callable[[Registers], None]:
    """Runs one of two blocks; `dead` dies once the condition is known."""

    def run(registers: Registers) -> None:
        chosen = then_code if registers[condition] else else_code
        for register in dead:
            registers[register] = None
        execute(chosen, registers)

    return run


def loop(
    condition: int,
    starts: tuple[int, ...],
    args: tuple[int, ...],
    body: Code,
    reads: tuple[int, ...],
    gone: tuple[int, ...],
    outs: tuple[int, ...],
    before: tuple[int, ...],
    after: tuple[int, ...],
) -> Callable[[Registers], None]:
    """Runs a block as long as the condition holds.

    `reads` are the yielded values, the next condition first; `gone` dies at the end of each trip,
    `before` when the loop starts (its initial values), `after` when it is over (captures).
    """

    def run(registers: Registers) -> None:
        again = bool(registers[condition])
        carried = [registers[i] for i in starts]
        for register in before:
            registers[register] = None
        while again:
            for index, register in enumerate(args):
                registers[register] = carried[index]
            carried.clear()
            registers[SCRATCH] = None
            execute(body, registers)
            condition_now, *carried = [registers[i] for i in reads]
            again = bool(condition_now)
            for register in gone:
                registers[register] = None
        for index, register in enumerate(outs):
            registers[register] = carried[index]
        registers[SCRATCH] = None
        for register in after:
            registers[register] = None

    return run


# --- overwriting -----------------------------------------------------------------------------


def overwriting(
    function: Callable[..., Any],
    reads: tuple[int, ...],
    position: int,
    mortal: bool,
    writes: tuple[int, ...],
    dead: tuple[int, ...],
) -> Callable[[Registers], None]:
    """A kernel that writes into the operand at `position`: it gets the array itself when this is
    its last use (`mortal`) and nobody else holds it, nor a view of it; otherwise a copy."""
    own_register = reads[position]
    single = writes[0] if len(writes) == 1 else -1

    def run(registers: Registers) -> None:
        values = [registers[i] for i in reads]
        for register in dead:
            registers[register] = None
        if mortal:
            registers[own_register] = None
        if not (mortal and _is_own(values, position)):
            values[position] = np.array(values[position])
        if single >= 0:
            registers[single] = function(*values)
            return
        for register, value in zip(writes, function(*values), strict=True):
            registers[register] = value

    return run


def _is_own(values: list[Any], position: int) -> bool:
    """Whether the list alone holds an array that may be written into."""
    return (
        type(values[position]) is np.ndarray
        and values[position].flags.owndata
        and values[position].flags.writeable
        and _holders(values, position) <= _ONE_HOLDER
    )


def _holders(values: list[Any], position: int) -> int:
    """A count that grows with the number of references to a value. What it is for a single one
    differs between versions of Python: only comparison with `_ONE_HOLDER` has a meaning."""
    return sys.getrefcount(values[position])


def _count_of_one_holder() -> int:
    """The count when the list alone holds the value; -1, which no count reaches, where another
    reference makes no difference."""
    values = [np.empty(1)]
    alone = _holders(values, 0)
    other = values[0]
    shared = _holders(values, 0)
    del other
    return alone if shared > alone else -1


_ONE_HOLDER = _count_of_one_holder()
