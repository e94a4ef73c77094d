"""Softmax along an axis, and its logarithm."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import PdOp, Types, integer32, normalize_axis, python_value, shape_of


class SoftmaxLikeOp(PdOp):
    """out = f(x) along `axis`, of the shape of x."""

    x = operand_def(TensorType)
    axis = integer32(-1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        normalize_axis(python_value(self.axis), len(shape_of(self.x)))
        return (self.x.type,)


class SoftmaxLikeGradOp(PdOp):
    """x_grad, written in terms of the result out."""

    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(-1)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out.type,)


@irdl_op_definition
class SoftmaxOp(SoftmaxLikeOp):
    """out = e^x / sum(e^x) along `axis`."""

    name = "pd_op.softmax"


@irdl_op_definition
class SoftmaxGradOp(SoftmaxLikeGradOp):
    """Gradient of `softmax`."""

    name = "pd_op.softmax_grad"


@irdl_op_definition
class LogSoftmaxOp(SoftmaxLikeOp):
    """out = x - log(sum(e^x)) along `axis`."""

    name = "pd_op.log_softmax"


@irdl_op_definition
class LogSoftmaxGradOp(SoftmaxLikeGradOp):
    """Gradient of `log_softmax`."""

    name = "pd_op.log_softmax_grad"


OPERATIONS: list[type[Operation]] = [SoftmaxOp, SoftmaxGradOp, LogSoftmaxOp, LogSoftmaxGradOp]
