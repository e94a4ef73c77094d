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
