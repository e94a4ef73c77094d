"""Normalization by the mean and variance of each channel over the batch, or by running ones."""

from __future__ import annotations

from xdsl.dialects.builtin import (
    IntegerType,
    Signedness,
    TensorType,
)
from xdsl.ir import Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    OPTIONAL_OPERANDS,
    InPlace,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    float32,
    shape_of,
    string,
    tensor,
)
from .normalization import ScaledGradOp, channel_axis, check_length, per_channel

BYTES = tensor(IntegerType(8, Signedness.UNSIGNED), [DYNAMIC])
"""The type of what Paddle reserves for other libraries: always empty here."""


class BatchNormBase(PdOp):
    """out = (x - m) / sqrt(v + epsilon) * scale + bias, with one m, v, scale, bias a channel.

    m and v are mean and variance of the batch, and mean_out = momentum * mean + (1 - momentum) *
    m (variance_out alike); or, with `use_global_stats` or with `is_test` but not
    `trainable_statistics`, they are the operands mean and variance, which stay what they are.
    saved_mean is m; saved_variance is 1 / sqrt(v + epsilon), as in Paddle.
    """

    x = operand_def(TensorType)
    mean = operand_def(TensorType)
    variance = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    is_test = flag(False)
    momentum = float32(0.9)
    epsilon = float32(1e-5)
    data_format = string("NCHW")
    use_global_stats = flag(False)
    trainable_statistics = flag(False)
    out = result_def(TensorType)
    mean_out = result_def(TensorType)
    variance_out = result_def(TensorType)
    saved_mean = result_def(TensorType)
    saved_variance = result_def(TensorType)
    reserve_space = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS

    def infer(self) -> Types:
        shape = shape_of(self.x)
        channels = shape[channel_axis(len(shape), self.data_format.data)]
        for name in ("mean", "variance", "scale", "bias"):
            check_length(getattr(self, name), channels, name)
        saved = per_channel(element_of(self.x), channels)
        return (self.x.type, self.mean.type, self.variance.type, saved, saved, BYTES)


def global_statistics(op: Operation) -> bool:
    """Whether a batch norm, or its gradient, uses the statistics that it is given."""
    test, always, trainable = (
        bool(attribute is not None and attribute.value.data)  # pyright: ignore
        for attribute in map(
            op.properties.get, ("is_test", "use_global_stats", "trainable_statistics")
        )
    )
    return always or (test and not trainable)


@irdl_op_definition
class BatchNormOp(BatchNormBase):
    """`batch_norm_` without the write."""

    name = "pd_op.batch_norm"
    traits = traits_def(Pure())


@irdl_op_definition
class BatchNormInPlaceOp(BatchNormBase):
    """Batch norm that overwrites the running mean and variance."""

    name = "pd_op.batch_norm_"
    traits = traits_def(
        MemoryWriteEffect(), InPlace(BatchNormOp, mean_out="mean", variance_out="variance")
    )


@irdl_op_definition
class SyncBatchNormInPlaceOp(BatchNormBase):
    """Batch norm over all devices, which here is one."""

    name = "pd_op.sync_batch_norm_"
    traits = traits_def(
        MemoryWriteEffect(), InPlace(BatchNormOp, mean_out="mean", variance_out="variance")
    )


@irdl_op_definition
class BatchNormGradOp(ScaledGradOp):
    """Gradient of `batch_norm`; mean_out and variance_out are read with global statistics,
    saved_mean and saved_variance with those of the batch."""

    name = "pd_op.batch_norm_grad"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    mean_out = opt_operand_def(TensorType)
    variance_out = opt_operand_def(TensorType)
    saved_mean = operand_def(TensorType)
    saved_variance = operand_def(TensorType)
    reserve_space = opt_operand_def(TensorType)
    out_grad = operand_def(TensorType)
    momentum = float32(0.9)
    epsilon = float32(1e-5)
    data_format = string("NCHW")
    is_test = flag(False)
    use_global_stats = flag(False)
    trainable_statistics = flag(False)
    traits = traits_def(ShapeOnly("reserve_space"))

    def infer(self) -> Types:
        if global_statistics(self) and (self.mean_out is None or self.variance_out is None):
            raise VerifyException("global statistics need mean_out and variance_out")
        return self.types(self.x, self.scale, self.bias)


@irdl_op_definition
class SyncBatchNormGradOp(ScaledGradOp):
    """Gradient of `sync_batch_norm_` with the statistics of the batch."""

    name = "pd_op.sync_batch_norm_grad"
    x = operand_def(TensorType)
    scale = opt_operand_def(TensorType)
    bias = opt_operand_def(TensorType)
    saved_mean = operand_def(TensorType)
    saved_variance = operand_def(TensorType)
    reserve_space = opt_operand_def(TensorType)
    out_grad = operand_def(TensorType)
    momentum = float32(0.9)
    epsilon = float32(1e-5)
    data_format = string("NCHW")
    is_test = flag(False)
    use_global_stats = flag(False)
    trainable_statistics = flag(False)
    traits = traits_def(ShapeOnly("reserve_space"))

    def infer(self) -> Types:
        return self.types(self.x, self.scale, self.bias)


OPERATIONS: list[type[Operation]] = [
    BatchNormOp,
    BatchNormInPlaceOp,
    SyncBatchNormInPlaceOp,
    BatchNormGradOp,
    SyncBatchNormGradOp,
]
