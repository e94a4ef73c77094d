"""Paddle's op dialect: one file a family, each with a list `OPERATIONS`."""

from __future__ import annotations

from importlib import import_module

from xdsl.ir import Operation

FAMILIES = (
    "activation",
    "array",
    "attention",
    "binary",
    "bitwise",
    "compare",
    "control",
    "convolution",
    "creation",
    "elementwise",
    "fft",
    "filling",
    "gate",
    "indexing",
    "inplace",
    "interpolation",
    "joining",
    "linalg",
    "loss",
    "normalization",
    "pooling",
    "random",
    "reduction",
    "rescale",
    "rnn",
    "rounding",
    "scan",
    "shape",
    "softmax",
    "sort",
    "special",
    "transfer",
)


def operations() -> list[type[Operation]]:
    """Every op class of the dialect."""
    found: list[type[Operation]] = []
    for family in FAMILIES:
        found.extend(import_module(f".{family}", __name__).OPERATIONS)
    return found
