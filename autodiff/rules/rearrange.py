"""Rules of what moves and repeats elements."""

from __future__ import annotations

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
    ViewShapeGradOp,
    ViewShapeOp,
)
from ..builder import Builder
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
