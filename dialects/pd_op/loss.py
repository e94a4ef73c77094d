"""Losses."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, opt_operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    OPTIONAL_OPERANDS,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    float32,
    integer32,
    normalize_axis,
    python_value,
    shape_of,
    string,
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


class ElementLossOp(PdOp):
    """A loss of each element of input against label."""

    input = operand_def(TensorType)
    label = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class BceLossOp(ElementLossOp):
    """out = -(label log(input) + (1 - label) log(1 - input)), the logarithms no less than -100."""

    name = "pd_op.bce_loss"


@irdl_op_definition
class BceLossGradOp(PdOp):
    """Gradient of `bce_loss` with respect to the input."""

    name = "pd_op.bce_loss_grad"
    input = operand_def(TensorType)
    label = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    input_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class HuberLossOp(PdOp):
    """With r = label - input: out = r^2 / 2 where |r| <= delta, else delta (|r| - delta / 2)."""

    name = "pd_op.huber_loss"
    input = operand_def(TensorType)
    label = operand_def(TensorType)
    delta = float32(1.0)
    out = result_def(TensorType)
    residual = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.input.type, self.input.type)


@irdl_op_definition
class HuberLossGradOp(PdOp):
    """Gradient of `huber_loss`, from the residual."""

    name = "pd_op.huber_loss_grad"
    residual = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    delta = float32(1.0)
    input_grad = result_def(TensorType)
    label_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.residual.type, self.residual.type)


@irdl_op_definition
class KldivLossOp(PdOp):
    """label (log(label) - x), 0 where label is not positive; with `log_target` the label is given
    as its logarithm. `reduction`: none, mean, sum or batchmean (the sum over the first dim)."""

    name = "pd_op.kldiv_loss"
    x = operand_def(TensorType)
    label = operand_def(TensorType)
    reduction = string("mean")
    log_target = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        kind = python_value(self.reduction)
        if kind not in ("none", "mean", "sum", "batchmean"):
            raise VerifyException(f"reduction is none, mean, sum or batchmean, not {kind}")
        return (self.x.type if kind == "none" else tensor(element_of(self.x), []),)


@irdl_op_definition
class KldivLossGradOp(PdOp):
    """Gradient of `kldiv_loss` with respect to x."""

    name = "pd_op.kldiv_loss_grad"
    x = operand_def(TensorType)
    label = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    reduction = string("mean")
    log_target = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SigmoidCrossEntropyWithLogitsOp(PdOp):
    """(1 - label) x + pos_weight log(1 + e^-x); 0 where the label is `ignore_index`; with
    `normalize` divided by the number of other elements. (Paddle's API folds the label into
    `pos_weight`.)"""

    name = "pd_op.sigmoid_cross_entropy_with_logits"
    irdl_options = OPTIONAL_OPERANDS
    x = operand_def(TensorType)
    label = operand_def(TensorType)
    pos_weight = opt_operand_def(TensorType)
    normalize = flag(False)
    ignore_index = integer32(-100)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SigmoidCrossEntropyWithLogitsGradOp(PdOp):
    """Gradient of `sigmoid_cross_entropy_with_logits` with respect to x."""

    name = "pd_op.sigmoid_cross_entropy_with_logits_grad"
    irdl_options = OPTIONAL_OPERANDS
    x = operand_def(TensorType)
    label = operand_def(TensorType)
    pos_weight = opt_operand_def(TensorType)
    out_grad = operand_def(TensorType)
    normalize = flag(False)
    ignore_index = integer32(-100)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


OPERATIONS: list[type[Operation]] = [
    CrossEntropyWithSoftmaxOp,
    CrossEntropyWithSoftmaxGradOp,
    BceLossOp,
    BceLossGradOp,
    HuberLossOp,
    HuberLossGradOp,
    KldivLossOp,
    KldivLossGradOp,
    SigmoidCrossEntropyWithLogitsOp,
    SigmoidCrossEntropyWithLogitsGradOp,
]
