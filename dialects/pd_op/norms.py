"""Norms of vectors along axes. Where a norm has a kink, the gradient is zero."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure

from .base import (
    PdOp,
    Types,
    element_of,
    flag,
    float32,
    integer32,
    python_value,
    shape_of,
    tensor,
)
from .creation import constant_integers
from .reduction import reduced_shape


@irdl_op_definition
class PNormOp(PdOp):
    """out = sum(|x|^porder)^(1/porder) along `axis`, or over all of x with `asvector`; the largest
    (smallest) |x| when porder is inf (-inf), the number of nonzero elements when it is 0."""

    name = "pd_op.p_norm"
    x = operand_def(TensorType)
    porder = float32(2.0)
    axis = integer32(-1)
    epsilon = float32(1.0e-12)
    keepdim = flag(False)
    asvector = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes = () if python_value(self.asvector) else (python_value(self.axis),)
        shape = reduced_shape(shape_of(self.x), axes, python_value(self.keepdim))
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class PNormGradOp(PdOp):
    """x_grad = out_grad * sign(x) (|x| / out)^(porder - 1); for inf and -inf, out_grad * sign(x)
    where |x| equals out. `epsilon`, which Paddle adds to out here, is not needed."""

    name = "pd_op.p_norm_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    porder = float32(2.0)
    axis = integer32(-1)
    epsilon = float32(1.0e-12)
    keepdim = flag(False)
    asvector = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class FrobeniusNormOp(PdOp):
    """out = sqrt(sum(x^2)) over `axis`, over all of x with `reduce_all`."""

    name = "pd_op.frobenius_norm"
    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    keep_dim = flag(False)
    reduce_all = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes = () if python_value(self.reduce_all) else constant_integers(self.axis)
        keep_dim = python_value(self.keep_dim)
        if axes is None and not keep_dim:
            return (self.out.type,)
        return (tensor(element_of(self.x), reduced_shape(shape_of(self.x), axes, keep_dim)),)


@irdl_op_definition
class FrobeniusNormGradOp(PdOp):
    """x_grad = out_grad * x / out, zero where out is."""

    name = "pd_op.frobenius_norm_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    keep_dim = flag(False)
    reduce_all = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SquaredL2NormOp(PdOp):
    """out = sum(x^2), a tensor of one element."""

    name = "pd_op.squared_l2_norm"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(element_of(self.x), [1]),)


class WholeNormGradOp(PdOp):
    """Gradient of a norm of all of x."""

    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SquaredL2NormGradOp(WholeNormGradOp):
    """x_grad = out_grad * 2 x."""

    name = "pd_op.squared_l2_norm_grad"


@irdl_op_definition
class L1NormOp(PdOp):
    """out = sum(|x|), a 0-d tensor."""

    name = "pd_op.l1_norm"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(element_of(self.x), []),)


@irdl_op_definition
class L1NormGradOp(WholeNormGradOp):
    """x_grad = out_grad * sign(x)."""

    name = "pd_op.l1_norm_grad"


OPERATIONS: list[type[Operation]] = [
    PNormOp,
    PNormGradOp,
    FrobeniusNormOp,
    FrobeniusNormGradOp,
    SquaredL2NormOp,
    SquaredL2NormGradOp,
    L1NormOp,
    L1NormGradOp,
]
