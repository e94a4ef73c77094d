"""Gradient ops that need no decomposition to be differentiated: their own gradient is written
with the same two ops.

A linear op f has a gradient op f* that is linear in out_grad, and <c, f*(out_grad)> =
<f(c), out_grad>: the cotangent of out_grad is f of the cotangent c of x_grad.

An op that is linear in each of two operands is one of three derivatives of

    T(x, w, g) = <op(x, w), g>,    x_grad = dT/dx (w, g),    w_grad = dT/dw (x, g).

With cotangents a of x_grad and b of w_grad the gradient op's outcome is T(a, w, g) + T(x, b, g),
whose derivatives are x_grad of (b, g), w_grad of (a, g) and op(a, w) + op(x, b).
"""

from __future__ import annotations

from typing import Any

from xdsl.ir import Attribute, SSAValue

from ..dialects.pd_op.base import PdOp
from .builder import Builder
from .registry import Cotangents, Partials, Wanted, operand_names, rule
from .values import emit


def linear(forward: type[PdOp], gradient: type[PdOp], x: str = "x", out: str = "out") -> None:
    """The rule of the gradient op of an op that is linear in operand `x`."""

    @rule(gradient, differentiable=[f"{out}_grad"])
    def of_gradient(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
        partial = again(op, forward, {x: cotangents[0]}, build)
        return [partial.ssa if name == f"{out}_grad" else None for name in operand_names(op)]


def bilinear(forward: type[PdOp], gradient: type[PdOp]) -> None:
    """The rule of the gradient op of an op that is linear in each of its first two operands."""
    x, w = (name for name, _ in forward.get_irdl_definition().operands[:2])
    (out,) = (name for name, _ in forward.get_irdl_definition().results)

    @rule(gradient, differentiable=[x, w, f"{out}_grad"])
    def of_gradient(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
        a, b = cotangents
        partials: dict[str, SSAValue] = {}
        if wanted[0] and b is not None:
            partials[x] = again(op, gradient, {w: b}, build)[0].ssa
        if wanted[1] and a is not None:
            partials[w] = again(op, gradient, {x: a}, build)[1].ssa
        if wanted[2]:
            terms = [
                again(op, forward, {name: turn}, build)
                for name, turn in ((x, a), (w, b))
                if turn is not None
            ]
            partials[f"{out}_grad"] = (terms[0] if len(terms) == 1 else terms[0] + terms[1]).ssa
        return [partials.get(name) for name in operand_names(op)]


def again(op: Any, op_type: type[PdOp], changed: dict[str, SSAValue | None], build: Builder) -> Any:
    """An op of that type with the operands and attributes of `op` that it has too, some of the
    operands replaced; its results."""
    definition = op_type.get_irdl_definition()
    operands: list[SSAValue | None] = [
        changed[name] if name in changed else getattr(op, name) for name, _ in definition.operands
    ]
    attributes: dict[str, Attribute] = {
        name: op.properties[name]
        for name in definition.properties
        if name in op.properties and name != "operandSegmentSizes"
    }
    return emit(build, op_type, *operands, **attributes)
