"""How the commands read a module and write a file."""

from __future__ import annotations

import bisect
import gc
import os
import re
import stat
import sys
import tempfile
from collections.abc import Callable, Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from xdsl.dialects.builtin import UNKNOWN_LOC, FileLineColLoc, IntAttr, ModuleOp, StringAttr
from xdsl.frontend.mlir import MLIRFrontend
from xdsl.parser import Parser, ParserState
from xdsl.utils.exceptions import ParseError
from xdsl.utils.lexer import Input
from xdsl.utils.mlir_lexer import MLIRLexer

from .diagnostics import Place, UserError, remember

if TYPE_CHECKING:
    from xdsl.context import Context
    from xdsl.ir import Operation

FRONTENDS = ("mlir", "pir-json")
STANDARD_INPUT = "stdin"
"""What standard input is called in errors."""


class Locations:
    """Makes the places of one text: quick, because every op that is read gets one."""

    def __init__(self, text: str, name: str, first_line: int = 0):
        self.name = name
        self.first_line = first_line
        self._file = StringAttr(name)
        self._starts = [0]
        self._numbers: dict[int, IntAttr] = {}
        position = text.find("\n")
        while position >= 0:
            self._starts.append(position + 1)
            position = text.find("\n", position + 1)

    def place(self, offset: int) -> Place:
        """Where in the file a position of the text is."""
        line = bisect.bisect_right(self._starts, offset)
        return Place(self.name, self.first_line + line, offset - self._starts[line - 1] + 1)

    def location(self, offset: int) -> FileLineColLoc:
        """The same as an attribute of an op."""
        line = bisect.bisect_right(self._starts, offset)
        return self.at(self.first_line + line, offset - self._starts[line - 1] + 1)

    def at(self, line: int, column: int) -> FileLineColLoc:
        """A line and column as an attribute of an op."""
        # Its constructor verifies the parts, which takes eight times as long.
        made = object.__new__(FileLineColLoc)
        set_field = object.__setattr__
        set_field(made, "filename", self._file)
        set_field(made, "line", self._number(line))
        set_field(made, "column", self._number(column))
        return made

    def _number(self, value: int) -> IntAttr:
        found = self._numbers.get(value)
        if found is None:
            found = self._numbers[value] = IntAttr(value)
        return found


class LinearLexer(MLIRLexer):
    """xDSL's lexer, which looks for the end of a text once and not in every possible way (that
    takes for ever when the end is missing)."""

    _unescaped_characters_regex = re.compile(
        r'"[^"\\\n\v\f]*(?:\\(?:["nt\\]|[0-9A-Fa-f]{2})[^"\\\n\v\f]*)*"'
    )


class LocatingParser(Parser):
    """xDSL's parser, which also notes where each op starts."""

    def __init__(self, ctx: Context, text: str, name: str, first_line: int = 0):
        super().__init__(ctx, "", name)
        self._parser_state = ParserState(LinearLexer(Input(text, name)))
        self._locations = Locations(text, name, first_line)

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        module = super().parse_module(allow_implicit_module)
        if module.location is UNKNOWN_LOC:
            module.location = self._locations.location(0)
        return module

    def parse_operation(self) -> Operation:
        start = self._current_token.span.start
        try:
            op = super().parse_operation()
        except ParseError:
            raise
        except Exception as error:
            # Anything else, from the verifier of an attribute, say, does not know its place.
            if not hasattr(error, "place"):
                error.place = self._locations.place(start)  # pyright: ignore
            raise
        if op.location is UNKNOWN_LOC:
            op.location = self._locations.location(start)
        return op


@dataclass(frozen=True)
class LocatingFrontend(MLIRFrontend):
    """MLIR text, with a place in the source for every op."""

    name = "mlir"

    first_line: int = 0
    """How many lines of the file come before the text."""

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "input") -> ModuleOp:
        text = decode(input.read(), input_name)
        if input_name == STANDARD_INPUT:
            remember(input_name, text, self.first_line)
        parser = LocatingParser(ctx, text, input_name, self.first_line)
        with no_garbage_collection():
            return parser.parse_module(not self.no_implicit_module)


@contextmanager
def no_garbage_collection() -> Generator[None, None, None]:
    """While data is only added, looking for garbage takes longer than reading."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def decode(data: bytes, name: str) -> str:
    """The text that the bytes of a file say. Raises UserError."""
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        raise UserError(
            f"this is not UTF-8 text: byte 0x{data[error.start]:02x} at offset {error.start}",
            file=name,
            line=before.count(b"\n") + 1,
            column=error.start - before.rfind(b"\n"),
        ) from error


def frontend_for(path: str) -> str:
    """The front end that a file's name asks for."""
    return "pir-json" if path.endswith(".json") else "mlir"


def read_module(
    path: str | os.PathLike[str],
    frontend: str | None = None,
    context: Context | None = None,
) -> ModuleOp:
    """The module in a file ("-": standard input): MLIR text, or with the front end "pir-json" (or
    a name that ends in .json) a program that Paddle saved.

    Raises UserError, and xDSL's ParseError; `diagnostics.as_user_error` makes one of the other.
    """
    path = os.fspath(path)
    frontend = frontend or frontend_for(path)
    if frontend not in FRONTENDS:
        raise UserError(f"there is no front end {frontend}", hint=f"there are {FRONTENDS}")
    if context is None:
        from ..dialects import new_context

        context = new_context()
    if frontend == "mlir":
        reader = LocatingFrontend()
    else:
        from ..frontends.pir_json import PirJsonFrontend

        reader = PirJsonFrontend()
    if path == "-":
        return reader.parse(context, sys.stdin.buffer, STANDARD_INPUT)
    with open(path, "rb") as handle:
        return reader.parse(context, handle, path)


def write_whole(path: str, write: Callable[[IO[Any]], None], mode: str = "w") -> None:
    """Writes a file so that it appears whole or not at all. An OSError names the file."""
    path = os.path.realpath(path)
    try:
        _write_whole(path, write, mode, None if "b" in mode else "utf-8")
    except OSError as error:
        error.filename = path
        raise


def _write_whole(
    path: str, write: Callable[[IO[Any]], None], mode: str, encoding: str | None
) -> None:
    existing = os.stat(path).st_mode if os.path.exists(path) else None
    if existing is not None and not stat.S_ISREG(existing):
        # A pipe or a device: what cannot be replaced is written to.
        with open(path, mode, encoding=encoding) as stream:
            write(stream)
        return
    handle, temporary = tempfile.mkstemp(dir=os.path.dirname(path), prefix=".pdgrad-")
    try:
        with os.fdopen(handle, mode, encoding=encoding) as stream:
            write(stream)
        os.chmod(temporary, _new_file_mode() if existing is None else stat.S_IMODE(existing))
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _new_file_mode() -> int:
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
