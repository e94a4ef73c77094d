"""Rules of borders."""

from __future__ import annotations

from ...dialects.pd_op.padding import CropGradOp, CropOp, Pad3dGradOp, Pad3dOp, PadGradOp, PadOp
from ...dialects.pd_op.reduction import SumOp
from ..builder import Builder
from ..registry import Cotangents, Partials, Wanted, fused, rule
from ..values import Value, call, cast, reshape_as

fused(Pad3dOp, Pad3dGradOp)
fused(CropOp, CropGradOp)

_pad = fused(PadOp, PadGradOp)


@rule(PadOp)
def pad(op: PadOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """Paddle's fused op for x. The value of the border gets what x does not; Paddle has no
    gradient for it."""
    (x_grad, _) = _pad(op, cotangents, wanted, build)
    assert cotangents[0] is not None and x_grad is not None
    if not wanted[1]:
        return [x_grad, None]
    total: Value = call(SumOp, Value(cotangents[0], build), ())
    inside: Value = call(SumOp, Value(x_grad, build), ())
    value = Value(op.pad_value, build)
    return [x_grad, reshape_as(cast(total - inside, value.element), value).ssa]
