"""The source of randomness of a run."""

from __future__ import annotations

import numpy as np

_generator = np.random.default_rng()


def generator() -> np.random.Generator:
    """The generator that kernels of random ops draw from."""
    return _generator


def seed(number: int | None) -> None:
    """Starts the generator anew; None takes a seed from the system."""
    global _generator
    _generator = np.random.default_rng(number)
