"""Names that several values share are never taken for one of them."""

from __future__ import annotations

import numpy as np
import pytest
from pdgrad.autodiff import DiffError
from pdgrad.kernels.machine import RunError

import pdgrad

TWINS = """
func.func @f(%x_1: tensor<3xf64>, %x_2: tensor<3xf64>) -> tensor<3xf64> {
  %y_1 = pd_op.multiply %x_1, %x_2
  %y_2 = pd_op.sin %y_1
  func.return %y_2 : tensor<3xf64>
}
"""


def test_arguments_that_differ_in_their_number_have_a_gradient_each() -> None:
    module = pdgrad.parse(TWINS)
    assert list(pdgrad.append_backward(module)) == ["arg0", "arg1"]
    a, b = np.array([0.3, -0.7, 1.1]), np.array([0.9, 0.4, -0.6])
    _, first, second = pdgrad.run(module, {"arg0": a, "arg1": b}).values()
    assert np.allclose(first, np.cos(a * b) * b)
    assert np.allclose(second, np.cos(a * b) * a)


def test_a_shared_name_is_not_the_first_value() -> None:
    with pytest.raises(DiffError, match="2 values are named y"):
        pdgrad.append_backward(pdgrad.parse(TWINS), targets=["y"])


def test_an_argument_named_like_a_position() -> None:
    text = TWINS.replace("%x_1", "%arg1").replace("%x_2", "%0")
    with pytest.raises(DiffError, match="two arguments of @f are called arg1"):
        pdgrad.append_backward(pdgrad.parse(text))


@pytest.mark.parametrize("option", ["targets", "inputs"])
def test_two_inputs_or_outputs_of_one_name(option: str) -> None:
    text = """
%a = pd_op.data "x" : tensor<3xf64>
%b = pd_op.data "B" : tensor<3xf64>
%y = pd_op.sin %a
%z = pd_op.multiply %y, %b
pd_op.fetch %y "y"
pd_op.fetch %z "Z"
"""
    text = text.replace('"Z"', '"y"') if option == "targets" else text.replace('"B"', '"x"')
    with pytest.raises(DiffError, match="two outputs" if option == "targets" else "two inputs"):
        pdgrad.append_backward(pdgrad.parse(text))


def test_two_inputs_of_one_name_and_different_types_do_not_run() -> None:
    text = """
%a = pd_op.data "x" : tensor<3xf64>
%b = pd_op.data "x" : tensor<2xf64>
pd_op.fetch %a "y"
pd_op.fetch %b "z"
"""
    with pytest.raises(RunError, match="two inputs of different types are called x"):
        pdgrad.run(pdgrad.parse(text), {"x": np.ones(2)})
