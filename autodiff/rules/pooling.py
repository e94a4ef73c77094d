"""Rules of pooling. An average is linear. A maximum takes the elements at some places; where
those are does not vary, so its gradient op is linear in out_grad, and the gradient of that reads
the cotangent at the same places."""

from __future__ import annotations

from typing import Any

from ...dialects.pd_op.pooling import (
    LpPool2dGradOp,
    LpPool2dOp,
    MaxPool2dWithIndexGradOp,
    MaxPool2dWithIndexOp,
    MaxPool3dWithIndexGradOp,
    MaxPool3dWithIndexOp,
    Pool2dGradOp,
    Pool2dOp,
    Pool3dGradOp,
    Pool3dOp,
    Unpool3dGradOp,
    Unpool3dOp,
    UnpoolGradOp,
    UnpoolOp,
)
from ..builder import Builder
from ..closed import again
from ..decompositions.images import channels_second, formatted
from ..decompositions.pooling import gathered, read_maxima, scattered
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value

fused(Pool2dOp, Pool2dGradOp)
fused(Pool3dOp, Pool3dGradOp)
fused(LpPool2dOp, LpPool2dGradOp)
fused(MaxPool2dWithIndexOp, MaxPool2dWithIndexGradOp)
fused(MaxPool3dWithIndexOp, MaxPool3dWithIndexGradOp)
fused(UnpoolOp, UnpoolGradOp)
fused(Unpool3dOp, Unpool3dGradOp)


@rule(Pool2dGradOp, Pool3dGradOp, differentiable=["out_grad"])
def pool_grad(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    turn = cotangents[0]
    assert turn is not None
    if op.pooling_type.data == "avg":
        forward = Pool2dOp if isinstance(op, Pool2dGradOp) else Pool3dOp
        partial = again(op, forward, {"x": turn}, build)
    else:
        x, out_grad, image = (
            channels_second(Value(value, build), op.layout) for value in (op.x, op.out_grad, turn)
        )
        partial = formatted(read_maxima(x, image, out_grad, op), op.layout)
    return [partial.ssa if i == 2 else None for i in range(len(op.operands))]


@rule(MaxPool2dWithIndexGradOp, MaxPool3dWithIndexGradOp, differentiable=["out_grad"])
def indexed_grad(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    turn = cotangents[0]
    assert turn is not None
    image, index, like = (Value(v, build) for v in (turn, op.mask, op.out_grad))
    return [None, None, gathered(image, index, like).ssa]


@rule(UnpoolGradOp, Unpool3dGradOp, differentiable=["out_grad"])
def unpool_grad(op: Any, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    turn = cotangents[0]
    assert turn is not None
    values, index, like = (Value(v, build) for v in (turn, op.indices, op.out))
    partial = scattered(values, index, like)
    return [partial.ssa if i == 3 else None for i in range(len(op.operands))]
