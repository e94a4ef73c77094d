"""Programs that the verifiers of reductions, scans, shapes, joining and cutting turn away, each
with the words that say why."""

from __future__ import annotations

import pytest
from pdgrad.dialects import new_context
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, VerifyException

INPUTS = """
%x = pd_op.data "x" : tensor<2x3xf64>
%y = pd_op.data "y" : tensor<2x4xf64>
%v = pd_op.data "v" : tensor<3xf64>
%i = pd_op.data "i" : tensor<2x3xi64>
%empty = pd_op.data "empty" : tensor<2x0xf64>
%image = pd_op.data "image" : tensor<1x1x2x2x2xf64>
%scalar = pd_op.data "scalar" : tensor<f64>
%minus = pd_op.full_int_array [-1] : tensor<1xi64>
%0 = pd_op.full_int_array [0] : tensor<1xi64>
%1 = pd_op.full_int_array [1] : tensor<1xi64>
%2 = pd_op.full_int_array [2] : tensor<1xi64>
%twice = pd_op.full_int_array [1, -1] : tensor<2xi64>
%rest = pd_op.full_int_array [-1, -1] : tensor<2xi64>
%six = pd_op.full_int_array [2, 0, 0, 0, 0, 0] : tensor<6xi64>
%xv = builtin.combine %x, %v
%xy = builtin.combine %x, %y
%xx = builtin.combine %x, %x
%xi = builtin.combine %x, %i
%fill = pd_op.full 0.0 : tensor<1xf32>
"""

RANGE = "out of range"
TWICE = "lists an axis of a tensor of rank 2 twice"

REDUCTIONS = [
    *(
        row
        for op in ("sum", "mean", "prod", "max", "min")
        for row in (
            (f"%o = pd_op.{op} %x, %2", RANGE),
            (f"%o = pd_op.{op} %x, %twice", TWICE),
            (f"%o = pd_op.{op} %x, %1 : tensor<3xf64>", "is declared tensor<3xf64>"),
        )
    ),
    *(
        row
        for op in ("amax", "amin", "nansum", "var", "std", "all", "any")
        for row in (
            (f"%o = pd_op.{op} %x {{axis = array<i64: 2>}}", RANGE),
            (f"%o = pd_op.{op} %x {{axis = array<i64: 1, -1>}}", TWICE),
        )
    ),
    ("%o = pd_op.logsumexp %x {axis = array<i32: -3>}", RANGE),
    ("%o = pd_op.p_norm %x {axis = 2 : i32}", RANGE),
    ("%o = pd_op.max %empty, %1", "no extremum along the axis 1"),
    ("%o = pd_op.amin %empty", "no extremum along the axis 1"),
    ("%o = pd_op.argmax %empty, %1", "no extremum along the axis 1"),
    ("%o = pd_op.argmin %x, %1 {dtype = f32}", "i32 or i64"),
    ("%o = pd_op.reduce_as %x, %y", "does not broadcast"),
    ("%o = pd_op.reduce_as %v, %x", "does not broadcast"),
    ("%o = pd_op.add_n %xv", "tensors of one type"),
    ("%o = pd_op.transpose %x {perm = [1.5, 0.0]}", "perm must be a list of integers"),
    ("%o = pd_op.transpose %x {perm = 1}", "perm must be a list of integers"),
    ("%o = pd_op.softmax %x {axis = 9999999999}", "axis must be an integer that fits i32"),
    ("%o = pd_op.cast %x {dtype = 3 : i32}", "expected an element type"),
    ("%o = pd_op.nansum %x {keepdim = 1 : i32}", "true or false"),
]

SCANS = [
    ("%o = pd_op.cumsum %x, %2", RANGE),
    ("%o = pd_op.cumprod %x {dim = 2 : i32}", RANGE),
    ("%o = pd_op.logcumsumexp %x {axis = -3 : i32}", RANGE),
    ("%o, %p = pd_op.cummax %x {axis = 2 : i32}", RANGE),
    ("%o, %p = pd_op.cummin %x {axis = 1 : i32, dtype = f32}", "i32 or i64"),
]

SHAPES = [
    ("%o = pd_op.reshape %x, %2", "does not reshape"),
    ("%o = pd_op.reshape %x, %rest", "what is left"),
    ("%o = pd_op.view_shape %x {dims = array<i64: 4, 2>}", "does not reshape"),
    ("%o = pd_op.transpose %x {perm = array<i32: 0, 0>}", "not an order"),
    ("%o = pd_op.transpose %x {perm = array<i32: 0>}", "not an order"),
    ("%o = pd_op.squeeze %x, %2", RANGE),
    ("%o = pd_op.unsqueeze %v, %2", RANGE),
    ("%o = pd_op.flatten %x {start_axis = 1 : i32, stop_axis = 0 : i32}", "before start_axis"),
    ("%o = pd_op.expand %x, %2", "does not expand"),
    ("%o = pd_op.expand %scalar, %minus", "no dims to keep"),
    ("%o = pd_op.expand_as %x, %v", "does not expand"),
    ("%o = pd_op.expand_as %x, %y", "do not broadcast"),
    ("%o = pd_op.cast %x {dtype = tensor<2xf32>}", "an element type"),
    ("%o = pd_op.tile %x, %minus", "cannot repeat"),
    ("%o = pd_op.flip %x {axis = array<i32: 2>}", RANGE),
    ("%o = pd_op.roll %x, %1 {axis = array<i64: 0, 1>}", "1 shifts for 2 axes"),
    ("%o = pd_op.repeat_interleave %x {repeats = 2 : i32, axis = 2 : i32}", RANGE),
    ("%o = pd_op.broadcast_tensors %xy", "do not broadcast"),
    ("%o = pd_op.meshgrid %xv", "takes vectors"),
    ("%o = pd_op.as_strided %x {dims = array<i64: 4>, stride = array<i64: 2>}", "beyond"),
    ("%o = pd_op.as_strided %x {dims = array<i64: 2>, stride = array<i64: -1>}", "beyond"),
    ("%o = pd_op.as_strided %x {dims = array<i64: 2>}", "1 dims and 0 strides"),
    ("%o = pd_op.pad %x, %fill {paddings = array<i32: 1, 1>}", "two numbers"),
    ("%o = pd_op.pad3d %x, %six", "rank 5"),
    ('%o = pd_op.pad3d %image, %six {mode = "mirror"}', "a mode of"),
    ('%o = pd_op.pad3d %image, %six {mode = "reflect"}', "mirrors more than 2"),
    ('%o = pd_op.pad3d %image, %six {data_format = "NCHW"}', "NCDHW or NDHWC"),
    ("%o = pd_op.pad3d %image, %1", "six numbers"),
    ("%o = pd_op.crop %v, %2, %2", "leaves"),
    ("%o = pd_op.diag %image", "a vector or a matrix"),
    ("%o = pd_op.diagonal %x {axis1 = 1 : i32, axis2 = -1 : i32}", "no matrix"),
    ("%o = pd_op.diag_embed %scalar", "without axes"),
    ("%o = pd_op.fill_diagonal %v", "no diagonal"),
    ("%o = pd_op.fill_diagonal_tensor %x, %v", "the diagonal has shape"),
    ("%o = pd_op.tril %v", "expected matrices"),
]

JOINING = [
    ("%o = pd_op.concat %xv, %0", "different numbers of axes"),
    ("%o = pd_op.concat %xy, %0", "differ outside the axis 0"),
    ("%o = pd_op.concat %xx, %2", RANGE),
    ("%o = pd_op.concat %xi, %0", "do not join"),
    ("%o = pd_op.stack %xv", "do not stack"),
    ("%o = pd_op.stack %xi", "do not join"),
    ("%o = pd_op.stack %xx {axis = 3 : i32}", RANGE),
    ("%o = pd_op.split %x, %twice, %2", RANGE),
    ("%o = pd_op.split %x, %2, %1", "do not add up to 3"),
    ("%o = pd_op.split %x, %rest, %1", "what is left"),
    (
        "%s = pd_op.full_int_array [4, -1] : tensor<2xi64>\n%o = pd_op.split %x, %s, %1",
        "are more than 3",
    ),
    ("%o = pd_op.split_with_num %x, %1 {num = 2 : i32}", "2 equal parts"),
    ("%o = pd_op.split_with_num %x, %1 {num = 0 : i32}", "at least one part"),
    ("%o = pd_op.unbind %x {axis = 2 : i32}", RANGE),
    ("%o = pd_op.unstack %x {num = 3 : i32}", "there are 2 slices"),
    ("%o = pd_op.slice %x, %0, %1 {axes = array<i64: 0, 1>}", "1 bounds for 2 axes"),
    ("%o = pd_op.slice %x, %0, %1 {axes = array<i64: 2>}", RANGE),
    (
        "%o = pd_op.slice %x, %0, %2 {axes = array<i64: 0>, decrease_axis = array<i64: 0>}",
        "has 2 elements",
    ),
    (
        "%o = pd_op.slice %x, %0, %1 {axes = array<i64: 0>, decrease_axis = array<i64: 1>}",
        "not among the axes",
    ),
    ("%o = pd_op.strided_slice %x, %0, %2, %0 {axes = array<i32: 0>}", "must not be 0"),
    ("%o = pd_op.strided_slice %x, %0, %2, %1 {axes = array<i32: 0, 1>}", "for 2 axes"),
]


@pytest.mark.parametrize(("op", "why"), [*REDUCTIONS, *SCANS, *SHAPES, *JOINING])
def test_is_turned_away(op: str, why: str) -> None:
    with pytest.raises((VerifyException, ParseError)) as caught:
        Parser(new_context(), INPUTS + op).parse_module().verify()
    assert why in str(caught.value)


def test_inputs_alone_are_accepted() -> None:
    Parser(new_context(), INPUTS).parse_module().verify()
