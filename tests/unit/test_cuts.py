"""Inputs, cuts and marks on results of ops that differentiation replaces: calls, gradient ops."""

from __future__ import annotations

from typing import Any

import numpy as np
import pdgrad.autodiff.decompose as decomposition

import pdgrad

from .test_regions import HEAD, INPUTS

X, W = INPUTS["x"], INPUTS["w"]

CALL = """
func.func @pair(%a: tensor<3xf64>, %b: tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %s = pd_op.sin %b
  func.return %a, %a, %s : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
HEAD
%p, %q, %r = func.call @pair(%x, %w) MARKS : (tensor<3xf64>, tensor<3xf64>)
    -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>)
%pq = pd_op.multiply %p, %q
%pqx = pd_op.multiply %pq, %x
%y = pd_op.multiply %pqx, %r
pd_op.fetch %y "y"
""".replace("HEAD", HEAD)

GRADIENT_OP = (
    HEAD
    + """
%a, %b = pd_op.add_grad %x, %x, %w MARKS
%ab = pd_op.multiply %a, %b
%y = pd_op.multiply %ab, %w
pd_op.fetch %y "y"
"""
)


def gradients(text: str, inputs: list[str], no_grad: list[str] | None = None) -> dict[str, Any]:
    module = pdgrad.parse(text)
    pdgrad.append_backward(module, ["y"], inputs, no_grad=no_grad or [])
    return pdgrad.run(module, INPUTS)


def test_inputs_that_are_results_of_a_call() -> None:
    found = gradients(CALL.replace("MARKS", ""), ["p", "q", "x", "w"])
    assert np.allclose(found["p@GRAD"], X * X * np.sin(W))
    assert np.allclose(found["q@GRAD"], X * X * np.sin(W))
    assert np.allclose(found["x@GRAD"], 3 * X * X * np.sin(W))
    assert np.allclose(found["w@GRAD"], X**3 * np.cos(W))


def test_a_result_of_a_call_that_is_cut() -> None:
    found = gradients(CALL.replace("MARKS", ""), ["x", "w"], ["p"])
    assert np.allclose(found["x@GRAD"], 2 * X * X * np.sin(W))
    assert np.allclose(found["w@GRAD"], X**3 * np.cos(W))


def test_marked_results_of_a_call() -> None:
    marks = "{stop_gradient = [true, false, true]}"
    found = gradients(CALL.replace("MARKS", marks), ["x", "w"])
    assert np.allclose(found["x@GRAD"], 2 * X * X * np.sin(W))
    assert "w@GRAD" not in found


def test_results_of_a_gradient_op() -> None:
    found = gradients(GRADIENT_OP.replace("MARKS", ""), ["a", "b", "w"])
    assert np.allclose(found["a@GRAD"], W * W)
    assert np.allclose(found["b@GRAD"], W * W)
    assert np.allclose(found["w@GRAD"], 3 * W * W)
    found = gradients(GRADIENT_OP.replace("MARKS", ""), ["w"], ["a"])
    assert np.allclose(found["w@GRAD"], 2 * W * W)


def test_marked_results_of_a_gradient_op() -> None:
    text = GRADIENT_OP.replace("MARKS", "{stop_gradient = [true, false]}")
    assert np.allclose(gradients(text, ["w"])["w@GRAD"], 2 * W * W)
    module = pdgrad.parse(text)
    decomposition.decompose_all(module)
    pdgrad.append_backward(module, ["y"], ["w"])
    assert np.allclose(pdgrad.run(module, INPUTS)["w@GRAD"], 2 * W * W)
