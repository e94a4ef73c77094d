"""Elements by their rank: the k-th smallest, the middle, the most frequent one.

Of equal elements the first has the lowest rank; NaN is greater than any number.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    integer32,
    integers64,
    python_value,
    shape_of,
    string,
    tensor,
)
from .reduction import distinct_axes, reduced_shape


class ChosenGradOp(PdOp):
    """x_grad: out_grad at the positions `indices` along `axis`."""

    x = operand_def(TensorType)
    indices = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(-1)
    keepdim = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class KthvalueOp(PdOp):
    """The k-th smallest element along `axis`, counted from 1, and its position."""

    name = "pd_op.kthvalue"
    x = operand_def(TensorType)
    k = integer32(1)
    axis = integer32(-1)
    keepdim = flag(False)
    out = result_def(TensorType)
    indices = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, k, axis = shape_of(self.x), python_value(self.k), int(python_value(self.axis))
        out = reduced_shape(shape, [axis], python_value(self.keepdim))
        size = shape[axis] if shape else 1
        if k < 1 or (size != DYNAMIC and k > size):
            raise VerifyException(f"k is from 1 to {size}, the size of the axis, not {k}")
        return (tensor(element_of(self.x), out), tensor(i64, out))


@irdl_op_definition
class KthvalueGradOp(ChosenGradOp):
    """Gradient of `kthvalue`: out_grad at the position that was chosen."""

    name = "pd_op.kthvalue_grad"
    k = integer32(1)


@irdl_op_definition
class ModeOp(PdOp):
    """The most frequent element along `axis`, the smallest of several, and where it is last."""

    name = "pd_op.mode"
    x = operand_def(TensorType)
    axis = integer32(-1)
    keepdim = flag(False)
    out = result_def(TensorType)
    indices = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        axis, keepdim = python_value(self.axis), python_value(self.keepdim)
        shape = reduced_shape(shape_of(self.x), [axis], keepdim)
        return (tensor(element_of(self.x), shape), tensor(i64, shape))


@irdl_op_definition
class ModeGradOp(ChosenGradOp):
    """Gradient of `mode`: out_grad at the position that was chosen."""

    name = "pd_op.mode_grad"


class MiddleOp(PdOp):
    """The middle of the elements along the axes that `axis` lists (all when empty), and the
    positions of what it comes from, counted over these axes: with `mode` avg the mean of the two
    middle elements, with min the lower one."""

    x = operand_def(TensorType)
    axis = integers64([])
    keepdim = flag(True)
    mode = string("avg")
    out = result_def(TensorType)
    medians = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        mode = python_value(self.mode)
        if mode not in ("avg", "min"):
            raise VerifyException(f"mode is avg or min, not {mode}")
        axes, keepdim = python_value(self.axis), python_value(self.keepdim)
        shape = reduced_shape(shape_of(self.x), axes, keepdim)
        pair = (2,) if mode == "avg" else ()
        return (tensor(element_of(self.x), shape), tensor(i64, (*shape, *pair)))


class MiddleGradOp(PdOp):
    """x_grad: out_grad in equal parts for the elements that equal out, else one half for each of
    the two middle elements; with `mode` min along one axis all of it for the chosen one."""

    x = operand_def(TensorType)
    out = operand_def(TensorType)
    medians = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integers64([])
    keepdim = flag(True)
    mode = string("avg")
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class MedianOp(MiddleOp):
    """The median; NaN where there is a NaN among the elements."""

    name = "pd_op.median"


@irdl_op_definition
class MedianGradOp(MiddleGradOp):
    """Gradient of `median`."""

    name = "pd_op.median_grad"


@irdl_op_definition
class NanmedianOp(MiddleOp):
    """The median of the elements that are not NaN; NaN and the position -1 where there are none."""

    name = "pd_op.nanmedian"


@irdl_op_definition
class NanmedianGradOp(MiddleGradOp):
    """Gradient of `nanmedian`."""

    name = "pd_op.nanmedian_grad"


def middle_axes(axes: tuple[int, ...], rank: int) -> tuple[list[int], list[int]]:
    """The axes that stay, and those over which a median goes."""
    gone = sorted(distinct_axes(axes, rank)) or list(range(rank))
    return [axis for axis in range(rank) if axis not in gone], gone


OPERATIONS: list[type[Operation]] = [
    KthvalueOp,
    KthvalueGradOp,
    ModeOp,
    ModeGradOp,
    MedianOp,
    MedianGradOp,
    NanmedianOp,
    NanmedianGradOp,
]
