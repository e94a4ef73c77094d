"""Losses."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    PdOp,
    Types,
    element_of,
    flag,
    integer32,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)


@irdl_op_definition
class CrossEntropyWithSoftmaxOp(PdOp):
    """softmax = softmax(input) along `axis`; loss = -sum(label * log softmax) there.

    With `soft_label` the label holds probabilities, else class numbers (of the shape of input
    with 1 at the axis); a class equal to `ignore_index` gives loss 0. Without `use_softmax` the
    input holds probabilities already.
    """

    name = "pd_op.cross_entropy_with_softmax"
    input = operand_def(TensorType)
    label = operand_def(TensorType)
    soft_label = flag(False)
    use_softmax = flag(True)
    numeric_stable_mode = flag(True)
    ignore_index = integer32(-100)
    axis = integer32(-1)
    softmax = result_def(TensorType)
    loss = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = list(shape_of(self.input))
        axis = normalize_axis(python_value(self.axis), len(shape))
        if not python_value(self.soft_label) and not isinstance(
            element_of(self.label), IntegerType
        ):
            raise VerifyException(
                f"hard labels are class numbers, got {self.label.type}; "
                "probabilities need soft_label"
            )
        shape[axis] = 1
        return (self.input.type, tensor(element_of(self.input), shape))


@irdl_op_definition
class CrossEntropyWithSoftmaxGradOp(PdOp):
    """Gradient of `cross_entropy_with_softmax` with respect to the input, from the softmax."""

    name = "pd_op.cross_entropy_with_softmax_grad"
    label = operand_def(TensorType)
    softmax = operand_def(TensorType)
    loss_grad = operand_def(TensorType)
    soft_label = flag(False)
    use_softmax = flag(True)
    numeric_stable_mode = flag(True)
    ignore_index = integer32(-100)
    axis = integer32(-1)
    input_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.softmax.type,)


OPERATIONS: list[type[Operation]] = [CrossEntropyWithSoftmaxOp, CrossEntropyWithSoftmaxGradOp]
