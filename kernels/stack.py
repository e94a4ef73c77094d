"""Tapes at run time: a stack of tuples, which its inlet, its outlet and its handle all are."""

from __future__ import annotations

from typing import Any


class Stack:
    """A list of tuples, last in first out."""

    __slots__ = ("tuples",)

    def __init__(self) -> None:
        self.tuples: list[tuple[Any, ...]] = []

    def push(self, *values: Any) -> None:
        self.tuples.append(values)

    def pop(self) -> tuple[Any, ...]:
        """The last tuple. Raises IndexError when there is none."""
        if not self.tuples:
            raise IndexError("the stack is empty: more was popped than pushed")
        return self.tuples.pop()
