"""Compiles a module for the machine.

Comes in: a module. Goes out: a `Program`: its inputs and outputs by name and its instructions.
The next file is `body.py`, which compiles the ops.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Attribute, SSAValue

from ..autodiff.functionalize import functionalize, has_writes
from ..autodiff.names import Scope, argument_names
from ..dialects.pd_op.creation import FetchOp
from ..dialects.pir import ShadowOutputOp
from .body import Body, input_name
from .instructions import INPUTS, OUTPUTS, Code, Registers, RunError, execute


@dataclass
class Program:
    """The compiled block of a module or a function, and the values an activation starts with."""

    inputs: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    positions: dict[str, str] = field(default_factory=dict[str, str])
    """The names of a function's arguments by `arg0`, `arg1`, ..."""
    arguments: list[int] = field(default_factory=list[int])
    results: list[int] = field(default_factory=list[int])
    result_names: list[str] = field(default_factory=list[str])
    code: Code = field(default_factory=Code)
    start: Registers = field(default_factory=Registers)

    def run(self, given: Mapping[str, Any]) -> dict[str, Any]:
        """The outputs by name."""
        registers = self.start.copy()
        outputs: dict[str, Any] = {}
        registers[INPUTS], registers[OUTPUTS] = given, outputs
        for register, name in zip(self.arguments, self.inputs, strict=False):
            registers[register] = given[name]
        execute(self.code, registers)
        for register, name in zip(self.results, self.result_names, strict=True):
            outputs[name] = registers[register]
        return outputs

    def called(
        self, reads: tuple[int, ...], writes: tuple[int, ...], dead: tuple[int, ...]
    ) -> Callable[[Registers], None]:
        """What a call of the function does to the registers of its caller."""

        def run(registers: Registers) -> None:
            inner = self.start.copy()
            for argument, register in zip(self.arguments, reads, strict=True):
                inner[argument] = registers[register]
            for register in dead:
                registers[register] = None
            execute(self.code, inner)
            for register, result in zip(writes, self.results, strict=True):
                registers[register] = inner[result]

        return run


def compile_program(module: ModuleOp, function: str | None, copy: bool = True) -> Program:
    """Compiles a module, or a copy of it, with in-place ops made pure."""
    if copy or has_writes(module):
        original: Any = module
        module = original.clone()
        functionalize(module)
    scope = Scope(module, function)
    functions = Functions(module)
    if scope.function is not None:
        return functions.program(scope.function)
    program = Program()
    ops = [op for op in scope.block.ops if not isinstance(op, FuncOp)]
    outputs: set[str] = set()
    for op in ops:
        source = input_name(op)
        if source is not None:
            type_ = op.results[0].type
            if program.inputs.setdefault(source, type_) != type_:
                raise RunError(f"two inputs of different types are called {source}", op)
        elif isinstance(op, FetchOp | ShadowOutputOp):
            name = op.fetch_name if isinstance(op, FetchOp) else op.output_name
            if name.data in outputs:
                raise RunError(f"two outputs are called {name.data}", op)
            outputs.add(name.data)
    body = Body(functions.callee)
    program.code = body.sequence(ops, set(), set())
    program.start = body.start()
    return program


class Functions:
    """The functions of a module, each compiled when it is first called."""

    def __init__(self, module: ModuleOp):
        self.functions = {op.sym_name.data: op for op in module.body.ops if isinstance(op, FuncOp)}
        self.compiled: dict[str, Program] = {}

    def callee(self, op: CallOp) -> Program:
        """The function that an op calls."""
        function = self.functions.get(op.callee.string_value())
        if function is None:
            raise RunError(f"there is no function {op.callee} to call", op)
        return self.program(function)

    def program(self, function: FuncOp) -> Program:
        """A function as a program: arguments and results by name."""
        name = function.sym_name.data
        if name in self.compiled:
            return self.compiled[name]
        program = self.compiled[name] = Program()
        if len(function.body.blocks) != 1:
            raise RunError(f"@{name} has no body of one block and cannot be run", function)
        block = function.body.block
        for hint, arg in zip(argument_names(function), block.args, strict=True):
            program.inputs[hint] = arg.type
        named = list(program.inputs)
        program.positions = {
            f"arg{index}": hint
            for index, hint in enumerate(named)
            if f"arg{index}" not in program.inputs
        }
        body = Body(self.callee)
        program.arguments = [body.register(arg) for arg in block.args]
        arguments: set[SSAValue] = set(block.args)
        last = block.last_op
        if not isinstance(last, ReturnOp):
            raise RunError(f"@{name} does not end in func.return", last)
        ops = [op for op in block.ops if op is not last]
        program.code = body.sequence(ops, arguments, set(last.operands))
        program.results = [body.register(value) for value in last.operands]
        program.result_names = _result_names(last.operands)
        program.start = body.start()
        return program


def _result_names(values: Sequence[SSAValue]) -> list[str]:
    """A name for each result: its value's where no other result has it, else its position."""
    hints = [value.name_hint for value in values]
    reserved = {f"result{index}" for index in range(len(values))}
    return [
        f"result{index}" if hint is None or hint in hints[:index] or hint in reserved else hint
        for index, hint in enumerate(hints)
    ]
