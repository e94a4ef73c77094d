"""What is known of the program as a whole while it is differentiated.

Comes in: the module. Goes out: facts that several phases ask for, each worked out once.
"""

from __future__ import annotations

from functools import cached_property

from xdsl.ir import Operation

from ..dialects.cf import StackCreateOp
from .stacks import StackIndex
from .walk import walk


class Program:
    """A module that is being differentiated."""

    def __init__(self, top: Operation):
        self.top = top

    @property
    def has_stacks(self) -> bool:
        """Whether activity met a tape op, so that `stacks` was worked out."""
        return "stacks" in self.__dict__

    @cached_property
    def stacks(self) -> StackIndex:
        """Which pushes and pops belong together."""
        return StackIndex([op for op in walk(self.top) if isinstance(op, StackCreateOp)])
