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
    integer64,
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


@irdl_op_definition
class LogLossOp(PdOp):
    """out = -label log(input + epsilon) - (1 - label) log(1 - input + epsilon)."""

    name = "pd_op.log_loss"
    input = operand_def(TensorType)
    label = operand_def(TensorType)
    epsilon = float32(1e-4)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class LogLossGradOp(PdOp):
    """Gradient of `log_loss` with respect to the input."""

    name = "pd_op.log_loss_grad"
    input = operand_def(TensorType)
    label = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    epsilon = float32(1e-4)
    input_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class HingeLossOp(PdOp):
    """loss = max(0, 1 - (2 labels - 1) logits), the labels being 0 and 1."""

    name = "pd_op.hinge_loss"
    logits = operand_def(TensorType)
    labels = operand_def(TensorType)
    loss = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.logits.type,)


@irdl_op_definition
class HingeLossGradOp(PdOp):
    """Gradient of `hinge_loss` with respect to the logits; zero at the kink."""

    name = "pd_op.hinge_loss_grad"
    logits = operand_def(TensorType)
    labels = operand_def(TensorType)
    loss_grad = operand_def(TensorType)
    logits_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.logits.type,)


@irdl_op_definition
class LabelSmoothOp(PdOp):
    """out = (1 - epsilon) label + epsilon prior_dist; without a prior, epsilon over the size of
    the last axis."""

    name = "pd_op.label_smooth"
    irdl_options = OPTIONAL_OPERANDS
    label = operand_def(TensorType)
    prior_dist = opt_operand_def(TensorType)
    epsilon = float32(0.0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.label.type,)


@irdl_op_definition
class LabelSmoothGradOp(PdOp):
    """Gradient of `label_smooth` with respect to the label: (1 - epsilon) out_grad."""

    name = "pd_op.label_smooth_grad"
    out_grad = operand_def(TensorType)
    epsilon = float32(0.0)
    label_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class NllLossOp(PdOp):
    """-weight[label] input[label], the classes along axis 1 and 0 where the label is
    `ignore_index`; `reduction`: none, sum, or mean (the sum over the total weight).

    total_weight is the sum of the weights of all labels, 0 with reduction none.
    """

    name = "pd_op.nll_loss"
    irdl_options = OPTIONAL_OPERANDS
    input = operand_def(TensorType)
    label = operand_def(TensorType)
    weight = opt_operand_def(TensorType)
    ignore_index = integer64(-100)
    reduction = string("mean")
    out = result_def(TensorType)
    total_weight = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, element = shape_of(self.input), element_of(self.input)
        kind = python_value(self.reduction)
        if kind not in ("none", "mean", "sum"):
            raise VerifyException(f"reduction is none, mean or sum, not {kind}")
        if len(shape) < 2 or len(shape_of(self.label)) != len(shape) - 1:
            raise VerifyException(
                f"the label has the shape of the input without axis 1, got {self.label.type} "
                f"for {self.input.type}"
            )
        total = tensor(element, [])
        return (tensor(element, shape_of(self.label)) if kind == "none" else total, total)


@irdl_op_definition
class NllLossGradOp(PdOp):
    """Gradient of `nll_loss` with respect to the input."""

    name = "pd_op.nll_loss_grad"
    irdl_options = OPTIONAL_OPERANDS
    input = operand_def(TensorType)
    label = operand_def(TensorType)
    weight = opt_operand_def(TensorType)
    total_weight = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    ignore_index = integer64(-100)
    reduction = string("mean")
    input_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (self.input.type,)


@irdl_op_definition
class IdentityLossOp(PdOp):
    """x marked as a loss: its sum (`reduction` 0), its mean (1), or itself (2)."""

    name = "pd_op.identity_loss"
    x = operand_def(TensorType)
    reduction = integer32(1)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        kind = python_value(self.reduction)
        if kind not in (0, 1, 2):
            raise VerifyException(f"reduction is 0 (sum), 1 (mean) or 2 (none), not {kind}")
        return (self.x.type if kind == 2 else tensor(element_of(self.x), []),)


@irdl_op_definition
class IdentityLossGradOp(PdOp):
    """Gradient of `identity_loss`."""

    name = "pd_op.identity_loss_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    reduction = integer32(1)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

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
    LogLossOp,
    LogLossGradOp,
    HingeLossOp,
    HingeLossGradOp,
    LabelSmoothOp,
    LabelSmoothGradOp,
    NllLossOp,
    NllLossGradOp,
    IdentityLossOp,
    IdentityLossGradOp,
]
