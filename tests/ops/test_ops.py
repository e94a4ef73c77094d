"""Every row of the op tests (`cases_FAMILY.py`): what it computes, and its gradients.

A row's program is run, printed and read back, and differentiated as often as the row says. Each
order is compared with central differences of the order before, the first also with what Paddle
gave (`data/FAMILY.npz`, see `record.py`). Kernels of gradient ops must agree with the
decompositions, and the gradient of one input must not depend on which others are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from io import StringIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pdgrad.autodiff import append_backward
from pdgrad.autodiff.decompose import decompose_all
from pdgrad.autodiff.names import Scope
from pdgrad.dialects import new_context
from pdgrad.dialects.pd_op.base import compatible, is_float, tensor
from pdgrad.dialects.pd_op.creation import DataOp
from pdgrad.kernels.machine import Machine
from pdgrad.kernels.types import dtype_of
from pdgrad.passes.check_dominance import check_dominance
from xdsl.dialects.builtin import ModuleOp, StringAttr, TensorType
from xdsl.parser import Parser
from xdsl.printer import Printer

from .case import Case, weight

FOLDER = Path(__file__).parent
FAMILIES = sorted(path.stem[len("cases_") :] for path in FOLDER.glob("cases_*.py"))
STEP = 1e-5
SMALL = 6
"""Tensors of up to this many elements are varied element by element, larger ones at random."""

Arrays = dict[str, np.ndarray[Any, Any]]


def cases_of(family: str) -> list[Case]:
    cases: list[Case] = import_module(f"tests.ops.cases_{family}").CASES
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), f"two rows of {family} have one name"
    return cases


ROWS = [
    pytest.param(family, case, id=f"{family}-{case.name}")
    for family in FAMILIES
    for case in cases_of(family)
]


DIFFERENTIATED = [row for row in ROWS if row.values[1].order >= 1]  # pyright: ignore


# --- programs --------------------------------------------------------------------------------


@cache
def context() -> Any:
    return new_context()


def read(text: str) -> ModuleOp:
    module = Parser(context(), text).parse_module()
    check(module)
    return module


def check(module: ModuleOp) -> None:
    module.verify()
    check_dominance(module)


class Derivative:
    """A row's program, its gradient and the gradient of that: one more order at each `next`.

    `targets` are what the next order differentiates, and `loss` is their weighted sum. Their
    weights are inputs of the program, so that the next order differentiates for them too.
    """

    def __init__(self, case: Case):
        self.case = case
        self.order = 0
        self.module = read(case.text())
        self.arrays = case.arrays()
        self.inputs = case.differentiable()
        self.machine = Machine(self.module, copy=False)
        self.values = self.run()
        types = Scope(self.module).fetches()
        self.targets = [name for name in case.outs if is_float(types[name].type)]
        self.seeds = {name: case.outs.index(name) for name in self.targets}

    def run(self, changed: Mapping[str, np.ndarray[Any, Any]] | None = None) -> Arrays:
        return self.machine.run({**self.arrays, **(changed or {})}, seed=0)

    def loss(self, changed: Mapping[str, np.ndarray[Any, Any]] | None = None) -> float:
        """The sum of the targets, each times its weight."""
        found = self.run(changed)
        weights = {**self.arrays, **(changed or {})}
        return sum(float(np.sum(found[n] * self._weight(n, weights))) for n in self.targets)

    def _weight(self, name: str, arrays: Mapping[str, Any]) -> Any:
        value, given = self.values[name], arrays.get(weight_name(name))
        return weight(value.shape, value.dtype, self.seeds[name]) if given is None else given

    def next(self, inputs: Sequence[str] | None = None) -> Derivative:
        """The program with one order more (of some inputs only)."""
        new = object.__new__(Derivative)
        new.case, new.order = self.case, self.order + 1
        new.module = self.module.clone()
        new.arrays = dict(self.arrays)
        fetches = Scope(new.module).fetches()
        for name in self.targets:
            new.arrays[weight_name(name)] = self._weight(name, self.arrays)
            weight_op = DataOp.create(
                result_types=[fetches[name].type],
                properties={"name": StringAttr(weight_name(name))},
            )
            new.module.body.block.add_op(weight_op)
        new.inputs = list(self.inputs if inputs is None else inputs)
        suffix = new.suffix()
        append_backward(
            new.module,
            self.targets,
            new.inputs,
            [weight_name(name) for name in self.targets],
            suffix=suffix,
        )
        check(new.module)
        new.machine = Machine(new.module, copy=False)
        new.values = new.run()
        new.targets = [n + suffix for n in new.inputs if n + suffix in new.values]
        new.seeds = {name: 7 * new.order + k for k, name in enumerate(new.targets)}
        new.inputs = [*new.inputs, *(weight_name(name) for name in self.targets)]
        return new

    def suffix(self) -> str:
        return "@GRAD" if self.order == 1 else f"@GRAD{self.order}"

    def gradient(self, name: str) -> np.ndarray[Any, Any]:
        """The gradient of an input; zeros where no target depends on it."""
        found = self.values.get(name + self.suffix())
        return np.zeros_like(self.arrays[name]) if found is None else found

    def is_double(self) -> bool:
        """Whether all of it is in double precision, as central differences need."""
        arrays = [self.arrays[n] for n in self.inputs] + [self.values[n] for n in self.targets]
        return all(array.dtype == np.float64 for array in arrays)


def weight_name(target: str) -> str:
    return target + "@WEIGHT"


# --- comparisons -----------------------------------------------------------------------------


@cache
def recorded(family: str) -> Arrays:
    path = FOLDER / "data" / f"{family}.npz"
    if not path.exists():
        return {}
    with np.load(path) as archive:
        return {name: archive[name] for name in archive.files}


def compare(got: Any, expected: Any, what: str, tolerance: float) -> None:
    """Equal elements where they are not finite; else close, beside the largest one."""
    assert got.shape == expected.shape, f"{what}: shape {got.shape}, expected {expected.shape}"
    if expected.dtype.kind not in "fc":
        assert np.array_equal(got, expected), f"{what}: {got}, expected {expected}"
        return
    finite = np.isfinite(expected)
    same = np.array_equal(got[~finite], expected[~finite], equal_nan=True)
    assert same and np.all(np.isfinite(got[finite])), f"{what}: {got}, expected {expected}"
    if np.any(finite):
        worst = np.max(np.abs(got[finite] - expected[finite]))
        worst = worst / (np.max(np.abs(expected[finite])) + 1e-3)
        assert worst <= tolerance, f"{what} is off by {worst:.1e}: {got}, expected {expected}"


def tolerance_of(case: Case, array: np.ndarray[Any, Any]) -> float:
    single = array.dtype in (np.float32, np.complex64)
    return max(case.tolerance, 2e-4) if single else case.tolerance


def check_slopes(before: Derivative, after: Derivative) -> None:
    """The gradient along some directions, against central differences of the loss."""
    rng = np.random.default_rng(after.order)
    for name in before.inputs:
        x, gradient = before.arrays[name], after.gradient(name)
        for direction in directions(x.shape, rng):
            up = before.loss({name: x + STEP * direction})
            down = before.loss({name: x - STEP * direction})
            slope, along = (up - down) / (2 * STEP), float(np.sum(gradient * direction))
            size = max(abs(slope), float(np.max(np.abs(gradient), initial=0.0)), abs(up) * 1e-3)
            tolerance = max(10 * before.case.tolerance, 1e-5)
            assert abs(slope - along) <= tolerance * size + 1e-8, (
                f"order {after.order}, {name} along {direction.tolist()}: "
                f"{along}, central difference {slope}"
            )


def directions(shape: tuple[int, ...], rng: np.random.Generator) -> list[np.ndarray[Any, Any]]:
    size = int(np.prod(shape))
    if size <= SMALL:
        return [unit.reshape(shape) for unit in np.eye(size)]
    return [rng.normal(size=shape) for _ in range(2)]


def check_round_trip(module: ModuleOp) -> None:
    """The text reads back as the same program, in the custom and the generic form."""
    text = str(module)
    generic = StringIO()
    Printer(generic, print_generic_format=True).print_op(module)
    for form in (text, generic.getvalue()):
        assert str(Parser(context(), form).parse_module()) == text


# --- tests -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("family", "case"), ROWS)
def test_forward(family: str, case: Case) -> None:
    module = read(case.text())
    outputs = Machine(module, copy=False).run(case.arrays(), seed=0)
    for name, value in Scope(module).fetches().items():
        declared, got = value.type, outputs[name]
        if not isinstance(declared, TensorType):
            continue
        assert got.dtype == dtype_of(declared.element_type), f"{name}: {got.dtype}, {declared}"
        actual = tensor(declared.element_type, got.shape)
        assert compatible(declared, actual), f"{name}: {actual}, declared {declared}"
    if case.paddle is not None:
        known = recorded(family)
        for name in case.outs:
            key = f"{case.name}/{name}"
            assert key in known, f"record it first: python tests/ops/record.py {family}"
            expected = known[key]
            assert outputs[name].dtype == expected.dtype, f"Paddle gives {expected.dtype}"
            compare(outputs[name], expected, name, tolerance_of(case, expected))
    check_round_trip(module)


@pytest.mark.parametrize(("family", "case"), DIFFERENTIATED)
def test_gradients(family: str, case: Case) -> None:
    forward = Derivative(case)
    backward = forward.next()
    check_against_paddle(family, backward, forward.inputs)
    if case.smooth and forward.is_double():
        check_slopes(forward, backward)
    check_round_trip(backward.module)
    check_forms(forward, backward)
    before = backward
    while before.order < case.order and before.targets:
        after = before.next()
        if case.smooth and before.is_double():
            check_slopes(before, after)
        before = after


def check_against_paddle(family: str, backward: Derivative, inputs: Sequence[str]) -> None:
    known = recorded(family)
    for name in inputs:
        got, x = backward.gradient(name), backward.arrays[name]
        assert got.dtype == x.dtype and got.shape == x.shape, f"gradient of {name}: {got}"
        expected = known.get(f"{backward.case.name}/{name}@GRAD")
        if expected is not None:
            tolerance = tolerance_of(backward.case, expected)
            compare(got, expected, f"gradient of {name}", tolerance)


def check_forms(forward: Derivative, backward: Derivative) -> None:
    """Kernels of gradient ops and decompositions agree, whichever inputs are asked for."""
    decomposed = backward.module.clone()
    if decompose_all(decomposed):
        check(decomposed)
        outputs = Machine(decomposed, copy=False).run(backward.arrays, seed=0)
        for name in backward.targets:
            tolerance = max(tolerance_of(backward.case, outputs[name]) / 10, 1e-9)
            compare(outputs[name], backward.values[name], f"{name} decomposed", tolerance)
    if len(forward.inputs) > 1:
        for name in forward.inputs:
            alone = forward.next([name]).gradient(name)
            compare(alone, backward.gradient(name), f"gradient of {name} alone", 1e-6)
