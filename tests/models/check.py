"""Differentiates saved models and compares with Paddle's gradients; needs no Paddle.

    python tests/models/check.py FOLDER...

Prints a line for each: the size of the program, the times, the largest deviation.
"""

from __future__ import annotations

import gzip
import json
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from pdgrad.passes.check_dominance import check_dominance
from xdsl.dialects.builtin import ModuleOp

import pdgrad

TOLERANCE = 2e-4  # single precision
TOLERANCE_OF_DOUBLE = 1e-6


@dataclass
class Comparison:
    """The gradients of one model, ours beside Paddle's."""

    forward_ops: int
    all_ops: int
    seconds: dict[str, float]
    with_gradient: set[str]
    expected_with_gradient: set[str]
    deviations: dict[str, float]
    tolerance: float

    @property
    def right(self) -> bool:
        """Whether the parameters with a gradient are Paddle's, and so are the gradients."""
        same = self.with_gradient == self.expected_with_gradient
        return same and self.worst[0] <= self.tolerance

    @property
    def worst(self) -> tuple[float, str]:
        """The largest deviation, and of what."""
        return max((value, name) for name, value in self.deviations.items())


def read(folder: Path) -> ModuleOp:
    """The program in a folder."""
    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "forward.json"
        path.write_bytes(gzip.decompress((folder / "forward.json.gz").read_bytes()))
        return pdgrad.read_pir_json(path)


def compare(folder: Path) -> Comparison:
    """Reads, differentiates, verifies and runs a model."""
    case = json.loads((folder / "case.json").read_text())
    times = [time.perf_counter()]
    module = read(folder)
    times.append(time.perf_counter())
    forward_ops = sum(1 for _ in module.walk())
    gradients = pdgrad.append_backward(module, case["targets"], case["inputs"])
    times.append(time.perf_counter())
    module.verify()
    check_dominance(module)
    inputs = dict(np.load(folder / "inputs.npz"))
    expected = dict(np.load(folder / "expected.npz"))
    times.append(time.perf_counter())
    outputs = pdgrad.run(module, inputs)
    times.append(time.perf_counter())
    read_time, pass_time, _, run_time = np.diff(times)
    return Comparison(
        forward_ops,
        sum(1 for _ in module.walk()),
        {"read": read_time, "differentiate": pass_time, "run": run_time},
        set(gradients),
        {name for name, key in case["gradients"].items() if key is not None},
        deviations(expected, outputs),
        TOLERANCE_OF_DOUBLE if expected["target0"].dtype == np.float64 else TOLERANCE,
    )


def deviations(expected: dict[str, Any], outputs: dict[str, Any]) -> dict[str, float]:
    """For each array the largest difference over the largest element.

    A gradient that is zero in exact arithmetic (a bias before a batch norm, the bias of
    attention's keys) is rounding noise on both sides; so no array counts as smaller than a
    millionth of 5,000 times the largest of all, in which a difference of 1e-6 of it passes.
    """
    largest = max(float(np.abs(a).max()) for a in expected.values())
    found: dict[str, float] = {}
    for name, array in expected.items():
        got = outputs.get(name)
        if got is None or got.shape != array.shape or got.dtype != array.dtype:
            found[name] = np.inf
            continue
        scale = max(float(np.abs(array).max()), largest * 1e-6 / TOLERANCE)
        difference = float(np.abs(got - array).max()) / scale
        found[name] = np.inf if np.isnan(difference) else difference
    return found


def main(folders: list[str]) -> int:
    status = 0
    for folder in map(Path, folders):
        try:
            c = compare(folder)
        except Exception as error:
            print(f"{folder.name:20} {type(error).__name__}: {error}")
            status = 1
            continue
        worst, where = c.worst
        same = c.with_gradient == c.expected_with_gradient
        status |= not c.right
        print(
            f"{folder.name:20} {'right' if c.right else 'WRONG'}  {c.forward_ops} ops, "
            f"{c.all_ops} with gradients of {len(c.with_gradient)} parameters"
            f"{'' if same else ' (Paddle: others)'};",
            ", ".join(f"{what} {seconds:.2f} s" for what, seconds in c.seconds.items()),
            f"; worst {worst:.1e} ({where})",
        )
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
