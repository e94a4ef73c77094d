"""Paddle's saved programs: PIR JSON, version 4, as a module.

Comes in: the bytes of a `forward.json`. Goes out: a module in the program form. An op that no
dialect defines comes in under its own name with its operands, attributes and types.

Paddle copies `stop_gradient` marks onto every op and infers them wrongly through loops. Kept is a
mark on a source (data, parameter, constant), and one that somebody set: on a float result of an
op that has an unmarked float operand.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from xdsl.context import Context
from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    DenseArrayBase,
    IntegerAttr,
    ModuleOp,
    UnregisteredOp,
    i32,
)
from xdsl.ir import Attribute, Block, Operation, Region, SSAValue
from xdsl.irdl import AttrSizedOperandSegments, IRDLOperation
from xdsl.utils.frontend import Frontend

from ..autodiff.activity import can_vary
from ..tools.diagnostics import UserError
from .pir_attributes import attribute_of, type_of

DIALECTS = {"0": "builtin", "1": "pd_op", "2": "cf", "3": "custom_op", "4": "dist"}
LIMIT_DEPTH = 20_000
"""The deepest nesting of regions that is read."""


@dataclass(frozen=True)
class PirJsonFrontend(Frontend):
    """Reads a program that Paddle saved as PIR JSON."""

    name = "pir-json"

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "input") -> ModuleOp:
        return read(ctx, input.read(), input_name)


def read(context: Context, data: bytes, name: str) -> ModuleOp:
    """The module in the bytes of a PIR JSON file. Raises UserError."""
    document = _load(data, name)
    try:
        return _Reader(context, name).program(document)
    except UserError:
        raise
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise UserError(
            f"this is not a PIR JSON program: {type(error).__name__} ({error})",
            file=name,
            hint="save it with Paddle's serialize_pir_program or paddle.jit.save",
        ) from error


def _load(data: bytes, name: str) -> Any:
    try:
        return json.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise UserError(f"not UTF-8 text: byte {error.start}", file=name) from error
    except json.JSONDecodeError as error:
        raise UserError(
            f"not JSON: {error.msg}", file=name, line=error.lineno, column=error.colno
        ) from error
    except RecursionError as error:
        raise UserError("the JSON is nested too deeply", file=name) from error


@dataclass
class _Plan:
    """How ops of one name are read: worked out at the first."""

    op_type: type[Operation]
    name: str
    properties: Mapping[str, Any]
    segmented: bool
    unregistered: bool


@dataclass
class _Open:
    """A block whose ops are being read, and what happens when they are."""

    block: Block
    ops: Iterator[Any]
    scope: list[int] = field(default_factory=list[int])


@dataclass
class _Waiting:
    """An op whose regions are being read."""

    source: Mapping[str, Any]
    plan: _Plan
    operands: list[SSAValue]
    regions: list[Region]
    blocks: list[tuple[Block, Any]]


class _Reader:
    def __init__(self, context: Context, name: str):
        self.context = context
        self.name = name
        self.values: dict[int, SSAValue] = {}
        self.marked: set[SSAValue] = set()
        self.plans: dict[str, _Plan] = {}
        self.types: dict[str, Attribute] = {}

    def program(self, document: Any) -> ModuleOp:
        base = document["base_code"] if isinstance(document, dict) else None
        if not isinstance(base, dict) or base.get("magic") != "pir":
            raise UserError(
                "this JSON is not a PIR program: it has no base_code with magic pir",
                file=self.name,
                hint="save the program with Paddle's serialize_pir_program or paddle.jit.save",
            )
        if base.get("version") not in (1, 2, 3, 4):
            raise UserError(f"PIR JSON version {base.get('version')} is not known", file=self.name)
        regions = document["program"]["regions"]
        if len(regions) != 1 or len(regions[0]["blocks"]) != 1:
            raise UserError("a program has one region of one block", file=self.name)
        module = ModuleOp([])
        self._blocks(module.body.block, regions[0]["blocks"][0])
        return module

    # --- blocks, without recursion -----------------------------------------------------------

    def _blocks(self, top: Block, source: Any) -> None:
        """Reads a block and everything nested in it."""
        open_blocks: list[_Open] = [_Open(top, iter(source["ops"]))]
        waiting: list[_Waiting] = []
        while open_blocks:
            current = open_blocks[-1]
            entry = next(current.ops, None)
            if entry is not None:
                nested = self._begin(entry, current)
                if nested is None:
                    continue
                if len(waiting) > LIMIT_DEPTH:
                    raise UserError("regions are nested too deeply", file=self.name)
                waiting.append(nested)
                self._enter(nested, open_blocks)
                continue
            open_blocks.pop()
            for key in current.scope:
                self.values.pop(key, None)
            if not open_blocks:
                return
            self._continue(waiting, open_blocks)

    def _continue(self, waiting: list[_Waiting], open_blocks: list[_Open]) -> None:
        """After a block: the op's next block, or the op itself."""
        op = waiting[-1]
        if op.blocks:
            self._enter(op, open_blocks)
            return
        waiting.pop()
        self._finish(op.source, op.plan, op.operands, op.regions, open_blocks[-1])

    def _enter(self, op: _Waiting, open_blocks: list[_Open]) -> None:
        block, source = op.blocks.pop()
        scope = _Open(block, iter(source["ops"]))
        for index, arg in enumerate(source.get("args", ())):
            self._define(arg["#"], block.args[index], scope)
        open_blocks.append(scope)

    def _begin(self, source: Any, into: _Open) -> _Waiting | None:
        """Reads one op; one with regions waits for them."""
        plan = self._plan(source["#"])
        operands = self._operands(source, plan)
        if not source.get("regions"):
            self._finish(source, plan, operands, [], into)
            return None
        regions: list[Region] = []
        blocks: list[tuple[Block, Any]] = []
        for region_source in source["regions"]:
            region = Region()
            for block_source in region_source["blocks"]:
                types = [self._type(arg["TT"]) for arg in block_source.get("args", ())]
                block = Block(arg_types=types)
                region.add_block(block)
                blocks.append((block, block_source))
            regions.append(region)
        blocks.reverse()
        if not blocks:
            self._finish(source, plan, operands, regions, into)
            return None
        return _Waiting(source, plan, operands, regions, blocks)

    # --- one op ------------------------------------------------------------------------------

    def _finish(
        self,
        source: Any,
        plan: _Plan,
        operands: list[SSAValue],
        regions: list[Region],
        into: _Open,
    ) -> None:
        results = source.get("O", ())
        if isinstance(results, dict):
            results = [results]
        types = [self._type(result["TT"]) for result in results]
        properties, attributes = self._attributes(source, plan)
        marks = attributes.pop("stop_gradient", None)
        if plan.segmented:
            sizes = [0 if ref["%"] == 0 else 1 for ref in source["I"]]
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        op = plan.op_type.create(
            operands=operands,
            result_types=types,
            properties=properties,
            attributes=attributes,
            regions=regions,
        )
        into.block.add_op(op)
        if marks is not None and types:
            self._mark(op, marks)
        for result, value in zip(results, op.results, strict=True):
            if result["%"] != 0:
                self._define(result["%"], value, into)
        name = properties.get("name") or properties.get("parameter_name")
        if name is not None and len(op.results) == 1 and not op.operands:
            hint = "".join(c if c.isalnum() or c == "_" else "_" for c in name.data)  # pyright: ignore
            op.results[0].name_hint = hint if hint[:1].isalpha() or hint[:1] == "_" else f"v{hint}"

    def _define(self, key: int, value: SSAValue, into: _Open) -> None:
        if key in self.values:
            raise UserError(f"value {key} is defined twice", file=self.name)
        self.values[key] = value
        into.scope.append(key)

    def _operands(self, source: Any, plan: _Plan) -> list[SSAValue]:
        operands: list[SSAValue] = []
        for ref in source.get("I", ()):
            key = ref["%"]
            if key == 0:
                if not plan.segmented and not plan.unregistered:
                    raise UserError(f"{plan.name} has a null operand", file=self.name)
                continue
            value = self.values.get(key)
            if value is None:
                raise UserError(
                    f"{plan.name} reads value {key}, which is not defined before it",
                    file=self.name,
                )
            operands.append(value)
        return operands

    def _attributes(
        self, source: Any, plan: _Plan
    ) -> tuple[dict[str, Attribute], dict[str, Attribute]]:
        properties: dict[str, Attribute] = {}
        attributes: dict[str, Attribute] = {}
        if source["#"] == "p":
            distributed, parameter, clip, name = source["A"]
            entries = [
                ("is_distributed", BoolAttr.from_bool(bool(distributed))),
                ("is_parameter", BoolAttr.from_bool(bool(parameter))),
                ("need_clip", BoolAttr.from_bool(bool(clip))),
                ("parameter_name", attribute_of({"#": "0.a_str", "D": name}, None)),
            ]
            persistable, stop, trainable = source["OA"]
            entries += [
                ("persistable", BoolAttr.from_bool(bool(persistable))),
                ("trainable", BoolAttr.from_bool(bool(trainable))),
                ("stop_gradient", ArrayAttr([BoolAttr.from_bool(bool(stop))])),
            ]
        else:
            entries = [
                (entry["N"], attribute_of(entry["AT"], plan.properties.get(entry["N"])))
                for entry in (*source.get("A", ()), *source.get("OA", ()))
            ]
        for name, value in entries:
            if value is not None:
                (properties if name in plan.properties else attributes)[name] = value
        return properties, attributes

    def _mark(self, op: Operation, marks: Attribute) -> None:
        """Keeps the `stop_gradient` marks that are not inferred."""
        flags = [
            isinstance(mark, IntegerAttr) and bool(mark.value.data)
            for mark in (marks.data if isinstance(marks, ArrayAttr) else ())
        ]
        for result, flag in zip(op.results, flags, strict=False):
            if flag:
                self.marked.add(result)
        set_by_hand = not op.operands or any(
            can_vary(operand.type) and operand not in self.marked for operand in op.operands
        )
        kept = [
            flag and can_vary(result.type) for flag, result in zip(flags, op.results, strict=False)
        ]
        if any(kept) and set_by_hand and not op.regions:
            op.attributes["stop_gradient"] = ArrayAttr([BoolAttr.from_bool(k) for k in kept])

    def _plan(self, name: str) -> _Plan:
        plan = self.plans.get(name)
        if plan is not None:
            return plan
        if name == "p":
            full = "builtin.parameter"
        else:
            number, _, short = name.partition(".")
            if number not in DIALECTS or not short:
                raise UserError(f"there is no dialect of number {number} ({name})", file=self.name)
            full = f"{DIALECTS[number]}.{short}"
        op_type = self.context.get_optional_op(full) or UnregisteredOp.with_name(full)
        properties: Mapping[str, Any] = {}
        segmented = False
        if issubclass(op_type, IRDLOperation) and not issubclass(op_type, UnregisteredOp):
            definition = op_type.get_irdl_definition()
            properties = {n: d.default_value for n, d in definition.properties.items()}
            segmented = any(isinstance(o, AttrSizedOperandSegments) for o in definition.options)
        plan = _Plan(op_type, full, properties, segmented, issubclass(op_type, UnregisteredOp))
        self.plans[name] = plan
        return plan

    def _type(self, source: Any) -> Attribute:
        key = json.dumps(source)
        found = self.types.get(key)
        if found is None:
            found = self.types[key] = type_of(source)
        return found
