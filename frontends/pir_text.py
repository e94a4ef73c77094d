"""The text of a PIR JSON file: its data, and where in it each op stands."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from xdsl.dialects.builtin import FileLineColLoc

from ..tools.diagnostics import Place, UserError
from ..tools.reading import Locations

SAVE_HINT = "save the program with Paddle's serialize_pir_program or paddle.jit.save"


def load(text: str, name: str) -> Any:
    """The data that a JSON text says. Raises UserError."""
    try:
        return _json(text)
    except json.JSONDecodeError as error:
        ended = error.pos >= len(text.rstrip())
        raise UserError(
            "the file ends too early: it is cut off" if ended else f"not JSON: {error.msg}",
            file=name,
            line=error.lineno,
            column=error.colno,
            hint=SAVE_HINT,
        ) from error
    except ValueError as error:
        raise UserError(f"not JSON: {error}", file=name) from error


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except RecursionError:
        return load_deep(text)


TOKEN = re.compile(
    r"""[ \t\n\r]*(?:([][{},:])|("(?:[^"\\\x00-\x1f]|\\.)*"|[\w.+-]+))""", re.ASCII | re.DOTALL
)


def load_deep(text: str) -> Any:
    """As `json.loads`, slower, but however deeply the text is nested."""
    document: list[Any] = []
    open_values: list[Any] = [document]
    keys: list[str] = []
    position, wants = 0, "value"
    while wants != "nothing":
        found = TOKEN.match(text, position)
        mark, word = (None, None) if found is None else found.groups()
        into = open_values[-1]
        in_object = isinstance(into, dict)
        if mark == ("}" if in_object else "]") and wants in ("comma", "value or end", "key or end"):
            open_values.pop()
            wants = "comma"
        elif mark == "," and wants == "comma":
            wants = "key" if in_object else "value"
        elif mark == ":" and wants == "colon":
            wants = "value"
        elif word and word[0] == '"' and wants in ("key", "key or end"):
            keys.append(json.loads(word))
            wants = "colon"
        elif (word or mark in ("{", "[")) and wants in ("value", "value or end"):
            value: Any = json.loads(word) if word else {} if mark == "{" else []
            if in_object:
                into[keys.pop()] = value
            else:
                into.append(value)
            if not word:
                open_values.append(value)
            wants = "comma" if word else "key or end" if mark == "{" else "value or end"
        else:
            raise json.JSONDecodeError(f"expected {wants}", text, position)
        position = position if found is None else found.end()
        if len(open_values) == 1 and wants == "comma":
            wants = "nothing"
    if text[position:].strip():
        raise json.JSONDecodeError("Extra data", text, position)
    return document[0]


class Places:
    """Where each op of the text starts. The reader asks in the order of the text; should an op
    be another than the text has there, nothing is said from then on."""

    OP = re.compile(r'"#"\s*:\s*"(p|\d+\.(?![at]_)[^"\\]*)"')

    def __init__(self, text: str, name: str):
        self.name = name
        self._text = text
        self._locations = Locations("", name)
        self._found: Iterator[re.Match[str]] | None = self.OP.finditer(text)
        self._offset = 0
        self._line = 1
        self.current: Place | None = None

    def next(self, op_name: str) -> FileLineColLoc | None:
        """The location of the next op."""
        found = None if self._found is None else next(self._found, None)
        if found is None or found.group(1) != op_name:
            self._found = self.current = None
            return None
        start = found.start()
        self._line += self._text.count("\n", self._offset, start)
        column = start - self._text.rfind("\n", 0, start)
        self._offset = start
        self.current = Place(self.name, self._line, column)
        return self._locations.at(self._line, column)

    def start(self) -> FileLineColLoc:
        """The location of the whole file."""
        return self._locations.at(1, 1)

    def place(self) -> Place:
        """Where the last op that was asked for is."""
        return self.current or Place(self.name)
