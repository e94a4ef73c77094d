"""Elementwise mathematics of one tensor: `out = f(x)`.

Their gradient ops read either the input (`XGradOp(x, out_grad)`) or the result
(`XGradOp(out, out_grad)`), as Paddle's backward.yaml says for each.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import Elementwise, PdOp, Types


class UnaryOp(PdOp):
    """out = f(x), of the shape and element type of x."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
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


@irdl_op_definition
class TanhOp(UnaryOp):
    """out = tanh(x)."""

    name = "pd_op.tanh"


@irdl_op_definition
class TanhGradOp(GradFromOutputOp):
    """Gradient of `tanh`."""

    name = "pd_op.tanh_grad"


@irdl_op_definition
class SinOp(UnaryOp):
    """out = sin(x)."""

    name = "pd_op.sin"


@irdl_op_definition
class SinGradOp(GradFromInputOp):
    """Gradient of `sin`."""

    name = "pd_op.sin_grad"


@irdl_op_definition
class CosOp(UnaryOp):
    """out = cos(x)."""

    name = "pd_op.cos"


@irdl_op_definition
class CosGradOp(GradFromInputOp):
    """Gradient of `cos`."""

    name = "pd_op.cos_grad"


@irdl_op_definition
class ExpOp(UnaryOp):
    """out = e^x."""

    name = "pd_op.exp"


@irdl_op_definition
class ExpGradOp(GradFromOutputOp):
    """Gradient of `exp`."""

    name = "pd_op.exp_grad"


OPERATIONS = [TanhOp, TanhGradOp, SinOp, SinGradOp, CosOp, CosGradOp, ExpOp, ExpGradOp]
