"""Tensors divided by a norm of theirs, or of a part or a neighbourhood of them."""

from __future__ import annotations

import math

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    Types,
    element_of,
    flag,
    float32,
    integer32,
    normalize_axis,
    shape_of,
    string,
    tensor,
)
from .normalization import channel_axis


@irdl_op_definition
class NormOp(PdOp):
    """norm = sqrt(sum(x^2) + epsilon) over the axis, which stays as a dim of 1; out = x / norm."""

    name = "pd_op.norm"
    x = operand_def(TensorType)
    axis = integer32(-1)
    epsilon = float32(1e-10)
    is_test = flag(False)
    out = result_def(TensorType)
    norm = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = list(shape_of(self.x))
        shape[normalize_axis(self.axis.value.data, len(shape))] = 1
        return (self.x.type, tensor(element_of(self.x), shape))


@irdl_op_definition
class NormGradOp(PdOp):
    """Gradient of `norm`."""

    name = "pd_op.norm_grad"
    x = operand_def(TensorType)
    norm = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    axis = integer32(-1)
    epsilon = float32(1e-10)
    is_test = flag(False)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class RenormOp(PdOp):
    """out = x, where each slice along the axis whose p-norm is above max_norm is scaled down to
    it."""

    name = "pd_op.renorm"
    x = operand_def(TensorType)
    p = float32(2.0)
    axis = integer32(0)
    max_norm = float32(1.0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        normalize_axis(self.axis.value.data, len(shape_of(self.x)))
        p = self.p.value.data
        if not 0 < p < math.inf:
            raise VerifyException(f"p must be positive and finite, got {p}")
        return (self.x.type,)


@irdl_op_definition
class RenormGradOp(PdOp):
    """Gradient of `renorm`; a slice whose norm is max_norm counts as one below it."""

    name = "pd_op.renorm_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    p = float32(2.0)
    axis = integer32(0)
    max_norm = float32(1.0)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class ClipByNormOp(PdOp):
    """out = x, scaled down to the Euclidean norm max_norm if its own is above it."""

    name = "pd_op.clip_by_norm"
    x = operand_def(TensorType)
    max_norm = float32(1.0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class LrnOp(PdOp):
    """mid_out = k + alpha * (the sum of x^2 over n neighbouring channels); out = x /
    mid_out^beta. Channel c looks at those from c - (n - 1) // 2 on."""

    name = "pd_op.lrn"
    x = operand_def(TensorType)
    n = integer32(5)
    k = float32(2.0)
    alpha = float32(1e-4)
    beta = float32(0.75)
    data_format = string("AnyLayout")
    out = result_def(TensorType)
    mid_out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        rank = len(shape_of(self.x))
        if rank != 4:
            raise VerifyException(f"x must have 4 dims, it has {rank}")
        channel_axis(rank, self.data_format.data)
        if self.n.value.data < 1:
            raise VerifyException(f"n must be positive, got {self.n.value.data}")
        return (self.x.type, self.x.type)


@irdl_op_definition
class LrnGradOp(PdOp):
    """Gradient of `lrn`."""

    name = "pd_op.lrn_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    mid_out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    n = integer32(5)
    k = float32(2.0)
    alpha = float32(1e-4)
    beta = float32(0.75)
    data_format = string("AnyLayout")
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class SpectralNormOp(PdOp):
    """out = weight / (u W v), with W the weight as a matrix whose rows are along `dim`.

    Each of `power_iters` steps first makes v = W^T u and u = W v, each divided by its norm; then
    u W v is close to the largest singular value. The gradient is that of all this, also of the
    steps; Paddle's takes the last u and v for constants, which is the same once they are singular
    vectors.
    """

    name = "pd_op.spectral_norm"
    weight = operand_def(TensorType)
    u = operand_def(TensorType)
    v = operand_def(TensorType)
    dim = integer32(0)
    power_iters = integer32(1)
    eps = float32(1e-12)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.weight)
        dim = self.dim.value.data
        if dim not in range(min(len(shape), 2)):
            raise VerifyException(f"dim must be 0 or 1, got {dim}")
        rows = shape[dim]
        given = shape_of(self.u)
        if len(given) != 1 or (given[0] != rows and DYNAMIC not in (rows, given[0])):
            raise VerifyException(f"u must have the shape [{rows}], got {self.u.type}")
        return (self.weight.type,)


@irdl_op_definition
class SpectralNormGradOp(PdOp):
    """Paddle's gradient of `spectral_norm`, with the last u and v for constants."""

    name = "pd_op.spectral_norm_grad"
    weight = operand_def(TensorType)
    u = operand_def(TensorType)
    v = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    weight_grad = result_def(TensorType)
    dim = integer32(0)
    power_iters = integer32(1)
    eps = float32(1e-12)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.weight.type,)


OPERATIONS: list[type[Operation]] = [
    NormOp,
    NormGradOp,
    RenormOp,
    RenormGradOp,
    ClipByNormOp,
    LrnOp,
    LrnGradOp,
    SpectralNormOp,
    SpectralNormGradOp,
]
