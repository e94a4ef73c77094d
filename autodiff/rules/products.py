"""Rules of products of tensors by their indices: each is Paddle's fused gradient op."""

from __future__ import annotations

from ...dialects.pd_op.products import (
    BilinearGradOp,
    BilinearOp,
    CrossGradOp,
    CrossOp,
    EinsumGradOp,
    EinsumOp,
    KronGradOp,
    KronOp,
    TraceGradOp,
    TraceOp,
)
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, combine, split

fused(CrossOp, CrossGradOp)
fused(KronOp, KronGradOp)
fused(TraceOp, TraceGradOp)
fused(BilinearOp, BilinearGradOp)

_einsum = fused(EinsumOp, EinsumGradOp, x_shape="xshape")


@rule(EinsumOp)
def einsum(op: EinsumOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The fused op; `xshape` is x again, so its cotangent (of a gradient that reads it) joins."""
    out, _, again = cotangents
    if again is None:
        return _einsum(op, cotangents, wanted, build)
    if out is None:
        return [again]
    (partial,) = _einsum(op, cotangents, wanted, build)
    assert partial is not None
    pairs = zip(split(Value(partial, build)), split(Value(again, build)), strict=True)
    return [combine([x + y for x, y in pairs]).ssa]
