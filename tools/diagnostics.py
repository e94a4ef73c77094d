"""What the commands say when something is wrong.

One error on standard error: `file:line:col: error: message`, the source line with a caret where
it can be shown, notes where a second place matters, and what to do about it.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from xdsl.dialects.builtin import (
    CallSiteLoc,
    FileLineColLoc,
    FusedLoc,
    ModuleOp,
    NameLoc,
    UnregisteredOp,
)
from xdsl.ir import Operation
from xdsl.utils.exceptions import (
    ArgSpecParseError,
    DiagnosticException,
    MultipleSpansParseError,
    ParseError,
    VerifyException,
)

WIDTH = 110
"""The most characters of a source line that are shown."""


class Place(NamedTuple):
    """Where in a file; lines and columns count from one."""

    file: str | None = None
    line: int | None = None
    column: int | None = None


class UserError(Exception):
    """Something that the user can mend.

    `hint` says how; `source` is the text of the line, for one that is not in the file `file`;
    `notes` are shown after it, each with its own place.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        hint: str | None = None,
        source: str | None = None,
        notes: Sequence[UserError] = (),
    ):
        super().__init__(message)
        self.message = message
        self.file = file
        self.line = line
        self.column = column
        self.hint = hint
        self.source = source
        self.notes = notes

    def render(self, kind: str = "error", command: str = "pdgrad") -> str:
        """The text for standard error."""
        place = printable(command if self.file is None else self.file)
        if self.line is not None:
            place += f":{self.line}:{self.column or 1}"
        lines = [f"{place}: {kind}: {printable(' '.join(self.message.split()))}"]
        source = self.source
        if source is None and self.file is not None and self.line is not None:
            source = _source_line(self.file, self.line)
        if source is not None:
            lines += _with_caret(source, self.column or 1)
        if self.hint:
            lines.append("   " + printable(self.hint))
        lines += [note.render("note", command) for note in self.notes]
        return "\n".join(lines)


def printable(text: str) -> str:
    """The text without characters that would upset a terminal."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in text)


def _with_caret(source: str, column: int) -> list[str]:
    """The part of a source line around a column, and a caret below it."""
    position = min(max(column - 1, 0), len(source))
    first = 0
    if len(source) > WIDTH:
        first = min(max(position - WIDTH // 2, 0), len(source) - WIDTH)
    shown = "".join(c if c.isprintable() else " " for c in source[first : first + WIDTH])
    return ["   " + shown.rstrip(), "   " + " " * (position - first) + "^"]


# --- sources ---------------------------------------------------------------------------------

_TEXTS: dict[str, tuple[int, str]] = {}


def remember(name: str, text: str, first_line: int = 0) -> None:
    """Keeps the text of an input that cannot be read a second time, for its errors."""
    _TEXTS[name] = (first_line, text)


def _source_line(file: str, line: int) -> str | None:
    """A line of an input, when it can be read."""
    if file in _TEXTS:
        first_line, text = _TEXTS[file]
        return _line(text.split("\n"), line - first_line)
    try:
        if not os.path.isfile(file):
            return None
        with open(file, encoding="utf-8", newline="\n") as handle:
            return _line(handle, line)
    except (OSError, ValueError):
        return None


def _line(lines: Any, wanted: int) -> str | None:
    for number, text in enumerate(lines, 1):
        if number == wanted:
            return text.rstrip("\r\n")
    return None


# --- errors ----------------------------------------------------------------------------------


def place_of(op: Operation | None) -> Place:
    """Where an op stands in the source, or else the nearest op around it."""
    while op is not None:
        found = _place(op.location)
        if found is not None:
            return found
        op = op.parent_op()
    return Place()


def _place(location: Any) -> Place | None:
    """The first file, line and column in a location."""
    match location:
        case FileLineColLoc():
            return Place(location.filename.data, location.line.data or None, location.column.data)
        case NameLoc():
            return _place(location.location)
        case CallSiteLoc():
            return _place(location.callee) or _place(location.caller)
        case FusedLoc():
            locations: Any = location.locations
            return next(filter(None, map(_place, locations)), None)
        case _:
            return None


def name_of(op: Operation) -> str:
    """The op's name, also for one that no dialect defines."""
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def at(op: Operation | None, message: str, hint: str | None = None) -> UserError:
    """An error at an op, with its place in the source where it is known."""
    place = place_of(op)
    return UserError(message, file=place.file, line=place.line, column=place.column, hint=hint)


def as_user_error(error: BaseException) -> UserError | None:
    """What went wrong, as an error to show; None for a fault of ours."""
    place: Place = getattr(error, "place", Place())
    match error:
        case UserError():
            return error
        case ParseError():
            return _parse_error(error)
        case ArgSpecParseError():
            return _spec_error(error)
        case DiagnosticException():
            # The errors of our passes know the op and what to do.
            message: Any = getattr(error, "message", None) or str(error)
            op: Any = getattr(error, "op", None)
            if op is None and place.file is not None:
                return UserError(message, **place._asdict())
            return at(op, message, getattr(error, "hint", None))
        case RecursionError():
            return UserError("the program is nested too deeply", **place._asdict())
        case MemoryError():
            return UserError("there is not enough memory for this", **place._asdict())
        case BrokenPipeError():
            return UserError("whoever reads the output has stopped reading")
        case OSError():
            return _system_error(error)
        case UnicodeDecodeError():
            return UserError(f"not UTF-8 text: byte {error.start}")
        case Exception() if place.file is not None:
            text = f"{error} ({type(error).__name__})" if str(error) else type(error).__name__
            return UserError(f"this op cannot be read: {text}", **place._asdict())
        case _:
            return None


def _system_error(error: OSError) -> UserError:
    file = None if error.filename is None else os.fsdecode(error.filename)
    match error:
        case FileNotFoundError():
            return UserError("there is no such file", file=file)
        case IsADirectoryError():
            return UserError("this is a directory, not a file", file=file)
        case PermissionError():
            return UserError("the permission to open this is missing", file=file)
        case _:
            return UserError(error.strerror or str(error), file=file)


def _parse_error(error: ParseError) -> UserError:
    file, line, column = error.span.get_location()
    notes: list[UserError] = []
    if isinstance(error, MultipleSpansParseError):
        for span, text in error.refs:
            at_file, at_line, at_column = span.get_location()
            message = text or error.ref_text or "here"
            notes.append(UserError(message, file=at_file, line=at_line, column=at_column))
    return UserError(error.msg, file=file, line=line, column=column, notes=notes)


SPEC_HINT = 'passes are written name{option=value list="a","b" flag}, with commas between them'


def _spec_error(error: ArgSpecParseError) -> UserError:
    """xDSL's error in a list of passes: its text holds the list, a caret and the message."""
    lines = str(error).split("\n")
    if len(lines) < 5:
        return UserError(str(error), hint=SPEC_HINT)
    column = lines[3].find("^") + 1
    return UserError(
        lines[4].strip(), file="passes", line=1, column=column, source=lines[2], hint=SPEC_HINT
    )


def verify(module: ModuleOp) -> None:
    """Verifies op by op, innermost first and without recursion, so that an error has a place.
    Raises UserError."""
    for op in _innermost_first(module):
        try:
            op.verify(verify_nested_ops=False)
            for region in op.regions:
                for block in region.blocks:
                    if block.first_op is None:
                        block.verify()
        except VerifyException as error:
            raise at(op, f"{name_of(op)}: {_first_line(error)}") from error
        except (RecursionError, MemoryError):
            raise
        except Exception as error:
            problem = f"{name_of(op)} cannot be verified: {error} ({type(error).__name__})"
            raise at(op, problem) from error


def _first_line(error: VerifyException) -> str:
    lines = [line for line in str(error).splitlines() if line.strip()]
    return lines[0].removeprefix("Operation does not verify: ") if lines else "does not verify"


def _innermost_first(top: Operation) -> Iterator[Operation]:
    """Every op after those nested in it."""
    open_ops = [(top, _inside(top))]
    while open_ops:
        op, inside = open_ops[-1]
        nested = next(inside, None)
        if nested is None:
            open_ops.pop()
            yield op
        elif nested.regions:
            open_ops.append((nested, _inside(nested)))
        else:
            yield nested


def _inside(op: Operation) -> Iterator[Operation]:
    for region in op.regions:
        for block in region.blocks:
            yield from block.ops


def report(error: BaseException, command: str, file: str | None = None) -> None:
    """Prints an error on standard error; one without a place is about `file`. A fault of ours is
    one line too; with PDGRAD_DEBUG set its traceback stands before it."""
    shown = as_user_error(error)
    if shown is None:
        shown = UserError(
            f"internal error: {type(error).__name__}: {error}",
            hint="please report it with the program; PDGRAD_DEBUG=1 shows where it comes from",
        )
    if os.environ.get("PDGRAD_DEBUG"):
        traceback.print_exception(type(error), error, error.__traceback__)
    _print(shown.render(command=command if file is None else file))


def print_warning(message: str, op: Operation | None) -> None:
    """Shows a warning of a pass."""
    _print(at(op, message).render("warning"))


def _print(text: str) -> None:
    encoding = getattr(sys.stderr, "encoding", None) or "utf-8"
    print(text.encode(encoding, "backslashreplace").decode(encoding), file=sys.stderr)


# --- room for deep programs ------------------------------------------------------------------

RECURSION_LIMIT = 100_000
STACK_SIZES = (1 << 29, 1 << 27, 1 << 25)
"""The sizes of stack that are tried, in bytes; pages that are not touched cost nothing."""


def with_deep_stack(main: Callable[[], int]) -> int:
    """Runs a command so that deep programs do not overflow: xDSL's parser, verifier and printer
    call themselves several times a region."""
    import gc
    import threading

    outcome: list[Any] = []
    gc.freeze()  # what the imports made stays to the end: no collection has to look at it

    def run() -> None:
        try:
            outcome.append(main())
        except BaseException as error:
            outcome.append(error)

    limit = sys.getrecursionlimit()
    for size in STACK_SIZES:
        try:
            threading.stack_size(size)
            thread = threading.Thread(target=run, daemon=True)
            sys.setrecursionlimit(max(limit, RECURSION_LIMIT * size // STACK_SIZES[0]))
            thread.start()
            break
        except (RuntimeError, ValueError, MemoryError):
            sys.setrecursionlimit(limit)
    else:
        return main()
    try:
        thread.join()
    except KeyboardInterrupt:
        # The worker cannot be stopped; nothing is half written (see write_whole).
        os._exit(130)
    finally:
        threading.stack_size(0)
        gc.freeze()  # the process ends: a last collection would cost a third of the start
    sys.setrecursionlimit(limit)
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]
