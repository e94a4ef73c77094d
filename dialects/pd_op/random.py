"""Random tensors and dropout. `seed` 0 means: from the run's generator.

What is drawn is drawn once: a gradient op reads the result (dropout's mask), never draws again.
"""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, Signedness, TensorType, f32, i32, i64
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
    OPTIONAL_OPERANDS,
    PdOp,
    Random,
    ShapeOnly,
    Types,
    element_type,
    flag,
    float32,
    integer32,
    integers32,
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
    """The attributes of dropout and its gradient."""

    is_test = flag(False)
    mode = string("downgrade_in_infer")


def check_mode(mode: str) -> None:
    """Refuses what is no mode of dropout."""
    if mode not in MODES:
        raise VerifyException(f"mode must be one of {', '.join(MODES)}, got {mode}")


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
        check_mode(self.mode.data)
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
        check_mode(self.mode.data)
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
]
