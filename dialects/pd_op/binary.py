"""Elementwise arithmetic of two tensors, with NumPy's broadcasting."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    broadcast,
    element_of,
    flag,
    float32,
    integer32,
    shape_of,
    tensor,
)


class BinaryOp(PdOp):
    """out = f(x, y), of the broadcast shape."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        if self.x.type is self.y.type:
            return (self.x.type,)
        if element_of(self.x) != element_of(self.y):
            raise VerifyException(
                f"operands have element types {element_of(self.x)} and {element_of(self.y)}; "
                "cast one of them"
            )
        return (tensor(element_of(self.x), broadcast(shape_of(self.x), shape_of(self.y))),)


class BinaryGradOp(PdOp):
    """x_grad and y_grad of a broadcasting op: each is summed back to its operand's shape."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    axis = integer32(-1)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


@irdl_op_definition
class AddOp(BinaryOp):
    """out = x + y."""

    name = "pd_op.add"


@irdl_op_definition
class AddGradOp(BinaryGradOp):
    """Gradient of `add`."""

    name = "pd_op.add_grad"
    traits = traits_def(ShapeOnly("x", "y"))


@irdl_op_definition
class SubtractOp(BinaryOp):
    """out = x - y."""

    name = "pd_op.subtract"


@irdl_op_definition
class SubtractGradOp(BinaryGradOp):
    """Gradient of `subtract`."""

    name = "pd_op.subtract_grad"
    traits = traits_def(ShapeOnly("x", "y"))


@irdl_op_definition
class MultiplyOp(BinaryOp):
    """out = x * y."""

    name = "pd_op.multiply"


@irdl_op_definition
class MultiplyGradOp(BinaryGradOp):
    """Gradient of `multiply`."""

    name = "pd_op.multiply_grad"


@irdl_op_definition
class DivideOp(BinaryOp):
    """out = x / y."""

    name = "pd_op.divide"


@irdl_op_definition
class DivideGradOp(PdOp):
    """Gradient of `divide`; reads the result too."""

    name = "pd_op.divide_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    axis = integer32(-1)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


@irdl_op_definition
class ScaleOp(PdOp):
    """out = x * scale + bias, or (x + bias) * scale; `scale` is a one-element tensor of any
    float type. Its gradient is another `scale`."""

    name = "pd_op.scale"
    x = operand_def(TensorType)
    scale = operand_def(TensorType)
    out = result_def(TensorType)
    bias = float32(0.0)
    bias_after_scale = flag(True)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


OPERATIONS = [
    AddOp,
    AddGradOp,
    SubtractOp,
    SubtractGradOp,
    MultiplyOp,
    MultiplyGradOp,
    DivideOp,
    DivideGradOp,
    ScaleOp,
]
