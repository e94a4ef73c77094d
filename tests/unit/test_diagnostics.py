"""What an error looks like: place, source line, caret, what to do."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdgrad.autodiff.errors import DiffError, on_warning, warn
from pdgrad.dialects import new_context
from pdgrad.tools.diagnostics import (
    WIDTH,
    UserError,
    as_user_error,
    place_of,
    print_warning,
    remember,
    report,
    verify,
)
from pdgrad.tools.reading import LocatingParser, Locations, read_module
from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    IntAttr,
    NameLoc,
    NoneAttr,
    StringAttr,
    UnknownLoc,
)
from xdsl.ir import Operation
from xdsl.parser import Parser
from xdsl.utils.exceptions import ParseError, PassFailedException, VerifyException

Capture = pytest.CaptureFixture[str]


def parse(text: str, name: str = "model.mlir") -> Operation:
    return LocatingParser(new_context(), text, name).parse_module()


def ops(text: str) -> list[Operation]:
    return list(parse(text).walk())[1:]


# --- the text of an error ------------------------------------------------------------------


def test_place_source_caret_and_hint(tmp_path: Path) -> None:
    path = tmp_path / "model.mlir"
    path.write_text("first\n  second line\nthird\n")
    error = UserError("it is wrong", file=str(path), line=2, column=3, hint="mend it")
    assert error.render() == (
        f"{path}:2:3: error: it is wrong\n     second line\n     ^\n   mend it"
    )


def test_error_without_a_place_names_the_command() -> None:
    assert UserError("no").render(command="pd-opt") == "pd-opt: error: no"
    assert UserError("no", file="a.mlir").render("warning") == "a.mlir: warning: no"


def test_long_line_is_cut_around_the_caret(tmp_path: Path) -> None:
    path = tmp_path / "long.mlir"
    text = "".join(chr(ord("a") + k % 26) for k in range(100_000))
    path.write_text(text)
    for column in (1, 50, 5_000, 99_999, 100_000):
        _, source, caret = (
            UserError("x", file=str(path), line=1, column=column).render().split("\n")
        )
        assert len(source) <= WIDTH + 3
        assert source[caret.index("^")] == text[column - 1]


@pytest.mark.parametrize("column", [0, 1, 4, 99])
def test_caret_stays_on_the_line(column: int) -> None:
    error = UserError("x", file="a", line=1, column=column, source="abc")
    assert error.render().split("\n")[2].index("^") <= 3 + len("abc")


def test_tabs_and_control_characters_do_not_move_the_caret() -> None:
    error = UserError("a\x1b[31m\nb", file="f\n", line=1, column=3, source="\t\x00x", hint="h\x07")
    assert error.render() == "f\\n:1:3: error: a\\x1b[31m b\n     x\n     ^\n   h\\x07"


@pytest.mark.parametrize("content", [None, b"\xff\xfe\n\xff"])
def test_source_that_cannot_be_shown_is_left_out(tmp_path: Path, content: bytes | None) -> None:
    path = tmp_path / "model.mlir"
    if content is not None:
        path.write_bytes(content)
    assert "\n" not in UserError("x", file=str(path), line=2).render()
    assert "\n" not in UserError("x", file=str(tmp_path), line=1).render()


def test_remembered_input() -> None:
    remember("<memory>", "one\ntwo", first_line=10)
    assert "   two" in UserError("x", file="<memory>", line=12).render()
    assert "\n" not in UserError("x", file="<memory>", line=2).render()


def test_notes() -> None:
    note = UserError("defined here", file="a", line=3, source="q")
    lines = UserError("twice", file="a", line=9, source="r", notes=[note]).render().split("\n")
    assert [lines[0], lines[3]] == ["a:9:1: error: twice", "a:3:1: note: defined here"]


# --- where an op is ------------------------------------------------------------------------


def location(line: int) -> FileLineColLoc:
    return FileLineColLoc(StringAttr("a.py"), IntAttr(line), IntAttr(2))


def test_quick_locations_are_like_others() -> None:
    quick = Locations("ab\ncd", "a.py").location(4)
    assert quick == location(2)
    assert hash(quick) == hash(location(2))
    assert str(quick) == 'loc("a.py":2:2)'


@pytest.mark.parametrize("text", ["", "\n", "a\nbc\n\nd", "a\r\nb"])
def test_places_agree_with_counting(text: str) -> None:
    locations = Locations(text, "f", first_line=7)
    for offset in range(len(text) + 1):
        before = text[:offset]
        line, column = before.count("\n") + 8, offset - before.rfind("\n")
        assert locations.place(offset) == ("f", line, column)


def test_place_inside_other_locations() -> None:
    (op,) = ops('%x = pd_op.data "x" : tensor<2xf64>')
    named = NameLoc(StringAttr("x"), location(4))
    op.location = FusedLoc((UnknownLoc(), named), NoneAttr())
    assert place_of(op) == ("a.py", 4, 2)
    op.location = CallSiteLoc(UnknownLoc(), location(5))
    assert place_of(op) == ("a.py", 5, 2)


def test_op_without_a_place_is_at_the_op_around_it() -> None:
    (op,) = ops('%x = pd_op.data "x" : tensor<2xf64>')
    op.location = UnknownLoc()
    assert place_of(op) == ("model.mlir", 1, 1)
    op.detach()
    assert place_of(op) == (None, None, None)


def test_every_op_has_a_place() -> None:
    text = """func.func @f(%c: tensor<1xi1>, %x: tensor<2xf64>) -> tensor<2xf64> {
  %y = pd_op.if %c -> tensor<2xf64> {
    cf.yield %x : tensor<2xf64>
  } else {
    %z = "pd_op.tanh"(%x) : (tensor<2xf64>) -> tensor<2xf64> cf.yield %z : tensor<2xf64>
  }
  func.return %y : tensor<2xf64>
}
"""
    assert [place_of(op)[1:] for op in ops(text)] == [
        (1, 1),
        (2, 3),
        (3, 5),
        (5, 5),
        (5, 62),
        (7, 3),
    ]


# --- errors of others ----------------------------------------------------------------------


def shown(error: BaseException) -> str:
    user_error = as_user_error(error)
    assert user_error is not None
    return user_error.render()


def test_parse_error(tmp_path: Path) -> None:
    path = tmp_path / "bad.mlir"
    path.write_text('%x = pd_op.data "x" : tensor<2xf64>\n%y = pd_op.tanh %x ; oops\n')
    with pytest.raises(ParseError) as caught:
        read_module(path)
    first, source, caret = shown(caught.value).split("\n")
    assert first.startswith(f"{path}:2:20: error: ")
    assert source[caret.index("^")] == ";"


def test_parse_error_with_a_second_place() -> None:
    text = '"a.b"() ({\n^bb0:\n  "a.c"() : () -> ()\n^bb0:\n  "a.c"() : () -> ()\n}) : () -> ()'
    context = new_context()
    context.allow_unregistered = True
    with pytest.raises(ParseError) as caught:
        LocatingParser(context, text, "m.mlir").parse_module()
    lines = shown(caught.value).split("\n")
    assert lines[0].startswith("m.mlir:4:1: error: re-declaration of block 'bb0'")
    assert lines[1].startswith("m.mlir:2:1: note: originally declared here")


def test_verifier_error_is_at_the_innermost_op() -> None:
    text = """func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = "pd_op.tanh"(%x) : (tensor<2xf64>) -> tensor<3xf64>
  func.return %x : tensor<2xf64>
}
"""
    module = parse(text)
    with pytest.raises(UserError) as caught:
        verify(module)  # pyright: ignore[reportArgumentType]
    error = caught.value
    assert (error.file, error.line, error.column) == ("model.mlir", 2, 3)
    assert error.message == (
        "pd_op.tanh: result #0 is declared tensor<3xf64>, but operands and attributes give "
        "tensor<2xf64>"
    )


def test_empty_block_without_a_terminator() -> None:
    text = (
        '%c = pd_op.data "c" : tensor<1xi1>\n'
        '"pd_op.if"(%c) ({\n^bb0:\n}, {}) : (tensor<1xi1>) -> ()'
    )
    with pytest.raises(UserError) as caught:
        verify(parse(text))  # pyright: ignore[reportArgumentType]
    assert caught.value.line == 2


def test_error_of_a_pass() -> None:
    (op,) = ops('%x = pd_op.data "x" : tensor<2xf64>')
    error = as_user_error(DiffError("no rule", op, "add one"))
    assert error is not None
    assert (error.message, error.line, error.hint) == ("no rule", 1, "add one")
    assert shown(PassFailedException("it failed")) == "pdgrad: error: it failed"


def test_attribute_that_does_not_verify_has_a_place() -> None:
    text = '%x = pd_op.data "x" : tensor<2xf64>\n%y = pd_op.tanh %x {a = vector<-1xf32>}'
    with pytest.raises((VerifyException, ParseError)) as caught:
        parse(text)
    assert shown(caught.value).startswith("model.mlir:2:")


@pytest.mark.parametrize("name", ["missing.mlir", "missing.json", "."])
def test_file_that_cannot_be_read(tmp_path: Path, name: str) -> None:
    with pytest.raises(OSError) as caught:
        read_module(tmp_path / name)
    assert shown(caught.value).startswith(str(tmp_path))


def test_file_that_is_no_text(tmp_path: Path) -> None:
    path = tmp_path / "model.mlir"
    path.write_bytes(b"// \xc3\xa9\n  \xff")
    with pytest.raises(UserError) as caught:
        read_module(path)
    assert caught.value.render() == (
        f"{path}:2:3: error: this is not UTF-8 text: byte 0xff at offset 8"
    )


def test_text_that_does_not_end_is_found_at_once() -> None:
    with pytest.raises(ParseError, match="closing string literal"):
        parse('%x = pd_op.data "' + "x y" * 1000)


@pytest.mark.parametrize("text", ['""', r'"a\"b"', r'"\\"', r'"\41\n\t"', '"é"', r'"\FF"'])
def test_texts_are_those_of_xdsl(text: str) -> None:
    source = f"builtin.module attributes {{a = {text}}} {{}}"
    assert str(parse(source)) == str(Parser(new_context(), source).parse_module())


def test_unknown_frontend() -> None:
    with pytest.raises(UserError, match="no front end onnx"):
        read_module("model.onnx", "onnx")


@pytest.mark.parametrize(
    "error", [RecursionError(), MemoryError(), UnicodeDecodeError("", b"", 0, 1, "")]
)
def test_limits_are_errors_to_show(error: BaseException) -> None:
    assert shown(error).startswith("pdgrad: error: ")


def test_fault_of_ours_is_one_line(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PDGRAD_DEBUG", raising=False)
    assert as_user_error(KeyError("x")) is None
    report(KeyError("x"), "pd-opt")
    err = capsys.readouterr().err
    assert err.startswith("pd-opt: error: internal error: KeyError: 'x'\n")
    assert "Traceback" not in err
    monkeypatch.setenv("PDGRAD_DEBUG", "1")
    report(KeyError("x"), "pd-opt")
    assert "KeyError" in capsys.readouterr().err.splitlines()[0]


def test_error_without_a_place_is_about_the_file(capsys: Capture) -> None:
    report(PassFailedException("no target"), "pd-opt", "model.mlir")
    assert capsys.readouterr().err == "model.mlir: error: no target\n"


def test_warning(capsys: Capture) -> None:
    (op,) = ops('%x = pd_op.data "x" : tensor<2xf64>')
    on_warning(print_warning)
    warn("nothing depends on x", op)
    assert capsys.readouterr().err == "model.mlir:1:1: warning: nothing depends on x\n"
