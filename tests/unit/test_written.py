"""Attributes as people write them: read in the op's kind, printed without it, the same again."""

from __future__ import annotations

import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdgrad.dialects.pd_op.written import number_text
from xdsl.dialects.builtin import FloatAttr, f32, f64

import pdgrad

X = '%x = pd_op.data "x" : tensor<2x3xf64>\n%one = pd_op.full 1.0 : tensor<1xf32>\n'


@pytest.mark.parametrize(
    ("written", "generic"),
    [
        ("pd_op.transpose %x {perm = [1, 0]}", "perm = array<i32: 1, 0>"),
        ("pd_op.softmax %x {axis = 0}", "axis = 0 : i32"),
        ("pd_op.scale %x, %one {bias = 0.1}", "bias = 1.000000e-01 : f32"),
        ("pd_op.scale %x, %one {bias = 2}", "bias = 2.000000e+00 : f32"),
        ("pd_op.amax %x {axis = []}", None),
        ("pd_op.amax %x {axis = [-1]}", "axis = array<i64: -1>"),
    ],
)
def test_is_read_in_the_kind_of_the_op(written: str, generic: str | None) -> None:
    module = pdgrad.parse(f"{X}%y = {written}")
    op = module.body.block.last_op
    assert op is not None
    shown = {f"{name} = {value}" for name, value in op.properties.items()}
    assert generic is None or generic in shown
    again = pdgrad.parse(str(module)).body.block.last_op
    assert again is not None and again.properties == op.properties


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_double_comes_back(value: float) -> None:
    assert struct.pack("d", float(number_text(value))) == struct.pack("d", value)


@given(st.floats(allow_nan=False, allow_infinity=False, width=32))
def test_float32_comes_back(value: float) -> None:
    assert struct.pack("f", float(number_text(value, single=True))) == struct.pack("f", value)


@pytest.mark.parametrize("value", [0.1, -0.0, 1e-30, 3.4e38, float("inf"), float("nan")])
@pytest.mark.parametrize("width", [f32, f64])
def test_number_in_a_program_comes_back(value: float, width: object) -> None:
    module = pdgrad.parse(f"{X}%y = pd_op.scale %x, %one")
    op = module.body.block.last_op
    assert op is not None
    op.properties["bias"] = FloatAttr(value, width)  # pyright: ignore
    again = pdgrad.parse(str(module)).body.block.last_op
    assert again is not None
    assert str(again.properties["bias"]) == str(FloatAttr(value, f32))
