"""Random tensors whose parameters are tensors, or that take the place of a tensor.

Ops whose Paddle form overwrites an operand (`exponential_`, ...) are here in their pure form.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, TensorType, i64
from xdsl.ir import Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    Elementwise,
    PdOp,
    Random,
    ShapeOnly,
    Types,
    flag,
    float32,
    integer32,
    integer64,
    normalize_axis,
    shape_of,
    tensor,
)
from .creation import constant_value

# --- of parameters ---------------------------------------------------------------------------


class SampleOp(PdOp):
    """One sample for each element of x, of its type."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Random(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class BernoulliOp(SampleOp):
    """1 with probability x, else 0."""

    name = "pd_op.bernoulli"


@irdl_op_definition
class PoissonOp(SampleOp):
    """From the Poisson distribution of mean x."""

    name = "pd_op.poisson"


@irdl_op_definition
class PoissonGradOp(PdOp):
    """Gradient of `poisson`: zero, as its samples are whole numbers."""

    name = "pd_op.poisson_grad"
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("out_grad"))

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class StandardGammaOp(SampleOp):
    """From the gamma distribution of shape x and scale 1."""

    name = "pd_op.standard_gamma"


@irdl_op_definition
class DirichletOp(PdOp):
    """From the Dirichlet distribution of concentrations alpha along the last axis."""

    name = "pd_op.dirichlet"
    alpha = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Random())

    def infer(self) -> Types:
        if not shape_of(self.alpha):
            raise VerifyException("alpha must have at least one dim")
        return (self.alpha.type,)


@irdl_op_definition
class BinomialOp(PdOp):
    """From the binomial distribution of `count` trials of probability `prob`; int64."""

    name = "pd_op.binomial"
    count = operand_def(TensorType)
    prob = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Random(), Elementwise())

    def infer(self) -> Types:
        return (tensor(i64, shape_of(self.count)),)


@irdl_op_definition
class MultinomialOp(PdOp):
    """num_samples positions along the last axis of x, drawn with probabilities that x is
    proportional to, with or without replacement; int64."""

    name = "pd_op.multinomial"
    x = operand_def(TensorType)
    num_samples = operand_def(TensorType)
    replacement = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Random())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        if len(shape) not in (1, 2):
            raise VerifyException(f"x must have 1 or 2 dims, it has {len(shape)}")
        count = constant_value(self.num_samples)
        return (tensor(i64, [*shape[:-1], DYNAMIC if count is None else int(count)]),)


@irdl_op_definition
class GumbelSoftmaxOp(PdOp):
    """out = softmax((x + noise) / temperature) along the axis, with noise from the Gumbel
    distribution; `hard`: 1 at the maximum, else 0."""

    name = "pd_op.gumbel_softmax"
    x = operand_def(TensorType)
    temperature = float32(1.0)
    hard = flag(False)
    axis = integer32(-1)
    out = result_def(TensorType)
    traits = traits_def(Random())

    def infer(self) -> Types:
        normalize_axis(self.axis.value.data, len(shape_of(self.x)))
        return (self.x.type,)


@irdl_op_definition
class GumbelSoftmaxGradOp(PdOp):
    """The gradient of softmax; that of `gumbel_softmax` is this divided by the temperature."""

    name = "pd_op.gumbel_softmax_grad"
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    axis = integer32(-1)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out.type,)


# --- in place of a tensor --------------------------------------------------------------------


class ReplacedOp(PdOp):
    """A random tensor of the shape and type of x."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Random(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


class ReplacedGradOp(PdOp):
    """The gradient with respect to what was replaced: zero."""

    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("out_grad"))

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class ExponentialOp(ReplacedOp):
    """From the exponential distribution of rate lam."""

    name = "pd_op.exponential"
    lam = float32(1.0)


@irdl_op_definition
class ExponentialGradOp(ReplacedGradOp):
    """Gradient of `exponential_`."""

    name = "pd_op.exponential__grad"


class UniformInplaceBase(PdOp):
    """The attributes of `uniform_inplace` and its gradient."""

    min = float32(-1.0)
    max = float32(1.0)
    seed = integer32(0)
    diag_num = integer32(0)
    diag_step = integer32(0)
    diag_val = float32(1.0)


@irdl_op_definition
class UniformInplaceOp(ReplacedOp, UniformInplaceBase):
    """Drawn uniformly from [min, max); with diag_num > 0, diag_val stands at that many places
    that are diag_step + 1 apart."""

    name = "pd_op.uniform_inplace"


@irdl_op_definition
class UniformInplaceGradOp(ReplacedGradOp, UniformInplaceBase):
    """Gradient of `uniform_inplace`."""

    name = "pd_op.uniform_inplace_grad"


class GaussianInplaceBase(PdOp):
    """The attributes of `gaussian_inplace` and its gradient."""

    mean = float32(0.0)
    std = float32(1.0)
    seed = integer32(0)


@irdl_op_definition
class GaussianInplaceOp(ReplacedOp, GaussianInplaceBase):
    """Drawn from the normal distribution."""

    name = "pd_op.gaussian_inplace"


@irdl_op_definition
class GaussianInplaceGradOp(ReplacedGradOp, GaussianInplaceBase):
    """Gradient of `gaussian_inplace`."""

    name = "pd_op.gaussian_inplace_grad"


class RandomBase(PdOp):
    """The attributes of `random` and its gradient."""

    # `from` is a word of Python: the field needs another one.
    start = prop_def(IntegerAttr, default_value=IntegerAttr(0, i64), prop_name="from")
    to = integer64(0)


@irdl_op_definition
class RandomOp(ReplacedOp, RandomBase):
    """Drawn uniformly from the integers from, ..., to - 1, as numbers of the type of x."""

    name = "pd_op.random"


@irdl_op_definition
class RandomGradOp(ReplacedGradOp, RandomBase):
    """Gradient of `random_`."""

    name = "pd_op.random_grad"


OPERATIONS: list[type[Operation]] = [
    BernoulliOp,
    PoissonOp,
    PoissonGradOp,
    StandardGammaOp,
    DirichletOp,
    BinomialOp,
    MultinomialOp,
    GumbelSoftmaxOp,
    GumbelSoftmaxGradOp,
    ExponentialOp,
    ExponentialGradOp,
    UniformInplaceOp,
    UniformInplaceGradOp,
    GaussianInplaceOp,
    GaussianInplaceGradOp,
    RandomOp,
    RandomGradOp,
]
