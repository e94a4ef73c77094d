"""Ops that do more than give a result: they show, check, or write."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pdgrad


def run(body: str, **inputs: Any) -> Any:
    """The value of %out."""
    lines = [
        f'%{name} = pd_op.data "{name}" : tensor<{"x".join(map(str, value.shape))}xf64>'
        for name, value in inputs.items()
    ]
    text = "\n".join([*lines, body, 'pd_op.fetch %out "out"'])
    return pdgrad.run(pdgrad.parse(text), inputs)["out"]


def test_print_shows_what_it_says(capfd: pytest.CaptureFixture[str]) -> None:
    module = pdgrad.parse(
        '%x = pd_op.data "x" : tensor<3xf64>\n'
        '%out = pd_op.print %x {message = "here", summarize = 2 : i32}\n'
        'pd_op.fetch %out "out"'
    )
    pdgrad.append_backward(module, ["out"], ["x"])
    pdgrad.run(module, {"x": np.array([1.0, 2.0, 3.0])})
    value, cotangent = capfd.readouterr().err.splitlines()
    assert value == "here  shape: [3]  dtype: float64  data: [1.0, 2.0, ...]"
    assert cotangent == "here  shape: [3]  dtype: float64  data: [1.0, 1.0, ...]"


def test_assert_shows_data() -> None:
    body = (
        "%zero = pd_op.full 0.0 : tensor<1xf64>\n%good = pd_op.less_than %x, %zero\n"
        "%vec = builtin.combine %x\npd_op.assert %good, %vec\n%out = pd_op.assign %x"
    )
    with pytest.raises(Exception, match=r"does not hold, data: \[1\.5\]"):
        run(body, x=np.array([1.5]))


def test_batch_norm_moves_the_running_statistics() -> None:
    statistics = "%m2, %v2, %sm, %sv, %r"
    body = (
        f"%y, {statistics} = pd_op.batch_norm_ %x, %m, %v, _, _ {{momentum = 0.5 : f32}}\n"
        "%out = pd_op.assign %m"
    )
    x = np.array([[1.0], [3.0]])
    out = run(body, x=x, m=np.array([4.0]), v=np.array([1.0]))
    assert np.allclose(out, 0.5 * 4.0 + 0.5 * 2.0)
