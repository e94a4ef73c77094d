"""pd-run as a command: what it prints, writes and says when something is wrong."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pdgrad.tools.pd_run import run

PROGRAM = """%x = pd_op.data "x" : tensor<?x2xf32>
%y = pd_op.data "y" : tensor<2xf32>
%z = pd_op.add %x, %y
pd_op.fetch %z "sum"
pd_op.fetch %x "file"
"""
X = np.array([[1, 2], [3, 4]], np.float32)
Y = np.array([10, 20], np.float32)
JSON = Path(__file__).parent.parent / "programs" / "chain"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "model.mlir").write_text(PROGRAM)
    np.savez("in.npz", x=X, y=Y)
    return tmp_path


def loaded(path: str = "out.npz") -> Mapping[str, Any]:
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


def error(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    """What a command that fails says; it leaves no output file, and no traceback."""
    assert run(arguments) == 1
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "Traceback" not in captured.err
    assert not Path("out.npz").exists() and not list(Path().glob(".pdgrad*"))
    return captured.err.rstrip("\n")


def test_outputs_go_to_a_file_under_their_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["model.mlir", "--inputs", "in.npz", "--outputs", "out.npz"]) == 0
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err == ""
    out = loaded()
    assert list(out) == ["sum", "file"]
    assert out["sum"].dtype == np.float32 and np.array_equal(out["sum"], X + Y)
    before = Path("out.npz").read_bytes()
    assert run(["model.mlir", "--inputs", "in.npz", "--outputs", "out.npz"]) == 0
    assert Path("out.npz").read_bytes() == before


def test_outputs_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["model.mlir", "--inputs", "in.npz"]) == 0
    assert capsys.readouterr().out.startswith("sum: float32 [2, 2]\n[[11. 22.]\n [13. 24.]]\n")


def test_what_is_wanted(capsys: pytest.CaptureFixture[str]) -> None:
    said = error(capsys, "model.mlir", "--outputs", "out.npz").splitlines()
    assert said[:2] == ["x  float32 [?, 2]", "y  float32 [2]"]
    assert said[2] == "pd-run: error: there are no values for the inputs above"


def test_a_program_without_inputs(capsys: pytest.CaptureFixture[str]) -> None:
    Path("c.mlir").write_text('%a = pd_op.full 2.0 : tensor<f64>\npd_op.fetch %a "a"\n')
    assert run(["c.mlir"]) == 0
    assert capsys.readouterr().out == "a: float64 []\n2.0\n"


def test_a_function(capsys: pytest.CaptureFixture[str]) -> None:
    Path("f.mlir").write_text("""
func.func @f(%x: tensor<f64>) -> (tensor<f64>, tensor<f64>) {
  %0 = pd_op.square %x
  func.return %0, %x : tensor<f64>, tensor<f64>
}
func.func @g(%x: tensor<f64>) -> tensor<f64> {
  func.return %x : tensor<f64>
}
""")
    np.savez("f.npz", x=np.array(3.0))
    assert "several functions" in error(capsys, "f.mlir", "--inputs", "f.npz")
    assert "no function @h" in error(capsys, "f.mlir", "--inputs", "f.npz", "--function", "h")
    assert run(["f.mlir", "--inputs", "f.npz", "--outputs", "out.npz", "--function", "f"]) == 0
    assert loaded() == {"result0": 9.0, "x": 3.0}


def test_a_program_of_paddle() -> None:
    arguments = ["--inputs", str(JSON / "inputs.npz"), "--outputs", "out.npz"]
    assert run([str(JSON / "forward.json"), *arguments]) == 0
    assert len(loaded()) == 1


def test_standard_input(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = '%a = pd_op.full 2.0 : tensor<f64>\npd_op.fetch %a "a"\n%b = pd_op.no_such : tensor'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
    assert error(capsys, "-").startswith("stdin:3:")


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"x": X}, "no value for y (float32 [2])"),
        ({"x": X, "y": Y, "z": Y}, "the program has no input z (its inputs: x, y)"),
        ({"x": X, "y": np.ones(3, np.float32)}, "input y must be float32 [2], got float32 [3]"),
        ({"x": X.astype(float), "y": Y}, "input x must be float32 [?, 2], got float64 [2, 2]"),
    ],
)
def test_inputs_that_do_not_fit(
    arrays: dict[str, Any], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    np.savez("bad.npz", **arrays)
    said = error(capsys, "model.mlir", "--inputs", "bad.npz", "--outputs", "out.npz")
    assert said == f"pd-run: error: {message}"


def test_input_files_that_cannot_be_read(capsys: pytest.CaptureFixture[str]) -> None:
    pickled = np.array([object()])
    np.savez("pickled.npz", x=pickled, y=Y)
    np.save("x.npy", X)
    Path("text.npz").write_text("not an archive")
    Path("empty.npz").write_bytes(b"")
    whole = Path("in.npz").read_bytes()
    Path("cut.npz").write_bytes(whole[: len(whole) // 2])
    middle = len(whole) // 4
    Path("flipped.npz").write_bytes(whole[:middle] + b"\xff\xff" + whole[middle + 2 :])

    def said(path: str) -> str:
        return error(capsys, "model.mlir", "--inputs", path, "--outputs", "out.npz")

    assert said("pickled.npz") == "pickled.npz: error: x cannot be read: it holds pickled objects"
    for path in ("x.npy", "text.npz", "empty.npz", "cut.npz"):
        assert said(path).startswith(f"{path}: error: this is not an npz archive")
    assert said("flipped.npz").startswith("flipped.npz: error: ")
    assert said("none.npz") == "none.npz: error: there is no such file"


def test_a_place_for_what_fails_in_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    Path("model.mlir").write_text(PROGRAM.replace("2xf32>\n%z", "?xf32>\n%z"))
    np.savez("bad.npz", x=X, y=np.ones(3, np.float32))
    said = error(capsys, "model.mlir", "--inputs", "bad.npz", "--outputs", "out.npz")
    assert said.startswith("model.mlir:3:1: error: pd_op.add failed: operands could not be")
    assert said.endswith("   %z = pd_op.add %x, %y\n   ^")


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("%x = pd_op.dota", "model.mlir:1:1"),
        ('%x = pd_op.data "x" : tensor<f64>\n%y = pd_op.add %x, %q\n', "model.mlir:2:"),
        (
            '%x = pd_op.data "x" : tensor<f64>\n%y = pd_op.add %x, %x : tensor<3xf64>',
            "model.mlir:2:1",
        ),
        ("func.func @f(", "model.mlir:1:"),
    ],
)
def test_a_program_that_is_wrong(text: str, place: str, capsys: pytest.CaptureFixture[str]) -> None:
    Path("model.mlir").write_text(text)
    assert error(capsys, "model.mlir", "--outputs", "out.npz").startswith(place)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["none.mlir"], "none.mlir: error: there is no such file"),
        ([], "pd-run: error: the following arguments are required: file"),
        (["model.mlir", "--input", "in.npz"], "pd-run: error: unrecognized arguments"),
        (["model.mlir", "--seed", "x"], "pd-run: error: argument --seed: invalid int"),
        (["model.mlir", "--seed", "-1"], "pd-run: error: a seed is not negative"),
        (["model.mlir", "-f", "onnx"], "pd-run: error: argument -f/--frontend: invalid choice"),
    ],
)
def test_arguments_that_are_wrong(
    arguments: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert error(capsys, *arguments).startswith(message)


def test_an_output_file_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    said = error(capsys, "model.mlir", "--inputs", "in.npz", "--outputs", "none/out.npz")
    assert said.startswith("none/out.npz: error: ") or "none/out.npz: error: " in said


def test_a_tensor_array_is_printed_but_in_no_file(capsys: pytest.CaptureFixture[str]) -> None:
    Path("a.mlir").write_text(
        '%a = pd_op.create_array {dtype = f32} : !pd_op.array<f32>\npd_op.fetch %a "a"\n'
    )
    assert "output a is no tensor" in error(capsys, "a.mlir", "--outputs", "out.npz")
    assert run(["a.mlir"]) == 0
