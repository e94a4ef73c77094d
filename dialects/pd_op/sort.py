"""Sorting and the largest elements: values with the positions they came from."""

from __future__ import annotations

from typing import Any

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
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)
from .creation import constant_value


@irdl_op_definition
class TopkOp(PdOp):
    """The k largest (or smallest) elements along `axis`, in order, and their positions; of equal
    elements the first comes first."""

    name = "pd_op.topk"
    x = operand_def(TensorType)
    k = operand_def(TensorType)
    axis = integer32(-1)
    largest = flag(True)
    sorted = flag(True)
    out = result_def(TensorType)
    indices = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = list(shape_of(self.x))
        found: Any = constant_value(self.k)
        count = DYNAMIC if found is None else int(found[0] if isinstance(found, tuple) else found)  # pyright: ignore
        if shape:
            axis = normalize_axis(python_value(self.axis), len(shape))
            if DYNAMIC not in (count, shape[axis]) and not 0 < count <= shape[axis]:
                raise VerifyException(f"there are no {count} elements in a dim of {shape[axis]}")
            shape[axis] = count
        return (tensor(element_of(self.x), shape), tensor(i64, shape))


@irdl_op_definition
class TopkGradOp(PdOp):
    """Gradient of `topk`: out_grad at the positions that were chosen."""

    name = "pd_op.topk_grad"
    x = operand_def(TensorType)
    indices = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    k = operand_def(TensorType)
    axis = integer32(-1)
    largest = flag(True)
    sorted = flag(True)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class ArgsortOp(PdOp):
    """x sorted along `axis`, and the positions; equal elements keep their order."""

    name = "pd_op.argsort"
    x = operand_def(TensorType)
    axis = integer32(-1)
    descending = flag(False)
    stable = flag(False)
    out = result_def(TensorType)
    indices = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        normalize_axis(python_value(self.axis), len(shape))
        return (self.x.type, tensor(i64, shape))


@irdl_op_definition
class ArgsortGradOp(PdOp):
    """Gradient of `argsort`: out_grad back in the order of x."""

    name = "pd_op.argsort_grad"
    indices = operand_def(TensorType)
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    axis = integer32(-1)
    descending = flag(False)
    stable = flag(False)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


OPERATIONS: list[type[Operation]] = [TopkOp, TopkGradOp, ArgsortOp, ArgsortGradOp]
