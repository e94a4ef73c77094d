"""One row of the op tests: a program of a few lines, its inputs, and the same thing in Paddle.

Each family has a file `tests/ops/cases_FAMILY.py` with a list `CASES`. `record.py` runs the Paddle
expressions and keeps what comes out in `data/FAMILY.npz`, so that the tests need no Paddle;
`test_ops.py` runs every row.
"""

from __future__ import annotations

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

ELEMENTS = {
    "f64": np.float64,
    "f32": np.float32,
    "i64": np.int64,
    "i32": np.int32,
    "i1": np.bool_,
    "complex<f64>": np.complex128,
    "complex<f32>": np.complex64,
}


@dataclass(frozen=True)
class Case:
    """A program around one op.

    `body` is MLIR that reads the inputs by name and defines `outs`. `inputs` gives each input's
    type as in `tensor<...>` (`3x4xf64`; `?` for a dynamic dim, whose size `sizes` then gives).
    `paddle` is an expression in `paddle`, `F` (paddle.nn.functional) and the inputs that gives
    the same outputs (a tensor, or a tuple of them); None where Paddle has no such call.
    Values are drawn from a normal distribution, or uniformly from `domain[name] = (low, high)`,
    or are `values[name]`. `inputs` that are not float, or are named in `constant`, get no
    gradient. `order` is the highest order of differentiation to test (0: forward only);
    `paddle_gradient` says whether Paddle's first-order gradient is to be recorded too. A case that
    is not `smooth` has its values at kinks or steps, where central differences mean nothing: its
    gradient is compared with Paddle's alone.
    """

    name: str
    body: str
    inputs: Mapping[str, str]
    paddle: str | None
    outs: Sequence[str] = ("out",)
    domain: Mapping[str, tuple[float, float]] = field(
        default_factory=dict[str, tuple[float, float]]
    )
    values: Mapping[str, Any] = field(default_factory=dict[str, Any])
    sizes: Mapping[str, Sequence[int]] = field(default_factory=dict[str, Sequence[int]])
    constant: Sequence[str] = ()
    order: int = 2
    paddle_gradient: bool = True
    smooth: bool = True
    tolerance: float = 1e-6

    def text(self) -> str:
        """The program: inputs, the body, and a fetch of each output under its own name."""
        lines = [f'%{name} = pd_op.data "{name}" : tensor<{t}>' for name, t in self.inputs.items()]
        lines.append(self.body)
        lines += [f'pd_op.fetch %{out} "{out}"' for out in self.outs]
        return "\n".join(lines) + "\n"

    def arrays(self) -> dict[str, np.ndarray[Any, Any]]:
        """A value for each input, the same in every run."""
        rng = np.random.default_rng(zlib.crc32(self.name.encode()))
        return {name: self._array(name, rng) for name in self.inputs}

    def differentiable(self) -> list[str]:
        """The inputs that get a gradient."""
        return [
            name
            for name, type_ in self.inputs.items()
            if type_.rsplit("x", 1)[-1] in ("f32", "f64") and name not in self.constant
        ]

    def _array(self, name: str, rng: np.random.Generator) -> np.ndarray[Any, Any]:
        *dims, element = _split(self.inputs[name])
        dtype = ELEMENTS[element]
        if name in self.values:
            return np.asarray(self.values[name], dtype)
        shape = tuple(self.sizes[name]) if "?" in dims else tuple(int(d) for d in dims)
        low, high = self.domain.get(name, (None, None))
        if dtype is np.bool_:
            return rng.random(shape) < 0.5
        if np.issubdtype(dtype, np.integer):
            return rng.integers(int(low or 0), int(5 if high is None else high), shape).astype(
                dtype
            )
        if low is not None:
            return rng.uniform(low, high, shape).astype(dtype)
        if np.issubdtype(dtype, np.complexfloating):
            return (rng.normal(size=shape) + 1j * rng.normal(size=shape)).astype(dtype)
        return rng.normal(size=shape).astype(dtype)


def _split(type_: str) -> list[str]:
    if "complex" in type_:
        head, _, _ = type_.partition("complex")
        return [*[d for d in head.split("x") if d], type_[len(head) :]]
    return type_.split("x")


def weight(shape: Sequence[int], dtype: Any, seed: int = 0) -> np.ndarray[Any, Any]:
    """The cotangent that tests give to an output: a fixed, unsymmetric pattern."""
    count = int(np.prod(shape))
    return (
        np.cos(np.arange(count, dtype=np.float64) * 1.7 + seed + 0.3).reshape(shape).astype(dtype)
    )
