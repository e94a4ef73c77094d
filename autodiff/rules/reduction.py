"""Rules of reductions and sums."""

from __future__ import annotations

from xdsl.dialects.builtin import TupleType

from ...dialects.pd_op.reduction import (
    AddNOp,
    MeanAllGradOp,
    MeanAllOp,
    MeanGradOp,
    MeanOp,
    ReduceAsGradOp,
    ReduceAsOp,
    SumGradOp,
    SumOp,
)
from ..registry import fused, structural
from ..sweep import Sweep

fused(SumOp, SumGradOp)
fused(MeanOp, MeanGradOp)
fused(MeanAllOp, MeanAllGradOp)
fused(ReduceAsOp, ReduceAsGradOp)


@structural(AddNOp)
def add_n(op: AddNOp, sweep: Sweep) -> None:
    """Every tensor of the sum gets the cotangent of the sum."""
    if op.out not in sweep.active:
        return
    cotangent = sweep.take(op.out)
    assert isinstance(op.inputs.type, TupleType)
    for index in range(len(op.inputs.type.types)):
        sweep.add_element(op.inputs, index, cotangent)
