"""Compiles the ops of a program or a function to instructions.

Comes in: ops in order. Goes out: a list of instructions a block. What is decided here: which
register a value has, where it is read for the last time (it is let go there), which kernel an op
runs, or what it is decomposed into when it has none. The next file is `instructions.py`.

A value dies at the last op of its own block that reads it, itself or inside its regions. Where
that op is an `if`, it dies inside each branch; a loop lets go of what it starts with and of each
trip's values, so that a long loop needs no more memory than a short one. Constants are computed
here, and never die.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import TYPE_CHECKING, Any

import numpy as np
from xdsl.dialects.builtin import StringAttr
from xdsl.dialects.func import CallOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, IRDLOperation, VarResultDef
from xdsl.traits import Pure

from ..autodiff import registry
from ..autodiff.builder import Builder
from ..autodiff.values import Value, expand
from ..dialects.cf import YieldOp
from ..dialects.pd_op.base import Random, python_value
from ..dialects.pd_op.control import IfOp, PyLayerOp, WhileOp
from ..dialects.pd_op.creation import DataOp, FetchOp
from ..dialects.pir import ConstantOp, ParameterOp, SetParameterOp, ShadowOutputOp
from .instructions import (
    FIRST,
    INPUTS,
    NOTHING,
    OUTPUTS,
    SCRATCH,
    Code,
    Registers,
    RunError,
    branch,
    clear,
    loop,
    move,
    name_of,
    overwriting,
    reader,
    same,
    step,
    writer,
)
from .registry import Kernel, find_kernel

if TYPE_CHECKING:
    from .compiler import Program

SMALL_CONSTANT = 1024
"""Up to this many bytes, a constant is kept between the runs of a machine."""


@dataclass(frozen=True)
class _Kind:
    """What is the same for all ops of a class."""

    names: tuple[str, ...]
    optional: bool
    """Whether operands may be absent."""
    variadic: bool
    """Whether the kernel gives a tuple even for one result."""
    constant: bool
    """Whether the result is the same in every run when there are no operands."""


@cache
def _kind_of(op_type: type[Operation]) -> _Kind:
    constant = op_type.has_trait(Pure) and not op_type.has_trait(Random)
    if not issubclass(op_type, IRDLOperation):
        return _Kind((), False, False, constant)
    definition = op_type.get_irdl_definition()
    return _Kind(
        tuple(name for name, _ in definition.operands),
        any(isinstance(option, AttrSizedOperandSegments) for option in definition.options),
        any(isinstance(defined, VarResultDef) for _, defined in definition.results),
        constant,
    )


class Body:
    """The registers of one activation, and the code of its blocks."""

    def __init__(self, callee: Callable[[CallOp], Program]):
        self.callee = callee
        self.registers: dict[SSAValue, int] = {}
        self.size = FIRST
        self.constants: dict[SSAValue, Any] = {}
        self._captures: dict[Operation, list[SSAValue]] = {}
        self._special: dict[type[Operation], Callable[[Any, list[SSAValue], Code], None]] = {
            IfOp: self._if,
            WhileOp: self._while,
            PyLayerOp: self._pylayer,
            DataOp: self._input,
            ParameterOp: self._input,
            ConstantOp: self._input,
            FetchOp: self._output,
            ShadowOutputOp: self._output,
            SetParameterOp: self._output,
            CallOp: self._call,
        }

    def register(self, value: SSAValue) -> int:
        """The register of a value."""
        found = self.registers.get(value)
        if found is None:
            found = self.registers[value] = self.size
            self.size += 1
        return found

    def start(self) -> Registers:
        """The registers at the start of an activation."""
        registers: Registers = [None] * self.size
        for value, constant in self.constants.items():
            registers[self.registers[value]] = constant
        return registers

    def sequence(
        self, ops: Sequence[Operation], mortal: set[SSAValue], kept: set[SSAValue]
    ) -> Code:
        """Code for ops in order. Values that they define die at their last use, and so do those
        in `mortal`; those in `kept` stay."""
        ops = [op for op in ops if not self._is_constant(op)]
        defined = {result for op in ops for result in op.results}
        dying: list[list[SSAValue]] = []
        later: set[SSAValue] = set(kept)
        for op in reversed(ops):
            last: list[SSAValue] = []
            for value in (*op.operands, *self._captured(op)):
                if value not in later:
                    later.add(value)
                    if value in defined or value in mortal:
                        last.append(value)
            dying.append(last)
        dying.reverse()
        code: Code = []
        unused = [v for v in mortal if v not in later]
        if unused:
            code.append(step(clear([self.register(v) for v in unused])))
        for op, last in zip(ops, dying, strict=True):
            self._special.get(type(op), self._plain)(op, last, code)
        return code

    def _captured(self, op: Operation) -> Iterable[SSAValue]:
        """Values from outside that are used in an op's regions."""
        if not op.regions:
            return ()
        found = self._captures.get(op)
        if found is None:
            found = self._captures[op] = _free_values(op, self._captures)
        return found

    def _is_constant(self, op: Operation) -> bool:
        """Whether the op is a constant; its value is then in its register from the start."""
        if op.operands or len(op.results) != 1 or not _kind_of(type(op)).constant or op.regions:
            return False
        found = find_kernel(type(op))
        if found is None:
            return False
        try:
            with np.errstate(all="ignore"):
                value: Any = np.asarray(_bound(found, op)())
        except Exception:  # It is an error only when the op is run.
            return False
        if value.dtype == object or (value.nbytes > SMALL_CONSTANT and any(value.strides)):
            return False
        value.flags.writeable = False
        self.constants[op.results[0]] = value
        self.register(op.results[0])
        return True

    # --- one op ------------------------------------------------------------------------------

    def _input(self, op: Operation, last: list[SSAValue], code: Code) -> None:
        name = input_name(op)
        if name is None:
            self._plain(op, last, code)
        else:
            self._emit(code, reader(name), (INPUTS,), op, last)

    def _output(
        self, op: FetchOp | ShadowOutputOp | SetParameterOp, last: list[SSAValue], code: Code
    ) -> None:
        match op:
            case FetchOp():
                name = op.fetch_name
            case ShadowOutputOp():
                name = op.output_name
            case SetParameterOp():
                name = op.parameter_name
        self._emit(code, writer(name.data), (OUTPUTS, self.register(op.operands[0])), op, last)

    def _plain(self, op: Operation, last: list[SSAValue], code: Code) -> None:
        found = find_kernel(type(op))
        if found is None:
            self._decomposed(op, last, code)
            return
        reads = self._reads(op)
        function = _bound(found, op)
        if found.overwrites is None:
            self._emit(code, function, reads, op, last)
            return
        position = _kind_of(type(op)).names.index(found.overwrites)
        mortal = op.operands[position] in last and reads.count(reads[position]) == 1
        run = overwriting(function, reads, position, mortal, self._writes(op), self._dead(op, last))
        code.append(step(run, op))

    def _emit(
        self,
        code: Code,
        function: Callable[..., Any],
        reads: tuple[int, ...],
        op: Operation,
        last: list[SSAValue],
    ) -> None:
        writes = self._writes(op)
        single = writes[0] if len(writes) == 1 and not _kind_of(type(op)).variadic else -1
        code.append((function, reads, single, writes, self._dead(op, last), op))

    def _writes(self, op: Operation) -> tuple[int, ...]:
        return tuple(
            self.register(r) if r.first_use is not None or r in self.registers else SCRATCH
            for r in op.results
        )

    def _dead(self, op: Operation, last: list[SSAValue]) -> tuple[int, ...]:
        dead = [self.register(value) for value in last]
        if any(r.first_use is None for r in op.results):
            dead.append(SCRATCH)
        return tuple(dead)

    def _reads(self, op: Operation) -> tuple[int, ...]:
        """The registers of an op's operands, absent optional ones included."""
        kind = _kind_of(type(op))
        if not kind.optional:
            return tuple(self.register(value) for value in op.operands)
        assert isinstance(op, IRDLOperation)
        reads: list[int] = []
        for name in kind.names:
            value: SSAValue | Sequence[SSAValue] | None = getattr(op, name)
            if value is None:
                reads.append(NOTHING)
            elif isinstance(value, SSAValue):
                reads.append(self.register(value))
            else:
                reads.extend(self.register(v) for v in value)
        return tuple(reads)

    def _decomposed(self, op: Operation, last: list[SSAValue], code: Code) -> None:
        """An op without a kernel runs as the ops that it means."""
        function = registry.find_decomposition(type(op))
        if function is None or not isinstance(op, IRDLOperation):
            raise RunError(
                f"{name_of(op)} has no kernel and cannot be run",
                op,
                "add one (docs/adding-an-op.md)",
            )
        block = Block()
        outcome = expand(function, op, Builder(block, op.location))
        results = [
            (result, value.ssa)
            for result, value in zip(op.results, outcome, strict=True)
            if isinstance(value, Value) and result.first_use is not None
        ]
        ops = list(block.ops)
        kept = {value for _, value in results}
        for value in kept:
            self.register(value)
        code.extend(self.sequence(ops, {value for value in last if value not in kept}, kept))
        for result, value in results:
            code.append((same, (self.register(value),), self.register(result), (), (), op))
        gone = self._gone(block, kept, set(last))
        if gone:
            code.append(step(clear(gone)))
        for inner in reversed(ops):
            inner.drop_all_references()

    def _call(self, op: CallOp, last: list[SSAValue], code: Code) -> None:
        program = self.callee(op)
        reads = tuple(self.register(value) for value in op.operands)
        dead = tuple(self.register(value) for value in last)
        code.append(step(program.called(reads, self._writes(op), dead), op))
        if SCRATCH in self._writes(op):
            code.append(step(clear([SCRATCH])))

    # --- regions -----------------------------------------------------------------------------

    def _if(self, op: IfOp, last: list[SSAValue], code: Code) -> None:
        outs = self._writes(op)
        captured = set(self._captured(op))
        mortal = {value for value in last if value is not op.cond or value in captured}

        def part(block: Block) -> Code:
            terminator = _terminator(block)
            kept = set(terminator.operands)
            inner = self.sequence(_but_last(block), mortal - kept, kept)
            reads = tuple(self.register(v) for v in terminator.operands)
            inner.append(step(move(reads, outs, self._gone(block, kept, mortal)), op))
            return inner

        then_code, else_code = part(op.then_region.block), part(op.else_region.block)
        condition = self.register(op.cond)
        dead = (condition,) if op.cond in last and op.cond not in captured else ()
        code.append(step(branch(condition, then_code, else_code, dead), op))

    def _pylayer(self, op: PyLayerOp, last: list[SSAValue], code: Code) -> None:
        block = op.body.block
        terminator = _terminator(block)
        kept = set(terminator.operands)
        captured = set(self._captured(op))
        mortal = {value for value in last if value in captured} - kept
        code.extend(self.sequence(_but_last(block), mortal, kept))
        reads = tuple(self.register(v) for v in terminator.operands)
        gone = {value for value in last if value not in mortal} | {
            value for value in kept if _home(value) is block and value not in self.constants
        }
        dead = tuple(self.register(value) for value in gone)
        code.append(step(move(reads, self._writes(op), dead), op))

    def _gone(self, block: Block, kept: set[SSAValue], mortal: set[SSAValue]) -> tuple[int, ...]:
        """Values that are passed on, whose registers are not needed then."""
        return tuple(
            self.register(value)
            for value in kept
            if value in mortal or (_home(value) is block and value not in self.constants)
        )

    def _while(self, op: WhileOp, last: list[SSAValue], code: Code) -> None:
        block = op.body.block
        terminator = _terminator(block)
        kept = set(terminator.operands)
        used: set[SSAValue] = {arg for arg in block.args if arg.first_use is not None}
        args = [SCRATCH if arg.first_use is None else self.register(arg) for arg in block.args]
        body = self.sequence(_but_last(block), used - kept, kept)
        captured = set(self._captured(op))
        run = loop(
            condition=self.register(op.cond),
            starts=tuple(self.register(value) for value in op.inits),
            args=tuple(args),
            body=body,
            reads=tuple(self.register(value) for value in terminator.operands),
            gone=self._gone(block, kept, set()),
            outs=self._writes(op),
            before=tuple(self.register(v) for v in last if v not in captured),
            after=tuple(self.register(v) for v in last if v in captured),
        )
        code.append(step(run, op))


def input_name(op: Operation) -> str | None:
    """The name that an op's result is fed by, None when it is no input."""
    match op:
        case DataOp():
            return op.data_name.data
        case ParameterOp():
            return op.parameter_name.data
        case ConstantOp() if isinstance(op.value, StringAttr):
            return op.value.data
        case _:
            return None


def _terminator(block: Block) -> YieldOp:
    last = block.last_op
    if not isinstance(last, YieldOp):
        raise RunError("a region must end in cf.yield", block.parent_op())
    return last


def _but_last(block: Block) -> list[Operation]:
    *ops, _ = block.ops
    return ops


def _free_values(op: Operation, known: dict[Operation, list[SSAValue]]) -> list[SSAValue]:
    """What an op's regions use and do not define; inner regions are looked at once."""
    found: dict[SSAValue, None] = {}
    for region in op.regions:
        for block in region.blocks:
            for inner in block.ops:
                used: list[SSAValue] = list(inner.operands)
                if inner.regions:
                    if inner not in known:
                        known[inner] = _free_values(inner, known)
                    used += known[inner]
                for value in used:
                    if _home(value) is not block:
                        found[value] = None
    return list(found)


def _home(value: SSAValue) -> Block | None:
    owner = value.owner
    return owner.parent if isinstance(owner, Operation) else owner


_parameters_of = cache(registry.parameters_of)


def _bound(found: Kernel, op: Operation) -> Callable[..., Any]:
    """The kernel with the op's attributes filled in."""
    parameters = _parameters_of(found.function)
    if not parameters:
        return found.function
    extra: dict[str, Any] = {}
    if isinstance(op, IRDLOperation):
        for name, defined in op.get_irdl_definition().properties.items():
            if name in parameters:
                extra[name] = python_value(op.properties.get(name, defined.default_value))
    if "op" in parameters:
        extra["op"] = op
    if "wanted" in parameters:
        extra["wanted"] = tuple(result.first_use is not None for result in op.results)
    return partial(found.function, **extra) if extra else found.function
