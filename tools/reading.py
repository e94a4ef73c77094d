"""How the commands read a module and write a file."""

from __future__ import annotations

import bisect
import os
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from typing import IO, Any

from xdsl.context import Context
from xdsl.dialects.builtin import (
    UNKNOWN_LOC,
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    StringAttr,
)
from xdsl.frontend.mlir import MLIRFrontend
from xdsl.ir import Operation
from xdsl.parser import Parser

from .diagnostics import UserError


class LocatingParser(Parser):
    """xDSL's parser, which also notes where each op starts."""

    def __init__(self, ctx: Context, text: str, name: str):
        super().__init__(ctx, text, name)
        self._file = StringAttr(name)
        self._starts = [0]
        position = text.find("\n")
        while position >= 0:
            self._starts.append(position + 1)
            position = text.find("\n", position + 1)
        self._columns: dict[int, IntAttr] = {}

    def parse_operation(self) -> Operation:
        start = self._current_token.span.start
        op = super().parse_operation()
        if op.location is UNKNOWN_LOC:
            line = bisect.bisect_right(self._starts, start)
            column = start - self._starts[line - 1] + 1
            shown = self._columns.get(column)
            if shown is None:
                shown = self._columns[column] = IntAttr(column)
            op.location = FileLineColLoc(self._file, IntAttr(line), shown)
        return op


@dataclass(frozen=True)
class LocatingFrontend(MLIRFrontend):
    """MLIR text, with a place in the source for every op."""

    name = "mlir"

    def parse(self, ctx: Context, input: IO[bytes], input_name: str = "input") -> ModuleOp:
        data = input.read()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            raise UserError(f"not UTF-8 text: byte {error.start}", file=input_name) from error
        return LocatingParser(ctx, text, input_name).parse_module(not self.no_implicit_module)


def read_module(path: str, frontend: str | None = None, context: Context | None = None) -> ModuleOp:
    """The module in a file ("-": standard input): MLIR text, or with the front end "pir-json" (or
    a name that ends in .json) a program that Paddle saved. Raises UserError and ParseError."""
    from ..dialects import new_context
    from ..frontends.pir_json import PirJsonFrontend

    context = context or new_context()
    name = "stdin" if path == "-" else path
    if frontend is None:
        frontend = "pir-json" if path.endswith(".json") else "mlir"
    reader = PirJsonFrontend() if frontend == "pir-json" else LocatingFrontend()
    if path == "-":
        return reader.parse(context, sys.stdin.buffer, name)
    with open(path, "rb") as handle:
        return reader.parse(context, handle, name)


def write_whole(path: str, write: Callable[[IO[Any]], None], mode: str = "w") -> None:
    """Writes a file so that it appears whole or not at all."""
    folder = os.path.dirname(os.path.abspath(path))
    encoding = None if "b" in mode else "utf-8"
    handle, temporary = tempfile.mkstemp(dir=folder, prefix=".pdgrad-")
    try:
        with os.fdopen(handle, mode, encoding=encoding) as stream:
            write(stream)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
