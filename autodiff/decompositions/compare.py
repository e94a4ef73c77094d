"""What the gradient op of selection means."""

from __future__ import annotations

from ...dialects.pd_op.compare import WhereGradOp
from ..registry import decomposition
from ..values import Value, reduce_as, where, zeros_like


@decomposition(WhereGradOp)
def where_grad(
    condition: Value, x: Value, y: Value, out_grad: Value, wanted: tuple[bool, bool]
) -> tuple[Value | None, Value | None]:
    """A selection, not a product with a mask: zero times an infinite cotangent is NaN."""
    zero = zeros_like(out_grad)
    return (
        reduce_as(where(condition, out_grad, zero), x) if wanted[0] else None,
        reduce_as(where(condition, zero, out_grad), y) if wanted[1] else None,
    )
