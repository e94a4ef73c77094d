"""Puts the body of a called function in place of the call.

Comes in: a `func.call` on an active path. Goes out: the callee's ops, with arguments and results
connected. Calls that the body makes are taken in turn; a call chain that comes back to a function
is recursion, which has no gradient program of finite size, and is an error.
"""

from __future__ import annotations

from xdsl.dialects.func import CallOp, FuncOp, ReturnOp
from xdsl.ir import Operation, SSAValue

from .errors import DiffError
from .walk import walk


class Inliner:
    """Inlines calls of one module, and remembers through which functions each call came."""

    def __init__(self, module: Operation, start: FuncOp | None):
        self.module = module
        self.start = () if start is None else (start.sym_name.data,)
        self.chains: dict[Operation, tuple[str, ...]] = {}
        self._functions: dict[str, FuncOp] | None = None

    def inline(self, call: CallOp) -> dict[SSAValue, SSAValue]:
        """Replaces a call by the callee's body; what each of its results became."""
        chain = self.chains.pop(call, self.start)
        name = call.callee.string_value()
        if name in chain:
            path = " -> ".join(f"@{n}" for n in (*chain[chain.index(name) :], name))
            raise DiffError(
                f"@{name} calls itself ({path}): recursion cannot be differentiated",
                call,
                "write it as a loop (pd_op.while)",
            )
        callee = self._find(name, call)
        block = callee.body.block
        home = call.parent
        assert home is not None
        mapper: dict[SSAValue, SSAValue] = dict(zip(block.args, call.operands, strict=True))
        results: list[SSAValue] = []
        for op in block.ops:
            if isinstance(op, ReturnOp):
                results = [mapper.get(value, value) for value in op.operands]
                break
            clone = op.clone(mapper)
            home.insert_op_before(clone, call)
            for inner in walk(clone):
                if isinstance(inner, CallOp):
                    self.chains[inner] = (*chain, name)
        replaced: dict[SSAValue, SSAValue] = {}
        for old, new in zip(call.results, results, strict=True):
            old.replace_all_uses_with(new)
            replaced[old] = new
        call.detach()
        call.erase()
        return replaced

    def _find(self, name: str, call: CallOp) -> FuncOp:
        if self._functions is None:
            self._functions = {
                op.sym_name.data: op
                for region in self.module.regions
                for block in region.blocks
                for op in block.ops
                if isinstance(op, FuncOp)
            }
        callee = self._functions.get(name)
        if callee is None or callee.is_declaration:
            what = "is not in the module" if callee is None else "has no body"
            raise DiffError(f"the called function @{name} {what}", call)
        if len(callee.body.blocks) != 1:
            raise DiffError(
                f"the called function @{name} has {len(callee.body.blocks)} blocks",
                call,
                "write its branches as pd_op.if and pd_op.while",
            )
        return callee
