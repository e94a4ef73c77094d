"""How users name values: by input, fetch, argument or SSA name.

Comes in: a program and a name from an option. Goes out: the value, or an error that lists the
names there are, the nearest first.
"""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from xdsl.dialects.builtin import ModuleOp
from xdsl.dialects.func import FuncOp
from xdsl.ir import Block, Operation, SSAValue

from ..dialects.pd_op.creation import DataOp, FetchOp
from ..dialects.pir import ParameterOp, ShadowOutputOp
from .errors import DiffError


class Scope:
    """The function, or the module itself, that is differentiated, and the names in it."""

    def __init__(self, module: ModuleOp, function: str | None = None):
        self.module = module
        self.function = _find_function(module, function)
        region = module.body if self.function is None else self.function.body
        if self.function is not None and len(region.blocks) != 1:
            raise DiffError(
                f"function @{self.function.sym_name.data} has {len(region.blocks)} blocks",
                self.function,
                "only one block can be differentiated: write branches as pd_op.if and pd_op.while",
            )
        block = region.blocks.first
        assert block is not None
        self.block: Block = block

    # --- what there is -----------------------------------------------------------------------

    def sources(self) -> dict[str, SSAValue]:
        """Inputs by name: data and parameters of a program, arguments of a function."""
        if self.function is not None:
            return dict(
                zip(argument_names(self.function), self.function.body.block.args, strict=True)
            )
        found: dict[str, SSAValue] = {}
        for op in self.block.ops:
            if isinstance(op, DataOp):
                _add(found, op.data_name.data, op.out, op, "inputs")
            elif isinstance(op, ParameterOp):
                _add(found, op.parameter_name.data, op.out, op, "inputs")
        return found

    def fetches(self) -> dict[str, SSAValue]:
        """What the program names as coming out of it."""
        found: dict[str, SSAValue] = {}
        for op in self.block.ops:
            if isinstance(op, FetchOp):
                _add(found, op.fetch_name.data, op.x, op, "outputs")
            elif isinstance(op, ShadowOutputOp):
                _add(found, op.output_name.data, op.input, op, "outputs")
        return found

    def results(self) -> list[SSAValue]:
        """What the function returns, or the program fetches."""
        if self.function is None:
            return list(self.fetches().values())
        last = self.block.last_op
        return [] if last is None else list(last.operands)

    # --- look-up -----------------------------------------------------------------------------

    def find(self, names: Iterable[str], what: str) -> list[SSAValue]:
        """The values of these names. Raises DiffError for a name that there is not."""
        wanted = list(names)
        if not wanted:
            return []
        known = self._all_names(any(name.lstrip("%").isdigit() for name in wanted))
        return [self._one(known, name, what) for name in wanted]

    def name_of(self, value: SSAValue) -> str:
        """A name to call a value by in messages."""
        for name, found in (self.sources() | self.fetches()).items():
            if found is value:
                return name
        return value.name_hint or "?"

    def _one(self, known: Mapping[str, SSAValue | _Several], name: str, what: str) -> SSAValue:
        found = known.get(name.lstrip("%"), known.get(name))
        if isinstance(found, SSAValue):
            return found
        if found is not None:
            raise DiffError(
                f"{found.count} values are named {name} ({what}): the number at the end of a name "
                "does not count",
                self.function,
                "rename or fetch the one that is meant",
            )
        names = [n for n in known if not n.isdigit()]
        near = difflib.get_close_matches(name, names, n=5, cutoff=0.5)
        rest = [n for n in names if n not in near]
        shown = ", ".join([*near, *rest][:12]) + (", ..." if len(names) > 12 else "")
        raise DiffError(
            f"there is no value named {name} ({what})",
            self.function,
            f"names here: {shown}" if names else "no value here has a name",
        )

    def _all_names(self, numbers: bool) -> dict[str, SSAValue | _Several]:
        """Every name, the stronger kind last: SSA names, fetches, inputs."""
        known: dict[str, SSAValue | _Several] = {}
        if numbers:
            known.update(self._numbered())
        for op in self.block.ops:
            for result in op.results:
                hint = result.name_hint
                if hint is None:
                    continue
                there = known.get(hint)
                count = there.count if isinstance(there, _Several) else int(there is not None)
                known[hint] = _Several(count + 1) if count else result
        known.update(self.fetches())
        known.update(self.sources())
        return known

    def _numbered(self) -> dict[str, SSAValue]:
        """Values by the number that the printer gives them."""
        count = 0
        known: dict[str, SSAValue] = {}
        values: list[SSAValue] = list(self.block.args)
        for op in self.block.walk():
            values.extend(op.results)
            for region in op.regions:
                for block in region.blocks:
                    values.extend(block.args)
        for value in values:
            if value.name_hint is not None:
                continue
            owner = value.owner
            home = owner.parent if isinstance(owner, Operation) else owner
            if home is self.block:
                known[str(count)] = value
            count += 1
        return known


@dataclass
class _Several:
    """How many values share an SSA name: xDSL forgets the number in `%x_1`, so that `%x_1` and
    `%x_2` are both `x`, and prints new numbers."""

    count: int


def _add(found: dict[str, SSAValue], name: str, value: SSAValue, op: Operation, what: str) -> None:
    if found.setdefault(name, value) is not value:
        raise DiffError(f"two {what} are called {name}", op)


def argument_names(function: FuncOp) -> list[str]:
    """What the arguments of a function are called: by their SSA names, and those that share one
    or have none by position, `arg0`, `arg1`, ..."""
    args = function.body.block.args
    counts = Counter(arg.name_hint for arg in args)
    names = [
        f"arg{arg.index}" if arg.name_hint is None or counts[arg.name_hint] > 1 else arg.name_hint
        for arg in args
    ]
    for name, count in Counter(names).items():
        if count > 1:
            function_name = function.sym_name.data
            raise DiffError(f"two arguments of @{function_name} are called {name}", function)
    return names


def _find_function(module: ModuleOp, name: str | None) -> FuncOp | None:
    """The function to differentiate, None for a program of ops in the module itself."""
    functions = {
        op.sym_name.data: op
        for op in module.body.ops
        if isinstance(op, FuncOp) and not op.is_declaration
    }
    if name:
        if name.lstrip("@") in functions:
            return functions[name.lstrip("@")]
        shown = ", ".join(f"@{n}" for n in functions) or "none"
        raise DiffError(f"there is no function @{name}", module, f"functions here: {shown}")
    loose = [op for op in module.body.ops if not isinstance(op, FuncOp)]
    if loose or not functions:
        return None
    if len(functions) > 1:
        shown = ", ".join(f"@{n}" for n in functions)
        raise DiffError(
            "the module has several functions", module, f"choose one with function=: {shown}"
        )
    return next(iter(functions.values()))
