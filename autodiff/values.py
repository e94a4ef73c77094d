"""Values with operators, in which decompositions and derived rules are written.

A `Value` is an SSA value together with the builder that ops on it go to: `g * (1 - out * out)`
emits `pd_op` ops with inferred types. A number becomes a constant of the other side's element
type, a tuple of integers a `full_int_array`.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, Union

from xdsl.dialects.builtin import (
    AnyFloat,
    BoolAttr,
    ComplexType,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    StringAttr,
    TensorType,
    TupleType,
    f32,
    f64,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue
from xdsl.irdl import IRDLOperation

from ..dialects.pd_op.base import PdOp, element_of, is_static, python_value, shape_of, tensor
from ..dialects.pd_op.creation import FullIntArrayOp, FullOp
from ..dialects.pd_op.written import model_of
from .builder import Builder

Scalar: TypeAlias = Union[int, float]  # noqa: UP007
Operand: TypeAlias = Union["Value", SSAValue, int, float, Sequence[int], None]


class Value:
    """An SSA value and the builder that ops on it go to."""

    __slots__ = ("build", "ssa")

    def __init__(self, ssa: SSAValue, build: Builder):
        self.ssa = ssa
        self.build = build

    @property
    def type(self) -> Attribute:
        return self.ssa.type

    @property
    def shape(self) -> tuple[int, ...]:
        """Dimensions, -1 where dynamic."""
        return shape_of(self.ssa)

    @property
    def element(self) -> Attribute:
        """The element type."""
        return element_of(self.ssa)

    @property
    def rank(self) -> int:
        return len(self.shape)

    def __add__(self, other: Value | Scalar) -> Value:
        return _binary("AddOp", self, other)

    def __radd__(self, other: Scalar) -> Value:
        return _binary("AddOp", self, other)

    def __sub__(self, other: Value | Scalar) -> Value:
        return _binary("SubtractOp", self, other)

    def __rsub__(self, other: Scalar) -> Value:
        return _binary("SubtractOp", constant(self, other), self)

    def __mul__(self, other: Value | Scalar) -> Value:
        if isinstance(other, Value):
            return _binary("MultiplyOp", self, other)
        return scaled(self, other)

    def __rmul__(self, other: Scalar) -> Value:
        return scaled(self, other)

    def __truediv__(self, other: Value | Scalar) -> Value:
        return _binary("DivideOp", self, other)

    def __rtruediv__(self, other: Scalar) -> Value:
        return _binary("DivideOp", constant(self, other), self)

    def __neg__(self) -> Value:
        return scaled(self, -1.0)


def call(op_type: type[PdOp], *operands: Operand, **attributes: Any) -> Any:
    """Emits an op and returns its results: a Value, or a tuple of them when there are several.

    At least one operand must be a Value: its builder is used. Attributes are Python values.
    """
    build = next(o.build for o in _flat(operands) if isinstance(o, Value))
    return emit(build, op_type, *operands, **attributes)


def emit(build: Builder, op_type: type[PdOp], *operands: Operand, **attributes: Any) -> Any:
    """`call` for ops without a Value among their operands (constants)."""
    ssa = [_operand(build, o) for o in operands]
    op = op_type.build_inferred(ssa, attributes_of(op_type, attributes))
    build.emit(op)
    return results_of(op, build)


def results_of(op: Operation, build: Builder) -> Any:
    """The results of an op as a Value, or a tuple of Values."""
    values = tuple(Value(result, build) for result in op.results)
    return values[0] if len(values) == 1 else values


def constant(like: Value, number: Scalar) -> Value:
    """A 0-d constant of the element type of `like`."""
    return Value(like.build.full(number, tensor(like.element, [])), like.build)


def scaled(value: Value, number: Scalar) -> Value:
    """value * number, as Paddle writes it: `scale`."""
    from ..dialects.pd_op.binary import ScaleOp

    element = value.element if isinstance(value.element, AnyFloat) else f32
    factor = value.build.emit(FullOp.of(number, tensor(element, [1]), place="cpu")).out
    return call(ScaleOp, value, factor)


def combine(values: Sequence[Value]) -> Value:
    """A vec of these values."""
    build = values[0].build
    return Value(build.combine([v.ssa for v in values]), build)


def split(vec: Value) -> tuple[Value, ...]:
    """The values of a vec."""
    from ..dialects.pir import SplitOp

    op = vec.build.emit(SplitOp.build_inferred([vec.ssa]))
    return tuple(Value(result, vec.build) for result in op.results)


def zeros_like(value: Value) -> Value:
    """Zeros of that value's shape and type."""
    return Value(value.build.zeros_like(value.ssa), value.build)


def ones_like(value: Value) -> Value:
    """Ones of that value's shape and type."""
    build = value.build
    if is_static(value.type):
        return Value(build.full(1.0, value.type), build)
    return Value(build.full_like(value.ssa, 1.0), build)


def _same_static_shape(value: Value, like: Value) -> bool:
    return value.type == like.type and is_static(value.type)


def reduce_as(value: Value, like: Value) -> Value:
    """Sums a broadcast value back to the shape of `like` (Paddle: reduce_as)."""
    if _same_static_shape(value, like):
        return value
    from ..dialects.pd_op.reduction import ReduceAsOp

    return call(ReduceAsOp, value, like)


def total_as(value: Value, like: Value) -> Value:
    """The sum of all elements, in the shape of a one-element tensor."""
    if value.rank == 0:
        return reshape_as(value, like)
    from ..dialects.pd_op.reduction import SumOp

    return reshape_as(call(SumOp, value, ()), like)


def conjugate(value: Value) -> Value:
    """The complex conjugate; a real value is its own."""
    if not isinstance(value.element, ComplexType):
        return value
    from ..dialects.pd_op.fft import ConjOp

    return call(ConjOp, value)


def expand_as(value: Value, like: Value) -> Value:
    """Broadcasts a value to the shape of `like` (Paddle: expand_as)."""
    if _same_static_shape(value, like):
        return value
    from ..dialects.pd_op.shape import ExpandAsOp

    return call(ExpandAsOp, value, like, target_shape=tuple(like.shape))


def reshape_as(value: Value, like: Value) -> Value:
    """The same elements in the shape of `like`."""
    if _same_static_shape(value, like):
        return value
    from ..dialects.pd_op.shape import ReshapeOp, Shape64Op

    if is_static(like.type):
        return call(ReshapeOp, value, like.shape)
    op = value.build.emit(
        ReshapeOp.create(
            operands=[value.ssa, call(Shape64Op, like).ssa],
            result_types=[tensor(value.element, like.shape)],
        )
    )
    return Value(op.results[0], value.build)


def cast(value: Value, element: Attribute) -> Value:
    """The value with another element type."""
    if value.element == element:
        return value
    from ..dialects.pd_op.shape import CastOp

    return call(CastOp, value, dtype=element)


def where(condition: Value, x: Value, y: Value) -> Value:
    """x where the condition holds, else y."""
    from ..dialects.pd_op.compare import WhereOp

    return call(WhereOp, condition, x, y)


def compare(relation: str, x: Value, y: Value | Scalar) -> Value:
    """A bool tensor: `relation` is "equal", "not_equal", "less_than", "less_equal",
    "greater_than" or "greater_equal"."""
    from ..dialects.pd_op import compare as family

    name = "".join(part.capitalize() for part in relation.split("_")) + "Op"
    other = y if isinstance(y, Value) else constant(x, y)
    return call(getattr(family, name), x, other)


def attributes_of(op_type: type[IRDLOperation], given: dict[str, Any]) -> dict[str, Attribute]:
    """Python values as attributes, each of the kind that the op's definition has."""
    definition = op_type.get_irdl_definition().properties
    return {
        name: to_attribute(value, model_of(definition[name]))
        for name, value in given.items()
        if value is not None
    }


def to_attribute(value: Any, model: Attribute | None = None) -> Attribute:
    """The attribute of a Python value; numbers take the width of the model."""
    like: Any = model
    match value:
        case Attribute():
            return value
        case bool():
            return BoolAttr.from_bool(value)
        case int() if isinstance(model, FloatAttr):
            return FloatAttr(float(value), like.type)
        case int():
            return IntegerAttr(value, like.type if isinstance(model, IntegerAttr) else i32)
        case float():
            return FloatAttr(value, like.type if isinstance(model, FloatAttr) else f32)
        case str():
            return StringAttr(value)
        case list() | tuple():
            items: Any = value  # pyright: ignore[reportUnknownVariableType]
            element: Any = like.elt_type if isinstance(model, DenseArrayBase) else i64
            return DenseArrayBase.from_list(element, [*items])
        case _:
            raise TypeError(f"no attribute for {value!r}")


def expand(function: Callable[..., Any], op: IRDLOperation, build: Builder) -> list[Any]:
    """Runs a decomposition on an op's operands: its results' replacements, None where none."""
    definition = op.get_irdl_definition()
    operands = [_as_value(getattr(op, name), build) for name, _ in definition.operands]
    accepted = inspect.signature(function).parameters
    extra: dict[str, Any] = {
        name: python_value(op.properties.get(name, defined.default_value))
        for name, defined in definition.properties.items()
        if name in accepted
    }
    if "op" in accepted:
        extra["op"] = op
    if "wanted" in accepted:
        extra["wanted"] = tuple(result.first_use is not None for result in op.results)
    out: Any = function(*operands, **extra)
    return [*out] if len(op.results) > 1 else [out]


def _as_value(operand: Any, build: Builder) -> Any:
    if operand is None:
        return None
    if isinstance(operand, tuple | list):
        parts: Any = operand  # pyright: ignore[reportUnknownVariableType]
        return tuple(_as_value(one, build) for one in parts)
    ssa: SSAValue = operand
    if isinstance(ssa.type, TupleType):
        return split(Value(ssa, build))
    return Value(ssa, build)


def _binary(name: str, x: Value, y: Value | Scalar) -> Value:
    from ..dialects.pd_op import binary

    return call(getattr(binary, name), x, y if isinstance(y, Value) else constant(x, y))


def _operand(build: Builder, operand: Operand) -> SSAValue | None:
    match operand:
        case None:
            return None
        case Value():
            return operand.ssa
        case SSAValue():
            return operand
        case int() | float():
            element = f64 if isinstance(operand, float) else i32
            return build.emit(FullOp.of(operand, TensorType(element, [1]), place="cpu")).out
        case _:
            if operand and all(isinstance(o, Value) for o in operand):
                return combine([o for o in operand if isinstance(o, Value)]).ssa
            return build.emit(FullIntArrayOp.of(list(operand))).out


def _flat(operands: Sequence[Operand]) -> list[Operand]:
    flat: list[Operand] = []
    for operand in operands:
        flat.extend(operand if isinstance(operand, list | tuple) else [operand])
    return flat
