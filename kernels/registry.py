"""What each op computes, looked up by op class.

A kernel is a NumPy function. It gets an array for each operand, in order (None for an absent
one, a tuple for a vec), then as keywords those attributes, as Python values, that it has
parameters for. A parameter `op` gets the op itself, `wanted` a tuple that says which results are
used. It returns an array, or a tuple of arrays when the op has several results (None for one
that is not wanted), of the element types that the op's result types say.

The kernels of an op defined in `dialects/pd_op/linalg.py` are found by importing
`kernels/linalg.py` when they are first asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from importlib.util import find_spec
from typing import Any, TypeVar

from xdsl.ir import Operation

FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])


@dataclass(frozen=True)
class Kernel:
    """A NumPy function for an op; `overwrites` names an operand that it writes into and returns
    (the machine hands it an array that nobody else holds, copying first when it must)."""

    function: Callable[..., Any]
    overwrites: str | None = None


_KERNELS: dict[type[Operation], Kernel] = {}
_LOADED: set[str] = set()


def kernel(
    *op_types: type[Operation], overwrites: str | None = None
) -> Callable[[FunctionT], FunctionT]:
    """Registers a function as the kernel of these ops."""

    def register(function: FunctionT) -> FunctionT:
        for op_type in op_types:
            _KERNELS[op_type] = Kernel(function, overwrites)
        return function

    return register


def kernels(table: Mapping[type[Operation], Callable[..., Any]]) -> None:
    """Registers a table of kernels for a family of look-alikes."""
    for op_type, function in table.items():
        _KERNELS[op_type] = Kernel(function)


def find_kernel(op_type: type[Operation]) -> Kernel | None:
    """The kernel of an op class, or None."""
    found = _KERNELS.get(op_type)
    if found is None and op_type.__module__ not in _LOADED:
        _LOADED.add(op_type.__module__)
        name = f"{__package__}.{op_type.__module__.rsplit('.', 1)[-1]}"
        if find_spec(name) is not None:
            import_module(name)
        found = _KERNELS.get(op_type)
    return found
