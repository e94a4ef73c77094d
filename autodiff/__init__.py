"""How a program is differentiated. Read in this order: `append.py`, `activity.py`, `sweep.py`,
`tape.py`; `registry.py` says what a rule is."""

from __future__ import annotations

from .append import append_backward
from .errors import DiffError

__all__ = ["DiffError", "append_backward"]
