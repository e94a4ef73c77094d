"""What the gradient ops of shapes mean."""

from __future__ import annotations

from ...dialects.pd_op.shape import (
    CastGradOp,
    ExpandAsGradOp,
    ExpandGradOp,
    FlattenGradOp,
    ReshapeGradOp,
    SqueezeGradOp,
    TransposeGradOp,
    TransposeOp,
    UnsqueezeGradOp,
)
from ..registry import decomposition
from ..values import Value, call, cast, reduce_as, reshape_as


@decomposition(CastGradOp)
def cast_grad(x: Value, out_grad: Value) -> Value:
    return cast(out_grad, x.element)


@decomposition(ReshapeGradOp, FlattenGradOp)
def reshape_grad(x: Value, out_grad: Value) -> Value:
    return reshape_as(out_grad, x)


@decomposition(SqueezeGradOp, UnsqueezeGradOp)
def squeeze_grad(x: Value, out_grad: Value, axis: Value) -> Value:
    return reshape_as(out_grad, x)


@decomposition(TransposeGradOp)
def transpose_grad(out_grad: Value, perm: tuple[int, ...]) -> Value:
    rank = len(perm)
    inverse = [0] * rank
    for place, axis in enumerate(perm):
        inverse[axis % rank] = place
    return call(TransposeOp, out_grad, perm=tuple(inverse))


@decomposition(ExpandGradOp)
def expand_grad(x: Value, out_grad: Value, shape: Value) -> Value:
    return reduce_as(out_grad, x)


@decomposition(ExpandAsGradOp)
def expand_as_grad(x: Value, out_grad: Value) -> Value:
    return reduce_as(out_grad, x)
