"""Types and attributes of PIR JSON as xDSL's, and back.

A type is `{"#": kind, "D": data}`, an attribute too; the kinds are listed in `ELEMENTS` and
`attribute_of`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    NoneAttr,
    Signedness,
    StringAttr,
    bf16,
    f16,
    f32,
    f64,
    i1,
    i8,
    i16,
    i32,
    i64,
)
from xdsl.ir import Attribute

from ..dialects.cf import INLET, OUTLET, STACK
from ..dialects.pd_op.array import ArrayType
from ..dialects.pd_op.base import tensor, vec_type

UI8 = IntegerType(8, Signedness.UNSIGNED)

ELEMENTS: dict[str, Attribute] = {
    "0.t_f64": f64,
    "0.t_f32": f32,
    "0.t_f16": f16,
    "0.t_bf16": bf16,
    "0.t_i64": i64,
    "0.t_i32": i32,
    "0.t_i16": i16,
    "0.t_i8": i8,
    "0.t_ui8": UI8,
    "0.t_bool": i1,
    "0.t_c64": ComplexType(f32),
    "0.t_c128": ComplexType(f64),
}

DTYPES: dict[str, Attribute] = {
    "float64": f64,
    "float32": f32,
    "float16": f16,
    "bfloat16": bf16,
    "int64": i64,
    "int32": i32,
    "int16": i16,
    "int8": i8,
    "uint8": UI8,
    "bool": i1,
    "complex64": ComplexType(f32),
    "complex128": ComplexType(f64),
}

PLACES = {0: "undefined", 1: "cpu", 2: "gpu"}


def type_of(source: Any) -> Attribute:
    """The type that a JSON type says; a null type is none. Raises ValueError."""
    if source is None or source in ("NULL", {}):
        return NoneAttr()
    kind = source["#"]
    if kind in ELEMENTS:
        return ELEMENTS[kind]
    data = source.get("D")
    match kind:
        case "0.t_dtensor":
            return tensor(type_of(data[0]), [_dim(d) for d in data[1]])
        case "0.t_vec":
            return vec_type([type_of(element) for element in data])
        case "1.t_dense_tensor_array":
            return ArrayType(type_of(data[0]))
        case "2.t_stack":
            return STACK
        case "2.t_inlet":
            return INLET
        case "2.t_outlet":
            return OUTLET
        case "NULL":
            return NoneAttr()
        case _:
            raise ValueError(f"type {kind} is not known")


def _dim(value: Any) -> int:
    if not isinstance(value, int) or isinstance(value, bool) or not -1 <= value < 2**63:
        raise ValueError(f"{value!r} is not a dimension")
    return value


def attribute_of(source: Any, default: Attribute | None) -> Attribute | None:
    """The attribute that a JSON attribute says, None for an undefined dtype. An empty array has
    the element type of the op's default. Raises ValueError."""
    kind, data = source["#"], source.get("D")
    match kind:
        case "0.a_bool":
            return BoolAttr.from_bool(bool(data))
        case "0.a_i32":
            return IntegerAttr(int(data), i32)
        case "0.a_i64":
            return IntegerAttr(int(data), i64)
        case "0.a_f32":
            return FloatAttr(_number(data), f32)
        case "0.a_f64":
            return FloatAttr(_number(data), f64)
        case "0.a_str":
            return StringAttr(data)
        case "0.a_array":
            return _array(data, default)
        case "1.a_intarray":
            return DenseArrayBase.from_list(i64, data)
        case "1.a_dtype":
            return DTYPES.get(data)
        case "1.a_place":
            return StringAttr(PLACES.get(data[0], "undefined"))
        case _:
            raise ValueError(f"attribute kind {kind} is not known")


def _number(data: Any) -> float:
    """A float; Paddle writes the ones that JSON lacks as text."""
    return float(data)


_WIDTHS = {"0.a_i32": i32, "0.a_i64": i64, "0.a_f32": f32, "0.a_f64": f64}


def _array(data: Sequence[Any], default: Attribute | None) -> Attribute:
    """A list: numbers of one kind as a dense array, anything else element by element."""
    kinds = {entry["#"] for entry in data}
    if not kinds:
        element = default.elt_type if isinstance(default, DenseArrayBase) else i64
        return DenseArrayBase.from_list(element, [])  # pyright: ignore
    (kind, *others) = kinds
    if not others and kind in _WIDTHS:
        return DenseArrayBase.from_list(_WIDTHS[kind], [e["D"] for e in data])
    return ArrayAttr([attribute_of(entry, None) or NoneAttr() for entry in data])
