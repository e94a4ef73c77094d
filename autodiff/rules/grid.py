"""Rules of images read at points. Reading is linear in the image, and making an affine grid in
the map."""

from __future__ import annotations

from ...dialects.pd_op.grid import (
    AffineGridGradOp,
    AffineGridOp,
    GridSampleGradOp,
    GridSampleOp,
    RoiAlignGradOp,
    RoiAlignOp,
)
from ..closed import linear
from ..registry import fused

fused(GridSampleOp, GridSampleGradOp)
fused(AffineGridOp, AffineGridGradOp)
linear(AffineGridOp, AffineGridGradOp, x="input", out="output")
fused(RoiAlignOp, RoiAlignGradOp)
linear(RoiAlignOp, RoiAlignGradOp)
