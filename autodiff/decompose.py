"""Replaces gradient ops by what they mean, in ordinary ops.

Comes in: ops without a rule but with a decomposition. Goes out: the same program in ops that
have rules. `decompose-grad` does it to a whole module, differentiation to what is on an active
path (order two and higher).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from typing import TYPE_CHECKING, Any

from xdsl.dialects.builtin import BoolAttr
from xdsl.dialects.func import CallOp
from xdsl.ir import Block, Operation, SSAValue
from xdsl.irdl import IRDLOperation

from ..dialects.pd_op.base import as_tensor
from .activity import Activity, is_cut
from .builder import Builder
from .calls import Inliner
from .registry import find_decomposition, find_rule
from .values import Value, expand
from .walk import walk

if TYPE_CHECKING:
    from .append import Request


def decompose_active(activity: Activity, request: Request, inliner: Inliner) -> bool:
    """Decomposes every op on an active path that has no rule of its own, and inlines every call
    there. Whether there was one."""
    found = [op for op in _in_order(activity) if _is_replaced(op)]
    if not found:
        return False
    replaced: dict[SSAValue, SSAValue] = {}
    special = {*request.inputs.values(), *request.cuts}
    for op in found:
        apart = _set_apart(op, special)
        replaced.update(inliner.inline(op) if isinstance(op, CallOp) else decompose(op))
        replaced.update(apart)

    def follow(value: SSAValue) -> SSAValue:
        while value in replaced:
            value = replaced[value]
        return value

    request.targets = [follow(v) for v in request.targets]
    request.target_gradients = [None if v is None else follow(v) for v in request.target_gradients]
    request.inputs = {name: follow(v) for name, v in request.inputs.items()}
    request.cuts = [follow(v) for v in request.cuts]
    return True


def _set_apart(op: Operation, special: Collection[SSAValue] = ()) -> dict[SSAValue, SSAValue]:
    """Gives a value of its own to every result at which something ends: an input, a cut, a result
    with a mark. What the op is replaced by may give the same value for another result, or an
    operand, and has no marks."""
    from ..dialects.pd_op.filling import ShareDataOp

    apart: dict[SSAValue, SSAValue] = {}
    for result in op.results:
        marked = is_cut(result) and result.first_use is not None
        if as_tensor(result.type) is None or not (marked or result in special):
            continue
        share = ShareDataOp.create(
            operands=[result],
            result_types=[result.type],
            attributes={"stop_gradient": BoolAttr.from_bool(True)} if marked else {},
        )
        share.location = op.location
        result.replace_all_uses_with(share.out)
        share.operands = [result]
        share.out.name_hint = result.name_hint
        assert op.parent is not None
        op.parent.insert_op_after(share, op)
        apart[result] = share.out
    return apart


def _is_replaced(op: Operation) -> bool:
    if isinstance(op, CallOp):
        return True
    return find_rule(type(op)) is None and find_decomposition(type(op)) is not None


def _in_order(activity: Activity) -> Iterable[Operation]:
    """The active ops, in the order in which their results were found to be active."""
    seen: set[Operation] = set()
    for value in activity.active:
        op = value.owner
        if isinstance(op, Operation) and op in activity.ops and op not in seen:
            seen.add(op)
            yield op


def decompose_all(top: Operation) -> int:
    """Decomposes every op under `top` that has a decomposition; how many there were."""
    count = 0
    pending = [op for op in walk(top) if find_decomposition(type(op)) is not None]
    while pending:
        op = pending.pop()
        block = op.parent
        assert block is not None
        before = op.prev_op
        after = op.next_op
        _set_apart(op)
        decompose(op)
        count += 1
        new = block.first_op if before is None else before.next_op
        while new is not None and new is not after:
            if find_decomposition(type(new)) is not None:
                pending.append(new)
            new = new.next_op
    return count


def decompose(op: Operation) -> dict[SSAValue, SSAValue]:
    """Replaces one op by its decomposition; what each of its results became."""
    assert isinstance(op, IRDLOperation)
    function: Callable[..., Any] | None = find_decomposition(type(op))
    assert function is not None and op.parent is not None
    block = Block()
    outcome = expand(function, op, Builder(block, op.location))
    home = op.parent
    for new in list(block.ops):
        new.detach()
        home.insert_op_before(new, op)
    replaced: dict[SSAValue, SSAValue] = {}
    for result, value in zip(op.results, outcome, strict=True):
        if isinstance(value, Value):
            hint = value.ssa.name_hint
            result.replace_all_uses_with(value.ssa)
            value.ssa.name_hint = hint or value.ssa.name_hint
            replaced[result] = value.ssa
    op.detach()
    op.erase()
    return replaced
