"""Special functions: error, gamma and Bessel functions, and logit."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import PdOp, Types, float64, integer32
from .binary import BinaryOp
from .elementwise import FloatUnaryOp, GradFromBothOp, GradFromInputOp, GradFromOutputOp


@irdl_op_definition
class ErfOp(FloatUnaryOp):
    """out = 2/sqrt(pi) * the integral of e^(-t^2) from 0 to x."""

    name = "pd_op.erf"


@irdl_op_definition
class ErfGradOp(GradFromInputOp):
    """Gradient of `erf`."""

    name = "pd_op.erf_grad"


@irdl_op_definition
class ErfinvOp(FloatUnaryOp):
    """out = the z with erf(z) = x, for -1 < x < 1."""

    name = "pd_op.erfinv"


@irdl_op_definition
class ErfinvGradOp(GradFromOutputOp):
    """Gradient of `erfinv`."""

    name = "pd_op.erfinv_grad"


@irdl_op_definition
class LgammaOp(FloatUnaryOp):
    """out = ln|gamma(x)|."""

    name = "pd_op.lgamma"


@irdl_op_definition
class LgammaGradOp(GradFromInputOp):
    """Gradient of `lgamma`."""

    name = "pd_op.lgamma_grad"


@irdl_op_definition
class GammalnOp(FloatUnaryOp):
    """out = ln|gamma(x)|: another name of `lgamma`."""

    name = "pd_op.gammaln"


@irdl_op_definition
class GammalnGradOp(GradFromInputOp):
    """Gradient of `gammaln`."""

    name = "pd_op.gammaln_grad"


@irdl_op_definition
class DigammaOp(FloatUnaryOp):
    """out = d/dx ln(gamma(x))."""

    name = "pd_op.digamma"


@irdl_op_definition
class DigammaGradOp(GradFromInputOp):
    """Gradient of `digamma`."""

    name = "pd_op.digamma_grad"


@irdl_op_definition
class PolygammaOp(FloatUnaryOp):
    """out = the n-th derivative of digamma at x."""

    name = "pd_op.polygamma"
    n = integer32(0)


@irdl_op_definition
class PolygammaGradOp(GradFromInputOp):
    """Gradient of `polygamma`."""

    name = "pd_op.polygamma_grad"
    n = integer32(0)


@irdl_op_definition
class I0Op(FloatUnaryOp):
    """out = I0(x), the modified Bessel function of order 0."""

    name = "pd_op.i0"


@irdl_op_definition
class I0GradOp(GradFromInputOp):
    """Gradient of `i0`."""

    name = "pd_op.i0_grad"


@irdl_op_definition
class I0eOp(FloatUnaryOp):
    """out = I0(x) * e^-|x|; the gradient at the kink 0 is the one from the right, -1."""

    name = "pd_op.i0e"


@irdl_op_definition
class I0eGradOp(GradFromBothOp):
    """Gradient of `i0e`."""

    name = "pd_op.i0e_grad"


@irdl_op_definition
class I1Op(FloatUnaryOp):
    """out = I1(x), the modified Bessel function of order 1."""

    name = "pd_op.i1"


@irdl_op_definition
class I1GradOp(GradFromBothOp):
    """Gradient of `i1`."""

    name = "pd_op.i1_grad"


@irdl_op_definition
class I1eOp(FloatUnaryOp):
    """out = I1(x) * e^-|x|."""

    name = "pd_op.i1e"


@irdl_op_definition
class I1eGradOp(GradFromBothOp):
    """Gradient of `i1e`."""

    name = "pd_op.i1e_grad"


@irdl_op_definition
class LogitOp(FloatUnaryOp):
    """out = ln(x / (1 - x)) with x clamped to [eps, 1 - eps].

    Outside of that interval the gradient is 0; eps = 0 means no clamp.
    """

    name = "pd_op.logit"
    eps = float64(1e-06)


@irdl_op_definition
class LogitGradOp(GradFromInputOp):
    """Gradient of `logit`."""

    name = "pd_op.logit_grad"
    eps = float64(1e-06)


@irdl_op_definition
class GammainccOp(BinaryOp):
    """out = Q(x, y): the upper incomplete gamma function of order x at y, over gamma(x).

    There is a gradient with respect to y only.
    """

    name = "pd_op.gammaincc"


@irdl_op_definition
class GammainccGradOp(PdOp):
    """Gradient of `gammaincc` with respect to y."""

    name = "pd_op.gammaincc_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.y.type,)


OPERATIONS: list[type[Operation]] = [
    ErfOp,
    ErfGradOp,
    ErfinvOp,
    ErfinvGradOp,
    LgammaOp,
    LgammaGradOp,
    GammalnOp,
    GammalnGradOp,
    DigammaOp,
    DigammaGradOp,
    PolygammaOp,
    PolygammaGradOp,
    I0Op,
    I0GradOp,
    I0eOp,
    I0eGradOp,
    I1Op,
    I1GradOp,
    I1eOp,
    I1eGradOp,
    LogitOp,
    LogitGradOp,
    GammainccOp,
    GammainccGradOp,
]
