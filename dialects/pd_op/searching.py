"""Searching sorted numbers, and what is left without repetitions."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i32, i64
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    Types,
    element_of,
    element_type,
    flag,
    integers64,
    normalize_axis,
    python_value,
    shape_of,
    tensor,
)


@irdl_op_definition
class SearchsortedOp(PdOp):
    """How many elements of the sorted sequence are less than each value, or with `right` not
    greater: where it could be put in. A sequence with several axes is a sequence for each row of
    values, else all values are searched in the one. Also what Paddle's bucketize is."""

    name = "pd_op.searchsorted"
    sorted_sequence = operand_def(TensorType)
    values = operand_def(TensorType)
    out_int32 = flag(False)
    right = flag(False)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        sequence, values = shape_of(self.sorted_sequence), shape_of(self.values)
        rows = zip(sequence[:-1], values[:-1], strict=False)
        if not sequence or (
            len(sequence) > 1
            and (
                len(sequence) != len(values)
                or any(a != b and DYNAMIC not in (a, b) for a, b in rows)
            )
        ):
            raise VerifyException(
                f"a sequence is a vector, or one for each row of values; got "
                f"{self.sorted_sequence.type} for {self.values.type}"
            )
        return (tensor(i32 if python_value(self.out_int32) else i64, values),)


def along(op: UniqueOp | UniqueConsecutiveOp) -> tuple[list[int], int]:
    """The shape of the result `out`, and the size of the axis (-1 when unknown) that is looked
    through; without an axis x counts as a vector."""
    shape, axes = list(shape_of(op.x)), python_value(op.axis)
    if len(axes) > 1:
        raise VerifyException(f"axis is one axis or none, got {list(axes)}")
    if axes:
        axis = normalize_axis(axes[0], len(shape))
        size, shape[axis] = shape[axis], DYNAMIC
        return shape, size
    size = 1
    for dim in shape:
        size = DYNAMIC if DYNAMIC in (dim, size) else size * dim
    return [DYNAMIC], size


def positions(result: SSAValue, asked: bool, size: int, dtype: Attribute | None) -> Attribute:
    """The type of a vector of positions or counts. Paddle declares those that are not asked for,
    and those of `unique_consecutive`, as it likes: what is declared stands."""
    declared: Attribute = result.type
    if isinstance(declared, TensorType):
        if not asked:
            return tensor(element_of(result), shape_of(result))
        if len(shape_of(result)) == 1:
            return tensor(element_of(result), [size])
    return tensor(dtype or i64, [size if asked else 0])


@irdl_op_definition
class UniqueOp(PdOp):
    """The distinct elements of x, sorted (with `axis` the distinct slices); where each is first
    in x, where each element of x is among them, how often each occurs. NaN is equal to nothing."""

    name = "pd_op.unique"
    x = operand_def(TensorType)
    return_index = flag(False)
    return_inverse = flag(False)
    return_counts = flag(False)
    axis = integers64([])
    dtype = element_type()
    is_sorted = flag(True)
    out = result_def(TensorType)
    indices = result_def(TensorType)
    inverse = result_def(TensorType)
    counts = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, size = along(self)
        asked = [python_value(f) for f in (self.return_index, self.return_inverse)]
        return (
            tensor(element_of(self.x), shape),
            positions(self.indices, asked[0], DYNAMIC, self.dtype),
            positions(self.inverse, asked[1], size, self.dtype),
            positions(self.counts, python_value(self.return_counts), DYNAMIC, self.dtype),
        )


@irdl_op_definition
class UniqueConsecutiveOp(PdOp):
    """x with each run of equal elements (with `axis`: slices) made one; the number of the run to
    which each element belongs, and the length of each run."""

    name = "pd_op.unique_consecutive"
    x = operand_def(TensorType)
    return_inverse = flag(False)
    return_counts = flag(False)
    axis = integers64([])
    dtype = element_type()
    out = result_def(TensorType)
    index = result_def(TensorType)
    counts = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, size = along(self)
        return (
            tensor(element_of(self.x), shape),
            positions(self.index, python_value(self.return_inverse), size, self.dtype),
            positions(self.counts, python_value(self.return_counts), DYNAMIC, self.dtype),
        )


OPERATIONS: list[type[Operation]] = [SearchsortedOp, UniqueOp, UniqueConsecutiveOp]
