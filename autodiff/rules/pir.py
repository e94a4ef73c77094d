"""How cotangents go through vecs: element by element, without building a vec of zeros."""

from __future__ import annotations

from ...dialects.pir import (
    CombineOp,
    ConstantOp,
    ParameterOp,
    SetParameterOp,
    ShadowOutputOp,
    SliceOp,
    SplitOp,
)
from ..registry import not_differentiable, structural
from ..sweep import Sweep

not_differentiable(ConstantOp, ParameterOp, SetParameterOp, ShadowOutputOp)


@structural(CombineOp)
def combine(op: CombineOp, sweep: Sweep) -> None:
    """Each packed value gets the cotangent of its element."""
    if op.out not in sweep.active:
        return
    for value, cotangent in zip(op.inputs, sweep.take_elements(op.out), strict=True):
        sweep.add(value, cotangent)


@structural(SplitOp)
def split(op: SplitOp, sweep: Sweep) -> None:
    """Each element gets the cotangent of its result."""
    for index, result in enumerate(op.outs):
        if result in sweep.active:
            sweep.add_element(op.input, index, sweep.take(result))


@structural(SliceOp)
def slice_(op: SliceOp, sweep: Sweep) -> None:
    """The chosen element gets the cotangent of the result."""
    if op.out in sweep.active:
        sweep.add_element(op.input, op.index.value.data, sweep.take(op.out))
