"""Triangles of matrices, the last two axes of a tensor."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import PdOp, Types, integer32, shape_of


class TriangleOp(PdOp):
    """out = x on one side of the diagonal that lies `diagonal` above the main one, and on it;
    zeros elsewhere."""

    x = operand_def(TensorType)
    diagonal = integer32(0)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        if len(shape_of(self.x)) < 2:
            raise VerifyException(f"expected matrices, got {self.x.type}")
        return (self.x.type,)


class TriangleGradOp(PdOp):
    """x_grad: the same triangle of out_grad."""

    out_grad = operand_def(TensorType)
    diagonal = integer32(0)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.out_grad.type,)


@irdl_op_definition
class TrilOp(TriangleOp):
    """The lower triangle."""

    name = "pd_op.tril"


@irdl_op_definition
class TrilGradOp(TriangleGradOp):
    """Gradient of `tril`."""

    name = "pd_op.tril_grad"


@irdl_op_definition
class TriuOp(TriangleOp):
    """The upper triangle."""

    name = "pd_op.triu"


@irdl_op_definition
class TriuGradOp(TriangleGradOp):
    """Gradient of `triu`."""

    name = "pd_op.triu_grad"


OPERATIONS: list[type[Operation]] = [TrilOp, TrilGradOp, TriuOp, TriuGradOp]
