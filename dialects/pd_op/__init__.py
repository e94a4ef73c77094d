"""Paddle's op dialect: one file a family, each with a list `OPERATIONS`."""

from __future__ import annotations

import re
from functools import cache
from importlib import import_module
from importlib.resources import files

from xdsl.ir import Operation


@cache
def _family_of() -> dict[str, str]:
    """The family of each op. The files say it themselves (`name = "pd_op.NAME"`): reading their
    text takes a few milliseconds, importing them all would take as long as all of xDSL."""
    names = re.compile(r'^    name = "(pd_op\.\w+)"$', re.MULTILINE)
    found: dict[str, str] = {}
    for file in files(__name__).iterdir():
        if file.name.endswith(".py"):
            text = file.read_text(encoding="utf-8")
            found.update(dict.fromkeys(names.findall(text), file.name.removesuffix(".py")))
    return found


@cache
def find_op(name: str) -> type[Operation] | None:
    """The class of an op, with only its family imported; None when no family defines it."""
    family = _family_of().get(name)
    if family is None:
        return None
    defined: list[type[Operation]] = import_module(f".{family}", __name__).OPERATIONS
    return next((op for op in defined if op.name == name), None)


def op_names() -> list[str]:
    """The names of all ops of the dialect, without importing them."""
    return list(_family_of())


def operations() -> list[type[Operation]]:
    """Every op class of the dialect."""
    found: list[type[Operation]] = []
    for family in sorted(set(_family_of().values())):
        found.extend(import_module(f".{family}", __name__).OPERATIONS)
    return found
