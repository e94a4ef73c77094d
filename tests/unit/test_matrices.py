"""What the rows of the op tests cannot say of matrices: singular ones, shapes not known."""

from __future__ import annotations

import numpy as np
import pytest
from pdgrad.autodiff import append_backward
from pdgrad.autodiff.errors import DiffError
from pdgrad.dialects import new_context
from pdgrad.kernels.machine import Machine
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser


def read(*lines: str) -> ModuleOp:
    return Parser(new_context(), "\n".join(lines) + "\n").parse_module()


@pytest.mark.parametrize(
    "x",
    [
        [[1.0, 2.0, 0.0], [2.0, 4.0, 0.0], [0.0, 1.0, 3.0]],
        [[2.0, 0.0, 1.0], [0.0, 1.0, 0.0], [1.0, 1.0, 1.0]],
        [[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [1.0, 1.0, 1.0]],
        [[0.0, 0.0, 0.0], [0.0, 0.0, 0.0], [0.0, 0.0, 0.0]],
    ],
)
def test_the_gradient_of_det_is_the_cofactors(x: list[list[float]]) -> None:
    module = read(
        '%x = pd_op.data "x" : tensor<2x3x3xf64>',
        "%out = pd_op.det %x",
        'pd_op.fetch %out "out"',
    )
    append_backward(module)
    matrix = np.array(x)
    found = Machine(module).run({"x": np.stack([matrix, matrix + np.eye(3)])})["x@GRAD"]
    for each, gradient in zip((matrix, matrix + np.eye(3)), found, strict=True):
        for i in range(3):
            for j in range(3):
                minor = np.delete(np.delete(each, i, 0), j, 1)
                expected = (-1) ** (i + j) * np.linalg.det(minor)
                assert gradient[i, j] == pytest.approx(expected, abs=1e-12)


def test_slogdet_as_paddle_declares_it() -> None:
    module = read(
        '%x = pd_op.data "x" : tensor<2x3x3xf64>',
        "%out = pd_op.slogdet %x : tensor<2x3x3xf64>",
        'pd_op.fetch %out "out"',
    )
    append_backward(module)
    x = np.random.default_rng(0).normal(size=(2, 3, 3))
    found = Machine(module).run({"x": x})
    assert found["out"].shape == (2, 2)
    np.testing.assert_allclose(found["x@GRAD"], np.linalg.inv(x).transpose(0, 2, 1))


def test_qr_must_know_which_dim_is_larger() -> None:
    module = read(
        '%x = pd_op.data "x" : tensor<?x3xf64>',
        "%q, %r = pd_op.qr %x : tensor<?x3xf64>, tensor<3x3xf64>",
        'pd_op.fetch %r "r"',
    )
    append_backward(module)
    with pytest.raises(DiffError, match="more rows or more columns"):
        append_backward(module, ["x@GRAD"], ["x"], suffix="@GRAD2")
