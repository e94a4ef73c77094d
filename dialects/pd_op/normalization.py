"""Normalization by mean and variance: over a layer, groups of channels, an instance.

The statistics are results, and their cotangents count: `mean` may be read by anybody, and the
gradient ops read it. Where scale or bias is absent, its gradient is a result that nobody reads.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import (
    BFloat16Type,
    Float16Type,
    TensorType,
    f32,
)
from xdsl.ir import Attribute, Operation, SSAValue
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
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    float32,
    float64,
    integer32,
    integers64,
    shape_of,
    string,
    tensor,
)


def channel_axis(rank: int, data_format: str) -> int:
    """Where the channels of a batch are: NCHW, NCDHW, NCL in second, NHWC, ... in last place."""
    if rank < 2:
        raise VerifyException(f"x must have a batch and a channel dim, it has {rank} dims")
    if data_format[:2] not in ("NC", "NH", "ND", "NL", "An"):
        raise VerifyException(f"data_format must be NCHW or NHWC, got {data_format}")
    return 1 if data_format[1] in "Cn" else rank - 1


def per_channel(element: Attribute, channels: int) -> TensorType:
    """The type of one statistic a channel; float32 for half precision."""
    half = isinstance(element, Float16Type | BFloat16Type)
    return tensor(f32 if half else element, [channels])


def check_length(value: SSAValue | None, length: int, name: str) -> None:
    """Refuses an operand that is not a vector of that length."""
    if value is None:
        return
    shape = shape_of(value)
    if len(shape) != 1 or (shape[0] != length and DYNAMIC not in (shape[0], length)):
        raise VerifyException(f"{name} must have the shape [{length}], got {value.type}")


def product(dims: Sequence[int]) -> int:
    """The number of elements, DYNAMIC if a dim is."""
    count = 1
    for dim in dims:
        if dim == DYNAMIC:
            return DYNAMIC
        count *= dim
    return count


class ScaledGradOp(PdOp):
    """The gradient of an op on x with optional scale and bias."""

    x_grad = result_def(TensorType)
    scale_grad = result_def(TensorType)
    bias_grad = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure(), ShapeOnly("bias"))

    def types(self, x: SSAValue, scale: SSAValue | None, bias: SSAValue | None) -> Types:
        """The types of the operands, that of the cotangent (the last one) for absent ones."""
        absent = self.operands[-1]
        return (x.type, (scale or absent).type, (bias or absent).type)


# --- over a layer ----------------------------------------------------------------------------


@irdl_op_definition
class LayerNormOp(PdOp):
    """out = (x - mean) / sqrt(variance + epsilon) * scale + bias, with one mean and variance for
    the dims from `begin_norm_axis` on, and one scale and bias for each element of those dims."""

    name = "pd_op.layer_norm"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    epsilon = float32(1e-5)
    begin_norm_axis = integer32(1)
    out = result_def(TensorType)
    mean = result_def(TensorType)
    variance = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, begin = shape_of(self.x), self.begin_norm_axis.value.data
        if not 0 < begin < len(shape):
            raise VerifyException(
                f"begin_norm_axis must be between 1 and {len(shape) - 1}, got {begin}"
            )
        for name in ("scale", "bias"):
            check_length(getattr(self, name), product(shape[begin:]), name)
        statistic = tensor(per_channel(element_of(self.x), 0).element_type, shape[:begin])
        return (self.x.type, statistic, statistic)


@irdl_op_definition
class LayerNormGradOp(ScaledGradOp):
    """Gradient of `layer_norm`."""

    name = "pd_op.layer_norm_grad"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    mean = operand_def(TensorType)
    variance = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    epsilon = float32(1e-5)
    begin_norm_axis = integer32(1)

    def infer(self) -> Types:
        return self.types(self.x, self.scale, self.bias)


class RmsNormBase(PdOp):
    """y = x * invvar * scale, with one invvar = 1 / sqrt(mean(x^2) + epsilon) for the last dims,
    and one scale for each element of those dims."""

    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    y = result_def(TensorType)
    invvar = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        begin = first_normalized(self, len(shape))
        _check_size(self.scale, shape[begin:])
        element = per_channel(element_of(self.x), 0).element_type
        return (self.x.type, tensor(element, shape[:begin]))


class RmsNormGradBase(PdOp):
    """Gradient of a root-mean-square norm."""

    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    invvar = operand_def(TensorType)
    y_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    scale_grad = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type, (self.scale or self.y_grad).type)


def first_normalized(op: Operation, rank: int) -> int:
    """The first dim that a root-mean-square norm is over: the last dim, or as many of the last
    ones as `normalized_shape` has."""
    found = op.properties.get("normalized_shape")
    count = max(len(found), 1) if found is not None else 1  # pyright: ignore
    if count > rank:
        raise VerifyException(f"normalized_shape has {count} dims, x has {rank}")
    return rank - count


def _check_size(scale: SSAValue | None, dims: Sequence[int]) -> None:
    if scale is None:
        return
    size, wanted = product(shape_of(scale)), product(dims)
    if size != wanted and DYNAMIC not in (size, wanted):
        raise VerifyException(f"scale must have {wanted} elements, got {scale.type}")


@irdl_op_definition
class RmsNormOp(RmsNormBase):
    """Root-mean-square norm over the dims of `normalized_shape`."""

    name = "pd_op.rms_norm"
    normalized_shape = integers64([])
    epsilon = float64(1e-5)


@irdl_op_definition
class RmsNormGradOp(RmsNormGradBase):
    """Gradient of `rms_norm`."""

    name = "pd_op.rms_norm_grad"
    normalized_shape = integers64([])
    epsilon = float64(1e-5)


@irdl_op_definition
class FastRmsNormOp(RmsNormBase):
    """Root-mean-square norm over the last dim."""

    name = "pd_op.fast_rms_norm"
    epsilon = float32(1e-5)


@irdl_op_definition
class FastRmsNormGradOp(RmsNormGradBase):
    """Gradient of `fast_rms_norm`."""

    name = "pd_op.fast_rms_norm_grad"
    epsilon = float32(1e-5)


@irdl_op_definition
class FusedRmsNormExtOp(RmsNormBase):
    """Root-mean-square norm over the last dim."""

    name = "pd_op.fused_rms_norm_ext"
    epsilon = float32(1e-5)


@irdl_op_definition
class FusedRmsNormExtGradOp(RmsNormGradBase):
    """Gradient of `fused_rms_norm_ext`."""

    name = "pd_op.fused_rms_norm_ext_grad"
    epsilon = float32(1e-5)


# --- over groups of channels -----------------------------------------------------------------


@irdl_op_definition
class GroupNormOp(PdOp):
    """y = (x - mean) / sqrt(variance + epsilon) * scale + bias, with one mean and variance for
    each sample and group of channels, and one scale and bias a channel."""

    name = "pd_op.group_norm"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    epsilon = float64(1e-5)
    groups = integer32(-1)
    data_format = string("NCHW")
    y = result_def(TensorType)
    mean = result_def(TensorType)
    variance = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, groups = shape_of(self.x), self.groups.value.data
        channels = shape[channel_axis(len(shape), self.data_format.data)]
        if groups < 1 or (channels != DYNAMIC and channels % groups):
            raise VerifyException(f"{channels} channels do not split into {groups} groups")
        for name in ("scale", "bias"):
            check_length(getattr(self, name), channels, name)
        element = per_channel(element_of(self.x), 0).element_type
        statistic = tensor(element, [shape[0], groups])
        return (self.x.type, statistic, statistic)


@irdl_op_definition
class GroupNormGradOp(ScaledGradOp):
    """Gradient of `group_norm`."""

    name = "pd_op.group_norm_grad"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    y = operand_def(TensorType)
    mean = operand_def(TensorType)
    variance = operand_def(TensorType)
    y_grad = operand_def(TensorType)
    epsilon = float64(1e-5)
    groups = integer32(-1)
    data_format = string("NCHW")
    traits = traits_def(ShapeOnly("y"))

    def infer(self) -> Types:
        return self.types(self.x, self.scale, self.bias)


@irdl_op_definition
class InstanceNormOp(PdOp):
    """y = (x - saved_mean) * saved_variance * scale + bias, with one mean for each sample and
    channel; saved_variance is 1 / sqrt(variance + epsilon), as in Paddle."""

    name = "pd_op.instance_norm"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    epsilon = float32(1e-5)
    y = result_def(TensorType)
    saved_mean = result_def(TensorType)
    saved_variance = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        channel_axis(len(shape), "NCHW")
        for name in ("scale", "bias"):
            check_length(getattr(self, name), shape[1], name)
        saved = per_channel(element_of(self.x), product(shape[:2]))
        return (self.x.type, saved, saved)


@irdl_op_definition
class InstanceNormGradOp(ScaledGradOp):
    """Gradient of `instance_norm`."""

    name = "pd_op.instance_norm_grad"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    saved_mean = operand_def(TensorType)
    saved_variance = operand_def(TensorType)
    y_grad = operand_def(TensorType)
    epsilon = float32(1e-5)

    def infer(self) -> Types:
        return self.types(self.x, self.scale, self.bias)


OPERATIONS: list[type[Operation]] = [
    LayerNormOp,
    LayerNormGradOp,
    RmsNormOp,
    RmsNormGradOp,
    FastRmsNormOp,
    FastRmsNormGradOp,
    FusedRmsNormExtOp,
    FusedRmsNormExtGradOp,
    GroupNormOp,
    GroupNormGradOp,
    InstanceNormOp,
    InstanceNormGradOp,
]
