"""Rules of masks; positions and masks made from lengths carry no gradient."""

from __future__ import annotations

from ...dialects.pd_op.masking import (
    MaskedFillGradOp,
    MaskedFillOp,
    MaskedSelectGradOp,
    MaskedSelectOp,
    NonzeroOp,
    SequenceMaskOp,
)
from ..registry import fused, not_differentiable

fused(MaskedFillOp, MaskedFillGradOp)
fused(MaskedSelectOp, MaskedSelectGradOp)
not_differentiable(NonzeroOp, SequenceMaskOp)
