"""Rules of ops that hand a tensor on."""

from __future__ import annotations

from xdsl.dialects.builtin import i1, i32
from xdsl.ir import SSAValue

from ...dialects.pd_op.base import PdOp
from ...dialects.pd_op.transfer import (
    AssertOp,
    DependOp,
    MemcpyD2hOp,
    MemcpyH2dOp,
    MemcpyOp,
    NpuIdentityOp,
    PrintGradOp,
    PrintOp,
    SelectInputOp,
    ShadowFeedOp,
    ShadowFeedTensorsOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, not_differentiable, rule
from ..values import Value, call, cast, compare, zeros_like

not_differentiable(AssertOp)


@rule(MemcpyOp, MemcpyH2dOp, MemcpyD2hOp, ShadowFeedOp, ShadowFeedTensorsOp, NpuIdentityOp)
def move(op: PdOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The cotangent goes where it is wanted without being told."""
    return [cotangents[0]]


@rule(DependOp, differentiable=["x"])
def depend(op: DependOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """What only has to come before gets nothing."""
    return [cotangents[0], None]


fused(PrintOp, PrintGradOp, in_grad="x")


@rule(SelectInputOp, differentiable=["inputs"])
def select_input(
    op: SelectInputOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Each input gets the cotangent if it was the one, else zeros of its own shape."""
    assert cotangents[0] is not None
    mask = Value(op.mask, build)
    number = cast(mask, i32) if mask.element == i1 else mask
    partials: list[SSAValue | None] = [None]
    for index, value in enumerate(op.inputs):
        if not wanted[index + 1]:
            partials.append(None)
            continue
        chosen = compare("equal", number, index)
        pick = call(SelectInputOp, chosen, zeros_like(Value(value, build)), cotangents[0])
        partials.append(pick.ssa)
    return partials
