"""Comparisons, logic and selection.

Comparisons and logic give a bool tensor of the broadcast shape and carry no gradient.
"""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType, TensorType, i1
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    Cheap,
    Elementwise,
    PdOp,
    ShapeOnly,
    Types,
    broadcast,
    element_of,
    flag,
    shape_of,
    tensor,
)


class CompareOp(PdOp):
    """out = x R y, a bool tensor of the broadcast shape; both sides have one element type."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        if element_of(self.x) != element_of(self.y):
            raise VerifyException(
                f"cannot compare {element_of(self.x)} with {element_of(self.y)}; cast one of them"
            )
        return (tensor(i1, broadcast(shape_of(self.x), shape_of(self.y))),)


class OrderOp(CompareOp):
    """A comparison that needs an order, which complex numbers do not have."""

    def infer(self) -> Types:
        if isinstance(element_of(self.x), ComplexType):
            raise VerifyException(f"{self.name}: complex numbers have no order")
        return super().infer()


class LogicalOp(PdOp):
    """out = x R y where a number counts as true unless it is zero."""

    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        return (tensor(i1, broadcast(shape_of(self.x), shape_of(self.y))),)


@irdl_op_definition
class EqualOp(CompareOp):
    """out = (x == y); NaN equals nothing."""

    name = "pd_op.equal"


@irdl_op_definition
class NotEqualOp(CompareOp):
    """out = (x != y)."""

    name = "pd_op.not_equal"


@irdl_op_definition
class LessThanOp(OrderOp):
    """out = (x < y)."""

    name = "pd_op.less_than"


@irdl_op_definition
class LessEqualOp(OrderOp):
    """out = (x <= y)."""

    name = "pd_op.less_equal"


@irdl_op_definition
class GreaterThanOp(OrderOp):
    """out = (x > y)."""

    name = "pd_op.greater_than"


@irdl_op_definition
class GreaterEqualOp(OrderOp):
    """out = (x >= y)."""

    name = "pd_op.greater_equal"


@irdl_op_definition
class LogicalAndOp(LogicalOp):
    """out = x and y."""

    name = "pd_op.logical_and"


@irdl_op_definition
class LogicalOrOp(LogicalOp):
    """out = x or y."""

    name = "pd_op.logical_or"


@irdl_op_definition
class LogicalXorOp(LogicalOp):
    """out = exactly one of x and y."""

    name = "pd_op.logical_xor"


@irdl_op_definition
class LogicalNotOp(PdOp):
    """out = not x."""

    name = "pd_op.logical_not"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        return (tensor(i1, shape_of(self.x)),)


@irdl_op_definition
class IscloseOp(PdOp):
    """out = |x - y| <= atol + rtol * |y|; NaN is close to NaN if `equal_nan`."""

    name = "pd_op.isclose"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    rtol = operand_def(TensorType)
    atol = operand_def(TensorType)
    out = result_def(TensorType)
    equal_nan = flag(False)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        return (tensor(i1, broadcast(shape_of(self.x), shape_of(self.y))),)


@irdl_op_definition
class AllcloseOp(PdOp):
    """out = whether all of x is close to y (see `isclose`), a 0-d bool."""

    name = "pd_op.allclose"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    rtol = operand_def(TensorType)
    atol = operand_def(TensorType)
    out = result_def(TensorType)
    equal_nan = flag(False)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        broadcast(shape_of(self.x), shape_of(self.y))
        return (tensor(i1, ()),)


@irdl_op_definition
class EqualAllOp(PdOp):
    """out = whether x and y have one shape and equal elements, a 0-d bool."""

    name = "pd_op.equal_all"
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (tensor(i1, ()),)


@irdl_op_definition
class WhereOp(PdOp):
    """out = x where the condition holds, else y; all three are broadcast."""

    name = "pd_op.where"
    condition = operand_def(TensorType)
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        if element_of(self.condition) != i1:
            raise VerifyException(f"the condition must be bool, got {self.condition.type}")
        element = element_of(self.x)
        if element != element_of(self.y):
            raise VerifyException(
                f"x has element type {element} and y {element_of(self.y)}; cast one of them"
            )
        shapes = (shape_of(self.condition), shape_of(self.x), shape_of(self.y))
        return (tensor(element, broadcast(*shapes)),)


@irdl_op_definition
class WhereGradOp(PdOp):
    """Gradient of `where`: the cotangent where it came from, zero on the other side."""

    name = "pd_op.where_grad"
    condition = operand_def(TensorType)
    x = operand_def(TensorType)
    y = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    y_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "y"))

    def infer(self) -> Types:
        return (self.x.type, self.y.type)


OPERATIONS: list[type[Operation]] = [
    EqualOp,
    NotEqualOp,
    LessThanOp,
    LessEqualOp,
    GreaterThanOp,
    GreaterEqualOp,
    LogicalAndOp,
    LogicalOrOp,
    LogicalXorOp,
    LogicalNotOp,
    IscloseOp,
    AllcloseOp,
    EqualAllOp,
    WhereOp,
    WhereGradOp,
]
