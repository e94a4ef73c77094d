"""Compiles a module to instructions for the machine.

Comes in: a module. Goes out: a `Program` with a list of instructions a block. What is decided
here: which register a value has, where it is read for the last time (it is let go there), which
kernel an op runs, or what it is decomposed into when it has none.

A value dies at the last op of its own block that reads it, itself or inside its regions. Where
that op is an `if`, it dies inside each branch; a loop lets go of what it starts with and of each
trip's values, so that a long loop needs no more memory than a short one.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import numpy as np
from xdsl.dialects.builtin import ModuleOp, UnregisteredOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, Block, Operation, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, IRDLOperation, VarOperandDef, VarResultDef

from ..autodiff.builder import Builder
from ..autodiff.functionalize import functionalize
from ..autodiff.registry import find_decomposition
from ..autodiff.values import Value, expand
from ..dialects.cf import YieldOp
from ..dialects.pd_op.base import python_value
from ..dialects.pd_op.control import IfOp, WhileOp
from ..dialects.pd_op.creation import DataOp, FetchOp
from ..dialects.pir import ParameterOp, SetParameterOp, ShadowOutputOp
from .machine import FIRST, INPUTS, NOTHING, OUTPUTS, SCRATCH, RunError, execute
from .registry import Kernel, find_kernel

Code = list[tuple[Any, ...]]


@dataclass
class Program:
    """A compiled block of a module or a function."""

    inputs: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    arguments: list[int] = field(default_factory=list[int])
    results: list[int] = field(default_factory=list[int])
    result_names: list[str] = field(default_factory=list[str])
    code: Code = field(default_factory=Code)
    size: int = FIRST

    def run(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs by name."""
        registers: list[Any] = [None] * self.size
        outputs: dict[str, Any] = {}
        registers[INPUTS], registers[OUTPUTS] = given, outputs
        for register, name in zip(self.arguments, self.inputs, strict=False):
            registers[register] = given[name]
        execute(self.code, registers)
        for register, name in zip(self.results, self.result_names, strict=True):
            outputs[name] = registers[register]
        return outputs

    def call(self, *arguments: Any) -> list[Any]:
        """The results of a function."""
        registers: list[Any] = [None] * self.size
        for register, value in zip(self.arguments, arguments, strict=True):
            registers[register] = value
        execute(self.code, registers)
        return [registers[register] for register in self.results]


def compile_program(module: ModuleOp, function: str | None) -> Program:
    """Compiles a copy of the module, with in-place ops made pure."""
    from ..autodiff.names import Scope

    copy = module.clone()
    functionalize(copy)
    scope = Scope(copy, function)
    compiler = _Compiler(copy)
    if scope.function is not None:
        return compiler.function(scope.function)
    program = Program()
    for op in scope.block.ops:
        if isinstance(op, DataOp):
            program.inputs[op.data_name.data] = op.out.type
        elif isinstance(op, ParameterOp):
            program.inputs[op.parameter_name.data] = op.out.type
    body = _Body(compiler)
    ops = [op for op in scope.block.ops if not isinstance(op, FuncOp)]
    program.code = body.sequence(ops, set(), set())
    program.size = body.size
    return program


class _Compiler:
    """The functions of a module, each compiled when it is first called."""

    def __init__(self, module: ModuleOp):
        self.functions = {op.sym_name.data: op for op in module.body.ops if isinstance(op, FuncOp)}
        self.compiled: dict[str, Program] = {}

    def function(self, function: FuncOp) -> Program:
        """A function as a program: arguments and results by name."""
        name = function.sym_name.data
        if name in self.compiled:
            return self.compiled[name]
        program = self.compiled[name] = Program()
        if len(function.body.blocks) != 1:
            raise RunError(f"@{name} has no body of one block and cannot be run", function)
        block = function.body.block
        program.inputs = {arg.name_hint or f"arg{arg.index}": arg.type for arg in block.args}
        body = _Body(self)
        program.arguments = [body.register(arg) for arg in block.args]
        last = block.last_op
        if not isinstance(last, ReturnOp):
            raise RunError(f"@{name} does not end in func.return", last)
        ops = [op for op in block.ops if op is not last]
        program.code = body.sequence(ops, set(block.args), set(last.operands))
        program.results = [body.register(value) for value in last.operands]
        program.result_names = _result_names(last.operands)
        program.size = body.size
        return program


def _result_names(values: Sequence[SSAValue]) -> list[str]:
    names: list[str] = []
    for index, value in enumerate(values):
        name = value.name_hint or f"result{index}"
        names.append(f"result{index}" if name in names else name)
    return names


class _Body:
    """The registers of one activation, and the code of its blocks."""

    def __init__(self, compiler: _Compiler):
        self.compiler = compiler
        self.registers: dict[SSAValue, int] = {}
        self.size = FIRST
        self._captures: dict[Operation, list[SSAValue]] = {}

    def register(self, value: SSAValue) -> int:
        """The register of a value."""
        found = self.registers.get(value)
        if found is None:
            found = self.registers[value] = self.size
            self.size += 1
        return found

    def sequence(
        self, ops: Sequence[Operation], mortal: set[SSAValue], kept: set[SSAValue]
    ) -> Code:
        """Code for ops in order. Values that they define die at their last use, and so do those
        in `mortal`; those in `kept` stay."""
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
            code.append(_clear([self.register(v) for v in unused]))
        for op, last in zip(ops, dying, strict=True):
            self._op(op, last, code)
        return code

    def _captured(self, op: Operation) -> Iterable[SSAValue]:
        """Values from outside that are used in an op's regions."""
        if not op.regions:
            return ()
        found = self._captures.get(op)
        if found is None:
            found = self._captures[op] = _free_values(op, self._captures)
        return found

    # --- one op ------------------------------------------------------------------------------

    def _op(self, op: Operation, last: list[SSAValue], code: Code) -> None:
        match op:
            case IfOp():
                self._if(op, last, code)
            case WhileOp():
                self._while(op, last, code)
            case DataOp():
                self._emit(code, _reader(op.data_name.data), (INPUTS,), op, last)
            case ParameterOp():
                self._emit(code, _reader(op.parameter_name.data), (INPUTS,), op, last)
            case FetchOp():
                reads = (OUTPUTS, self.register(op.x))
                self._emit(code, _writer(op.fetch_name.data), reads, op, last)
            case ShadowOutputOp():
                reads = (OUTPUTS, self.register(op.input))
                self._emit(code, _writer(op.output_name.data), reads, op, last)
            case SetParameterOp():
                reads = (OUTPUTS, self.register(op.parameter))
                self._emit(code, _writer(op.parameter_name.data), reads, op, last)
            case CallOp():
                self._call(op, last, code)
            case _:
                self._plain(op, last, code)

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
        names = _names(op)
        position = names.index(found.overwrites)
        mortal = op.operands[position] in last and reads.count(reads[position]) == 1
        writes = self._writes(op)
        dead = self._dead(op, last)
        step = _overwriting(function, reads, position, mortal, writes, dead)
        code.append((step, None, -1, (), (), op))

    def _emit(
        self,
        code: Code,
        function: Callable[..., Any],
        reads: tuple[int, ...],
        op: Operation,
        last: list[SSAValue],
    ) -> None:
        writes = self._writes(op)
        single = writes[0] if len(op.results) == 1 and not _has_variadic_results(op) else -1
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
        if not isinstance(op, IRDLOperation):
            return tuple(self.register(value) for value in op.operands)
        definition = op.get_irdl_definition()
        segmented = any(isinstance(o, AttrSizedOperandSegments) for o in definition.options)
        if not segmented:
            return tuple(self.register(value) for value in op.operands)
        reads: list[int] = []
        for name, defined in definition.operands:
            value: Any = getattr(op, name)
            if isinstance(defined, VarOperandDef) and not isinstance(value, SSAValue | None):
                reads.extend(self.register(v) for v in value)
            else:
                reads.append(NOTHING if value is None else self.register(value))
        return tuple(reads)

    def _decomposed(self, op: Operation, last: list[SSAValue], code: Code) -> None:
        """An op without a kernel runs as the ops that it means."""
        function = find_decomposition(type(op))
        if function is None or not isinstance(op, IRDLOperation):
            name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
            raise RunError(
                f"{name} has no kernel and cannot be run", op, "add one (docs/adding-an-op.md)"
            )
        block = Block()
        outcome = expand(function, op, Builder(block, op.location))
        results = [
            (result, value.ssa)
            for result, value in zip(op.results, outcome, strict=True)
            if isinstance(value, Value) and result.first_use is not None
        ]
        kept = {value for _, value in results}
        for value in kept:
            self.register(value)
        mortal = {value for value in last if value not in kept}
        code.extend(self.sequence(list(block.ops), mortal, kept))
        for result, value in results:
            code.append((_same, (self.register(value),), self.register(result), (), (), op))
        gone = [self.register(value) for value in kept if value in last or _home(value) is block]
        if gone:
            code.append(_clear(gone))

    def _call(self, op: CallOp, last: list[SSAValue], code: Code) -> None:
        callee = self.compiler.functions.get(op.callee.string_value())
        if callee is None:
            raise RunError(f"there is no function {op.callee} to call", op)
        program = self.compiler.function(callee)
        reads = tuple(self.register(value) for value in op.operands)
        writes = self._writes(op)
        code.append((program.call, reads, -1, writes, self._dead(op, last), op))

    # --- regions -----------------------------------------------------------------------------

    def _if(self, op: IfOp, last: list[SSAValue], code: Code) -> None:
        outs = self._writes(op)
        condition = self.register(op.cond)
        captured = set(self._captured(op))
        mortal = {value for value in last if value is not op.cond or value in captured}
        branches: list[Code] = []
        for region in (op.then_region, op.else_region):
            block = region.block
            terminator = block.last_op
            assert isinstance(terminator, YieldOp)
            ops = [inner for inner in block.ops if inner is not terminator]
            kept = set(terminator.operands)
            branch = self.sequence(ops, mortal - kept, kept)
            reads = tuple(self.register(v) for v in terminator.operands)
            branch.append(
                (_move(reads, outs, self._gone(block, kept, mortal)), None, -1, (), (), op)
            )
            branches.append(branch)
        then_code, else_code = branches
        dead = (condition,) if op.cond in last and op.cond not in captured else ()

        def run(registers: list[Any]) -> None:
            chosen = then_code if registers[condition] else else_code
            for register in dead:
                registers[register] = None
            execute(chosen, registers)

        code.append((run, None, -1, (), (), op))

    def _gone(self, block: Block, kept: set[SSAValue], mortal: set[SSAValue]) -> tuple[int, ...]:
        """Yielded values whose registers are not needed once they are passed on."""
        return tuple(
            self.register(value) for value in kept if value in mortal or _home(value) is block
        )

    def _while(self, op: WhileOp, last: list[SSAValue], code: Code) -> None:
        block = op.body.block
        terminator = block.last_op
        assert isinstance(terminator, YieldOp)
        ops = [inner for inner in block.ops if inner is not terminator]
        kept = set(terminator.operands)
        args = tuple(
            self.register(arg) if arg.first_use is not None else SCRATCH for arg in block.args
        )
        body = self.sequence(ops, {a for a in block.args if a.first_use is not None} - kept, kept)
        captured = set(self._captured(op))
        starts = tuple(self.register(value) for value in op.inits)
        condition = self.register(op.cond)
        moved = tuple(self.register(v) for v in last if v not in captured)
        after = tuple(self.register(v) for v in last if v in captured)
        reads = tuple(self.register(value) for value in terminator.operands)
        gone = self._gone(block, kept, set())
        outs = self._writes(op)

        def run(registers: list[Any]) -> None:
            again = bool(registers[condition])
            carried = [registers[i] for i in starts]
            for register in moved:
                registers[register] = None
            while again:
                for index, register in enumerate(args):
                    registers[register] = carried[index]
                carried = None
                registers[SCRATCH] = None
                execute(body, registers)
                condition_now, *carried = [registers[i] for i in reads]
                again = bool(condition_now)
                for register in gone:
                    registers[register] = None
            for index, register in enumerate(outs):
                registers[register] = carried[index]  # pyright: ignore
            registers[SCRATCH] = None
            for register in after:
                registers[register] = None

        code.append((run, None, -1, (), (), op))


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


def _has_variadic_results(op: Operation) -> bool:
    """Whether the op's kernel gives a tuple even for one result."""
    return isinstance(op, IRDLOperation) and any(
        isinstance(defined, VarResultDef) for _, defined in op.get_irdl_definition().results
    )


def _names(op: Operation) -> list[str]:
    assert isinstance(op, IRDLOperation)
    return [name for name, _ in op.get_irdl_definition().operands]


def _bound(found: Kernel, op: Operation) -> Callable[..., Any]:
    """The kernel with the op's attributes filled in."""
    try:
        parameters = inspect.signature(found.function).parameters
    except (TypeError, ValueError):
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


def _reader(name: str) -> Callable[[Mapping[str, Any]], Any]:
    return lambda inputs: inputs[name]


def _writer(name: str) -> Callable[[dict[str, Any], Any], Any]:
    def write(outputs: dict[str, Any], value: Any) -> Any:
        outputs[name] = value
        return value

    return write


def _same(value: Any) -> Any:
    return value


def _clear(registers: Sequence[int]) -> tuple[Any, ...]:
    gone = tuple(registers)

    def run(values: list[Any]) -> None:
        for register in gone:
            values[register] = None

    return (run, None, -1, (), (), None)


def _move(
    reads: tuple[int, ...], writes: tuple[int, ...], gone: tuple[int, ...]
) -> Callable[[list[Any]], None]:
    """Passes yielded values on to results, all at once."""

    def run(registers: list[Any]) -> None:
        values = [registers[i] for i in reads]
        for register in gone:
            registers[register] = None
        for index, register in enumerate(writes):
            registers[register] = values[index]
        registers[SCRATCH] = None

    return run


def _count_of_own() -> int:
    """What `sys.getrefcount` says of an array that one local variable holds."""
    array = np.empty(1)
    return sys.getrefcount(array)


_OWN = _count_of_own()


def _overwriting(
    function: Callable[..., Any],
    reads: tuple[int, ...],
    position: int,
    mortal: bool,
    writes: tuple[int, ...],
    dead: tuple[int, ...],
) -> Callable[[list[Any]], None]:
    """A kernel that writes into an operand: it gets the array itself when this is its last use
    and nobody else holds it, nor a view of it; otherwise a copy."""
    own_register = reads[position]
    single = len(writes) == 1

    def run(registers: list[Any]) -> None:
        values = [registers[i] for i in reads]
        for register in dead:
            registers[register] = None
        if mortal:
            registers[own_register] = None
        array = values[position]
        values[position] = None
        if not (
            mortal
            and type(array) is np.ndarray
            and array.flags.owndata
            and array.flags.writeable
            and sys.getrefcount(array) <= _OWN
        ):
            array = np.array(array)
        values[position] = array
        results = function(*values)
        if single:
            registers[writes[0]] = results
        else:
            for register, value in zip(writes, results, strict=True):
                registers[register] = value

    return run
