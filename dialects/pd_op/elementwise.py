"""Elementwise mathematics of one tensor: `out = f(x)`.

The gradient op of each reads the input (`XGradOp(x, out_grad)`), the result
(`XGradOp(out, out_grad)`) or both, as in Paddle; what is not read need not be saved.
The base classes serve the other elementwise families too.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, TensorType, f32
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import Elementwise, PdOp, ShapeOnly, Types, element_of, float32, shape_of, tensor


class UnaryOp(PdOp):
    """out = f(x), of the shape and element type of x."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


class FloatUnaryOp(UnaryOp):
    """out = f(x), of the shape of x; integers are computed as float32."""

    def infer(self) -> Types:
        if isinstance(element_of(self.x), IntegerType):
            return (tensor(f32, shape_of(self.x)),)
        return (self.x.type,)


class GradFromInputOp(PdOp):
    """x_grad = out_grad * f'(x), written in terms of the input x."""

    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


class GradFromOutputOp(PdOp):
    """x_grad = out_grad * f'(x), written in terms of the result out."""

    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.out.type,)


class GradFromBothOp(PdOp):
    """x_grad = out_grad * f'(x), written in terms of the input x and the result out."""

    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


class ZeroGradOp(PdOp):
    """x_grad = 0: the gradient of a function that is constant between its steps."""

    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), ShapeOnly("out_grad"))

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class SinOp(FloatUnaryOp):
    """out = sin(x)."""

    name = "pd_op.sin"


@irdl_op_definition
class SinGradOp(GradFromInputOp):
    """Gradient of `sin`."""

    name = "pd_op.sin_grad"


@irdl_op_definition
class CosOp(FloatUnaryOp):
    """out = cos(x)."""

    name = "pd_op.cos"


@irdl_op_definition
class CosGradOp(GradFromInputOp):
    """Gradient of `cos`."""

    name = "pd_op.cos_grad"


@irdl_op_definition
class TanOp(FloatUnaryOp):
    """out = tan(x)."""

    name = "pd_op.tan"


@irdl_op_definition
class TanGradOp(GradFromInputOp):
    """Gradient of `tan`."""

    name = "pd_op.tan_grad"


@irdl_op_definition
class AsinOp(FloatUnaryOp):
    """out = arcsin(x), for -1 <= x <= 1."""

    name = "pd_op.asin"


@irdl_op_definition
class AsinGradOp(GradFromInputOp):
    """Gradient of `asin`."""

    name = "pd_op.asin_grad"


@irdl_op_definition
class AcosOp(FloatUnaryOp):
    """out = arccos(x), for -1 <= x <= 1."""

    name = "pd_op.acos"


@irdl_op_definition
class AcosGradOp(GradFromInputOp):
    """Gradient of `acos`."""

    name = "pd_op.acos_grad"


@irdl_op_definition
class AtanOp(FloatUnaryOp):
    """out = arctan(x)."""

    name = "pd_op.atan"


@irdl_op_definition
class AtanGradOp(GradFromInputOp):
    """Gradient of `atan`."""

    name = "pd_op.atan_grad"


@irdl_op_definition
class SinhOp(FloatUnaryOp):
    """out = sinh(x)."""

    name = "pd_op.sinh"


@irdl_op_definition
class SinhGradOp(GradFromInputOp):
    """Gradient of `sinh`."""

    name = "pd_op.sinh_grad"


@irdl_op_definition
class CoshOp(FloatUnaryOp):
    """out = cosh(x)."""

    name = "pd_op.cosh"


@irdl_op_definition
class CoshGradOp(GradFromInputOp):
    """Gradient of `cosh`."""

    name = "pd_op.cosh_grad"


@irdl_op_definition
class TanhOp(FloatUnaryOp):
    """out = tanh(x)."""

    name = "pd_op.tanh"


@irdl_op_definition
class TanhGradOp(GradFromOutputOp):
    """Gradient of `tanh`."""

    name = "pd_op.tanh_grad"


@irdl_op_definition
class AsinhOp(FloatUnaryOp):
    """out = arsinh(x)."""

    name = "pd_op.asinh"


@irdl_op_definition
class AsinhGradOp(GradFromInputOp):
    """Gradient of `asinh`."""

    name = "pd_op.asinh_grad"


@irdl_op_definition
class AcoshOp(FloatUnaryOp):
    """out = arcosh(x), for x >= 1."""

    name = "pd_op.acosh"


@irdl_op_definition
class AcoshGradOp(GradFromInputOp):
    """Gradient of `acosh`."""

    name = "pd_op.acosh_grad"


@irdl_op_definition
class AtanhOp(FloatUnaryOp):
    """out = artanh(x), for -1 < x < 1."""

    name = "pd_op.atanh"


@irdl_op_definition
class AtanhGradOp(GradFromInputOp):
    """Gradient of `atanh`."""

    name = "pd_op.atanh_grad"


@irdl_op_definition
class ExpOp(FloatUnaryOp):
    """out = e^x."""

    name = "pd_op.exp"


@irdl_op_definition
class ExpGradOp(GradFromOutputOp):
    """Gradient of `exp`."""

    name = "pd_op.exp_grad"


@irdl_op_definition
class Expm1Op(FloatUnaryOp):
    """out = e^x - 1, exact near zero."""

    name = "pd_op.expm1"


@irdl_op_definition
class Expm1GradOp(GradFromOutputOp):
    """Gradient of `expm1`."""

    name = "pd_op.expm1_grad"


@irdl_op_definition
class LogOp(FloatUnaryOp):
    """out = ln(x)."""

    name = "pd_op.log"


@irdl_op_definition
class LogGradOp(GradFromInputOp):
    """Gradient of `log`."""

    name = "pd_op.log_grad"


@irdl_op_definition
class Log2Op(FloatUnaryOp):
    """out = log2(x)."""

    name = "pd_op.log2"


@irdl_op_definition
class Log2GradOp(GradFromInputOp):
    """Gradient of `log2`."""

    name = "pd_op.log2_grad"


@irdl_op_definition
class Log10Op(FloatUnaryOp):
    """out = log10(x)."""

    name = "pd_op.log10"


@irdl_op_definition
class Log10GradOp(GradFromInputOp):
    """Gradient of `log10`."""

    name = "pd_op.log10_grad"


@irdl_op_definition
class Log1pOp(FloatUnaryOp):
    """out = ln(1 + x), exact near zero."""

    name = "pd_op.log1p"


@irdl_op_definition
class Log1pGradOp(GradFromInputOp):
    """Gradient of `log1p`."""

    name = "pd_op.log1p_grad"


@irdl_op_definition
class SqrtOp(FloatUnaryOp):
    """out = x^(1/2); the gradient at 0 is infinite."""

    name = "pd_op.sqrt"


@irdl_op_definition
class SqrtGradOp(GradFromOutputOp):
    """Gradient of `sqrt`."""

    name = "pd_op.sqrt_grad"


@irdl_op_definition
class RsqrtOp(FloatUnaryOp):
    """out = x^(-1/2)."""

    name = "pd_op.rsqrt"


@irdl_op_definition
class RsqrtGradOp(GradFromOutputOp):
    """Gradient of `rsqrt`."""

    name = "pd_op.rsqrt_grad"


@irdl_op_definition
class ReciprocalOp(FloatUnaryOp):
    """out = 1 / x."""

    name = "pd_op.reciprocal"


@irdl_op_definition
class ReciprocalGradOp(GradFromOutputOp):
    """Gradient of `reciprocal`."""

    name = "pd_op.reciprocal_grad"


@irdl_op_definition
class SquareOp(UnaryOp):
    """out = x^2."""

    name = "pd_op.square"


@irdl_op_definition
class SquareGradOp(GradFromInputOp):
    """Gradient of `square`."""

    name = "pd_op.square_grad"


@irdl_op_definition
class PowOp(UnaryOp):
    """out = x^y for one exponent y, an attribute; 0^0 = 1 and its gradient is 0."""

    name = "pd_op.pow"
    y = float32(1.0)


@irdl_op_definition
class PowGradOp(GradFromInputOp):
    """Gradient of `pow`."""

    name = "pd_op.pow_grad"
    y = float32(1.0)


OPERATIONS: list[type[Operation]] = [
    SinOp,
    SinGradOp,
    CosOp,
    CosGradOp,
    TanOp,
    TanGradOp,
    AsinOp,
    AsinGradOp,
    AcosOp,
    AcosGradOp,
    AtanOp,
    AtanGradOp,
    SinhOp,
    SinhGradOp,
    CoshOp,
    CoshGradOp,
    TanhOp,
    TanhGradOp,
    AsinhOp,
    AsinhGradOp,
    AcoshOp,
    AcoshGradOp,
    AtanhOp,
    AtanhGradOp,
    ExpOp,
    ExpGradOp,
    Expm1Op,
    Expm1GradOp,
    LogOp,
    LogGradOp,
    Log2Op,
    Log2GradOp,
    Log10Op,
    Log10GradOp,
    Log1pOp,
    Log1pGradOp,
    SqrtOp,
    SqrtGradOp,
    RsqrtOp,
    RsqrtGradOp,
    ReciprocalOp,
    ReciprocalGradOp,
    SquareOp,
    SquareGradOp,
    PowOp,
    PowGradOp,
]
