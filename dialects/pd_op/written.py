"""Attributes as people write them: numbers without the width that the op's definition says.

`{axis = 1}`, `{perm = [1, 0]}`, `{bias = 0.5}` are read as the int32, list or float32 that Paddle
stores, and printed so again; an attribute of another kind is an error that says what is expected.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any, cast

from xdsl.dialects.builtin import (
    ArrayAttr,
    DenseArrayBase,
    FloatAttr,
    IntegerAttr,
    IntegerType,
    StringAttr,
    UnitAttr,
    f32,
    i1,
    i32,
    i64,
)
from xdsl.ir import Attribute
from xdsl.irdl import IRDLOperation, PropertyDef, VerificationContext
from xdsl.parser import Parser
from xdsl.printer import Printer
from xdsl.utils.exceptions import VerifyException

from .base import LIST32, LIST64, as_single, integers_of


def take_properties(
    parser: Parser, op_type: type[IRDLOperation], attributes: dict[str, Attribute]
) -> dict[str, Attribute]:
    """Moves the attributes that the op defines out of what was read, each in its kind; one that
    does not fit is a parse error."""
    definitions = op_type.get_irdl_definition().properties
    properties = {name: attributes.pop(name) for name in definitions if name in attributes}
    for name, given in properties.items():
        try:
            properties[name] = as_defined(name, definitions[name], given)
        except VerifyException as error:
            parser.raise_error(str(error))
    return properties


def as_defined(name: str, defined: PropertyDef, given: Attribute) -> Attribute:
    """The attribute in the kind of its definition. Raises VerifyException when it does not fit."""
    model = model_of(defined)
    if model is None or (type(model) is type(given) and _same_width(model, given)):
        return given
    converted = _converted(model, given)
    if converted is None:
        raise VerifyException(f"attribute {name} must be {_words(model)}, got {given}")
    return converted


def print_attributes(
    printer: Printer, definitions: Mapping[str, PropertyDef], shown: Mapping[str, Attribute]
) -> None:
    """Prints attributes in braces, numbers in the kind of their definition without their type."""

    def show(entry: tuple[str, Attribute]) -> None:
        name, value = entry
        printer.print_identifier_or_string_literal(name)
        text = _short(definitions.get(name), value)
        if text is not None:
            printer.print_string(f" = {text}")
        elif not isinstance(value, UnitAttr):
            printer.print_string(" = ")
            printer.print_attribute(value)

    with printer.in_braces():
        printer.print_list(shown.items(), show)


def _short(defined: PropertyDef | None, value: Attribute) -> str | None:
    """The text of an attribute without its type, None where the type would be lost."""
    model = None if defined is None else model_of(defined)
    if model is None or type(model) is not type(value) or not _same_width(model, value):
        return None
    match value:
        case IntegerAttr() if value.type != i1:
            return str(value.value.data)
        case FloatAttr() if math.isfinite(value.value.data):
            return number_text(value.value.data, single=value.type == f32)
        case DenseArrayBase() if isinstance(value.elt_type, IntegerType):
            return f"[{', '.join(map(str, integers_of(value)))}]"
        case _:
            return None


def number_text(value: float, single: bool = False) -> str:
    """The shortest text that reads back as the same number (as the same float32); MLIR wants
    digits on both sides of a point."""
    text = repr(value)
    if single:
        texts = (f"{value:.{digits}g}" for digits in range(1, 10))
        text = next((t for t in texts if as_single(float(t)) == as_single(value)), text)
    mantissa, exponent, power = text.partition("e")
    if "." not in mantissa and mantissa.lstrip("-").isdigit():
        mantissa += ".0"
    return mantissa + exponent + power


def check(name: str, defined: PropertyDef, given: Attribute) -> None:
    """Raises VerifyException when an attribute is not of its definition's kind."""
    try:
        defined.constr.verify(given, VerificationContext())
    except VerifyException as error:
        model = model_of(defined)
        expected = "of another kind" if model is None else _words(model)
        raise VerifyException(f"attribute {name} must be {expected}, got {given}") from error


def model_of(defined: PropertyDef) -> Attribute | None:
    """An attribute of the kind and width that is wanted, None when any kind may be."""
    default = defined.default_value
    if type(default) in (IntegerAttr, FloatAttr, StringAttr, DenseArrayBase):
        return default
    if defined.constr is LIST32:
        return DenseArrayBase.from_list(i32, [])
    return DenseArrayBase.from_list(i64, []) if defined.constr is LIST64 else None


def _same_width(model: Attribute, given: Attribute) -> bool:
    match model:
        case IntegerAttr() | FloatAttr():
            return model.type == cast(Any, given).type
        case DenseArrayBase():
            return model.elt_type == cast(Any, given).elt_type
        case _:
            return True


def _converted(model: Attribute, given: Attribute) -> Attribute | None:
    match model, given:
        case IntegerAttr(), IntegerAttr() if i1 not in (model.type, given.type):
            return _integer(given.value.data, model.type)
        case FloatAttr(), FloatAttr():
            return FloatAttr(given.value.data, cast(Any, model.type))
        case FloatAttr(), IntegerAttr() if given.type != i1:
            return FloatAttr(float(given.value.data), cast(Any, model.type))
        case DenseArrayBase(), DenseArrayBase():
            return _list(model.elt_type, list(integers_of(given)))
        case DenseArrayBase(), ArrayAttr():
            return _list(model.elt_type, [_number(entry) for entry in given])
        case _:
            return None


def _number(entry: Attribute) -> Any:
    match entry:
        case IntegerAttr() if entry.type != i1:
            return entry.value.data
        case FloatAttr():
            return entry.value.data
        case _:
            return None


def _integer(value: int, type_: Attribute) -> Attribute | None:
    try:
        return IntegerAttr(value, cast(Any, type_))
    except VerifyException:
        return None


def _list(element: Attribute, values: list[Any]) -> Attribute | None:
    wanted = int if isinstance(element, IntegerType) else (int, float)
    if not all(isinstance(value, wanted) for value in values):
        return None
    try:
        return DenseArrayBase.from_list(cast(Any, element), values)
    except (VerifyException, OverflowError, ValueError):
        return None


def _words(model: Attribute) -> str:
    match model:
        case IntegerAttr():
            if model.type == i1:
                return "true or false"
            return f"an integer that fits {model.type}"
        case FloatAttr():
            return "a number"
        case StringAttr():
            return "a string"
        case _:
            return "a list of integers, like [1, 0]"
