"""Paddle's saved programs: PIR JSON, version 4, as a module.

Comes in: the bytes of a file that Paddle saved. Goes out: a module in the program form. An op that
no dialect defines comes in under its own name with its operands, attributes and types.

Paddle copies `stop_gradient` marks onto every op and infers them wrongly through loops. Kept is a
mark on a source (data, parameter, constant), and one that somebody set: on a float result of an
op that has an unmarked float operand, or on another name of a value (`detach`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    ModuleOp,
    NoneType,
    UnregisteredOp,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, IRDLOperation
from xdsl.utils.exceptions import VerifyException
from xdsl.utils.frontend import Frontend

from ..autodiff.activity import can_vary
from ..dialects.pd_op.base import FALSE, TRUE, SharesStorage, is_float
from ..tools.diagnostics import UserError
from ..tools.reading import STANDARD_INPUT, decode, no_garbage_collection, remember
from .pir_attributes import attribute_of, key_of, type_of
from .pir_text import SAVE_HINT, Places, load

if TYPE_CHECKING:
    from xdsl.context import Context

DIALECTS = {"0": "builtin", "1": "pd_op", "2": "cf", "3": "custom_op", "4": "dist"}
VERSIONS = (1, 2, 3, 4)
LIMIT_DEPTH = 20_000
"""The deepest nesting of regions that is read."""

NULL_OPERANDS = "operandSegmentSizes"
NULL_RESULTS = "null_results"
"""Which results an op that was read does not give, by position."""

PARAMETER = {
    "is_distributed": False,
    "is_parameter": True,
    "need_clip": True,
    "persistable": True,
    "trainable": True,
}
"""What a parameter is unless its attributes say otherwise."""


@dataclass(frozen=True)
class PirJsonFrontend(Frontend):
    """Reads a program that Paddle saved as PIR JSON."""

    name = "pir-json"

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "input") -> ModuleOp:
        return read(ctx, input.read(), input_name)


def read(context: Context, data: bytes, name: str) -> ModuleOp:
    """The module in the bytes of a PIR JSON file. Raises UserError."""
    text = decode(data, name)
    if name == STANDARD_INPUT:
        remember(name, text)
    reader = _Reader(context, Places(text, name))
    try:
        with no_garbage_collection():
            return reader.program(load(text, name))
    except KeyError as error:
        raise reader.error(f"this op has no entry {error}", SAVE_HINT) from error
    except (TypeError, ValueError, IndexError, AttributeError, OverflowError) as error:
        raise reader.error(f"this op is not as Paddle writes it: {error}", SAVE_HINT) from error
    except VerifyException as error:
        raise reader.error(str(error)) from error


class _Plan:
    """How ops of one name are read: worked out at the first."""

    def __init__(self, context: Context, name: str):
        op_type: Any = context.get_optional_op(name) or UnregisteredOp.with_name(name)
        self.op_type = op_type
        self.name = name
        self.known = issubclass(op_type, IRDLOperation)
        self.defaults: dict[str, Attribute | None] = {}
        self.segments: int | None = None
        """The number of operands, for an op of which some can be absent."""
        self.is_loop = name == "pd_op.while"
        self.is_alias = op_type.get_trait(SharesStorage) is not None if self.known else False
        if issubclass(op_type, IRDLOperation):
            definition = op_type.get_irdl_definition()
            self.defaults = {n: d.default_value for n, d in definition.properties.items()}
            if any(isinstance(o, AttrSizedOperandSegments) for o in definition.options):
                self.segments = len(definition.operands)
        self.attributes: dict[Any, Attribute] = {}
        """Attributes that were read before, by name, kind and data."""


class _Open:
    """A block whose ops are being read, and the values that end with it."""

    __slots__ = ("block", "ops", "scope")

    def __init__(self, block: Block, ops: Iterator[Any]):
        self.block = block
        self.ops = ops
        self.scope: list[int] = []


@dataclass
class _Waiting:
    """An op whose regions are being read; `blocks` are those to come, the last one first."""

    source: Any
    plan: _Plan
    operands: list[SSAValue]
    regions: list[Region]
    blocks: list[tuple[Block, Any]]
    location: Any


class _Reader:
    def __init__(self, context: Context, places: Places):
        self.context = context
        self.places = places
        self.values: dict[int, SSAValue] = {}
        self.marked: set[SSAValue] = set()
        """Values that Paddle says not to differentiate."""
        self.plans: dict[str, _Plan] = {}
        self.types: dict[Any, Attribute] = {}

    def error(self, message: str, hint: str | None = None) -> UserError:
        """An error at the op that is being read."""
        return UserError(message, **self.places.place()._asdict(), hint=hint)

    def program(self, document: Any) -> ModuleOp:
        top: Any = document
        base: Any = top.get("base_code") if isinstance(document, dict) else None
        if not isinstance(base, dict) or base.get("magic") != "pir":  # pyright: ignore
            problem = "this JSON is no Paddle program: it has no base_code with magic pir"
            raise self.error(problem, SAVE_HINT)
        if base["version"] not in VERSIONS:
            raise self.error(f"PIR JSON of version {base['version']} is not known")
        regions: Any = top["program"]["regions"]
        if len(regions) != 1 or len(regions[0]["blocks"]) != 1:
            raise self.error("a program has one region of one block")
        module = ModuleOp([])
        module.location = self.places.start()
        self._blocks(module.body.block, regions[0]["blocks"][0])
        return module

    # --- blocks, without recursion -----------------------------------------------------------

    def _blocks(self, top: Block, source: Any) -> None:
        """Reads a block and everything nested in it."""
        current = _Open(top, iter(source["ops"]))
        open_blocks = [current]
        waiting: list[_Waiting] = []
        while True:
            for entry in current.ops:
                nested = self._begin(entry, current)
                if nested is not None:
                    break
            else:
                open_blocks.pop()
                for key in current.scope:
                    del self.values[key]
                if not open_blocks:
                    return
                nested = waiting.pop()
                current = open_blocks[-1]
            if not nested.blocks:
                self._finish(nested, current)
                continue
            if len(waiting) >= LIMIT_DEPTH:
                raise self.error("regions are nested too deeply")
            waiting.append(nested)
            current = self._enter(nested)
            open_blocks.append(current)

    def _enter(self, op: _Waiting) -> _Open:
        """Opens the next block of an op."""
        block, source = op.blocks.pop()
        scope = _Open(block, iter(source["ops"]))
        for index, arg in enumerate(source.get("args", ())):
            value = block.args[index]
            self._define(arg["#"], value, scope)
            # As Paddle infers them: a carry is marked when its initial value is.
            if op.plan.is_loop and op.operands[index + 1 : index + 2]:
                self._copy_mark(op.operands[index + 1], value)
        return scope

    def _copy_mark(self, of: SSAValue, to: SSAValue) -> None:
        if of in self.marked:
            self.marked.add(to)

    def _begin(self, source: Any, into: _Open) -> _Waiting | None:
        """Reads one op; one with regions waits for them."""
        name = source["#"]
        location = self.places.next(name)
        plan = self.plans.get(name) or self._plan(name)
        operands = [] if name == "p" else self._operands(source, plan)
        op = _Waiting(source, plan, operands, [], [], location)
        if not source.get("regions"):
            self._finish(op, into)
            return None
        for region_source in source["regions"]:
            region = Region()
            for block_source in region_source["blocks"]:
                types = [self._type(arg["TT"]) for arg in block_source.get("args", ())]
                block = Block(arg_types=types)
                region.add_block(block)
                op.blocks.append((block, block_source))
            op.regions.append(region)
        op.blocks.reverse()
        return op

    # --- one op ------------------------------------------------------------------------------

    def _finish(self, waiting: _Waiting, into: _Open) -> None:
        source, plan = waiting.source, waiting.plan
        results: Sequence[Any] = source.get("O", ())
        if source["#"] == "p":
            results = [results]
            properties, attributes, marks = self._parameter(source, plan)
        else:
            properties, attributes, marks = self._attributes(source, plan)
            self._absent(source, plan, properties if plan.known else attributes)
        op: Operation = plan.op_type.create(
            operands=waiting.operands,
            result_types=[self._type(result["TT"]) for result in results],
            properties=properties,
            attributes=attributes,
            regions=waiting.regions,
            location=waiting.location,
        )
        if plan.known and any(isinstance(type_, NoneType) for type_ in op.result_types):
            self._null_results(op)
        into.block.add_op(op)
        for result, value in zip(results, op.results, strict=True):
            if result["%"] != 0:
                self._define(result["%"], value, into)
        if any(marks):
            self._mark(op, marks, plan)
        if not waiting.operands and len(op.results) == 1:
            self._name(op, properties)

    def _name(self, op: Operation, properties: dict[str, Attribute]) -> None:
        """A source's value is called what the source is called."""
        name: Any = properties.get("name") or properties.get("parameter_name")
        if name is not None:
            hint = re.sub(r"[^A-Za-z0-9_$.-]", "_", name.data)
            op.results[0].name_hint = hint if re.match(r"[A-Za-z_]", hint) else f"v{hint}"

    def _null_results(self, op: Operation) -> None:
        """A result that Paddle does not give has the type that it would have."""
        infer: Any = getattr(op, "infer", None)
        if infer is None:
            return
        absent = [i for i, type_ in enumerate(op.result_types) if isinstance(type_, NoneType)]
        inferred = infer()
        for index in absent:
            object.__setattr__(op.results[index], "_type", inferred[index])
        op.attributes[NULL_RESULTS] = DenseArrayBase.from_list(i32, absent)

    def _define(self, key: Any, value: SSAValue, into: _Open) -> None:
        if key in self.values:
            raise self.error(f"value {key} is defined twice")
        self.values[key] = value
        into.scope.append(key)

    def _operands(self, source: Any, plan: _Plan) -> list[SSAValue]:
        values = self.values
        operands: list[SSAValue] = []
        for reference in source["I"]:
            key = reference["%"]
            if key in values:
                operands.append(values[key])
            elif key != 0:
                raise self.error(f"{plan.name} reads value {key}, which is not defined before it")
        return operands

    def _absent(self, source: Any, plan: _Plan, into: dict[str, Attribute]) -> None:
        """Notes which operands are there, where some can be absent."""
        references = source["I"]
        if plan.segments is not None:
            if len(references) != plan.segments:
                raise self.error(
                    f"{plan.name} takes {plan.segments} operands, absent ones counted; "
                    f"here are {len(references)}"
                )
        elif all(reference["%"] for reference in references):
            return
        elif plan.known:
            raise self.error(f"{plan.name} has a null operand")
        sizes = [1 if reference["%"] else 0 for reference in references]
        into[NULL_OPERANDS] = DenseArrayBase.from_list(i32, sizes)

    # --- attributes --------------------------------------------------------------------------

    def _attributes(
        self, source: Any, plan: _Plan
    ) -> tuple[dict[str, Attribute], dict[str, Attribute], Sequence[bool]]:
        """Properties, other attributes, and the `stop_gradient` marks of the results."""
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {}
        marks: Sequence[bool] = ()
        for entry in source["A"]:
            name = entry["N"]
            value = self._attribute(name, entry["AT"], plan)
            if name in plan.defaults:
                if not isinstance(value, NoneType):
                    properties[name] = value
            else:
                attributes[name] = value
        for entry in source.get("OA", ()):
            name = entry["N"]
            if name == "stop_gradient":
                marks = [bool(mark["D"]) for mark in entry["AT"]["D"]]
            else:
                attributes[name] = self._attribute(name, entry["AT"], plan)
        return properties, attributes, marks

    def _attribute(self, name: Any, source: Any, plan: _Plan) -> Attribute:
        """An attribute of an op, the same object for the same text."""
        key = (name, key_of(source))
        found = plan.attributes.get(key)
        if found is None:
            if not isinstance(name, str):
                raise TypeError(f"{name!r} is no name of an attribute")
            found = attribute_of(source, plan.defaults.get(name))
            if key[1] is not None:
                plan.attributes[key] = found
        return found

    def _parameter(
        self, source: Any, plan: _Plan
    ) -> tuple[dict[str, Attribute], dict[str, Attribute], Sequence[bool]]:
        """The same of a parameter, which has its own short form."""
        distributed, parameter, clip, name = source["A"]
        persistable, stop, trainable = source["OA"]
        properties: dict[str, Attribute] = {}
        flags = (distributed, parameter, clip, persistable, trainable)
        for (key, usual), flag in zip(PARAMETER.items(), flags, strict=True):
            if bool(flag) != usual:
                properties[key] = TRUE if flag else FALSE
        properties["parameter_name"] = attribute_of({"#": "0.a_str", "D": name})
        return properties, {}, [bool(stop)]

    def _mark(self, op: Operation, marks: Sequence[bool], plan: _Plan) -> None:
        """Keeps the `stop_gradient` marks that are not inferred."""
        marked = self.marked
        for result, mark in zip(op.results, marks, strict=False):
            if mark:
                marked.add(result)
        if op.regions:
            return
        is_source = not op.operands
        if not is_source:
            if not any(
                mark and is_float(result.type)
                for result, mark in zip(op.results, marks, strict=False)
            ):
                return
            if not plan.is_alias and not any(
                can_vary(operand.type) and operand not in marked for operand in op.operands
            ):
                return
        flags = [
            TRUE if mark and (is_source or is_float(result.type)) else FALSE
            for result, mark in zip(op.results, marks, strict=False)
        ]
        op.attributes["stop_gradient"] = ArrayAttr(flags)

    # --- names and types ---------------------------------------------------------------------

    def _plan(self, name: Any) -> _Plan:
        if name == "p":
            full = "builtin.parameter"
        else:
            number, _, short = name.partition(".")
            if number not in DIALECTS or not re.fullmatch(r"\w[\w.]*", short):
                raise self.error(f"{name!r} is no op of a dialect of Paddle's")
            full = f"{DIALECTS[number]}.{short}"
        plan = self.plans[name] = _Plan(self.context, full)
        return plan

    def _type(self, source: Any) -> Attribute:
        """A type, the same object for the same text."""
        key = None
        if source["#"] == "0.t_dtensor":
            element, dims = source["D"][:2]
            key = (element["#"], *dims)
        found = self.types.get(key)
        if found is None:
            found = type_of(source)
            if key is not None:
                self.types[key] = found
        return found
