"""pd-check: says which gradients are right, and finds one that is not."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from pdgrad.dialects.pd_op.elementwise import TanhGradOp
from pdgrad.kernels import registry
from pdgrad.tools import pd_check

import pdgrad

EXAMPLES = Path(__file__).parent.parent.parent / "examples"

PROGRAM = """
%x = pd_op.data "x" : tensor<3xf64>
%w = pd_op.data "w" : tensor<20x5xf64>
%t = pd_op.tanh %x
%s = pd_op.sin %w
pd_op.fetch %t "t"
pd_op.fetch %s "s"
"""


def test_right_gradients(capsys: pytest.CaptureFixture[str]) -> None:
    assert pd_check.run([str(EXAMPLES / "while.mlir")]) == 0
    assert "right" in capsys.readouterr().out


def test_large_inputs_are_checked_along_directions() -> None:
    findings = pd_check.check_gradients(pdgrad.parse(PROGRAM))
    assert [(f.name, f.right, f.how) for f in findings] == [
        ("x", True, "every element"),
        ("w", True, "8 directions"),
    ]


def test_one_target() -> None:
    findings = pd_check.check_gradients(pdgrad.parse(PROGRAM), targets=["s"], wanted=["w"])
    assert [f.name for f in findings] == ["w"]


def test_a_wrong_gradient_is_found(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    wrong = registry.Kernel(lambda out, out_grad: out_grad * (1 - out))
    registry.find_kernel(TanhGradOp)
    monkeypatch.setitem(registry._KERNELS, TanhGradOp, wrong)  # pyright: ignore
    path = tmp_path / "p.mlir"
    path.write_text(PROGRAM)
    assert pd_check.run([str(path)]) == 1
    out = capsys.readouterr().out
    assert "WRONG" in out and "right" in out


def test_given_inputs(tmp_path: Path) -> None:
    path = tmp_path / "p.mlir"
    path.write_text(PROGRAM)
    values = tmp_path / "x.npz"
    np.savez(values, x=np.ones(3), w=np.ones((20, 5)))
    assert pd_check.run([str(path), "--inputs", str(values)]) == 0


def test_unknown_target(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "p.mlir"
    path.write_text(PROGRAM)
    assert pd_check.run([str(path), "--targets", "nothing"]) == 1
    error = capsys.readouterr().err
    assert "nothing" in error and "Traceback" not in error


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "required: file"),
        (["a.mlir", "--bogus"], "unrecognized arguments: --bogus"),
        (["a.mlir", "--seed", "-1"], "a seed is not negative"),
        (["a.mlir", "-f", "onnx"], "invalid choice"),
    ],
)
def test_wrong_options(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert pd_check.run(arguments) == 1
    assert message in capsys.readouterr().err


def test_an_argument_without_gradient_shifts_nothing() -> None:
    module = pdgrad.parse("""
func.func @f(%a: tensor<3xf64>, %b: tensor<3xf64>, %c: tensor<3xf64>) -> tensor<3xf64> {
  %p = pd_op.multiply %b, %c
  func.return %p : tensor<3xf64>
}
""")
    findings = pd_check.check_gradients(module)
    assert [(f.name, f.right) for f in findings] == [("b", True), ("c", True)]


def test_inputs_too_large_to_draw(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "large.mlir"
    path.write_text(
        '%x = pd_op.data "x" : tensor<99999999999999999999999xf64>\n'
        '%y = pd_op.sin %x\npd_op.fetch %y "y"\n'
    )
    assert pd_check.run([str(path)]) == 1
    assert "input x is too large to draw" in capsys.readouterr().err


def test_names_with_commas(tmp_path: Path) -> None:
    path = tmp_path / "names.mlir"
    path.write_text(
        '%x = pd_op.data "a,b" : tensor<3xf64>\n%y = pd_op.sin %x\npd_op.fetch %y "y"\n'
    )
    assert pd_check.run([str(path), "--wrt", '"a,b"']) == 0
