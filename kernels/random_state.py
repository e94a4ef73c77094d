"""The source of randomness of a run."""

from __future__ import annotations

import numpy as np

_number: int | None = None
_generator: np.random.Generator | None = None


def generator() -> np.random.Generator:
    """The generator that kernels of random ops draw from, the same one all through a run."""
    global _generator
    if _generator is None:
        _generator = np.random.default_rng(_number)
    return _generator


def seed(number: int | None) -> None:
    """Starts anew; None takes a seed from the system."""
    global _number, _generator
    _number, _generator = number, None
