"""Activation functions that look at more than one element: learned and random slopes, gates."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    OPTIONAL_OPERANDS,
    Elementwise,
    PdOp,
    Random,
    ShapeOnly,
    Types,
    broadcast,
    element_of,
    flag,
    float32,
    integer32,
    normalize_axis,
    shape_of,
    string,
    tensor,
)


@irdl_op_definition
class PreluOp(PdOp):
    """out = x if x > 0, else alpha * x; at 0 the gradient is alpha.

    alpha has one element (mode `all`), one a channel (`channel`; axis 1 in data format NCHW, the
    last one in NHWC) or one for each element of a sample (`element`).
    """

    name = "pd_op.prelu"
    x = operand_def(TensorType)
    alpha = operand_def(TensorType)
    out = result_def(TensorType)
    data_format = string("NCHW")
    mode = string("all")
    traits = traits_def(Pure())

    def infer(self) -> Types:
        slope_shape(len(shape_of(self.x)), self.mode.data, self.data_format.data)
        return (self.x.type,)


def slope_shape(rank: int, mode: str, data_format: str) -> tuple[int, ...] | None:
    """The shape in which alpha of `prelu` broadcasts to x; None where it does as it is."""
    if mode in ("all", "element"):
        return None
    if mode != "channel":
        raise VerifyException(f"mode must be all, channel or element, got {mode}")
    if rank < 2:
        raise VerifyException(f"mode channel needs a batch and a channel dim, x has {rank} dims")
    return (-1, *[1] * (rank - 2)) if data_format == "NCHW" else None


@irdl_op_definition
class PreluGradOp(PdOp):
    """Gradient of `prelu`."""

    name = "pd_op.prelu_grad"
    x = operand_def(TensorType)
    alpha = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    alpha_grad = result_def(TensorType)
    data_format = string("NCHW")
    mode = string("all")
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type, self.alpha.type)


@irdl_op_definition
class RreluOp(PdOp):
    """out = noise * x, where noise is 1 if x >= 0, else drawn uniformly from [lower, upper].

    `is_test`: the mean of lower and upper is taken instead.
    """

    name = "pd_op.rrelu"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    noise = result_def(TensorType)
    lower = float32(0.125)
    upper = float32(1 / 3)
    is_test = flag(False)
    traits = traits_def(Elementwise(), Random())

    def infer(self) -> Types:
        return (self.x.type, self.x.type)


@irdl_op_definition
class RreluGradOp(PdOp):
    """Gradient of `rrelu`: x_grad = out_grad * noise."""

    name = "pd_op.rrelu_grad"
    x = operand_def(TensorType)
    noise = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class MaxoutOp(PdOp):
    """out = the maximum over each run of `groups` neighbouring channels along the axis."""

    name = "pd_op.maxout"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    groups = integer32(1)
    axis = integer32(1)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = list(shape_of(self.x))
        axis = normalize_axis(self.axis.value.data, len(shape))
        groups = self.groups.value.data
        if groups < 1 or (shape[axis] != DYNAMIC and shape[axis] % groups):
            raise VerifyException(f"{shape[axis]} channels do not split into groups of {groups}")
        if shape[axis] != DYNAMIC:
            shape[axis] //= groups
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class MaxoutGradOp(PdOp):
    """Gradient of `maxout`: the first of equal maxima gets the cotangent."""

    name = "pd_op.maxout_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    groups = integer32(1)
    axis = integer32(1)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SwigluOp(PdOp):
    """out = silu(x) * y; without y, the two halves of x along its last axis are x and y."""

    name = "pd_op.swiglu"
    x = operand_def(TensorType)
    y = opt_operand_def(TensorType)
    out = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        if self.y is not None:
            return (tensor(element_of(self.x), broadcast(shape, shape_of(self.y))),)
        last = shape[-1] if shape else 1
        if last != DYNAMIC and last % 2:
            raise VerifyException(f"the last dim of x must be even to be halved, got {last}")
        return (
            tensor(element_of(self.x), (*shape[:-1], DYNAMIC if last == DYNAMIC else last // 2)),
        )


@irdl_op_definition
class SwigluGradOp(PdOp):
    """Gradient of `swiglu`; without y, y_grad is unused."""

    name = "pd_op.swiglu_grad"
    x = operand_def(TensorType)
    y = opt_operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type, self.out_grad.type if self.y is None else self.y.type)


OPERATIONS: list[type[Operation]] = [
    PreluOp,
    PreluGradOp,
    RreluOp,
    RreluGradOp,
    MaxoutOp,
    MaxoutGradOp,
    SwigluOp,
    SwigluGradOp,
]
