"""What the gradient op of `print`, and fusing tensors, mean."""

from __future__ import annotations

from ...dialects.pd_op.transfer import CoalesceTensorOp, PrintedOp, PrintGradOp, PrintOp
from ..registry import decomposition
from ..values import Value, call, combine, zeros_like


@decomposition(PrintGradOp)
def print_grad(out_grad: Value, op: PrintedOp) -> Value:
    """The cotangent, shown if the phase says so."""
    return call(PrintOp, out_grad, **(op.properties | {"is_forward": False}))


@decomposition(CoalesceTensorOp)
def coalesce_tensor(
    input: tuple[Value, ...], set_constant: bool, constant: float
) -> tuple[Value, Value]:
    from ...dialects.pd_op.joining import ConcatOp
    from ...dialects.pd_op.shape import ReshapeOp

    if set_constant:
        input = tuple(zeros_like(value) + constant for value in input)
    flat = [call(ReshapeOp, value, (-1,)) for value in input]
    return combine(input), call(ConcatOp, combine(flat), 0)
