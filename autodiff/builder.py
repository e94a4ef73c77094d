"""Where a rule's ops go: the end of one block of the backward program.

Comes in: ops, in the order in which they run. Goes out: the block they make up. Zeros and sums,
the two things that every sweep needs, are made here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from xdsl.dialects.builtin import LocationAttr, TupleType, f32
from xdsl.ir import Attribute, Block, Operation, SSAValue

from ..dialects.pd_op.array import AddNArrayOp, ArrayType, CreateArrayOp
from ..dialects.pd_op.base import Accumulates, element_of, is_static, tensor, vec_type
from ..dialects.pd_op.creation import FullLikeOp, FullOp
from ..dialects.pd_op.reduction import AddNOp
from ..dialects.pir import CombineOp

OpT = TypeVar("OpT", bound=Operation)


class Builder:
    """Appends ops to a block, each with the location of the forward op it comes from."""

    def __init__(self, block: Block, location: LocationAttr | None = None):
        self.block = block
        self.location = location

    def emit(self, op: OpT) -> OpT:
        """Appends the op."""
        if self.location is not None:
            op.location = self.location
        self.block.add_op(op)
        return op

    def full(self, value: float, type_: Attribute) -> SSAValue:
        """A constant of a static tensor type."""
        return self.emit(FullOp.of(value, type_)).out

    def full_like(self, value: SSAValue, number: float) -> SSAValue:
        """A tensor of that value's shape and type with every element `number`: Paddle's `full`
        of one element and `full_like`."""
        one = tensor(f32, [1])
        scalar = self.emit(FullOp.of(number, one, place="cpu")).out
        like = FullLikeOp.create(
            operands=[value, scalar],
            result_types=[value.type],
            properties={"dtype": element_of(value.type)},
        )
        return self.emit(like).out

    def zeros_like(self, value: SSAValue) -> SSAValue:
        """Zeros of that value's shape and type, element by element for a vec."""
        type_ = value.type
        if isinstance(type_, TupleType):
            return self.combine([self.zero(t) for t in type_.types.data])
        if isinstance(type_, ArrayType):
            return self.zero(type_)
        if is_static(type_):
            return self.full(0.0, type_)
        return self.full_like(value, 0.0)

    def zero(self, type_: Attribute) -> SSAValue:
        """Zeros of a type: of a static tensor shape; for arrays, an empty one."""
        if isinstance(type_, ArrayType):
            empty = CreateArrayOp.create(result_types=[type_], properties={"dtype": type_.element})
            return self.emit(empty).out
        return self.full(0.0, type_)

    def combine(self, values: Sequence[SSAValue]) -> SSAValue:
        """A vec of these values."""
        vec = vec_type([value.type for value in values])
        return self.emit(CombineOp.create(operands=values, result_types=[vec])).out

    def sum(self, partials: Sequence[SSAValue]) -> SSAValue:
        """The sum of one or more partials of one value: `combine` and `add_n`, as in Paddle."""
        if len(partials) == 1:
            return partials[0]
        vec = self.combine(partials)
        add_type = AddNArrayOp if isinstance(partials[0].type, ArrayType) else AddNOp
        add = add_type.create(operands=[vec], result_types=[partials[0].type])
        return self.emit(add).out

    def accumulate(self, total: SSAValue, partials: Sequence[SSAValue]) -> SSAValue:
        """A running sum and what is added to it. A partial that is zero but for a few rows is
        written into the sum instead of being built at full size (`Accumulates`)."""
        dense: list[SSAValue] = []
        for partial in partials:
            op = partial.owner
            if isinstance(op, Operation) and op.has_trait(Accumulates) and self._is_last_use(op):
                total = Accumulates.accumulate(op, total, self)
                op.detach()
                op.erase()
            else:
                dense.append(partial)
        return self.sum([total, *dense])

    def _is_last_use(self, op: Operation) -> bool:
        return op.parent is self.block and all(result.first_use is None for result in op.results)
