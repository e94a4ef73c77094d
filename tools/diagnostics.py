"""What the commands say when something is wrong.

One error on standard error: `file:line:col: error: message`, the source line with a caret where
the file can be read, and what to do about it.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from typing import Any

from xdsl.dialects.builtin import FileLineColLoc, ModuleOp, UnregisteredOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    ParseError,
    VerifyException,
)


class UserError(Exception):
    """Something that the user can mend. Lines and columns count from one."""

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
    ):
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint

    def render(self, kind: str = "error", command: str = "pdgrad") -> str:
        """The text for standard error."""
        place = command if self.file is None else self.file
        if self.line is not None:
            place += f":{self.line}:{self.column or 1}"
        lines = [f"{place}: {kind}: {self.message}"]
        source = _source_line(self.file, self.line)
        if source is not None:
            lines.append("   " + source)
            lines.append("   " + " " * ((self.column or 1) - 1) + "^")
        if self.hint:
            lines.append("   " + self.hint)
        return "\n".join(lines)


def _source_line(file: str | None, line: int | None) -> str | None:
    """A line of the file, when there is one of a length to show."""
    if file is None or line is None or file in ("-", "stdin"):
        return None
    try:
        with open(file, encoding="utf-8") as handle:
            for number, text in enumerate(handle, 1):
                if number == line:
                    return text.rstrip("\n").replace("\t", " ") if len(text) < 400 else None
    except (OSError, UnicodeDecodeError):
        return None
    return None


def at(op: Operation | None, message: str, hint: str | None = None) -> UserError:
    """An error at an op, with its place in the source where it is known."""
    location = None if op is None else op.location
    if isinstance(location, FileLineColLoc):
        return UserError(
            message,
            file=location.filename.data,
            line=location.line.data,
            column=location.column.data,
            hint=hint,
        )
    return UserError(message, hint=hint)


def as_user_error(error: BaseException) -> UserError | None:
    """What went wrong, as an error to show; None for a fault of ours."""
    if isinstance(error, UserError):
        return error
    if isinstance(error, ParseError):
        return _parse_error(error)
    if isinstance(error, ArgSpecParseError):
        return UserError(str(error).strip().splitlines()[-1].strip(" ^"), hint=_SPEC_HINT)
    op: Any = getattr(error, "op", None)
    if hasattr(error, "message") and isinstance(error, DiagnosticException):
        return at(op, str(error.message), getattr(error, "hint", None))
    if isinstance(error, DiagnosticException):
        return UserError(str(error))
    if isinstance(error, FileNotFoundError):
        return UserError("there is no such file", file=str(error.filename))
    if isinstance(error, OSError):
        return UserError(error.strerror or str(error), file=str(error.filename or "input"))
    if isinstance(error, UnicodeDecodeError):
        return UserError(f"not UTF-8 text: byte {error.start}")
    if isinstance(error, RecursionError):
        return UserError("the program is nested too deeply")
    if isinstance(error, MemoryError):
        return UserError("there is not enough memory")
    return None


_SPEC_HINT = 'passes are written name{option=value list="a","b" flag}'


def _parse_error(error: ParseError) -> UserError:
    span = error.span
    text = span.input.content
    start = min(span.start, len(text))
    before = text[:start]
    newline: Any = b"\n" if isinstance(before, bytes) else "\n"
    line = before.count(newline) + 1 + getattr(span, "line_offset", 0)
    column = start - (before.rfind(newline) + 1) + 1
    message = error.msg.strip()
    return UserError(message, file=span.input.name, line=line, column=column)


def verify(module: ModuleOp) -> None:
    """Verifies op by op, so that an error has a place. Raises UserError."""
    for op in module.walk():
        try:
            op.verify(verify_nested_ops=False)
        except VerifyException as error:
            name = op.op_name.data if isinstance(op, UnregisteredOp) else op.name
            text = str(error).split("Operation does not verify: ", 1)[-1]
            raise at(op, f"{name}: {text.splitlines()[0]}") from error


def report(error: BaseException, command: str) -> None:
    """Prints an error on standard error. A fault of ours is one line too; with PDGRAD_DEBUG set
    its traceback follows."""
    shown = as_user_error(error)
    if shown is None:
        shown = UserError(
            f"internal error: {type(error).__name__}: {error}",
            hint="please report it with the program; PDGRAD_DEBUG=1 shows where it comes from",
        )
        if os.environ.get("PDGRAD_DEBUG"):
            traceback.print_exception(type(error), error, error.__traceback__)
    print(shown.render(command=command), file=sys.stderr)


def print_warning(message: str, op: Operation | None) -> None:
    """Shows a warning of a pass."""
    print(at(op, message).render("warning"), file=sys.stderr)


def with_deep_stack(main: Callable[[], int]) -> int:
    """Runs a command so that deep programs do not overflow: xDSL's parser, verifier and printer
    call themselves once or more a region."""
    import threading

    result: list[Any] = []

    def run() -> None:
        try:
            result.append(main())
        except BaseException as error:
            result.append(error)

    sys.setrecursionlimit(200_000)
    threading.stack_size(1 << 29)
    thread = threading.Thread(target=run)
    thread.start()
    thread.join()
    threading.stack_size(0)
    if isinstance(result[0], BaseException):
        raise result[0]
    return result[0]
