"""What differentiation says when it cannot go on, and what it warns of.

Errors name the op and the values as the user knows them; the commands print them with the place
in the source.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.utils.exceptions import PassFailedException


class DiffError(PassFailedException):
    """A program, or a request, that cannot be differentiated.

    `op` is the op to point at, `hint` says what to do about it.
    """

    def __init__(self, message: str, op: Operation | None = None, hint: str | None = None):
        super().__init__(message if hint is None else f"{message}\n   {hint}")
        self.message = message
        self.op = op
        self.hint = hint


def name_of(op: Operation) -> str:
    """The op's name, also for one that no dialect defines."""
    return op.op_name.data if isinstance(op, UnregisteredOp) else op.name


def _to_standard_error(message: str, op: Operation | None) -> None:
    place = "" if op is None else f"{name_of(op)}: "
    print(f"warning: {place}{message}", file=sys.stderr)


_listener: Callable[[str, Operation | None], None] = _to_standard_error


def on_warning(listener: Callable[[str, Operation | None], None]) -> None:
    """Sends warnings to a listener (message, op to point at) instead of standard error."""
    global _listener
    _listener = listener


def warn(message: str, op: Operation | None = None) -> None:
    """Tells the user something that is no error."""
    _listener(message, op)
