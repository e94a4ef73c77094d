"""Filled tensors, ranges and copies."""

from __future__ import annotations

from .case import Case


def constant(label: str, body: str, call: str | None, inputs: dict[str, str] | None = None) -> Case:
    """A tensor that does not vary with any input."""
    return Case(label, body, inputs or {}, call, order=0)


def copy(label: str, body: str, call: str | None = None) -> Case:
    """A tensor handed on as it is."""
    return Case(label, body, {"x": "2x3xf64"}, call)


CASES = [
    constant("zeros", "%out = pd_op.zeros {shape = array<i64: 2, 3>}", "paddle.zeros([2, 3])"),
    constant(
        "ones",
        "%out = pd_op.ones {shape = array<i64: 2>, dtype = i64}",
        'paddle.ones([2], "int64")',
    ),
    constant("zeros_like", "%out = pd_op.zeros_like %x", "paddle.zeros_like(x)", {"x": "2x3xf32"}),
    Case(
        "zeros_like_dynamic",
        "%out = pd_op.zeros_like %x",
        {"x": "2x?xf64"},
        "0 * x",
        sizes={"x": (2, 3)},
        order=1,
    ),
    constant(
        "ones_like",
        "%out = pd_op.ones_like %x {dtype = i32}",
        'paddle.ones_like(x, "int32")',
        {"x": "2x3xf32"},
    ),
    constant("empty_like", "%out = pd_op.empty_like %x", None, {"x": "2x3xf32"}),
    constant(
        "empty",
        "%shape = pd_op.full_int_array [2, 3]\n%out = pd_op.empty %shape {dtype = f64}",
        None,
    ),
    constant(
        "full_batch_size_like",
        "%out = pd_op.full_batch_size_like %x {shape = array<i32: 1, 4>, value = 2.0, "
        "dtype = f32, input_dim_idx = 1 : i32}",
        "paddle.full([x.shape[1], 4], 2.0)",
        {"x": "2x3xf64"},
    ),
    Case(
        "full_with_tensor",
        "%shape = pd_op.full_int_array [2, 3]\n"
        "%out = pd_op.full_with_tensor %x, %shape {dtype = f64}",
        {"x": "1xf64"},
        "x * paddle.ones([2, 3], 'float64')",
    ),
    Case(
        "full_with_tensor_of_run",
        "%out = pd_op.full_with_tensor %x, %n {dtype = f64}",
        {"x": "f64", "n": "2xi64"},
        "x * paddle.ones([2, 3], 'float64')",
        values={"n": [2, 3]},
    ),
    Case(
        "fill",
        "%out = pd_op.fill %x, %y",
        {"x": "2x3xf64", "y": "1xf64"},
        "0 * x + y",
    ),
    Case(
        "fill_grad",
        "%out = pd_op.fill_grad %x, %y",
        {"x": "2x3xf64", "y": "1xf64"},
        "0 * x",
        order=1,
    ),
    constant(
        "assign_value",
        "%out = pd_op.assign_value {shape = [2 : i32, 2 : i32], dtype = f64, "
        "values = [1.0, 2.0, 3.0, 4.5]}",
        "paddle.to_tensor([[1.0, 2.0], [3.0, 4.5]], 'float64')",
    ),
    constant(
        "assign_value_flags",
        "%out = pd_op.assign_value {shape = array<i32: 3>, dtype = i1, "
        "values = [true, false, true]}",
        "paddle.to_tensor([True, False, True])",
    ),
    copy("assign", "%out = pd_op.assign %x", "paddle.assign(x)"),
    copy("assign_grad", "%out = pd_op.assign_grad %x"),
    copy("assign_out__grad", "%out = pd_op.assign_out__grad %x"),
    copy("share_data", "%out = pd_op.share_data %x"),
    Case(
        "increment",
        "%out = pd_op.increment %x {value = 2.5 : f32}",
        {"x": "1xf64"},
        "x + 2.5",
    ),
]
