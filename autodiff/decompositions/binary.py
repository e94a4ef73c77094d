"""What the gradient ops of broadcasting arithmetic mean."""

from __future__ import annotations

from ...dialects.pd_op.binary import AddGradOp, DivideGradOp, MultiplyGradOp, SubtractGradOp
from ..registry import decomposition
from ..values import Value, reduce_as


@decomposition(AddGradOp)
def add_grad(x: Value, y: Value, out_grad: Value) -> tuple[Value, Value]:
    return reduce_as(out_grad, x), reduce_as(out_grad, y)


@decomposition(SubtractGradOp)
def subtract_grad(x: Value, y: Value, out_grad: Value) -> tuple[Value, Value]:
    return reduce_as(out_grad, x), reduce_as(-out_grad, y)


@decomposition(MultiplyGradOp)
def multiply_grad(
    x: Value, y: Value, out_grad: Value, wanted: tuple[bool, bool]
) -> tuple[Value | None, Value | None]:
    return (
        reduce_as(out_grad * y, x) if wanted[0] else None,
        reduce_as(out_grad * x, y) if wanted[1] else None,
    )


@decomposition(DivideGradOp)
def divide_grad(
    x: Value, y: Value, out: Value, out_grad: Value, wanted: tuple[bool, bool]
) -> tuple[Value | None, Value | None]:
    return (
        reduce_as(out_grad / y, x) if wanted[0] else None,
        reduce_as(-(out_grad * out / y), y) if wanted[1] else None,
    )
