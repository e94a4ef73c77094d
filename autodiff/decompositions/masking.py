"""What the gradient ops of masks mean."""

from __future__ import annotations

from ...dialects.pd_op.masking import MaskedFillGradOp, MaskedSelectGradOp, NonzeroOp
from ...dialects.pd_op.picking import ScatterNdAddOp
from ...dialects.pd_op.rearrange import BroadcastTensorsOp
from ..registry import decomposition
from ..values import Value, call, combine, reduce_as, split, where, zeros_like


@decomposition(MaskedFillGradOp)
def masked_fill_grad(
    x: Value, mask: Value, value: Value, out_grad: Value, wanted: tuple[bool, bool]
) -> tuple[Value | None, Value | None]:
    zero = zeros_like(out_grad)
    return (
        reduce_as(where(mask, zero, out_grad), x) if wanted[0] else None,
        reduce_as(where(mask, out_grad, zero), value) if wanted[1] else None,
    )


@decomposition(MaskedSelectGradOp)
def masked_select_grad(x: Value, mask: Value, out_grad: Value) -> Value:
    whole = zeros_like(x)
    if x.shape != mask.shape or -1 in x.shape:
        whole, mask = split(call(BroadcastTensorsOp, combine([whole, mask])))
    return reduce_as(call(ScatterNdAddOp, whole, call(NonzeroOp, mask), out_grad), x)
