"""Types and attributes of PIR JSON as xDSL's.

A type is `{"#": kind, "D": data}`, an attribute too; the kinds are in `ELEMENTS` and `_read`.
What xDSL has no word for is kept word for word (`verbatim`), so that it can be written back.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    BoolAttr,
    ComplexType,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    NoneType,
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

NONE = NoneType()

HANDLES: dict[str, Attribute] = {
    "2.t_stack": STACK,
    "2.t_inlet": INLET,
    "2.t_outlet": OUTLET,
    "NULL": NONE,
}

PLACES = ("undefined", "cpu", "gpu")
# Paddle writes "NaN", and reads only "NAN".
NOT_FINITE = {"INF": math.inf, "-INF": -math.inf, "NaN": math.nan, "NAN": math.nan}
KIND, DATA = "pir_kind", "data"
"""The entries of an attribute that is kept word for word."""


class UnknownKind(ValueError):
    """A type that there is no word for."""


# --- types -----------------------------------------------------------------------------------


def type_of(source: Any) -> Attribute:
    """The type that a JSON type says. Raises ValueError."""
    kind = source["#"]
    if kind in ELEMENTS:
        return ELEMENTS[kind]
    if kind in HANDLES:
        return HANDLES[kind]
    data = source["D"]
    match kind:
        case "0.t_dtensor":
            return tensor(type_of(data[0]), [_dim(d) for d in data[1]])
        case "0.t_vec":
            return vec_type([type_of(element) for element in data])
        case "1.t_dense_tensor_array":
            return ArrayType(type_of(data[0]))
        case _:
            raise UnknownKind(f"there is no type for {kind}")


def _dim(value: Any) -> int:
    if type(value) is not int or not -1 <= value < 2**63:
        raise ValueError(f"{str(value)[:40]!r} is not a dimension")
    return value


# --- attributes ------------------------------------------------------------------------------


def attribute_of(source: Any, default: Attribute | None = None) -> Attribute:
    """The attribute that a JSON attribute says; `none` for a dtype that is not defined. An
    empty list has the element type of the op's default. Raises ValueError."""
    read = _READERS.get(source["#"])
    if read is None:
        return verbatim(source)
    return read(source, default)


def key_of(source: Any) -> Any:
    """What JSON attributes of equal meaning have in common; None for one that is long."""
    data: Any = source.get("D")
    kind = type(data)  # pyright: ignore
    if kind is not list:
        shown = repr(data) if kind is float else data
        return (source["#"], kind, shown, source.get("VD"))
    parts: Sequence[Any] = data
    if len(parts) > 16:
        return None
    return (source["#"], *(key_of(part) if isinstance(part, dict) else part for part in parts))


def verbatim(source: Mapping[str, Any]) -> Attribute:
    """A JSON attribute kept word for word."""
    data = {key: value for key, value in source.items() if key != "#"}
    text = json.dumps(data, sort_keys=True)
    return DictionaryAttr({KIND: StringAttr(source["#"]), DATA: StringAttr(text)})


def _integer(type_: IntegerType) -> Callable[[Any, Any], Attribute]:
    def read(source: Any, default: Attribute | None) -> Attribute:
        return IntegerAttr(_whole(source["D"]), type_)

    return read


def _float(type_: Any) -> Callable[[Any, Any], Attribute]:
    def read(source: Any, default: Attribute | None) -> Attribute:
        return FloatAttr(_number(source), type_)

    return read


def _whole(data: Any) -> int:
    if type(data) is not int:
        raise ValueError(f"{str(data)[:40]!r} is not a whole number")
    return data


def _number(source: Mapping[str, Any]) -> float:
    """A float; those that JSON has no number for are named under VD."""
    if "VD" in source:
        return NOT_FINITE[source["VD"]]
    data = source["D"]
    if isinstance(data, bool) or not isinstance(data, int | float):
        raise ValueError(f"{str(data)[:40]!r} is not a number")
    return float(data)


def _text(source: Any, default: Attribute | None) -> Attribute:
    if not isinstance(source["D"], str):
        raise ValueError(f"{str(source['D'])[:40]!r} is not a text")
    return StringAttr(source["D"])


def _flag(source: Any, default: Attribute | None) -> Attribute:
    if not isinstance(source["D"], bool):
        raise ValueError(f"{str(source['D'])[:40]!r} is not true or false")
    return BoolAttr.from_bool(source["D"])


def _int_array(source: Any, default: Attribute | None) -> Attribute:
    return DenseArrayBase.from_list(i64, [_whole(d) for d in source["D"]])


def _dtype(source: Any, default: Attribute | None) -> Attribute:
    name = source["D"]
    return NONE if name.startswith("Undefined") else DTYPES.get(name) or verbatim(source)


def _place(source: Any, default: Attribute | None) -> Attribute:
    """A place: `cpu`, `gpu:1`, `9:0:npu` (number, device, name)."""
    number, device, name = _whole(source["D"][0]), source["D"][1], source["D"][2]
    text = PLACES[number] if 0 <= number < len(PLACES) else str(number)
    if device or name:
        text += f":{_whole(device)}"
    return StringAttr(f"{text}:{name}" if name else text)


def _array(source: Any, default: Attribute | None) -> Attribute:
    """A list: numbers of one kind as a dense array, anything else element by element."""
    data: Sequence[Any] = source["D"]
    if not data:
        if isinstance(default, ArrayAttr):
            return ArrayAttr(())
        of_default: Any = default
        element = of_default.elt_type if isinstance(default, DenseArrayBase) else i64
        return DenseArrayBase.from_list(element, [])
    kinds = {entry["#"] for entry in data}
    if len(kinds) == 1:
        kind = data[0]["#"]
        if kind in _INTEGERS:
            return DenseArrayBase.from_list(_INTEGERS[kind], [_whole(e["D"]) for e in data])
        if kind in _FLOATS:
            return DenseArrayBase.from_list(_FLOATS[kind], [_number(e) for e in data])
    return ArrayAttr([attribute_of(entry) for entry in data])


_INTEGERS = {"0.a_i32": i32, "0.a_i64": i64}
_FLOATS = {"0.a_f32": f32, "0.a_f64": f64}

_READERS: dict[str, Callable[[Any, Attribute | None], Attribute]] = {
    **{kind: _integer(type_) for kind, type_ in _INTEGERS.items()},
    **{kind: _float(type_) for kind, type_ in _FLOATS.items()},
    "0.a_bool": _flag,
    "0.a_str": _text,
    "0.a_array": _array,
    "1.a_intarray": _int_array,
    "1.a_dtype": _dtype,
    "1.a_place": _place,
}
