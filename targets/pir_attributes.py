"""xDSL's types and attributes as PIR JSON: the other direction of `frontends/pir_attributes.py`."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from typing import Any

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    DictionaryAttr,
    FloatAttr,
    IntegerAttr,
    NoneType,
    StringAttr,
    TensorType,
    TupleType,
    UnitAttr,
    i1,
    i32,
)
from xdsl.ir import Attribute

from ..dialects.pd_op.array import ArrayType
from ..dialects.pd_op.base import python_value, shape_of
from ..frontends.pir_attributes import DATA, DTYPES, ELEMENTS, HANDLES, KIND, PLACES

UNDEFINED = "Undefined(ALL_DTYPE)"
ELEMENT_KINDS = {type_: kind for kind, type_ in ELEMENTS.items()}
DTYPE_NAMES = {type_: name for name, type_ in DTYPES.items()}
HANDLE_KINDS = {type_: kind for kind, type_ in HANDLES.items()}

INT_ARRAYS = frozenset(
    {("pd_op.data", "shape"), ("pd_op.full", "shape"), ("pd_op.full_batch_size_like", "shape")}
)
"""The attributes, by op, that Paddle keeps as an int array and not as a list of integers."""


class NoWord(ValueError):
    """A type or attribute that PIR JSON has no word for."""


# --- types -----------------------------------------------------------------------------------


def type_data(type_: Attribute, array_dims: Sequence[int] = ()) -> dict[str, Any]:
    """A type as JSON data; `array_dims` are those of the tensors in an array. Raises NoWord."""
    match type_:
        case TensorType():
            dims = list(shape_of(type_))
            return {"#": "0.t_dtensor", "D": [_element(type_.element_type), dims, "NCHW", [], 0]}
        case TupleType():
            return {"#": "0.t_vec", "D": [type_data(t) for t in type_.types.data]}
        case ArrayType():
            data = [_element(type_.element), list(array_dims), "NCHW"]
            return {"#": "1.t_dense_tensor_array", "D": data}
        case _ if type_ in HANDLE_KINDS:
            return {"#": HANDLE_KINDS[type_]}
        case _:
            raise NoWord(f"Paddle has no type for {type_}")


def _element(element: Attribute) -> dict[str, Any]:
    if element not in ELEMENT_KINDS:
        raise NoWord(f"Paddle has no element type for {element}")
    return {"#": ELEMENT_KINDS[element]}


# --- attributes ------------------------------------------------------------------------------


def attribute_data(
    op: str, name: str, value: Attribute | None, default: Attribute | None = None
) -> dict[str, Any]:
    """An attribute of an op as JSON data, of the kind that the op's default has. Raises NoWord."""
    if value is None or isinstance(value, NoneType):
        return {"#": "1.a_dtype", "D": UNDEFINED}
    if name == "place" and isinstance(value, StringAttr):
        return {"#": "1.a_place", "D": _place(value.data)}
    if (op, name) in INT_ARRAYS:
        return {"#": "1.a_intarray", "D": list(python_value(value))}
    return _data(value, default)


def _data(value: Attribute, default: Attribute | None) -> dict[str, Any]:
    for kind, say in _SAY:
        if isinstance(value, kind):
            return say(value, default if isinstance(default, kind) else value)
    if value in DTYPE_NAMES:
        return {"#": "1.a_dtype", "D": DTYPE_NAMES[value]}
    raise NoWord(f"Paddle has no attribute for {value}")


def _integer(value: Any, default: Any) -> dict[str, Any]:
    if value.type == i1:
        return {"#": "0.a_bool", "D": bool(value.value.data)}
    return _number(value.value.data, default.type)


def _real(value: Any, default: Any) -> dict[str, Any]:
    return _float(python_value(FloatAttr(value.value.data, default.type)), default.type)


def _text(value: Any, default: Any) -> dict[str, Any]:
    return {"#": "0.a_str", "D": value.data}


def _unit(value: Any, default: Any) -> dict[str, Any]:
    return {"#": "0.a_bool", "D": True}


def _numbers(value: Any, default: Any) -> dict[str, Any]:
    return {"#": "0.a_array", "D": [_number(v, default.elt_type) for v in python_value(value)]}


def _list(value: Any, default: Any) -> dict[str, Any]:
    return {"#": "0.a_array", "D": [_data(v, None) for v in value.data]}


def _verbatim(value: Any, default: Any) -> dict[str, Any]:
    kind, data = value.data.get(KIND), value.data.get(DATA)
    if not isinstance(kind, StringAttr) or not isinstance(data, StringAttr):
        raise NoWord(f"a dictionary needs the texts {KIND} and {DATA}")
    try:
        return {"#": kind.data, **json.loads(data.data)}
    except (ValueError, TypeError) as error:
        raise NoWord(f"{DATA} is not JSON: {data.data}") from error


_SAY: list[tuple[type[Attribute], Callable[[Any, Any], dict[str, Any]]]] = [
    (IntegerAttr, _integer),
    (FloatAttr, _real),
    (StringAttr, _text),
    (UnitAttr, _unit),
    (DenseArrayBase, _numbers),
    (ArrayAttr, _list),
    (DictionaryAttr, _verbatim),
]


def _number(value: Any, type_: Any) -> dict[str, Any]:
    if isinstance(value, float):
        return _float(value, type_)
    if type_ == i1:
        return {"#": "0.a_bool", "D": bool(value)}
    return {"#": "0.a_i32" if type_ == i32 else "0.a_i64", "D": value}


def _float(value: float, type_: Any) -> dict[str, Any]:
    """A float; those that JSON has no number for go by name ("NAN": Paddle reads no "NaN")."""
    kind = "0.a_f32" if type_.bitwidth == 32 else "0.a_f64"
    if math.isfinite(value):
        return {"#": kind, "D": value}
    return {"#": kind, "VD": "NAN" if math.isnan(value) else "INF" if value > 0 else "-INF"}


def _place(text: str) -> list[Any]:
    """`cpu`, `gpu:1` or `9:0:npu` as number, device and name."""
    name, *rest = text.split(":")
    try:
        number = PLACES.index(name) if name in PLACES else int(name)
        return [number, int(rest[0]) if rest else 0, rest[1] if len(rest) > 1 else ""]
    except ValueError as error:
        raise NoWord(f"{text!r} is no place: write {', '.join(PLACES)} or gpu:1") from error
