"""pd-check: compares the gradients of a program with central differences.

    pd-check FILE [--inputs X.npz]

Each gradient of the sum of the targets is checked element by element, or, for a large input, along
random directions. Prints a table and exits with 1 when a gradient is off.
"""

from __future__ import annotations

import argparse
import csv
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any, NoReturn

from .diagnostics import UserError, report, verify, with_deep_stack
from .reading import read_module

if TYPE_CHECKING:
    from xdsl.dialects.builtin import ModuleOp
    from xdsl.ir import Attribute

    from ..kernels.machine import Machine

LARGEST = 2**27
"""The most elements that an input is drawn with."""

ELEMENTS = 64
"""The largest input that is checked element by element."""

DIRECTIONS = 8
"""How many random directions a larger input is checked along."""


@dataclass(frozen=True)
class Finding:
    """What the check of one input found. The error is relative to the largest slope."""

    name: str
    shape: tuple[int, ...]
    error: float
    right: bool
    how: str


def check_gradients(
    module: ModuleOp,
    inputs: Mapping[str, Any] | None = None,
    targets: Sequence[str] = (),
    wanted: Sequence[str] = (),
    function: str | None = None,
    seed: int = 0,
    tolerance: float | None = None,
) -> list[Finding]:
    """Compares the gradients of a module with central differences of its own runs.

    Without inputs, floats are drawn from a normal distribution, integers are 0 or 1 and bools
    true. The tolerance is relative to the largest slope: 1e-5 for float64, 5e-2 for float32,
    whose differences are that coarse. Raises DiffError, RunError and UserError.
    """
    import numpy as np

    from ..autodiff.append import append_backward
    from ..autodiff.names import Scope
    from ..kernels.machine import Machine

    plain = Machine(module, function)
    values = dict(inputs) if inputs is not None else random_inputs(plain.inputs(), seed)
    copy = module.clone()
    gradients = append_backward(copy, targets, wanted, function=function, suffix="@CHECK")
    outputs = Machine(copy, function).run(values, seed)
    names = list(gradients)
    before = plain.run(values, seed)
    scope = Scope(copy, function)
    if scope.function is None:
        found = [outputs[name + "@CHECK"] for name in names]
    else:
        # A function returns its gradients too, with zeros where there is none.
        returned = dict(zip(scope.results(), outputs.values(), strict=True))
        found = [returned[gradients[name]] for name in names]
    loss = _Loss(plain, values, _targets(before, targets), seed)
    rng = np.random.default_rng(seed)
    return [
        _check(loss, name, gradient, rng, tolerance)
        for name, gradient in zip(names, found, strict=True)
    ]


def random_inputs(types: Mapping[str, Attribute], seed: int) -> dict[str, Any]:
    """Values of the declared types; a dynamic dim becomes 2."""
    import numpy as np

    from ..dialects.pd_op.base import element_of, shape_of
    from ..kernels.types import dtype_of

    rng = np.random.default_rng(seed)
    values: dict[str, Any] = {}
    for name, type_ in types.items():
        shape = [2 if dim < 0 else dim for dim in shape_of(type_)]
        if prod(shape) > LARGEST:
            raise UserError(f"input {name} is too large to draw: {type_}")
        dtype = dtype_of(element_of(type_))
        if dtype == np.bool_:
            values[name] = np.ones(shape, dtype)
        elif np.issubdtype(dtype, np.integer):
            values[name] = rng.integers(0, 2, shape).astype(dtype)
        else:
            values[name] = rng.normal(size=shape).astype(dtype)
    return values


class _Loss:
    """The sum of the targets, as a function of one input moved along a direction."""

    def __init__(self, machine: Machine, values: dict[str, Any], targets: list[str], seed: int):
        self.machine = machine
        self.values = values
        self.targets = targets
        self.seed = seed

    def slope(self, name: str, direction: Any, step: float) -> float:
        """The central difference along a direction."""
        import numpy as np

        def total(sign: int) -> float:
            moved = (self.values[name] + sign * step * direction).astype(self.values[name].dtype)
            outputs = self.machine.run({**self.values, name: moved}, self.seed)
            return float(sum(np.sum(outputs[t], dtype=np.float64) for t in self.targets))

        return (total(1) - total(-1)) / (2 * step)


def _targets(outputs: Mapping[str, Any], named: Sequence[str]) -> list[str]:
    """The outputs whose sum is differentiated: those named, else all floats."""
    import numpy as np

    missing = [name for name in named if name not in outputs]
    if missing:
        raise UserError(
            f"target {missing[0]} does not come out of the program",
            hint=f"pd-check compares what comes out: {', '.join(outputs)}",
        )
    floats = [k for k, v in outputs.items() if np.issubdtype(v.dtype, np.floating)]
    return list(named) or floats


def _check(loss: _Loss, name: str, gradient: Any, rng: Any, tolerance: float | None) -> Finding:
    import numpy as np

    value = loss.values[name]
    exact = value.dtype == np.float64
    step = 1e-6 if exact else 1e-2
    limit = tolerance if tolerance is not None else (1e-5 if exact else 5e-2)
    directions: list[Any] = []
    if value.size <= ELEMENTS:
        for index in np.ndindex(*value.shape):
            direction = np.zeros(value.shape)
            direction[index] = 1.0
            directions.append(direction)
        how = "every element"
    else:
        directions = [rng.normal(size=value.shape) for _ in range(DIRECTIONS)]
        how = f"{DIRECTIONS} directions"
    slopes = np.array([loss.slope(name, d, step) for d in directions])
    said = np.array([float(np.sum(gradient * d)) for d in directions])
    scale = max(float(np.max(np.abs(slopes), initial=0.0)), 1e-3)
    error = float(np.max(np.abs(slopes - said), initial=0.0)) / scale
    return Finding(name, tuple(value.shape), error, error <= limit, how)


def arguments_of(command_line: Sequence[str]) -> argparse.Namespace:
    """The parsed command line. Raises UserError."""
    parser = argparse.ArgumentParser(
        "pd-check",
        description="Compares the gradients of a program with central differences.",
        allow_abbrev=False,
    )
    parser.error = _usage_error
    parser.add_argument("file", help='MLIR text, or a saved program (.json); "-": standard input')
    parser.add_argument("--inputs", metavar="X.npz", help="where to check (default: random values)")
    parser.add_argument("--targets", metavar="A,B", default="", help="what to differentiate")
    parser.add_argument("--wrt", metavar="X,W", default="", help="the inputs to check")
    parser.add_argument("--function", metavar="NAME", help="the function to check")
    parser.add_argument("--seed", type=int, default=0, help="of the random values (default 0)")
    parser.add_argument(
        "--tolerance", type=float, help="largest error, relative to the largest slope"
    )
    parser.add_argument("-f", "--frontend", choices=["mlir", "pir-json"], help="how FILE is read")
    args = parser.parse_args(command_line)
    if args.seed < 0:
        raise UserError(f"a seed is not negative, got {args.seed}")
    return args


def _usage_error(message: str) -> NoReturn:
    raise UserError(message, hint="pd-check --help lists the options")


def _names(text: str) -> list[str]:
    """The names of a list; one that holds a comma stands in double quotes."""
    return [name for row in csv.reader([text]) for name in row if name]


def run(command_line: Sequence[str]) -> int:
    """Runs the command; its exit code."""
    from ..autodiff.errors import on_warning
    from .diagnostics import print_warning

    on_warning(print_warning)
    try:
        args = arguments_of(command_line)
        module = read_module(args.file, args.frontend)
        verify(module)
        from .pd_run import read_arrays

        findings = check_gradients(
            module,
            read_arrays(args.inputs) if args.inputs else None,
            _names(args.targets),
            _names(args.wrt),
            args.function,
            args.seed,
            args.tolerance,
        )
    except Exception as error:
        report(error, "pd-check")
        return 1
    print_table(findings)
    return 0 if all(finding.right for finding in findings) else 1


def print_table(findings: Sequence[Finding]) -> None:
    """Shows what was found."""
    from rich.console import Console
    from rich.table import Table

    table = Table("input", "shape", "largest error", "checked", "verdict")
    for finding in findings:
        shape = "x".join(str(d) for d in finding.shape) or "scalar"
        verdict = "right" if finding.right else "WRONG"
        table.add_row(finding.name, shape, f"{finding.error:.1e}", finding.how, verdict)
    Console(width=None if sys.stdout.isatty() else 100).print(table)


def main() -> None:
    """The command `pd-check`."""
    sys.exit(with_deep_stack(lambda: run(sys.argv[1:])))


if __name__ == "__main__":
    main()
