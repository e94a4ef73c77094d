"""Rules of reductions and sums."""

from __future__ import annotations

from xdsl.dialects.builtin import TupleType

from ...dialects.pd_op.reduction import (
    AddNOp,
    AllOp,
    AnyOp,
    LogsumexpGradOp,
    LogsumexpOp,
    MeanAllGradOp,
    MeanAllOp,
    MeanGradOp,
    MeanOp,
    NansumGradOp,
    NansumOp,
    ProdGradOp,
    ProdOp,
    ReduceAsGradOp,
    ReduceAsOp,
    StdGradOp,
    StdOp,
    SumGradOp,
    SumOp,
    VarGradOp,
    VarOp,
)
from ..registry import fused, not_differentiable, structural
from ..sweep import Sweep

fused(SumOp, SumGradOp)
fused(MeanOp, MeanGradOp)
fused(MeanAllOp, MeanAllGradOp)
fused(ReduceAsOp, ReduceAsGradOp)
fused(ProdOp, ProdGradOp)
fused(LogsumexpOp, LogsumexpGradOp)
fused(NansumOp, NansumGradOp)
fused(VarOp, VarGradOp)
fused(StdOp, StdGradOp)

not_differentiable(AllOp, AnyOp)


@structural(AddNOp)
def add_n(op: AddNOp, sweep: Sweep) -> None:
    """Every tensor of the sum gets the cotangent of the sum."""
    if op.out not in sweep.active:
        return
    cotangent = sweep.take(op.out)
    assert isinstance(op.inputs.type, TupleType)
    for index in range(len(op.inputs.type.types)):
        sweep.add_element(op.inputs, index, cotangent)
