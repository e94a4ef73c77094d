"""Functions: gradients as further results, `grad`, and calls."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pdgrad.autodiff import DiffError
from pdgrad.autodiff.append import gradient_function
from pdgrad.passes.check_dominance import check_dominance

import pdgrad

X = np.array([0.3, -0.7, 1.1])
W = np.array([0.9, 0.4, -0.6])

FUNCTION = """
func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>, %n: tensor<1xi64>)
    -> (tensor<3xf64>, tensor<1xi64>) {
  %p = pd_op.multiply %x, %w
  %y = pd_op.sin %p
  func.return %y, %n : tensor<3xf64>, tensor<1xi64>
}
"""

N = np.array([1])


def gradients() -> dict[str, Any]:
    return {"x": np.cos(X * W) * W, "w": np.cos(X * W) * X}


def test_gradients_are_further_results() -> None:
    module = pdgrad.parse(FUNCTION)
    pdgrad.append_backward(module)
    module.verify()
    outputs = list(pdgrad.run(module, {"x": X, "w": W, "n": N}).values())
    assert len(outputs) == 4
    np.testing.assert_allclose(outputs[2], gradients()["x"])
    np.testing.assert_allclose(outputs[3], gradients()["w"])


def test_an_input_without_a_gradient_gets_zeros(capsys: pytest.CaptureFixture[str]) -> None:
    module = pdgrad.parse(
        """
func.func @f(%x: tensor<3xf64>, %w: tensor<2xf64>) -> tensor<3xf64> {
  %y = pd_op.sin %x
  func.return %y : tensor<3xf64>
}
"""
    )
    pdgrad.append_backward(module)
    outputs = list(pdgrad.run(module, {"x": X, "w": np.ones(2)}).values())
    np.testing.assert_array_equal(outputs[2], np.zeros(2))
    assert "w" in capsys.readouterr().err


def test_grad_leaves_the_function_alone() -> None:
    module = pdgrad.parse(FUNCTION)
    before = str(module.body.block.first_op)
    gradient_function(module)
    module.verify()
    check_dominance(module)
    assert str(module.body.block.first_op) == before
    cotangent = np.array([1.0, 2.0, 3.0])
    inputs = {"x": X, "w": W, "n": N, "y_grad": cotangent}
    outputs = list(pdgrad.run(module, inputs, function="f_grad").values())
    np.testing.assert_allclose(outputs[0], gradients()["x"] * cotangent)
    np.testing.assert_allclose(outputs[1], gradients()["w"] * cotangent)


def test_value_and_grad_with_ones() -> None:
    module = pdgrad.parse(FUNCTION)
    gradient_function(module, inputs=["w"], ones=True, value_and_grad=True)
    module.verify()
    outputs = list(pdgrad.run(module, {"x": X, "w": W, "n": N}, function="f_grad").values())
    np.testing.assert_allclose(outputs[0], np.sin(X * W))
    np.testing.assert_allclose(outputs[2], gradients()["w"])


def test_grad_of_a_grad() -> None:
    module = pdgrad.parse(FUNCTION)
    gradient_function(module, "f", inputs=["x"], ones=True)
    gradient_function(module, "f_grad", inputs=["x"], ones=True)
    outputs = pdgrad.run(module, {"x": X, "w": W, "n": N}, function="f_grad_grad")
    (second,) = outputs.values()
    np.testing.assert_allclose(second, -np.sin(X * W) * W * W)


CALLS = """
func.func @step(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %p = func.call @product(%a, %b) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
  %s = pd_op.sin %p
  func.return %s : tensor<3xf64>
}
func.func @product(%a: tensor<3xf64>, %b: tensor<3xf64>) -> tensor<3xf64> {
  %p = pd_op.multiply %a, %b
  func.return %p : tensor<3xf64>
}
func.func @f(%x: tensor<3xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %zero = pd_op.full 0 : tensor<1xi64>
  %two = pd_op.full 2 : tensor<1xi64>
  %one = pd_op.full 1.0 : tensor<1xf32>
  %more = pd_op.less_than %zero, %two
  %i_, %y = pd_op.while %more (%i = %zero, %v = %x) : tensor<1xi64>, tensor<3xf64> {
    %next = pd_op.scale %i, %one {bias = 1.0 : f32}
    %again = pd_op.less_than %next, %two
    %s = func.call @step(%v, %w) : (tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64>
    cf.yield %again, %next, %s
  }
  func.return %y : tensor<3xf64>
}
"""


def test_calls_in_a_loop() -> None:
    module = pdgrad.parse(CALLS)
    pdgrad.append_backward(module, function="f")
    module.verify()
    check_dominance(module)
    value, x_grad, _ = pdgrad.run(module, {"x": X, "w": W}, function="f").values()
    inner = np.sin(X * W)
    np.testing.assert_allclose(value, np.sin(inner * W))
    np.testing.assert_allclose(x_grad, np.cos(inner * W) * W * np.cos(X * W) * W)


def test_recursion_is_an_error() -> None:
    module = pdgrad.parse(
        """
func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y = func.call @g(%x) : (tensor<3xf64>) -> tensor<3xf64>
  func.return %y : tensor<3xf64>
}
func.func @g(%x: tensor<3xf64>) -> tensor<3xf64> {
  %y = func.call @f(%x) : (tensor<3xf64>) -> tensor<3xf64>
  func.return %y : tensor<3xf64>
}
"""
    )
    with pytest.raises(DiffError, match=r"@f -> @g -> @f.*recursion"):
        pdgrad.append_backward(module, function="f")


def test_a_call_off_the_path_stays() -> None:
    module = pdgrad.parse(
        """
func.func @count(%n: tensor<1xi64>) -> tensor<1xi64> {
  %m = pd_op.add %n, %n
  func.return %m : tensor<1xi64>
}
func.func @f(%x: tensor<3xf64>, %n: tensor<1xi64>) -> (tensor<3xf64>, tensor<1xi64>) {
  %m = func.call @count(%n) : (tensor<1xi64>) -> tensor<1xi64>
  %y = pd_op.sin %x
  func.return %y, %m : tensor<3xf64>, tensor<1xi64>
}
"""
    )
    pdgrad.append_backward(module, function="f")
    assert "func.call @count" in str(module)


def test_a_callee_writes_to_its_own_copy_of_an_argument() -> None:
    text = """
func.func @squash(%a: tensor<3xf64>) -> tensor<3xf64> {
  %b = pd_op.tanh_ %a
  func.return %b : tensor<3xf64>
}
func.func @f(%x: tensor<3xf64>) -> tensor<3xf64> {
  %t = pd_op.exp %x
  %c = func.call @squash(%t) : (tensor<3xf64>) -> tensor<3xf64>
  %y = pd_op.multiply %t, %c
  func.return %y : tensor<3xf64>
}
"""
    t = np.exp(X)
    module = pdgrad.parse(text)
    (before,) = pdgrad.run(module, {"x": X}, function="f").values()
    np.testing.assert_allclose(before, t * np.tanh(t))
    pdgrad.append_backward(module, function="f")
    after, gradient = pdgrad.run(module, {"x": X}, function="f").values()
    np.testing.assert_allclose(after, before)
    np.testing.assert_allclose(gradient, t * (np.tanh(t) + t / np.cosh(t) ** 2))
