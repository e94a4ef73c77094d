"""A recurrent network whose number of steps is known only when it runs."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pdgrad.autodiff import DiffError

import pdgrad

PROGRAM = """
%x = pd_op.data "x" : tensor<?x1x2xf64>
%h = pd_op.data "h" : tensor<1x1x1xf64>
%w = pd_op.data "w" : tensor<1x2xf64>
%u = pd_op.data "u" : tensor<1x1xf64>
%b = pd_op.full 0.0 : tensor<1xf64>
%states = builtin.combine %h
%weights = builtin.combine %w, %u, %b, %b
%out, %mask, %last, %reserve = pd_op.rnn %x, %states, %weights, _, _ {hidden_size = 1 : i32}
pd_op.fetch %out "out"
"""


def test_first_order_takes_any_number_of_steps() -> None:
    module = pdgrad.parse(PROGRAM)
    pdgrad.append_backward(module, ["out"], ["x"])
    inputs: dict[str, Any] = {
        "h": np.zeros((1, 1, 1)),
        "w": np.ones((1, 2)),
        "u": np.zeros((1, 1)),
    }
    for steps in (1, 4):
        x = np.full((steps, 1, 2), 0.25)
        gradient = pdgrad.run(module, {"x": x, **inputs})["x@GRAD"]
        assert np.allclose(gradient, 1 - np.tanh(0.5) ** 2)


def test_second_order_wants_to_know_the_steps() -> None:
    module = pdgrad.parse(PROGRAM)
    pdgrad.append_backward(module, ["out"], ["x"])
    with pytest.raises(DiffError, match="how many steps there are is not known"):
        pdgrad.append_backward(module, ["x@GRAD"], ["w"], suffix="@SECOND")
