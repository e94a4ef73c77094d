"""PIR JSON, version 4: a module as a program that Paddle loads.

Comes in: a module in the program form, or one function (its arguments become `pd_op.data`, its
results `pd_op.fetch`). Goes out: the text, one op a line. Every attribute has the kind that Paddle
gives it, and one that is not said has its default. `stop_gradient` is written as Paddle would
infer it, except where an op is marked.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, Any, TypeAlias

from xdsl.context import Context
from xdsl.dialects.builtin import (
    DenseArrayBase,
    IntegerAttr,
    ModuleOp,
    StringAttr,
    TensorType,
    i1,
    i64,
)
from xdsl.dialects.func import FuncOp
from xdsl.ir import Attribute, Block, BlockArgument, Operation, OpResult, SSAValue
from xdsl.irdl import IRDLOperation
from xdsl.utils.target import Target

from ..dialects.cf import StackCreateOp
from ..dialects.pd_op.array import ArrayType, ArrayWriteInPlaceOp, ArrayWriteOp
from ..dialects.pd_op.base import element_of, shape_of
from ..dialects.pd_op.control import WhileOp
from ..dialects.pd_op.creation import DataOp, FetchOp
from ..dialects.pir import ParameterOp
from ..frontends.pir_json import DIALECTS, NULL_OPERANDS, NULL_RESULTS, PARAMETER
from ..tools.diagnostics import at, name_of
from .pir_attributes import NoWord, attribute_data, type_data

NUMBERS = {name: number for number, name in DIALECTS.items()}
BUILTIN = frozenset({"combine", "split", "slice", "set_parameter", "shadow_output", "constant"})
CF = frozenset({"stack_create", "tuple_push", "tuple_pop", "has_elements", "yield"})
KNOWN = {"builtin": BUILTIN, "cf": CF}
"""Paddle's ops in the dialects that it shares with xDSL."""

HEAD = '{"base_code":{"magic":"pir","trainable":true,"version":4},"program":{'
OF_RESULTS = frozenset({"persistable", "trainable"})
"""Attributes that say something of each result."""

HIDDEN = frozenset({"op_name__", "stop_gradient", NULL_OPERANDS, NULL_RESULTS})
UNMARKED = (StackCreateOp, ArrayWriteInPlaceOp)
"""Ops whose results Paddle does not mark."""

Text: TypeAlias = "Iterator[str | Text]"
"""Pieces of text, in which a long piece can itself be pieces of text."""


@dataclass(frozen=True)
class PirJsonTarget(Target):
    """Writes PIR JSON, for Paddle to load."""

    name = "pir-json"

    def emit(self, ctx: Context, module: ModuleOp, output: IO[str]) -> None:
        write(module, output)


def write(module: ModuleOp, output: IO[str]) -> None:
    """Writes a module as PIR JSON. Raises UserError for what Paddle has no word for."""
    output.write(HEAD)
    # A stack of pieces instead of recursion: programs can be nested deeply.
    open_pieces = [_Writer().regions(as_program(module))]
    while open_pieces:
        piece = next(open_pieces[-1], None)
        if piece is None:
            open_pieces.pop()
        elif isinstance(piece, str):
            output.write(piece)
        else:
            open_pieces.append(piece)
    output.write("}}\n")


def as_program(module: ModuleOp) -> ModuleOp:
    """The module itself, or for one function a program with its body."""
    function = module.body.block.first_op
    if not isinstance(function, FuncOp) or function.next_op is not None:
        return module
    if len(function.body.blocks) != 1:
        raise at(function, "only a function of one block can be written for Paddle")
    body = function.body.block
    program = ModuleOp([])
    values: dict[SSAValue, SSAValue] = {}
    for arg in body.args:
        name = StringAttr(arg.name_hint or f"arg{arg.index}")
        data = _create(DataOp, [], arg.type, name)
        program.body.block.add_op(data)
        values[arg] = data.results[0]
    last = body.last_op
    for op in body.ops:
        if op is not last:
            any_op: Any = op
            program.body.block.add_op(any_op.clone(values))
    taken: set[str] = set()
    for index, result in enumerate(() if last is None else last.operands):
        name = result.name_hint or ""
        name = f"out{index}" if name in taken or not name else name
        taken.add(name)
        fetch = _create(FetchOp, [values[result]], result.type, StringAttr(name))
        program.body.block.add_op(fetch)
    return program


def _create(
    op_type: Any, operands: Sequence[SSAValue], type_: Attribute, name: StringAttr
) -> Operation:
    return op_type.create(operands=operands, result_types=[type_], properties={"name": name})


class _Plan:
    """How ops of one name are written."""

    def __init__(self, op: Operation):
        self.full_name = name_of(op)
        dialect, _, short = self.full_name.partition(".")
        if dialect not in NUMBERS or short not in KNOWN.get(dialect, (short,)):
            raise at(
                op,
                f"{self.full_name} cannot be written: Paddle has no such op",
                "only ops of pd_op, and those of cf and builtin that Paddle has, can be written",
            )
        self.name = json.dumps(f"{NUMBERS[dialect]}.{short}")
        self.defaults: dict[str, Attribute | None] = {}
        if isinstance(op, IRDLOperation):
            self.defaults = {
                name: defined.default_value
                for name, defined in op.get_irdl_definition().properties.items()
                if name != NULL_OPERANDS
            }
        self.attributes: dict[tuple[str, Attribute | None], str] = {}
        """Attributes that were written before."""


class _Writer:
    def __init__(self) -> None:
        self.ids: dict[SSAValue, int] = {}
        self.marked: set[SSAValue] = set()
        self.plans: dict[str, _Plan] = {}
        self.types: dict[Attribute, str] = {}
        self.count_results = self.count_arguments = self.count_regions = 0

    # --- regions, blocks, ops ----------------------------------------------------------------

    def regions(self, op: Operation) -> Text:
        """The regions of an op."""
        yield '"regions":['
        for index, region in enumerate(op.regions):
            yield f'{"," if index else ""}{{"#":"region_{self.count_regions}","blocks":['
            for position, block in enumerate(region.blocks):
                yield "," if position else ""
                yield self.block(block)
            yield "]}"
        yield "]"

    def block(self, block: Block) -> Text:
        """A block and its ops, one a line."""
        for arg in block.args:
            self.count_arguments -= 1
            self.ids[arg] = self.count_arguments
            if self._carries_mark(arg):
                self.marked.add(arg)
        args = ",".join(f'{{"#":{self.ids[a]},"TT":{self._type(a)}}}' for a in block.args)
        yield f'{{"#":"block_{self.count_regions}","args":[{args}],"ops":['
        self.count_regions += 1
        for op in block.ops:
            yield "\n" if op is block.first_op else ",\n"
            if isinstance(op, ParameterOp):
                yield self._parameter(op)
                continue
            plan = self._plan(op)
            attributes, of_results = self._attributes(op, plan)
            yield self._op(op, plan, attributes)
            if op.regions:
                yield ","
                yield self.regions(op)
            yield f',"OA":[{",".join([*of_results, *self._marks(op)])}]}}'
        yield "]}"

    def _carries_mark(self, arg: BlockArgument) -> bool:
        """As Paddle infers it: a carry is marked when its initial value is."""
        loop = arg.block.parent_op()
        return isinstance(loop, WhileOp) and loop.operands[arg.index + 1] in self.marked

    def _plan(self, op: Operation) -> _Plan:
        name = name_of(op)
        plan = self.plans.get(name)
        if plan is None:
            plan = self.plans[name] = _Plan(op)
        if op.successors:
            raise at(op, f"{name} cannot be written: Paddle has no branches between blocks")
        return plan

    def _op(self, op: Operation, plan: _Plan, attributes: Sequence[str]) -> str:
        """An op but for its regions and its results' attributes."""
        operands = ",".join(f'{{"%":{key}}}' for key in self._operands(op))
        results = ",".join(self._results(op))
        shown = ",".join(attributes)
        return f'{{"#":{plan.name},"A":[{shown}],"I":[{operands}],"O":[{results}]'

    def _operands(self, op: Operation) -> Iterator[int]:
        """The ids of the operands, 0 for one that is absent."""
        sizes = op.properties.get(NULL_OPERANDS) or op.attributes.get(NULL_OPERANDS)
        if not isinstance(sizes, DenseArrayBase):
            return (self._id(operand, op) for operand in op.operands)
        given = iter(op.operands)
        return (self._id(next(given), op) if size else 0 for size in sizes.get_values())

    def _id(self, operand: SSAValue, op: Operation) -> int:
        key = self.ids.get(operand)
        if key is None:
            raise at(op, f"{name_of(op)} uses a value that is not defined before it")
        return key

    def _results(self, op: Operation) -> Iterator[str]:
        absent = _null_results(op)
        for result in op.results:
            self.count_results += 1
            self.ids[result] = self.count_results
            type_ = '{"#":"NULL"}' if result.index in absent else self._type(result)
            yield f'{{"%":{self.count_results},"TT":{type_}}}'

    # --- types and attributes ----------------------------------------------------------------

    def _type(self, value: SSAValue) -> str:
        if isinstance(value.type, ArrayType):
            return json.dumps(type_data(value.type, _array_dims(value)))
        found = self.types.get(value.type)
        if found is None:
            try:
                found = json.dumps(type_data(value.type))
            except NoWord as error:
                owner = value.owner
                raise at(owner if isinstance(owner, Operation) else None, str(error)) from error
            self.types[value.type] = found
        return found

    def _attributes(self, op: Operation, plan: _Plan) -> tuple[list[str], list[str]]:
        """The attributes of the op, and those of its results."""
        own: list[str] = []
        of_results: list[str] = []
        for name, default in plan.defaults.items():
            value = op.properties.get(name, default)
            if value is None and not op.operands:
                value = _of_result(op, name)
            if value is not None or name == "dtype":
                own.append(self._attribute(op, plan, name, value))
        for name, value in op.attributes.items():
            if name not in HIDDEN:
                into = of_results if name in OF_RESULTS else own
                into.append(self._attribute(op, plan, name, value))
        return own, of_results

    def _attribute(self, op: Operation, plan: _Plan, name: str, value: Attribute | None) -> str:
        key = (name, value)
        found = plan.attributes.get(key)
        if found is None:
            try:
                data = attribute_data(plan.full_name, name, value, plan.defaults.get(name))
            except NoWord as error:
                raise at(op, f"{plan.full_name}: {name} cannot be written: {error}") from error
            found = f'{{"AT":{json.dumps(data)},"N":{json.dumps(name)}}}'
            plan.attributes[key] = found
        return found

    def _parameter(self, op: ParameterOp) -> str:
        said = [int(_flag(op.properties.get(name), usual)) for name, usual in PARAMETER.items()]
        distributed, parameter, clip, persistable, trainable = said
        stop = int(any(_given_marks(op)))
        if stop:
            self.marked.add(op.out)
        (result,) = self._results(op)
        name = json.dumps(op.parameter_name.data)
        return (
            f'{{"#":"p","A":[{distributed},{parameter},{clip},{name}],"DA":[],"O":{result},'
            f'"OA":[{persistable},{stop},{trainable}],"QA":[]}}'
        )

    # --- stop_gradient -----------------------------------------------------------------------

    def _marks(self, op: Operation) -> Iterator[str]:
        """The marks of an op's results: as given, or else as Paddle infers them."""
        if not op.results or isinstance(op, UNMARKED):
            return
        marks = self._inferred(op)
        self.marked.update(r for r, mark in zip(op.results, marks, strict=True) if mark)
        data = ",".join(f'{{"#":"0.a_bool","D":{"true" if m else "false"}}}' for m in marks)
        yield f'{{"AT":{{"#":"0.a_array","D":[{data}]}},"N":"stop_gradient"}}'

    def _inferred(self, op: Operation) -> Sequence[bool]:
        given = _given_marks(op)
        if given or not op.operands:
            return [*given, *[False] * len(op.results)][: len(op.results)]
        if isinstance(op, WhileOp):
            return [operand in self.marked for operand in op.operands[1:]]
        if op.regions:
            ends = [region.block.last_op for region in op.regions]
            given = [end.operands for end in ends if end is not None]
            return [all(v in self.marked for v in yields) for yields in zip(*given, strict=True)]
        every = all(operand in self.marked for operand in op.operands)
        return [every or _is_bool(result) for result in op.results]


def _given_marks(op: Operation) -> list[bool]:
    marks: Any = op.attributes.get("stop_gradient", ())
    if isinstance(marks, IntegerAttr):
        return [_flag(marks, False)] * len(op.results)
    return [_flag(mark, False) for mark in marks]


def _flag(value: Any, usual: bool) -> bool:
    return bool(value.value.data) if isinstance(value, IntegerAttr) else usual


def _is_bool(value: SSAValue) -> bool:
    return isinstance(value.type, TensorType) and element_of(value) == i1


def _null_results(op: Operation) -> frozenset[int]:
    """The results that Paddle does not give: those that were read so, and in a gradient op the
    gradients of absent operands."""
    absent = op.attributes.get(NULL_RESULTS)
    if isinstance(absent, DenseArrayBase):
        return frozenset(int(index) for index in absent.get_values())
    sizes = op.properties.get(NULL_OPERANDS)
    if not isinstance(sizes, DenseArrayBase) or not isinstance(op, IRDLOperation):
        return frozenset()
    definition = op.get_irdl_definition()
    named = zip(definition.operands, sizes.get_values(), strict=True)
    missing = {name + "_grad" for (name, _), size in named if not size}
    return frozenset(i for i, (name, _) in enumerate(definition.results) if name in missing)


def _of_result(op: Operation, name: str) -> Attribute | None:
    """The shape or dtype of an op without operands, which its result says as well."""
    if name == "dtype":
        return element_of(op.results[0])
    if name == "shape":
        return DenseArrayBase.from_list(i64, shape_of(op.results[0]))
    return None


def _array_dims(array: SSAValue) -> Sequence[int]:
    """The shape that Paddle says of the tensors in an array: that of the first one written."""
    seen: set[SSAValue] = set()
    waiting = [array]
    while waiting:
        value = waiting.pop()
        if value in seen:
            continue
        seen.add(value)
        if isinstance(value.owner, WRITES):
            return shape_of(value.owner.x)
        for use in value.uses:
            if isinstance(use.operation, WRITES) and use.index == 0:
                return shape_of(use.operation.x)
        waiting.extend(_same_array(value))
    return ()


WRITES = (ArrayWriteOp, ArrayWriteInPlaceOp)


def _same_array(value: SSAValue) -> Iterator[SSAValue]:
    """Values that hold the same array, or one like it."""
    owner = value.owner
    if isinstance(owner, Block):
        loop = owner.parent_op()
        if isinstance(loop, WhileOp) and isinstance(value, BlockArgument):
            yield loop.operands[value.index + 1]
    elif owner.regions and isinstance(value, OpResult):
        for region in owner.regions:
            last = region.block.last_op
            if last is not None:
                yield last.operands[value.index - len(owner.results)]
    else:
        yield from (o for o in owner.operands if isinstance(o.type, ArrayType))
