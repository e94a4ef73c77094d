"""Softmax along an axis, and its logarithm."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import PdOp, Types, broadcast, integer32, normalize_axis, python_value, shape_of


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


@irdl_op_definition
class FusedSoftmaxMaskOp(PdOp):
    """The softmax of x + mask along the last axis."""

    name = "pd_op.fused_softmax_mask"
    x = operand_def(TensorType)
    mask = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if broadcast(shape_of(self.x), shape_of(self.mask)) != shape_of(self.x):
            raise VerifyException(f"a mask {self.mask.type} does not broadcast to {self.x.type}")
        return (self.x.type,)


@irdl_op_definition
class FusedSoftmaxMaskGradOp(PdOp):
    """Gradient of `fused_softmax_mask`, from the softmax."""

    name = "pd_op.fused_softmax_mask_grad"
    softmax = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.softmax.type,)


@irdl_op_definition
class FusedSoftmaxMaskUpperTriangleOp(PdOp):
    """The softmax of each row of matrices up to the diagonal; zeros above it."""

    name = "pd_op.fused_softmax_mask_upper_triangle"
    X = operand_def(TensorType)
    Out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if len(shape_of(self.X)) < 2:
            raise VerifyException(f"expected matrices, got {self.X.type}")
        return (self.X.type,)


@irdl_op_definition
class FusedSoftmaxMaskUpperTriangleGradOp(PdOp):
    """Gradient of `fused_softmax_mask_upper_triangle`, from the softmax."""

    name = "pd_op.fused_softmax_mask_upper_triangle_grad"
    Softmax = operand_def(TensorType)
    Out_grad = operand_def(TensorType)
    X_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.Softmax.type,)


OPERATIONS: list[type[Operation]] = [
    SoftmaxOp,
    SoftmaxGradOp,
    LogSoftmaxOp,
    LogSoftmaxGradOp,
    FusedSoftmaxMaskOp,
    FusedSoftmaxMaskGradOp,
    FusedSoftmaxMaskUpperTriangleOp,
    FusedSoftmaxMaskUpperTriangleGradOp,
]
