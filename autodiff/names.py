"""How users name values: by input, fetch, argument or SSA name.

Comes in: a program and a name from an option. Goes out: the value, or an error that lists the
names there are, the nearest first.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

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
            return {
                arg.name_hint or f"arg{arg.index}": arg for arg in self.function.body.block.args
            }
        found: dict[str, SSAValue] = {}
        for op in self.block.ops:
            if isinstance(op, DataOp):
                found[op.data_name.data] = op.out
            elif isinstance(op, ParameterOp):
                found[op.parameter_name.data] = op.out
        return found

    def fetches(self) -> dict[str, SSAValue]:
        """What the program names as coming out of it."""
        found: dict[str, SSAValue] = {}
        for op in self.block.ops:
            if isinstance(op, FetchOp):
                found[op.fetch_name.data] = op.x
            elif isinstance(op, ShadowOutputOp):
                found[op.output_name.data] = op.input
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

    def _one(self, known: dict[str, SSAValue], name: str, what: str) -> SSAValue:
        found = known.get(name.lstrip("%"), known.get(name))
        if found is not None:
            return found
        names = [n for n in known if not n.isdigit()]
        near = difflib.get_close_matches(name, names, n=5, cutoff=0.5)
        rest = [n for n in names if n not in near]
        shown = ", ".join([*near, *rest][:12]) + (", ..." if len(names) > 12 else "")
        raise DiffError(
            f"there is no value named {name} ({what})",
            self.function,
            f"names here: {shown}" if names else "no value here has a name",
        )

    def _all_names(self, numbers: bool) -> dict[str, SSAValue]:
        """Every name, the stronger kind last: SSA names, fetches, inputs."""
        known: dict[str, SSAValue] = {}
        if numbers:
            known.update(self._numbered())
        for op in self.block.ops:
            for result in op.results:
                if result.name_hint is not None:
                    known.setdefault(result.name_hint, result)
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
