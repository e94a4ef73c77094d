"""Random tensors and dropout. `seed` 0 means: from the run's generator.

What is drawn is drawn once: a gradient op reads the result (dropout's mask), never draws again.
Ops whose Paddle form overwrites an operand (`exponential_`, ...) are here in their pure form.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerAttr, IntegerType, Signedness, TensorType, f32, i32, i64
from xdsl.ir import Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
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
    element_type,
    flag,
    float32,
    integer32,
    integer64,
    integers32,
    normalize_axis,
    shape_of,
    string,
    tensor,
)
from .creation import constant_value
from .filling import batch_size_like, check_one, dims_from

BYTE = IntegerType(8, Signedness.UNSIGNED)
MODES = ("upscale_in_train", "downgrade_in_infer", "downscale_in_infer")


# --- dropout ---------------------------------------------------------------------------------


class DropoutBase(PdOp):
    """What dropout and its gradient check."""

    is_test = flag(False)
    mode = string("downgrade_in_infer")

    def check(self) -> None:
        """Refuses what is no mode and no probability."""
        if self.mode.data not in MODES:
            raise VerifyException(f"mode must be one of {', '.join(MODES)}, got {self.mode.data}")


@irdl_op_definition
class DropoutOp(DropoutBase):
    """out = x * mask, where mask is 0 with probability p, else 1.

    Mode `upscale_in_train`: out is divided by 1 - p, and with `is_test` it is x. Mode
    `downgrade_in_infer`: with `is_test` it is x * (1 - p). The mask is then all ones.
    """

    name = "pd_op.dropout"
    x = operand_def(TensorType)
    seed_tensor = opt_operand_def(TensorType)
    p = operand_def(TensorType)
    seed = integer32(0)
    fix_seed = flag(False)
    out = result_def(TensorType)
    mask = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Random())

    def infer(self) -> Types:
        self.check()
        check_one(self.p, "p")
        p = constant_value(self.p)
        if p is not None and not 0 <= p <= 1:
            raise VerifyException(f"p must be between 0 and 1, got {p}")
        return (self.x.type, tensor(BYTE, shape_of(self.x)))


@irdl_op_definition
class DropoutGradOp(DropoutBase):
    """Gradient of `dropout`: out_grad times what x was multiplied with."""

    name = "pd_op.dropout_grad"
    mask = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    p = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        self.check()
        return (self.out_grad.type,)


# --- of a given shape ------------------------------------------------------------------------


class DrawnOp(PdOp):
    """A random tensor of the shape in an operand, float32 unless `dtype` says otherwise."""

    shape = operand_def()
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Random())

    def infer(self) -> Types:
        return (tensor(f32 if self.dtype is None else self.dtype, dims_from(self.shape)),)


@irdl_op_definition
class UniformOp(DrawnOp):
    """Drawn uniformly from [min, max)."""

    name = "pd_op.uniform"
    shape = operand_def()
    min = operand_def(TensorType)
    max = operand_def(TensorType)
    seed = integer32(0)


@irdl_op_definition
class GaussianOp(DrawnOp):
    """Drawn from the normal distribution."""

    name = "pd_op.gaussian"
    mean = float32(0.0)
    std = float32(1.0)
    seed = integer32(0)


@irdl_op_definition
class RandintOp(DrawnOp):
    """Drawn uniformly from the integers low, ..., high - 1; int64 unless `dtype` says otherwise."""

    name = "pd_op.randint"
    low = integer32(0)
    high = integer32(0)

    def infer(self) -> Types:
        low, high = self.low.value.data, self.high.value.data
        if low >= high:
            raise VerifyException(f"low must be below high, got {low} and {high}")
        return (tensor(i64 if self.dtype is None else self.dtype, dims_from(self.shape)),)


@irdl_op_definition
class RandpermOp(PdOp):
    """The integers 0, ..., n - 1 in random order."""

    name = "pd_op.randperm"
    n = integer32(0)
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Random())

    def infer(self) -> Types:
        return (tensor(i64 if self.dtype is None else self.dtype, [self.n.value.data]),)


@irdl_op_definition
class TruncatedGaussianRandomOp(PdOp):
    """Drawn from the normal distribution between mean + a * std and mean + b * std."""

    name = "pd_op.truncated_gaussian_random"
    shape = integers32()
    mean = float32(0.0)
    std = float32(1.0)
    seed = integer32(0)
    a = float32(-2.0)
    b = float32(2.0)
    dtype = element_type()
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(Random())

    def infer(self) -> Types:
        element = f32 if self.dtype is None else self.dtype
        return (tensor(element, list(self.shape.get_values())),)


@irdl_op_definition
class UniformRandomBatchSizeLikeOp(PdOp):
    """Drawn uniformly from [min, max), in `shape` with one dim taken from the operand."""

    name = "pd_op.uniform_random_batch_size_like"
    input = operand_def(TensorType)
    shape = integers32()
    input_dim_idx = integer32(0)
    output_dim_idx = integer32(0)
    min = float32(-1.0)
    max = float32(1.0)
    seed = integer32(0)
    diag_num = integer32(0)
    diag_step = integer32(0)
    diag_val = float32(1.0)
    dtype = element_type()
    out = result_def(TensorType)
    traits = traits_def(Random(), ShapeOnly("input"))

    def infer(self) -> Types:
        element = f32 if self.dtype is None else self.dtype
        return (tensor(element, batch_size_like(self.input, self)),)


@irdl_op_definition
class SeedOp(PdOp):
    """A seed: the attribute, or a random one where it is 0."""

    name = "pd_op.seed"
    seed = integer32(0)
    deterministic = flag(False)
    rng_name = string("")
    force_cpu = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Random())

    def infer(self) -> Types:
        return (tensor(i32, [1]),)


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
    DropoutOp,
    DropoutGradOp,
    UniformOp,
    GaussianOp,
    RandintOp,
    RandpermOp,
    TruncatedGaussianRandomOp,
    UniformRandomBatchSizeLikeOp,
    SeedOp,
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
