"""What every `pd_op` op shares: its custom form, its verifier and the traits that passes ask for.

A dialect file defines one short class an op. The class states operands, attributes and results
in Paddle's order and under Paddle's names, and how the result types follow from them (`infer`).
Everything else (parsing, printing, the check of the declared types) is here.

The custom form is

    %r = pd_op.NAME %a, %b {attribute = value} : result-type

An optional operand that is absent is written `_`, attributes at their default are left out, and
on input the result types may be left out (they are inferred then) and numbers may be written
without their width (`written.py`).
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Self, TypeAlias, cast

from xdsl.dialects.builtin import (
    DYNAMIC_INDEX,
    AnyFloat,
    ArrayAttr,
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
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute, Operation, SSAValue, TypeAttribute
from xdsl.irdl import (
    AttrSizedOperandSegments,
    BaseAttr,
    IRDLOperation,
    opt_prop_def,
    prop_def,
)
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.traits import OpTrait
from xdsl.utils.exceptions import VerifyException

from ..parsing import parse_optional_value

Types: TypeAlias = Sequence[Attribute]

DYNAMIC = -1
"""A dimension known only when the program runs, as Paddle and `shape_of` say it (the types hold
xDSL's `DYNAMIC_INDEX`)."""

TRUE = BoolAttr.from_bool(True)
FALSE = BoolAttr.from_bool(False)


# --- attributes, short -----------------------------------------------------------------------


LIST32: BaseAttr[DenseArrayBase[Any]] = BaseAttr(DenseArrayBase)
LIST64: BaseAttr[DenseArrayBase[Any]] = BaseAttr(DenseArrayBase)
"""A list of integers of any width; which of the two it is says how Paddle stores it."""


def flag(default: bool = False) -> BoolAttr:
    """A boolean attribute with a default."""
    return prop_def(BoolAttr, default_value=TRUE if default else FALSE)


def integer32(default: int) -> IntegerAttr:
    """An integer attribute that Paddle stores as int32."""
    return prop_def(IntegerAttr, default_value=IntegerAttr(default, i32))


def integer64(default: int) -> IntegerAttr:
    """An integer attribute that Paddle stores as int64."""
    return prop_def(IntegerAttr, default_value=IntegerAttr(default, i64))


def float32(default: float) -> FloatAttr[Any]:
    """A float attribute that Paddle stores as float32."""
    return prop_def(FloatAttr, default_value=FloatAttr(default, f32))


def float64(default: float) -> FloatAttr[Any]:
    """A float attribute that Paddle stores as float64."""
    return prop_def(FloatAttr, default_value=FloatAttr(default, f64))


def string(default: str) -> StringAttr:
    """A string attribute with a default."""
    return prop_def(StringAttr, default_value=StringAttr(default))


def integers32(default: Sequence[int] | None = None) -> DenseArrayBase[Any]:
    """A list of integers that Paddle stores as int32; without a default it must be given."""
    if default is None:
        return prop_def(LIST32)
    return prop_def(LIST32, default_value=DenseArrayBase.from_list(i32, list(default)))


def integers64(default: Sequence[int] | None = None) -> DenseArrayBase[Any]:
    """A list of integers that Paddle stores as int64; without a default it must be given."""
    if default is None:
        return prop_def(LIST64)
    return prop_def(LIST64, default_value=DenseArrayBase.from_list(i64, list(default)))


def element_type() -> Attribute | None:
    """A `dtype` attribute: an element type, or absent where Paddle says "undefined"."""
    return opt_prop_def(Attribute)


def python_value(attribute: Attribute | None) -> Any:
    """The Python value of an attribute: bool, int, float (rounded to the attribute's type), str
    or a tuple of those; an attribute of another kind (an element type, say) stays itself."""
    match attribute:
        case IntegerAttr():
            if attribute.type == i1:
                return bool(attribute.value.data)
            return attribute.value.data
        case FloatAttr():
            number = attribute.value.data
            return as_single(number) if attribute.type == f32 else number
        case StringAttr():
            return attribute.data
        case DenseArrayBase():
            return integers_of(attribute)
        case _:
            return attribute


def integers_of(attribute: Attribute) -> tuple[Any, ...]:
    """The numbers of a dense array."""
    array: Any = attribute
    return tuple(array.get_values())


def as_single(number: float) -> float:
    """The number rounded to float32, as an attribute of that type holds it."""
    try:
        return struct.unpack("f", struct.pack("f", number))[0]
    except OverflowError:
        return math.copysign(math.inf, number)


# --- types -----------------------------------------------------------------------------------

_TENSORS: dict[tuple[str, tuple[int, ...]], TensorType[Any]] = {}


def tensor(element: Attribute, shape: Sequence[int]) -> TensorType[Any]:
    """The tensor type of that element type and shape; one object a type, as building is slow."""
    key = (str(element), tuple(shape))
    found = _TENSORS.get(key)
    if found is None:
        if not isinstance(element, TypeAttribute):
            raise VerifyException(f"expected an element type like f32 or i64, got {element}")
        dims = [DYNAMIC_INDEX if dim == DYNAMIC else dim for dim in shape]
        found = _TENSORS[key] = TensorType(element, dims)
    return found


def vec_type(types: Iterable[Attribute]) -> TupleType:
    """The type of a vec of these types (a builtin tuple type that can be hashed)."""
    return TupleType(ArrayAttr(tuple(types)))  # pyright: ignore[reportArgumentType]


def shape_of(value: SSAValue | Attribute) -> tuple[int, ...]:
    """The dimensions of a tensor value or type, `DYNAMIC` where unknown."""
    type_ = value.type if isinstance(value, SSAValue) else value
    if not isinstance(type_, TensorType):
        raise VerifyException(f"expected a tensor, got {type_}")
    shape = type_.get_shape()
    if DYNAMIC_INDEX in shape:
        return tuple(DYNAMIC if dim == DYNAMIC_INDEX else dim for dim in shape)
    return shape


def element_of(value: SSAValue | Attribute) -> Attribute:
    """The element type of a tensor value or type."""
    type_: Any = value.type if isinstance(value, SSAValue) else value
    if not isinstance(type_, TensorType):
        raise VerifyException(f"expected a tensor, got {type_}")
    return cast("TensorType[Attribute]", type_).element_type


def elements_of(value: SSAValue) -> tuple[SSAValue | Attribute, ...]:
    """The types inside a vec (a builtin tuple type)."""
    if not isinstance(value.type, TupleType):
        raise VerifyException(f"expected a vec (tuple of tensors), got {value.type}")
    return tuple(value.type.types.data)


def as_tensor(type_: Attribute) -> TensorType[Any] | None:
    """The type as a tensor type, None when it is none."""
    found: Any = type_
    return found if isinstance(type_, TensorType) else None


def is_float(type_: Attribute) -> bool:
    """Whether a type can carry a gradient: a tensor of floats or complex numbers."""
    found = as_tensor(type_)
    return found is not None and isinstance(found.element_type, AnyFloat | ComplexType)


def is_static(type_: Attribute) -> bool:
    """Whether all dimensions of a tensor type are known."""
    return isinstance(type_, TensorType) and DYNAMIC_INDEX not in type_.get_shape()


def broadcast(*shapes: Sequence[int]) -> tuple[int, ...]:
    """The shape that NumPy's broadcasting rules give; a dynamic dim meets anything.

    Raises VerifyException when the shapes do not fit together.
    """
    rank = max(len(shape) for shape in shapes)
    out: list[int] = []
    for position in range(rank):
        dim = 1
        for shape in shapes:
            index = position - rank + len(shape)
            here = shape[index] if index >= 0 else 1
            if here == 1 or here == dim:
                continue
            if dim == 1 or (dim == DYNAMIC and here != DYNAMIC):
                dim = here
            elif here != DYNAMIC:
                shown = " and ".join(str(list(shape)) for shape in shapes)
                raise VerifyException(f"shapes {shown} do not broadcast")
        out.append(dim)
    return tuple(out)


def normalize_axis(axis: int, rank: int, name: str = "axis") -> int:
    """A negative axis counts from the end. Raises VerifyException when out of range."""
    limit = max(rank, 1)
    if not -limit <= axis < limit:
        raise VerifyException(f"{name} {axis} is out of range for a tensor of rank {rank}")
    return axis + rank if axis < 0 else axis


def compatible(declared: Attribute, inferred: Attribute) -> bool:
    """Whether a declared result type can be the inferred one: dims may be known on one side."""
    if declared == inferred:
        return True
    if isinstance(declared, TupleType) and isinstance(inferred, TupleType):
        pairs = zip(declared.types.data, inferred.types.data, strict=False)
        return len(declared.types) == len(inferred.types) and all(compatible(*p) for p in pairs)
    one, other = as_tensor(declared), as_tensor(inferred)
    if one is None or other is None or one.element_type != other.element_type:
        return False
    left, right = shape_of(one), shape_of(other)
    return len(left) == len(right) and all(
        a == b or DYNAMIC in (a, b) for a, b in zip(left, right, strict=True)
    )


# --- traits ----------------------------------------------------------------------------------


class Elementwise(OpTrait):
    """Each element of the result comes from the elements at the same (broadcast) place."""


class Cheap(OpTrait):
    """Costs next to nothing beside its operands, so the tape recomputes it instead of saving it:
    constants, shapes, casts, comparisons, index arithmetic, repackaging."""


class Random(OpTrait):
    """Gives another result each time it runs: never recomputed, never merged."""


class ShapeOnly(OpTrait):
    """Reads only the shape of the named operands, never their elements."""

    def __init__(self, *names: str):
        self.names = frozenset(names)

    def of(self, op: Operation) -> frozenset[str]:
        """The names that hold for an op; a subclass may look at its attributes."""
        return self.names


class ReadsFor(OpTrait):
    """`ReadsFor(x="y_grad")`: the elements of operand x are read only to compute result y_grad
    (or any of several: `x=("y_grad", "z_grad")`); when nobody uses it, only x's shape is."""

    def __init__(self, **readers: str | tuple[str, ...]):
        self.readers = {
            name: (results,) if isinstance(results, str) else results
            for name, results in readers.items()
        }


class Accumulates(OpTrait):
    """The op's result is zero but for a few places. Its class has a method
    `accumulate(base, build) -> SSAValue` that emits `base + result` without building the
    zeros, so that a loop that reads one row a trip costs O(row) a trip backwards too."""

    @staticmethod
    def accumulate(op: Operation, base: SSAValue, build: Any) -> SSAValue:
        """Emits base + the op's result into `build`."""
        accumulate: Any = op
        return accumulate.accumulate(base, build)


OPTIONAL_OPERANDS = (AttrSizedOperandSegments(as_property=True),)
"""The `irdl_options` of an op with `opt_operand_def` operands."""


class InPlace(OpTrait):
    """The op overwrites operands: `InPlace(PureOp, out="x")` says that result `out` is operand
    `x` after the write. `functionalize` replaces the op by `pure`, which has the same operands
    but for those that are only written (`dropped`), and the same attributes and results."""

    def __init__(self, pure: type[Operation], dropped: tuple[str, ...] = (), **aliases: str):
        self.pure = pure
        self.dropped = dropped
        self.aliases = aliases


class SharesStorage(OpTrait):
    """`SharesStorage(PureOp, out="x")`: result `out` is another name of operand `x`, so that a
    later write to either is seen through both; nothing is written by the op itself."""

    def __init__(self, pure: type[Operation], **aliases: str):
        self.pure = pure
        self.aliases = aliases


# --- the base --------------------------------------------------------------------------------


class PdOp(IRDLOperation):
    """An op of Paddle's `pd_op` dialect: custom form, type inference and verifier."""

    HIDDEN: ClassVar[frozenset[str]] = frozenset()
    """Attributes that the custom form leaves out because the result types say the same."""

    def infer(self) -> Types:
        """The result types that operands and attributes give, with `DYNAMIC` for a dimension
        that only a run can tell. Raises VerifyException when they do not fit together."""
        raise VerifyException(f"{self.name}: result types cannot be inferred; write them out")

    def verify_(self) -> None:
        inferred = self.infer()
        for index, (result, type_) in enumerate(zip(self.results, inferred, strict=True)):
            if not compatible(result.type, type_):
                raise VerifyException(
                    f"result #{index} is declared {result.type}, but operands and attributes "
                    f"give {type_}"
                )

    @classmethod
    def build_inferred(
        cls,
        operands: Sequence[SSAValue | None],
        attributes: Mapping[str, Attribute] | None = None,
        discardable: Mapping[str, Attribute] | None = None,
    ) -> Self:
        """The op on these operands (None for an absent optional one), result types inferred."""
        given = [operand for operand in operands if operand is not None]
        properties = dict(attributes or {})
        definition = cls.get_irdl_definition()
        if _has_segments(cls):
            sizes = [0 if operand is None else 1 for operand in operands]
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        count = len(definition.results)
        op = cls.create(
            operands=given,
            result_types=[_PLACEHOLDER] * count,
            properties=properties,
            attributes=discardable or {},
        )
        try:
            inferred = op.infer()
        except (TypeError, ValueError, AttributeError):
            _check_attributes(op)
            raise
        if count != len(inferred):
            raise VerifyException(f"{cls.name} has {count} results, inferred {len(inferred)}")
        for result, type_ in zip(op.results, inferred, strict=True):
            object.__setattr__(result, "_type", type_)
        return op

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        operands: list[SSAValue | None] = []
        position = parser.pos
        while True:
            if parser.parse_optional_keyword("_") is not None:
                operands.append(None)
            elif (operand := parse_optional_value(parser)) is not None:
                operands.append(operand)
            else:
                break
            if parser.parse_optional_punctuation(",") is None:
                break
        from .written import take_properties

        definition = cls.get_irdl_definition()
        if len(operands) != len(definition.operands):
            names = ", ".join(name for name, _ in definition.operands) or "none"
            parser.raise_error(
                f"{cls.name} takes {len(definition.operands)} operands ({names}), "
                f"got {len(operands)}",
                position,
            )
        attributes = parser.parse_optional_attr_dict()
        properties = take_properties(parser, cls, attributes) if attributes else {}
        types: list[Attribute] | None = None
        if parser.parse_optional_punctuation(":") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls._parsed(parser, position, operands, properties, attributes, types)

    @classmethod
    def _parsed(
        cls,
        parser: Parser,
        position: int,
        operands: Sequence[SSAValue | None],
        properties: dict[str, Attribute],
        attributes: Mapping[str, Attribute],
        types: Sequence[Attribute] | None,
    ) -> Self:
        """The op that was read; result types inferred when they were not written."""
        if types is None:
            try:
                return cls.build_inferred(operands, properties, attributes)
            except VerifyException as error:
                parser.raise_error(str(error), position)
        given = [operand for operand in operands if operand is not None]
        if _has_segments(cls):
            sizes = [0 if operand is None else 1 for operand in operands]
            properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, sizes)
        return cls.create(
            operands=given, result_types=types, properties=properties, attributes=attributes
        )

    def print(self, printer: Printer) -> None:
        definition = self.get_irdl_definition()
        self._print_operands(printer)
        shown = {
            name: self.properties[name]
            for name, defined in definition.properties.items()
            if name in self.properties
            and name not in self.HIDDEN
            and self.properties[name] != defined.default_value
        }
        shown.pop("operandSegmentSizes", None)
        shown.update(self.attributes)
        if shown:
            printer.print_string(" ")
            from .written import print_attributes

            print_attributes(printer, definition.properties, shown)
        if self.results:
            printer.print_string(" : ")
            printer.print_list(self.results, lambda r: printer.print_attribute(r.type))

    def _print_operands(self, printer: Printer) -> None:
        definition = self.get_irdl_definition()
        if not definition.operands:
            return
        printer.print_string(" ")
        if not _has_segments(type(self)):
            printer.print_list(self.operands, printer.print_operand)
            return
        values = [getattr(self, name) for name, _ in definition.operands]
        printer.print_list(
            values,
            lambda v: printer.print_string("_") if v is None else printer.print_operand(v),
        )


def _check_attributes(op: IRDLOperation) -> None:
    """Raises VerifyException for the first attribute of the wrong kind."""
    from .written import check

    for name, defined in op.get_irdl_definition().properties.items():
        if name in op.properties:
            check(name, defined, op.properties[name])


_PLACEHOLDER = TensorType(f32, [])


def _has_segments(op_type: type[IRDLOperation]) -> bool:
    """Whether operands of the op may be absent (it then declares `AttrSizedOperandSegments`)."""
    return any(
        isinstance(option, AttrSizedOperandSegments)
        for option in op_type.get_irdl_definition().options
    )
