"""The driver: passes in any form and order, input and output, and what it says when it cannot."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from pdgrad.passes import get_all_passes
from pdgrad.tools.arguments import as_one_pipeline
from pdgrad.tools.diagnostics import UserError
from pdgrad.tools.pd_opt import all_passes, run
from pdgrad.tools.reading import write_whole

PROGRAM = """\
%x = pd_op.data "x" : tensor<2xf64>
%w = pd_op.data "w.b@0" : tensor<2xf64>
%y = pd_op.tanh %x : tensor<2xf64>
%z = pd_op.multiply %y, %w : tensor<2xf64>
%f = pd_op.fetch %z "out" : tensor<2xf64>
"""
COMMAND = [sys.executable, "-m", "pdgrad.tools.pd_opt"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "model.mlir"
    path.write_text(PROGRAM)
    return str(path)


Capture = pytest.CaptureFixture[str]


def output(capsys: Capture, *arguments: str) -> str:
    code = run(arguments)
    out, err = capsys.readouterr()
    assert (code, err) == (0, "")
    return out


def error(capsys: Capture, *arguments: str) -> str:
    code = run(arguments)
    out, err = capsys.readouterr()
    assert (code, out) == (1, "")
    assert "Traceback" not in err
    return err


# --- passes ----------------------------------------------------------------------------------


def pipeline(*arguments: str) -> str:
    rewritten = as_one_pipeline(arguments, all_passes())
    (found,) = [a for a in rewritten if a.startswith("--passes=")]
    return found.removeprefix("--passes=")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ([], ""),
        (["--cse"], "cse"),
        (["--cse", "-p", "dce,canonicalize", "--dce", "-pcse"], "cse,dce,canonicalize,dce,cse"),
        (["-p=cse", "--passes", "dce", "--passes=cse"], "cse,dce,cse"),
        (["--pass-pipeline=builtin.module(cse,dce)"], "cse,dce"),
        (["--pass-pipeline", "cse"], "cse"),
        (["--append-backward"], "append-backward"),
        (["--append-backward=targets=y"], "append-backward{targets=y}"),
        (["--append-backward={targets=y}"], "append-backward{targets=y}"),
        (
            ["--append-backward=targets=y inputs=x,w.b@0"],
            'append-backward{targets=y inputs=x,"w.b@0"}',
        ),
        (["--append-backward=inputs=0,1.5,-x"], 'append-backward{inputs="0","1.5","-x"}'),
        (["--append-backward=inputs=true"], 'append-backward{inputs="true"}'),
        (["--append-backward=inputs=x, w"], "append-backward{inputs=x,w}"),
        (["--append-backward=inputs='a b',\"c,d\""], 'append-backward{inputs="a b","c,d"}'),
        (["--append-backward=no_grad=x"], "append-backward{no-grad=x}"),
        (["--append-backward=suffix="], 'append-backward{suffix=""}'),
        (["--append-backward=suffix=@G"], 'append-backward{suffix="@G"}'),
        (["-p", "append-backward{inputs=w.b@0},cse"], 'append-backward{inputs="w.b@0"},cse'),
        (["-p", 'append-backward{inputs="}"}'], 'append-backward{inputs="}"}'),
        (["--grad=ones"], "grad{ones=true}"),
        (["--grad=ones=false"], "grad{ones=false}"),
        (["-p", "mlir-opt[cse,dce]"], "mlir-opt[cse,dce]"),
        (["--scf-for-loop-unroll"], "scf-for-loop-unroll"),
    ],
)
def test_one_pipeline(arguments: list[str], expected: str) -> None:
    assert pipeline(*arguments) == expected


def test_other_arguments_stay_in_order() -> None:
    given = ["-t", "mlir", "--cse", "a.mlir", "-o", "--cse", "--split-input-file"]
    expected = ["-t", "mlir", "a.mlir", "-o", "--cse", "--split-input-file", "--passes=cse"]
    assert as_one_pipeline(given, all_passes()) == expected


def test_a_file_after_two_dashes_is_a_file() -> None:
    given = ["--cse", "--", "--dce"]
    assert as_one_pipeline(given, all_passes()) == ["--passes=cse", "--", "--dce"]


def test_xdsl_flags_keep_their_meaning() -> None:
    assert as_one_pipeline(["--version"], {"version": dict}) == ["--version", "--passes="]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--apend-backward"], "did you mean --append-backward?"),
        (["--print-op-generc"], "did you mean --print-op-generic"),
        (["-p", "canonicalise"], "did you mean canonicalize"),
        (["-p", "xyzzy"], "pd-opt --help lists the passes"),
        (["-p"], "a value is missing after -p"),
        (["-o"], "a value is missing after -o"),
        (["-p", "cse{"], "this { in the list of passes is never closed"),
        (["-p", "cse}"], "this } in the list of passes has no place here"),
        (["-p", 'cse"'], 'this " in the list of passes is never closed'),
        (["-p", "func.func(cse)"], "passes run on the whole module, not on func.func alone"),
        (["-p", "{x=1}"], "the name of a pass is missing"),
        (["--append-backward=input=x"], "did you mean inputs?"),
        (["--cse=x=1"], "it has no options"),
        (["--append-backward=inputs=x inputs=y"], "inputs of append-backward is given twice"),
        (["--append-backward=;"], "cannot be read from ';' on"),
        (["--grad=ones=3"], "the options of grad do not fit"),
        (["-p", "cse dce"], "Expected a comma or pass arguments here"),
        (["-q"], "unrecognized arguments: -q"),
        (["--print-op"], "there is no option or pass --print-op"),
        (["-t", "nothing"], "invalid choice: 'nothing'"),
        (["-t", "mlir{a=1}"], "the options of target mlir do not fit"),
        (["-t", "{"], "Expected pass name here"),
        (["-f", "nothing"], "invalid choice: 'nothing'"),
        (["-f", "mlir{a"], "Expected equals, space or end of arguments here"),
    ],
)
def test_bad_arguments(capsys: Capture, file: str, arguments: list[str], message: str) -> None:
    err = error(capsys, file, *arguments)
    assert message in err
    assert err.count("error:") == 1


def test_passes_run_in_the_order_given(capsys: Capture, file: str) -> None:
    first = output(capsys, "--append-backward", file, "-p", "dce", "--cse")
    assert first == output(capsys, file, "-p", "append-backward,dce,cse")
    assert '"x@GRAD"' in first


def test_every_pass_of_ours_loads_and_has_its_name() -> None:
    for name, factory in get_all_passes().items():
        assert factory().name == name


# --- input and output ------------------------------------------------------------------------


def test_short_dialect_name_and_upstream_branches_in_one_file(
    capsys: Capture, tmp_path: Path
) -> None:
    path = tmp_path / "both.mlir"
    path.write_text(
        """
        func.func @f(%x: tensor<1xf32>) -> tensor<1xf32> {
          %s, %i, %o = cf.stack_create
          cf.br ^bb1(%x : tensor<1xf32>)
        ^bb1(%a: tensor<1xf32>):
          %y = pd.tanh %a : tensor<1xf32>
          func.return %y : tensor<1xf32>
        }
        """
    )
    out = output(capsys, str(path))
    assert "pd_op.tanh" in out and "cf.br ^bb1" in out and "cf.stack_create" in out


@pytest.mark.parametrize("arguments", [[], ["-"], ["-", "--cse"], ["--cse", "-o", "-"]])
def test_standard_input(arguments: list[str]) -> None:
    done = subprocess.run(
        [*COMMAND, *arguments], input=PROGRAM, capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("builtin.module {")


def test_error_in_standard_input_shows_the_line() -> None:
    text = "builtin.module {}\n// -----\n%x = pd_op.data 3\n"
    done = subprocess.run(
        [*COMMAND, "--split-input-file"], input=text, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    first, source, caret = done.stderr.splitlines()
    assert first.startswith("stdin:3:17: error: ")
    assert source[caret.index("^")] == "3"


def test_split_input_keeps_line_numbers(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "two.mlir"
    path.write_text('%x = pd_op.data "x" : tensor<2xf64>\n// -----\n\n%y = pd_op.tanh %z\n')
    assert run([str(path), "--split-input-file"]) == 1
    assert f"{path}:4:17: error: " in capsys.readouterr().err
    path.write_text(
        '%x = pd_op.data "x" : tensor<2xf64>\n// -----\n\n%y = pd_op.data "y" : tensor<2xf64>\n'
    )
    out = output(capsys, str(path), "--split-input-file", "--print-debuginfo")
    assert f'%y = pd_op.data "y" : tensor<2xf64> loc("{path}":4:1)' in out


def test_locations_are_printed_only_when_asked_for(capsys: Capture, file: str) -> None:
    assert "loc(" not in output(capsys, file)
    out = output(capsys, file, "--print-debuginfo")
    assert f'%y = pd_op.tanh %x : tensor<2xf64> loc("{file}":3:1)' in out


def test_given_locations_stay(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "model.mlir"
    path.write_text('%x = pd_op.data "x" : tensor<2xf64> loc("train.py":7:2)\n')
    assert 'loc("train.py":7:2)' in output(capsys, str(path), "--print-debuginfo")


def test_saved_program_is_known_by_its_name(capsys: Capture) -> None:
    path = Path(__file__).parent.parent / "programs" / "chain" / "forward.json"
    assert output(capsys, str(path)) == output(capsys, "-f", "pir-json", str(path))
    assert output(capsys, str(path), "-t", "pir-json").startswith('{"base_code"')


def test_frontend_wins_over_the_name(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "model.txt"
    path.write_text(PROGRAM)
    assert "pd_op.tanh" in output(capsys, "-f", "mlir", str(path))
    assert "no front end reads files that end in .txt" in error(capsys, str(path))


def test_output_file(capsys: Capture, file: str, tmp_path: Path) -> None:
    target = tmp_path / "out.mlir"
    assert output(capsys, file, "-o", str(target)) == ""
    assert target.read_text() == output(capsys, file)
    target.chmod(0o640)
    output(capsys, file, "-o", str(target), "--cse")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


@pytest.mark.parametrize("arguments", [["--append-backward=inputs=q"], ["--check-dominance=x"]])
def test_no_output_file_after_an_error(
    capsys: Capture, file: str, tmp_path: Path, arguments: list[str]
) -> None:
    target = tmp_path / "out.mlir"
    error(capsys, file, *arguments, "-o", str(target))
    assert sorted(os.listdir(tmp_path)) == ["model.mlir"]
    target.write_text("before")
    error(capsys, file, *arguments, "-o", str(target))
    assert target.read_text() == "before"


def test_output_that_cannot_be_written(capsys: Capture, file: str, tmp_path: Path) -> None:
    assert "no such file" in error(capsys, file, "-o", str(tmp_path / "no" / "out.mlir"))
    assert "this is a directory" in error(capsys, file, "-o", str(tmp_path))
    assert sorted(os.listdir(tmp_path)) == ["model.mlir"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_full_disk(capsys: Capture, file: str) -> None:
    assert "/dev/full: error: No space left" in error(capsys, file, "-o", "/dev/full")


def test_write_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail(stream: object) -> None:
        raise OSError(28, "No space left on device")

    target = tmp_path / "out"
    with pytest.raises(OSError) as caught:
        write_whole(str(target), fail)
    assert caught.value.filename == str(target)
    assert os.listdir(tmp_path) == []


def test_symbolic_link_is_written_through(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_whole(str(tmp_path / "link"), lambda stream: stream.write("x"))
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "x"


def test_nothing_but_the_program_on_standard_output(capsys: Capture, file: str) -> None:
    plain = output(capsys, file, "--cse", "--dce")
    assert run([file, "--cse", "--dce", "--time-passes", "--print-between-passes"]) == 0
    out, err = capsys.readouterr()
    assert out == plain
    assert "Pass cse took" in err and "IR after cse:" in err


def test_reader_that_stops_early(tmp_path: Path) -> None:
    path = tmp_path / "model.mlir"
    path.write_text(PROGRAM + "pd_op.tanh %x : tensor<2xf64>\n" * 5000)
    with subprocess.Popen(
        [*COMMAND, str(path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as command:
        assert command.stdout is not None and command.stderr is not None
        command.stdout.close()
        err = command.stderr.read()
        assert command.wait() == 1
    assert err.count("\n") == 1 and "stopped reading" in err


def test_a_thousand_nested_regions(tmp_path: Path) -> None:
    depth = 1000
    opening = "%r{} = pd_op.if %c -> tensor<2xf64> {{\n"
    lines = [PROGRAM, '%c = pd_op.data "c" : tensor<1xi1>\n']
    lines += [opening.format(level) for level in range(depth)]
    lines.append("cf.yield %x : tensor<2xf64>\n")
    for level in reversed(range(depth)):
        lines.append("} else {\n  cf.yield %y : tensor<2xf64>\n}\n")
        if level:
            lines.append(f"cf.yield %r{level} : tensor<2xf64>\n")
    path = tmp_path / "deep.mlir"
    path.write_text("".join(lines))
    done = subprocess.run(
        [*COMMAND, str(path), "--print-op-generic"], capture_output=True, text=True, check=False
    )
    assert done.stderr == ""
    assert done.stdout.count('"pd_op.if"') == depth


# --- help ------------------------------------------------------------------------------------


def test_help_shows_our_passes_first(capsys: Capture) -> None:
    with pytest.raises(SystemExit) as caught:
        run(["--help"])
    assert caught.value.code == 0
    out = capsys.readouterr().out
    ours, options, theirs = (
        out.index(part) for part in ("--append-backward", "--print-op-generic", "canonicalize,")
    )
    assert ours < options < theirs
    assert "target-gradients=NAME,..." in out


def test_help_of_one_pass(capsys: Capture) -> None:
    out = output(capsys, "--append-backward-help")
    assert "inputs=NAME,..." in out and "suffix=TEXT (default @GRAD)" in out


def test_version(capsys: Capture) -> None:
    with pytest.raises(SystemExit):
        run(["--version"])
    assert capsys.readouterr().out.startswith("pd-opt built from xdsl version 0.75")


# --- xdsl-opt's own modes --------------------------------------------------------------------


def test_verify_diagnostics_and_parsing_diagnostics_are_those_of_xdsl(tmp_path: Path) -> None:
    path = tmp_path / "bad.mlir"
    path.write_text(
        '%x = pd_op.data "x" : tensor<2xf64>\n'
        '%y = "pd_op.tanh"(%x) : (tensor<2xf64>) -> tensor<3xf64>\n// -----\n%z = nothing\n'
    )
    flags = [str(path), "--verify-diagnostics", "--parsing-diagnostics", "--split-input-file"]
    done = subprocess.run([*COMMAND, *flags], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert "result #0 is declared tensor<3xf64>" in done.stdout
    assert "Operation nothing is not registered" in done.stdout


def test_disable_verify(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "bad.mlir"
    text = (
        '%x = pd_op.data "x" : tensor<2xf64>\n'
        '%y = "pd_op.tanh"(%x) : (tensor<2xf64>) -> tensor<3xf64>\n'
    )
    path.write_text(text)
    assert f"{path}:2:1: error: pd_op.tanh: result #0" in error(capsys, str(path))
    done = subprocess.run(
        [*COMMAND, str(path), "--disable-verify"], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


def test_same_text_as_xdsl_opt(tmp_path: Path) -> None:
    path = tmp_path / "plain.mlir"
    path.write_text(
        """
        builtin.module {
          func.func @f(%a: i32, %b: memref<4xi32>) -> i32 {
            %c = arith.addi %a, %a : i32
            scf.if %d { }
            func.return %c : i32
          }
        }
        """.replace("scf.if %d { }", "")
    )
    for flags in ([], ["--print-op-generic"], ["-p", "canonicalize,cse"]):
        ours = subprocess.run([*COMMAND, str(path), *flags], capture_output=True, check=True)
        theirs = subprocess.run(
            [sys.executable, "-m", "xdsl.tools.xdsl_opt", str(path), *flags],
            capture_output=True,
            check=True,
        )
        assert ours.stdout == theirs.stdout


def test_user_error_of_arguments_is_raised_from_python() -> None:
    with pytest.raises(UserError, match="there is no pass nothing"):
        as_one_pipeline(["-p", "nothing"], all_passes())
