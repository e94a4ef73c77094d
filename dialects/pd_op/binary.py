"""Elementwise arithmetic of two tensors, with NumPy's broadcasting."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, TensorType, TupleType, f32, f64
from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    Elementwise,
    PdOp,
    ReadsFor,
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

    def floating(self, element: Attribute) -> Types:
        """The result type of an op that computes integers in that float type."""
        (type_,) = BinaryOp.infer(self)
        if isinstance(element_of(type_), IntegerType):
            return (tensor(element, shape_of(type_)),)
        return (type_,)


class BinaryGradOp(PdOp):
    """x_grad and y_grad of a broadcasting op: each is summed back to its operand's shape."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
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
    axis = integer32(-1)
    traits = traits_def(ShapeOnly("x", "y"))


@irdl_op_definition
class SubtractOp(BinaryOp):
    """out = x - y."""

    name = "pd_op.subtract"


@irdl_op_definition
class SubtractGradOp(BinaryGradOp):
    """Gradient of `subtract`."""

    name = "pd_op.subtract_grad"
    axis = integer32(-1)
    traits = traits_def(ShapeOnly("x", "y"))


@irdl_op_definition
class MultiplyOp(BinaryOp):
    """out = x * y."""

    name = "pd_op.multiply"


@irdl_op_definition
class MultiplyGradOp(BinaryGradOp):
    """Gradient of `multiply`."""

    name = "pd_op.multiply_grad"
    axis = integer32(-1)
    traits = traits_def(ReadsFor(x="y_grad", y="x_grad"))


@irdl_op_definition
class DivideOp(BinaryOp):
    """out = x / y; integers are divided as float32."""

    name = "pd_op.divide"

    def infer(self) -> Types:
        return self.floating(f32)


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
    traits = traits_def(Pure(), ShapeOnly("x"), ReadsFor(out="y_grad"))

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


@irdl_op_definition
class ElementwisePowOp(BinaryOp):
    """out = x^y; 0^0 = 1."""

    name = "pd_op.elementwise_pow"


@irdl_op_definition
class ElementwisePowGradOp(BinaryGradOp):
    """Gradient of `elementwise_pow`."""

    name = "pd_op.elementwise_pow_grad"


@irdl_op_definition
class MaximumOp(BinaryOp):
    """out = the larger of x and y, NaN if one is; equal ones share the cotangent by halves."""

    name = "pd_op.maximum"


@irdl_op_definition
class MaximumGradOp(BinaryGradOp):
    """Gradient of `maximum`."""

    name = "pd_op.maximum_grad"


@irdl_op_definition
class MinimumOp(BinaryOp):
    """out = the smaller of x and y, NaN if one is; equal ones share the cotangent by halves."""

    name = "pd_op.minimum"


@irdl_op_definition
class MinimumGradOp(BinaryGradOp):
    """Gradient of `minimum`."""

    name = "pd_op.minimum_grad"


@irdl_op_definition
class FmaxOp(BinaryOp):
    """out = the larger of x and y, ignoring a NaN; of equal ones x gets the cotangent."""

    name = "pd_op.fmax"


@irdl_op_definition
class FmaxGradOp(BinaryGradOp):
    """Gradient of `fmax`."""

    name = "pd_op.fmax_grad"


@irdl_op_definition
class FminOp(BinaryOp):
    """out = the smaller of x and y, ignoring a NaN; of equal ones x gets the cotangent."""

    name = "pd_op.fmin"


@irdl_op_definition
class FminGradOp(BinaryGradOp):
    """Gradient of `fmin`."""

    name = "pd_op.fmin_grad"


@irdl_op_definition
class FloorDivideOp(BinaryOp):
    """out = floor(x / y)."""

    name = "pd_op.floor_divide"


@irdl_op_definition
class RemainderOp(BinaryOp):
    """out = x - y * floor(x / y), of the sign of y."""

    name = "pd_op.remainder"


@irdl_op_definition
class RemainderGradOp(BinaryGradOp):
    """Gradient of `remainder`."""

    name = "pd_op.remainder_grad"


@irdl_op_definition
class Atan2Op(BinaryOp):
    """out = the angle of the point (y, x), x being its height;
    integers are computed as float64.
    """

    name = "pd_op.atan2"

    def infer(self) -> Types:
        return self.floating(f64)


@irdl_op_definition
class Atan2GradOp(BinaryGradOp):
    """Gradient of `atan2`."""

    name = "pd_op.atan2_grad"


@irdl_op_definition
class HeavisideOp(BinaryOp):
    """out = 0 where x < 0, 1 where x > 0, y where x = 0."""

    name = "pd_op.heaviside"


@irdl_op_definition
class HeavisideGradOp(BinaryGradOp):
    """Gradient of `heaviside`."""

    name = "pd_op.heaviside_grad"
    traits = traits_def(ShapeOnly("y"))


@irdl_op_definition
class CopysignOp(BinaryOp):
    """out = |x| with the sign of y; the gradient at x = 0 is 0."""

    name = "pd_op.copysign"


@irdl_op_definition
class CopysignGradOp(BinaryGradOp):
    """Gradient of `copysign`."""

    name = "pd_op.copysign_grad"


@irdl_op_definition
class NextafterOp(BinaryOp):
    """out = the next number after x on the way to y. It has no gradient rule."""

    name = "pd_op.nextafter"


@irdl_op_definition
class LerpOp(PdOp):
    """out = x + weight * (y - x)."""

    name = "pd_op.lerp"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    weight = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        shapes = [shape_of(operand) for operand in self.operands]
        return (tensor(element_of(self.x), broadcast(*shapes)),)


@irdl_op_definition
class LerpGradOp(PdOp):
    """Gradient of `lerp` with respect to x and y."""

    name = "pd_op.lerp_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    weight = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "y", "out"))

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


@irdl_op_definition
class DistOp(BinaryOp):
    """out = the p-norm of x - y, a 0-d tensor; p may be 0 (a count), infinite or negative."""

    name = "pd_op.dist"
    p = float32(2.0)

    def infer(self) -> Types:
        super().infer()
        return (tensor(element_of(self.x), ()),)


@irdl_op_definition
class DistGradOp(PdOp):
    """Gradient of `dist`; where x = y it is 0, and elements of equal distance all get theirs."""

    name = "pd_op.dist_grad"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    p = float32(2.0)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


@irdl_op_definition
class MultiplexOp(PdOp):
    """out[i] = inputs[index[i]][i], row by row."""

    name = "pd_op.multiplex"
    inputs = operand_def(TupleType)
    index = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        assert isinstance(self.inputs.type, TupleType)
        return (self.inputs.type.types.data[0],)


@irdl_op_definition
class MultiplexGradOp(PdOp):
    """Gradient of `multiplex`: each input gets the rows that were taken from it."""

    name = "pd_op.multiplex_grad"
    inputs = operand_def(TupleType)
    index = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    inputs_grad = result_def(TupleType)
    traits = traits_def(Pure(), ShapeOnly("inputs"))

    def infer(self) -> Types:
        return (self.inputs.type,)


OPERATIONS: list[type[Operation]] = [
    AddOp,
    AddGradOp,
    SubtractOp,
    SubtractGradOp,
    MultiplyOp,
    MultiplyGradOp,
    DivideOp,
    DivideGradOp,
    ScaleOp,
    ElementwisePowOp,
    ElementwisePowGradOp,
    MaximumOp,
    MaximumGradOp,
    MinimumOp,
    MinimumGradOp,
    FmaxOp,
    FmaxGradOp,
    FminOp,
    FminGradOp,
    FloorDivideOp,
    RemainderOp,
    RemainderGradOp,
    Atan2Op,
    Atan2GradOp,
    HeavisideOp,
    HeavisideGradOp,
    CopysignOp,
    CopysignGradOp,
    NextafterOp,
    LerpOp,
    LerpGradOp,
    DistOp,
    DistGradOp,
    MultiplexOp,
    MultiplexGradOp,
]
