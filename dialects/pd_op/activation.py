"""Activation functions of one tensor, element by element: `out = f(x)`.

At a kink the gradient is Paddle's, which is that of the side named in each op's docstring.
"""

from __future__ import annotations

from xdsl.dialects.builtin import FloatAttr, f32
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, prop_def

from .base import flag, float32, float64
from .elementwise import FloatUnaryOp, GradFromBothOp, GradFromInputOp, GradFromOutputOp, UnaryOp


@irdl_op_definition
class ReluOp(UnaryOp):
    """out = max(x, 0); at 0 the gradient is 0."""

    name = "pd_op.relu"


@irdl_op_definition
class ReluGradOp(GradFromOutputOp):
    """Gradient of `relu`."""

    name = "pd_op.relu_grad"


@irdl_op_definition
class Relu6Op(UnaryOp):
    """out = min(max(x, 0), 6); at 0 and 6 the gradient is 0."""

    name = "pd_op.relu6"


@irdl_op_definition
class Relu6GradOp(GradFromOutputOp):
    """Gradient of `relu6`."""

    name = "pd_op.relu6_grad"


@irdl_op_definition
class LeakyReluOp(UnaryOp):
    """out = x if x >= 0, else negative_slope * x; at 0 the gradient is 1."""

    name = "pd_op.leaky_relu"
    negative_slope = float64(0.02)


@irdl_op_definition
class LeakyReluGradOp(GradFromInputOp):
    """Gradient of `leaky_relu`."""

    name = "pd_op.leaky_relu_grad"
    negative_slope = float64(0.02)


@irdl_op_definition
class ThresholdedReluOp(UnaryOp):
    """out = x if x > threshold, else value; at the threshold the gradient is 0."""

    name = "pd_op.thresholded_relu"
    threshold = float32(1.0)
    value = float32(0.0)


@irdl_op_definition
class ThresholdedReluGradOp(GradFromInputOp):
    """Gradient of `thresholded_relu`."""

    name = "pd_op.thresholded_relu_grad"
    threshold = float32(1.0)
    value = float32(0.0)


@irdl_op_definition
class EluOp(UnaryOp):
    """out = x if x > 0, else alpha * (e^x - 1); at 0 the gradient is alpha."""

    name = "pd_op.elu"
    alpha = float32(1.0)


@irdl_op_definition
class EluGradOp(GradFromBothOp):
    """Gradient of `elu`."""

    name = "pd_op.elu_grad"
    alpha = float32(1.0)


@irdl_op_definition
class CeluOp(UnaryOp):
    """out = max(x, 0) + min(alpha * (e^(x / alpha) - 1), 0); at 0 the gradient is 1."""

    name = "pd_op.celu"
    alpha = float32(1.0)


@irdl_op_definition
class CeluGradOp(GradFromInputOp):
    """Gradient of `celu`."""

    name = "pd_op.celu_grad"
    alpha = float32(1.0)


@irdl_op_definition
class SeluOp(UnaryOp):
    """out = scale * (x if x > 0, else alpha * (e^x - 1)); at 0 the gradient is scale * alpha."""

    name = "pd_op.selu"
    scale = float32(1.0507009873554805)
    alpha = float32(1.6732632423543772)


@irdl_op_definition
class SeluGradOp(GradFromOutputOp):
    """Gradient of `selu`."""

    name = "pd_op.selu_grad"
    scale = float32(1.0507009873554805)
    alpha = float32(1.6732632423543772)


@irdl_op_definition
class SigmoidOp(FloatUnaryOp):
    """out = 1 / (1 + e^-x)."""

    name = "pd_op.sigmoid"


@irdl_op_definition
class SigmoidGradOp(GradFromOutputOp):
    """Gradient of `sigmoid`."""

    name = "pd_op.sigmoid_grad"


@irdl_op_definition
class LogsigmoidOp(FloatUnaryOp):
    """out = ln(sigmoid(x))."""

    name = "pd_op.logsigmoid"


@irdl_op_definition
class LogsigmoidGradOp(GradFromInputOp):
    """Gradient of `logsigmoid`."""

    name = "pd_op.logsigmoid_grad"


@irdl_op_definition
class SiluOp(FloatUnaryOp):
    """out = x * sigmoid(x)."""

    name = "pd_op.silu"


@irdl_op_definition
class SiluGradOp(GradFromBothOp):
    """Gradient of `silu`."""

    name = "pd_op.silu_grad"


@irdl_op_definition
class SwishOp(FloatUnaryOp):
    """out = x * sigmoid(x): `silu` with a gradient that reads x alone."""

    name = "pd_op.swish"


@irdl_op_definition
class SwishGradOp(GradFromInputOp):
    """Gradient of `swish`."""

    name = "pd_op.swish_grad"


@irdl_op_definition
class MishOp(UnaryOp):
    """out = x * tanh(softplus(x)), where softplus(x) = x above the threshold."""

    name = "pd_op.mish"
    threshold = prop_def(FloatAttr, default_value=FloatAttr(20.0, f32), prop_name="lambda")


@irdl_op_definition
class MishGradOp(GradFromInputOp):
    """Gradient of `mish`."""

    name = "pd_op.mish_grad"
    threshold = prop_def(FloatAttr, default_value=FloatAttr(20.0, f32), prop_name="lambda")


@irdl_op_definition
class GeluOp(UnaryOp):
    """out = x * P(z <= x) for a normal z.

    `approximate`: x / 2 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x^3))) instead.
    """

    name = "pd_op.gelu"
    approximate = flag(False)


@irdl_op_definition
class GeluGradOp(GradFromInputOp):
    """Gradient of `gelu`."""

    name = "pd_op.gelu_grad"
    approximate = flag(False)


@irdl_op_definition
class SoftplusOp(UnaryOp):
    """out = ln(1 + e^(beta * x)) / beta, and x itself where beta * x > threshold."""

    name = "pd_op.softplus"
    beta = float64(1.0)
    threshold = float64(20.0)


@irdl_op_definition
class SoftplusGradOp(GradFromInputOp):
    """Gradient of `softplus`."""

    name = "pd_op.softplus_grad"
    beta = float64(1.0)
    threshold = float64(20.0)


@irdl_op_definition
class SoftReluOp(UnaryOp):
    """out = ln(1 + e^x) with x limited to [-threshold, threshold]; beyond, the gradient is 0."""

    name = "pd_op.soft_relu"
    threshold = float32(20.0)


@irdl_op_definition
class SoftReluGradOp(GradFromOutputOp):
    """Gradient of `soft_relu`."""

    name = "pd_op.soft_relu_grad"
    threshold = float32(20.0)


@irdl_op_definition
class SoftsignOp(FloatUnaryOp):
    """out = x / (1 + |x|)."""

    name = "pd_op.softsign"


@irdl_op_definition
class SoftsignGradOp(GradFromInputOp):
    """Gradient of `softsign`."""

    name = "pd_op.softsign_grad"


@irdl_op_definition
class SoftshrinkOp(UnaryOp):
    """out = x moved towards 0 by threshold, 0 if it is that near; the gradient there is 0."""

    name = "pd_op.softshrink"
    threshold = float32(0.5)


@irdl_op_definition
class SoftshrinkGradOp(GradFromInputOp):
    """Gradient of `softshrink`."""

    name = "pd_op.softshrink_grad"
    threshold = float32(0.5)


@irdl_op_definition
class HardshrinkOp(UnaryOp):
    """out = x if |x| >= threshold, else 0; at the threshold the gradient is 1."""

    name = "pd_op.hardshrink"
    threshold = float32(0.5)


@irdl_op_definition
class HardshrinkGradOp(GradFromInputOp):
    """Gradient of `hardshrink`."""

    name = "pd_op.hardshrink_grad"
    threshold = float32(0.5)


@irdl_op_definition
class TanhShrinkOp(FloatUnaryOp):
    """out = x - tanh(x)."""

    name = "pd_op.tanh_shrink"


@irdl_op_definition
class TanhShrinkGradOp(GradFromInputOp):
    """Gradient of `tanh_shrink`."""

    name = "pd_op.tanh_shrink_grad"


@irdl_op_definition
class HardtanhOp(UnaryOp):
    """out = x limited to [t_min, t_max]; at the limits the gradient is 0."""

    name = "pd_op.hardtanh"
    t_min = float32(0.0)
    t_max = float32(24.0)


@irdl_op_definition
class HardtanhGradOp(GradFromInputOp):
    """Gradient of `hardtanh`."""

    name = "pd_op.hardtanh_grad"
    t_min = float32(0.0)
    t_max = float32(24.0)


@irdl_op_definition
class HardsigmoidOp(UnaryOp):
    """out = slope * x + offset limited to [0, 1]; at the limits the gradient is 0."""

    name = "pd_op.hardsigmoid"
    slope = float32(0.2)
    offset = float32(0.5)


@irdl_op_definition
class HardsigmoidGradOp(GradFromOutputOp):
    """Gradient of `hardsigmoid`."""

    name = "pd_op.hardsigmoid_grad"
    slope = float32(0.2)
    offset = float32(0.5)


@irdl_op_definition
class HardswishOp(UnaryOp):
    """out = x * min(max(x + 3, 0), 6) / 6; the gradient is 0 at -3 and 1 at 3."""

    name = "pd_op.hardswish"


@irdl_op_definition
class HardswishGradOp(GradFromInputOp):
    """Gradient of `hardswish`."""

    name = "pd_op.hardswish_grad"


@irdl_op_definition
class StanhOp(FloatUnaryOp):
    """out = scale_b * tanh(scale_a * x)."""

    name = "pd_op.stanh"
    scale_a = float32(0.67)
    scale_b = float32(1.7159)


@irdl_op_definition
class StanhGradOp(GradFromInputOp):
    """Gradient of `stanh`."""

    name = "pd_op.stanh_grad"
    scale_a = float32(0.67)
    scale_b = float32(1.7159)


OPERATIONS: list[type[Operation]] = [
    ReluOp,
    ReluGradOp,
    Relu6Op,
    Relu6GradOp,
    LeakyReluOp,
    LeakyReluGradOp,
    ThresholdedReluOp,
    ThresholdedReluGradOp,
    EluOp,
    EluGradOp,
    CeluOp,
    CeluGradOp,
    SeluOp,
    SeluGradOp,
    SigmoidOp,
    SigmoidGradOp,
    LogsigmoidOp,
    LogsigmoidGradOp,
    SiluOp,
    SiluGradOp,
    SwishOp,
    SwishGradOp,
    MishOp,
    MishGradOp,
    GeluOp,
    GeluGradOp,
    SoftplusOp,
    SoftplusGradOp,
    SoftReluOp,
    SoftReluGradOp,
    SoftsignOp,
    SoftsignGradOp,
    SoftshrinkOp,
    SoftshrinkGradOp,
    HardshrinkOp,
    HardshrinkGradOp,
    TanhShrinkOp,
    TanhShrinkGradOp,
    HardtanhOp,
    HardtanhGradOp,
    HardsigmoidOp,
    HardsigmoidGradOp,
    HardswishOp,
    HardswishGradOp,
    StanhOp,
    StanhGradOp,
]
