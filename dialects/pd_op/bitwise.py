"""Operations on the bits of integers; on bools they are logic. None has a gradient."""

from __future__ import annotations

from xdsl.dialects.builtin import IntegerType, TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import Cheap, Elementwise, PdOp, Types, element_of, flag
from .binary import BinaryOp


def _verify_integers(op: PdOp) -> None:
    for operand in op.operands:
        if not isinstance(element_of(operand), IntegerType):
            raise VerifyException(f"{op.name} takes integers or bools, got {operand.type}")


class BitwiseOp(BinaryOp):
    """out = f(x, y) on the bits of two integer tensors."""

    traits = traits_def(Cheap())

    def infer(self) -> Types:
        _verify_integers(self)
        return super().infer()


@irdl_op_definition
class BitwiseAndOp(BitwiseOp):
    """out = the bits set in both x and y."""

    name = "pd_op.bitwise_and"


@irdl_op_definition
class BitwiseOrOp(BitwiseOp):
    """out = the bits set in x or y."""

    name = "pd_op.bitwise_or"


@irdl_op_definition
class BitwiseXorOp(BitwiseOp):
    """out = the bits set in one of x and y."""

    name = "pd_op.bitwise_xor"


@irdl_op_definition
class BitwiseNotOp(PdOp):
    """out = x with every bit flipped."""

    name = "pd_op.bitwise_not"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        _verify_integers(self)
        return (self.x.type,)


@irdl_op_definition
class BitwiseLeftShiftOp(BitwiseOp):
    """out = x shifted left by y bits."""

    name = "pd_op.bitwise_left_shift"
    is_arithmetic = flag(True)


@irdl_op_definition
class BitwiseRightShiftOp(BitwiseOp):
    """out = x shifted right by y bits, keeping the sign if arithmetic."""

    name = "pd_op.bitwise_right_shift"
    is_arithmetic = flag(True)


OPERATIONS: list[type[Operation]] = [
    BitwiseAndOp,
    BitwiseOrOp,
    BitwiseXorOp,
    BitwiseNotOp,
    BitwiseLeftShiftOp,
    BitwiseRightShiftOp,
]
