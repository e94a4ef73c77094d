"""Rules of what moves and repeats elements."""

from __future__ import annotations

from ...dialects.pd_op.base import element_of
from ...dialects.pd_op.rearrange import (
    AsStridedGradOp,
    AsStridedOp,
    BroadcastTensorsGradOp,
    BroadcastTensorsOp,
    FlipOp,
    MeshgridGradOp,
    MeshgridOp,
    RepeatInterleaveGradOp,
    RepeatInterleaveOp,
    RepeatInterleaveWithTensorIndexGradOp,
    RepeatInterleaveWithTensorIndexOp,
    ReverseOp,
    RollGradOp,
    RollOp,
    TileGradOp,
    TileOp,
    TransLayoutGradOp,
    TransLayoutOp,
    ViewDtypeOp,
    ViewShapeGradOp,
    ViewShapeOp,
)
from ..builder import Builder
from ..errors import DiffError
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call

fused(RollOp, RollGradOp)
fused(TileOp, TileGradOp)
fused(RepeatInterleaveOp, RepeatInterleaveGradOp)
fused(RepeatInterleaveWithTensorIndexOp, RepeatInterleaveWithTensorIndexGradOp)
fused(BroadcastTensorsOp, BroadcastTensorsGradOp)
fused(MeshgridOp, MeshgridGradOp)
fused(AsStridedOp, AsStridedGradOp)
fused(ViewShapeOp, ViewShapeGradOp)
fused(TransLayoutOp, TransLayoutGradOp)


@rule(ViewDtypeOp)
def view_dtype(op: ViewDtypeOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The bytes of a number do not vary smoothly with it (Paddle hands the bytes of the cotangent
    on); only the same element type has a gradient."""
    if element_of(op.input) != op.dtype:
        raise DiffError("bytes read as another element type have no gradient", op)
    return [cotangents[0]]


@rule(FlipOp)
def flip(op: FlipOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Turned round once more."""
    assert cotangents[0] is not None
    turned: Value = call(FlipOp, Value(cotangents[0], build), axis=op.axis)
    return [turned.ssa]


@rule(ReverseOp, differentiable=["x"])
def reverse(op: ReverseOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """As `flip`."""
    assert cotangents[0] is not None
    turned: Value = call(ReverseOp, Value(cotangents[0], build), op.axis)
    return [turned.ssa, None]
