"""Ranges, unit matrices and triangles."""

from __future__ import annotations

from .case import Case
from .cases_filling import constant

CASES = [
    constant(
        "arange",
        "%a = pd_op.full 1 : tensor<1xf64>\n%b = pd_op.full 10 : tensor<1xf64>\n"
        "%c = pd_op.full 3 : tensor<1xf64>\n%out = pd_op.arange %a, %b, %c {dtype = i64}",
        "paddle.arange(1, 10, 3)",
    ),
    constant(
        "arange_down",
        "%a = pd_op.full 1.0 : tensor<1xf64>\n%b = pd_op.full -1.0 : tensor<1xf64>\n"
        "%c = pd_op.full -0.3 : tensor<1xf64>\n%out = pd_op.arange %a, %b, %c {dtype = f64}",
        "paddle.arange(1.0, -1.0, -0.3, 'float64')",
    ),
    Case(
        "arange_of_run",
        "%out = pd_op.arange %x, %y, %z",
        {"x": "1xf64", "y": "1xf64", "z": "1xf64"},
        None,
        values={"x": [0.5], "y": [2.9], "z": [0.7]},
    ),
    Case(
        "linspace",
        "%n = pd_op.full 4 : tensor<1xi32>\n%out = pd_op.linspace %x, %y, %n {dtype = f64}",
        {"x": "1xf64", "y": "1xf64"},
        "paddle.linspace(x, y, 4, 'float64')",
        paddle_gradient=False,
    ),
    Case(
        "linspace_of_run",
        "%out = pd_op.linspace %x, %y, %n {dtype = f64}",
        {"x": "1xf64", "y": "1xf64", "n": "1xi32"},
        "paddle.linspace(x, y, 5, 'float64')",
        values={"n": [5]},
        paddle_gradient=False,
    ),
    Case(
        "logspace",
        "%n = pd_op.full 4 : tensor<1xi32>\n%out = pd_op.logspace %x, %y, %n, %z {dtype = f64}",
        {"x": "1xf64", "y": "1xf64", "z": "1xf64"},
        "paddle.logspace(x, y, 4, z, 'float64')",
        domain={"z": (1.5, 3.0)},
        paddle_gradient=False,
    ),
    constant(
        "eye",
        "%n = pd_op.full 3 : tensor<1xi32>\n%m = pd_op.full 4 : tensor<1xi32>\n"
        "%out = pd_op.eye %n, %m {dtype = f64}",
        "paddle.eye(3, 4, 'float64')",
    ),
    constant(
        "tril_indices",
        "%out = pd_op.tril_indices {rows = 3 : i32, cols = 4 : i32, offset = 1 : i32}",
        "paddle.tril_indices(3, 4, 1)",
    ),
    constant(
        "triu_indices",
        "%out = pd_op.triu_indices {row = 4 : i32, col = 3 : i32, offset = -1 : i32}",
        "paddle.triu_indices(4, 3, -1)",
    ),
]
