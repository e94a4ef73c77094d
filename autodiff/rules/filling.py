"""Rules of filled tensors and copies: a fill value gets the sum of all cotangents."""

from __future__ import annotations

from xdsl.ir import SSAValue

from ...dialects.pd_op.base import PdOp
from ...dialects.pd_op.filling import (
    AssignGradOp,
    AssignOp,
    AssignOutGradOp,
    AssignValueOp,
    EmptyLikeOp,
    EmptyOp,
    FillGradOp,
    FillOp,
    FullBatchSizeLikeOp,
    FullWithTensorOp,
    IncrementOp,
    OnesLikeOp,
    OnesOp,
    ShareDataOp,
    ZerosLikeOp,
    ZerosOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, not_differentiable, rule
from ..values import Value, cast, total_as

not_differentiable(
    ZerosOp,
    OnesOp,
    ZerosLikeOp,
    OnesLikeOp,
    EmptyLikeOp,
    EmptyOp,
    FullBatchSizeLikeOp,
    FillGradOp,
    AssignValueOp,
)


@rule(AssignOp, ShareDataOp, IncrementOp, AssignGradOp, AssignOutGradOp)
def copy(op: PdOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """What is copied, or only shifted, gets the cotangent as it is."""
    return [cotangents[0]]


@rule(FullWithTensorOp, differentiable=["value"])
def full_with_tensor(
    op: FullWithTensorOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """Every element is the value: its partial is the sum of all cotangents."""
    return [total_of(only_value(cotangents, build), Value(op.value, build)), None]


@rule(FillOp, differentiable=["value"])
def fill(op: FillOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """As for `full_with_tensor`."""
    return [None, total_of(only_value(cotangents, build), Value(op.value, build))]


def only_value(cotangents: Cotangents, build: Builder) -> Value:
    """The cotangent of an op's only result."""
    assert cotangents[0] is not None
    return Value(cotangents[0], build)


def total_of(cotangent: Value, like: Value) -> SSAValue:
    """The sum of all cotangents as a partial of a one-element operand."""
    return cast(total_as(cotangent, like), like.element).ssa
