"""Vecs at run time: Python tuples."""

from __future__ import annotations

from typing import Any

from ..dialects.pir import CombineOp, SliceOp, SplitOp
from .registry import kernel


@kernel(CombineOp)
def combine(*inputs: Any) -> Any:
    return inputs


@kernel(SplitOp)
def split(input: tuple[Any, ...]) -> Any:
    return input if len(input) != 1 else (input[0],)


@kernel(SliceOp)
def slice_(input: tuple[Any, ...], index: int) -> Any:
    return input[index]
