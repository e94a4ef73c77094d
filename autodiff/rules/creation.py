"""Rules of inputs, constants and filled tensors: only a fill value carries a gradient."""

from __future__ import annotations

from ...dialects.pd_op.base import element_of
from ...dialects.pd_op.creation import DataOp, FetchOp, FullIntArrayOp, FullLikeOp, FullOp
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, not_differentiable, rule
from ..values import Value, call, cast, reshape_as

not_differentiable(DataOp, FetchOp, FullOp, FullIntArrayOp)


@rule(FullLikeOp, differentiable=["value"])
def full_like(op: FullLikeOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Every element is the value: its partial is the sum of all cotangents."""
    from ...dialects.pd_op.reduction import SumOp

    cotangent = cotangents[0]
    assert cotangent is not None
    total: Value = call(SumOp, Value(cotangent, build), ())
    value = Value(op.value, build)
    return [None, cast(reshape_as(total, value), element_of(op.value)).ssa]
