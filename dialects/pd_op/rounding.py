"""Steps, kinks and tests: rounding, absolute value, sign, angle, limits, NaN and infinity."""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType, TensorType, i1
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import (
    Cheap,
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    integer32,
    shape_of,
    tensor,
)
from .elementwise import GradFromInputOp, UnaryOp, ZeroGradOp


class RealUnaryOp(UnaryOp):
    """out = f(x), real also where x is complex."""

    def infer(self) -> Types:
        element = element_of(self.x)
        if isinstance(element, ComplexType):
            return (tensor(element.parameters[0], shape_of(self.x)),)
        return (self.x.type,)


class PropertyOp(PdOp):
    """out = whether x has a property, a bool tensor."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        return (tensor(i1, shape_of(self.x)),)


@irdl_op_definition
class AbsOp(RealUnaryOp):
    """out = |x|; the gradient at 0 is 0."""

    name = "pd_op.abs"


@irdl_op_definition
class AbsGradOp(GradFromInputOp):
    """Gradient of `abs`."""

    name = "pd_op.abs_grad"


@irdl_op_definition
class FloorOp(UnaryOp):
    """out = the largest integer not above x."""

    name = "pd_op.floor"


@irdl_op_definition
class FloorGradOp(ZeroGradOp):
    """Gradient of `floor`."""

    name = "pd_op.floor_grad"


@irdl_op_definition
class CeilOp(UnaryOp):
    """out = the smallest integer not below x."""

    name = "pd_op.ceil"


@irdl_op_definition
class CeilGradOp(ZeroGradOp):
    """Gradient of `ceil`."""

    name = "pd_op.ceil_grad"


@irdl_op_definition
class RoundOp(UnaryOp):
    """out = x rounded to so many decimals, halves to even."""

    name = "pd_op.round"
    decimals = integer32(0)


@irdl_op_definition
class RoundGradOp(ZeroGradOp):
    """Gradient of `round`."""

    name = "pd_op.round_grad"
    decimals = integer32(0)


@irdl_op_definition
class RintOp(UnaryOp):
    """out = the nearest integer, halves to even."""

    name = "pd_op.rint"


@irdl_op_definition
class RintGradOp(ZeroGradOp):
    """Gradient of `rint`."""

    name = "pd_op.rint_grad"


@irdl_op_definition
class TruncOp(PdOp):
    """out = the integer part of the input."""

    name = "pd_op.trunc"
    input = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class TruncGradOp(PdOp):
    """Gradient of `trunc`: zero."""

    name = "pd_op.trunc_grad"
    out_grad = operand_def(TensorType)
    input_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), ShapeOnly("out_grad"))

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class SignOp(UnaryOp):
    """out = -1, 0 or 1 as x is negative, zero or positive; x / |x| where x is complex."""

    name = "pd_op.sign"


@irdl_op_definition
class AngleOp(RealUnaryOp):
    """out = the angle of a complex x; 0 or pi for a real x as it is positive or negative."""

    name = "pd_op.angle"


@irdl_op_definition
class AngleGradOp(GradFromInputOp):
    """Gradient of `angle`."""

    name = "pd_op.angle_grad"


@irdl_op_definition
class ClipOp(PdOp):
    """out = x limited to [min, max], two one-element tensors; at the limits the gradient is 1."""

    name = "pd_op.clip"
    x = operand_def(TensorType)
    min = operand_def(TensorType)
    max = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class ClipGradOp(PdOp):
    """Gradient of `clip` with respect to x."""

    name = "pd_op.clip_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    min = operand_def(TensorType)
    max = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class IsnanOp(PropertyOp):
    """out = whether x is NaN."""

    name = "pd_op.isnan"


@irdl_op_definition
class IsinfOp(PropertyOp):
    """out = whether x is infinite."""

    name = "pd_op.isinf"


@irdl_op_definition
class IsfiniteOp(PropertyOp):
    """out = whether x is neither NaN nor infinite."""

    name = "pd_op.isfinite"


OPERATIONS: list[type[Operation]] = [
    AbsOp,
    AbsGradOp,
    FloorOp,
    FloorGradOp,
    CeilOp,
    CeilGradOp,
    RoundOp,
    RoundGradOp,
    RintOp,
    RintGradOp,
    TruncOp,
    TruncGradOp,
    SignOp,
    AngleOp,
    AngleGradOp,
    ClipOp,
    ClipGradOp,
    IsnanOp,
    IsinfOp,
    IsfiniteOp,
]
