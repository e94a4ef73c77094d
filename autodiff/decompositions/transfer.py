"""What the gradient op of `print` means."""

from __future__ import annotations

from ...dialects.pd_op.transfer import PrintedOp, PrintGradOp, PrintOp
from ..registry import decomposition
from ..values import Value, call


@decomposition(PrintGradOp)
def print_grad(out_grad: Value, op: PrintedOp) -> Value:
    """The cotangent, shown if the phase says so."""
    return call(PrintOp, out_grad, **(op.properties | {"is_forward": False}))
