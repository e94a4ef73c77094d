"""Scans: each element of the result takes in all elements of x up to its place along an axis.

`exclusive` scans leave out the element at the place itself, `reverse` ones start at the end, and
`flatten` takes x as one vector, whatever the axis.
"""

from __future__ import annotations

from collections.abc import Sequence

from xdsl.dialects.builtin import TensorType, i32, i64
from xdsl.ir import Attribute, Operation
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ShapeOnly,
    Types,
    compatible,
    element_of,
    flag,
    integer32,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)
from .creation import constant_integers
from .shape import reshaped


def scanned(shape: Sequence[int], axis: int | None, flatten: bool) -> Sequence[int]:
    """The shape of a scan of a tensor of that shape."""
    if flatten:
        return reshaped(shape, (DYNAMIC,))
    if axis is not None:
        normalize_axis(axis, len(shape))
    return shape


@irdl_op_definition
class CumsumOp(PdOp):
    """out[i] = x[0] + ... + x[i] along `axis`."""

    name = "pd_op.cumsum"
    x = operand_def(TensorType)
    axis = operand_def(TensorType)
    flatten = flag(False)
    exclusive = flag(False)
    reverse = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axes = constant_integers(self.axis)
        axis = axes[0] if axes else None
        shape = scanned(shape_of(self.x), axis, python_value(self.flatten))
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class CumsumGradOp(PdOp):
    """Gradient of `cumsum`: the sum of out_grad from the other end."""

    name = "pd_op.cumsum_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = operand_def(TensorType)
    flatten = flag(False)
    exclusive = flag(False)
    reverse = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class CumprodOp(PdOp):
    """out[i] = x[0] * ... * x[i] along `dim`."""

    name = "pd_op.cumprod"
    x = operand_def(TensorType)
    dim = integer32(-1)
    exclusive = flag(False)
    reverse = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        normalize_axis(python_value(self.dim), len(shape_of(self.x)), "dim")
        return (self.x.type,)


@irdl_op_definition
class CumprodGradOp(PdOp):
    """Gradient of `cumprod`, at zeros of x too."""

    name = "pd_op.cumprod_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    dim = integer32(-1)
    exclusive = flag(False)
    reverse = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("out"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class LogcumsumexpOp(PdOp):
    """out[i] = log(exp(x[0]) + ... + exp(x[i])) along `axis`; an empty sum gives the lowest finite
    number, as in Paddle."""

    name = "pd_op.logcumsumexp"
    x = operand_def(TensorType)
    axis = integer32(-1)
    flatten = flag(False)
    exclusive = flag(False)
    reverse = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        flatten = python_value(self.flatten)
        shape = scanned(shape_of(self.x), python_value(self.axis), flatten)
        return (tensor(element_of(self.x), shape),)


@irdl_op_definition
class LogcumsumexpGradOp(PdOp):
    """x_grad[i] = the sum of out_grad[k] * exp(x[i] - out[k]) over the k that take x[i] in."""

    name = "pd_op.logcumsumexp_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(-1)
    flatten = flag(False)
    exclusive = flag(False)
    reverse = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


class RunningExtremumOp(PdOp):
    """The extremum of the elements so far along `axis`, and the last place where it is; NaN counts
    as one. Places are counted in `dtype`, int64 or int32."""

    x = operand_def(TensorType)
    axis = integer32(-1)
    dtype = prop_def(Attribute, default_value=i64)
    out = result_def(TensorType)
    indices = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if self.dtype not in (i32, i64):
            raise VerifyException(f"places are counted in i32 or i64, not in {self.dtype}")
        shape = shape_of(self.x)
        normalize_axis(python_value(self.axis), len(shape))
        return (self.x.type, tensor(self.dtype, shape))


class RunningExtremumGradOp(PdOp):
    """x_grad: out_grad added up at the places that it comes from."""

    x = operand_def(TensorType)
    indices = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(-1)
    dtype = prop_def(Attribute, default_value=i64)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class CummaxOp(RunningExtremumOp):
    """out[i] = max(x[0], ..., x[i])."""

    name = "pd_op.cummax"


@irdl_op_definition
class CummaxGradOp(RunningExtremumGradOp):
    """Gradient of `cummax`."""

    name = "pd_op.cummax_grad"


@irdl_op_definition
class CumminOp(RunningExtremumOp):
    """out[i] = min(x[0], ..., x[i])."""

    name = "pd_op.cummin"


@irdl_op_definition
class CumminGradOp(RunningExtremumGradOp):
    """Gradient of `cummin`."""

    name = "pd_op.cummin_grad"


@irdl_op_definition
class LinearScanOp(PdOp):
    """out[i] = factor[i] * out[i - 1] + x[i] along `axis`, from zero; `reverse`: out[i + 1]. Ours:
    the gradients of products and of `logcumsumexp` are such scans, and so is their own."""

    name = "pd_op.linear_scan"
    x = operand_def(TensorType)
    factor = operand_def(TensorType)
    axis = integer32(-1)
    reverse = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if not compatible(self.factor.type, self.x.type):
            raise VerifyException(f"factor is {self.factor.type}, x is {self.x.type}")
        normalize_axis(python_value(self.axis), len(shape_of(self.x)))
        return (self.x.type,)


OPERATIONS: list[type[Operation]] = [
    CumsumOp,
    CumsumGradOp,
    CumprodOp,
    CumprodGradOp,
    LogcumsumexpOp,
    LogcumsumexpGradOp,
    CummaxOp,
    CummaxGradOp,
    CumminOp,
    CumminGradOp,
    LinearScanOp,
]
