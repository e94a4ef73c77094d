"""Every program of tests/programs: its gradient, and its second order where there is one.

The expected values come with the programs (see tests/programs/README.md). Gradients must be the
same before and after other passes.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pdgrad.autodiff.decompose import decompose_all
from pdgrad.dialects import new_context
from pdgrad.passes.check_dominance import check_dominance
from xdsl.dialects.builtin import ModuleOp
from xdsl.parser import Parser
from xdsl.transforms.canonicalize import CanonicalizePass
from xdsl.transforms.common_subexpression_elimination import CommonSubexpressionElimination
from xdsl.transforms.dead_code_elimination import DeadCodeElimination

import pdgrad

PROGRAMS = Path(__file__).parent.parent / "programs"
ALL = sorted(path.parent.name for path in PROGRAMS.glob("*/case.json"))
SECOND = sorted(path.parent.name for path in PROGRAMS.glob("*/second.npz"))


class Program:
    """One folder of tests/programs."""

    def __init__(self, name: str):
        self.folder = PROGRAMS / name
        self.case = json.loads((self.folder / "case.json").read_text())
        self.inputs = dict(np.load(self.folder / "inputs.npz"))

    def read(self) -> ModuleOp:
        return pdgrad.read_pir_json(self.folder / "forward.json")

    def differentiate(self, module: ModuleOp) -> None:
        case = self.case
        pdgrad.append_backward(
            module,
            case["targets"],
            case["inputs"],
            case.get("target_gradients") or (),
            case.get("no_grad_set") or (),
        )
        check(module)

    def again(self, module: ModuleOp, order: int) -> None:
        """One more order: the gradient of the sum of all gradients of the order before."""
        before = "@GRAD" if order == 2 else f"@GRAD{order - 1}"
        names = self.case["inputs"]
        pdgrad.append_backward(module, [n + before for n in names], names, suffix=f"@GRAD{order}")
        check(module)

    def compare(self, module: ModuleOp, file: str = "expected.npz") -> None:
        expected = np.load(self.folder / file)
        outputs = pdgrad.run(module, self.inputs)
        for name, key in self.case["gradients"].items():
            if key is None:
                assert name + "@GRAD" not in outputs
        for key in expected.files:
            compare(expected[key], outputs[key], key)


def compare(expected: np.ndarray[Any, Any], got: np.ndarray[Any, Any], key: str) -> None:
    assert got.shape == expected.shape, key
    if not expected.size:
        return
    tolerance = 1e-6 if expected.dtype == np.float64 else 2e-4
    worst = np.max(np.abs(expected - got)) / (np.abs(expected).max() + 1e-3)
    assert worst <= tolerance, f"{key} is off by {worst:.2e} of the largest element"


def check(module: ModuleOp) -> None:
    module.verify()
    check_dominance(module)


def clean(module: ModuleOp) -> None:
    context = new_context()
    for pass_type in (CanonicalizePass, CommonSubexpressionElimination, DeadCodeElimination):
        pass_type().apply(context, module)
    check(module)


@pytest.mark.parametrize("name", ALL)
def test_gradient(name: str) -> None:
    program = Program(name)
    module = program.read()
    program.differentiate(module)
    program.compare(module)


@pytest.mark.parametrize("name", ALL)
def test_gradient_between_other_passes(name: str) -> None:
    program = Program(name)
    module = program.read()
    clean(module)
    program.differentiate(module)
    clean(module)
    program.compare(module)


@pytest.mark.parametrize("name", ALL)
def test_gradient_decomposed(name: str) -> None:
    program = Program(name)
    module = program.read()
    program.differentiate(module)
    decompose_all(module)
    check(module)
    program.compare(module)


@pytest.mark.parametrize("name", ALL)
def test_gradient_printed_and_read_back(name: str) -> None:
    program = Program(name)
    module = program.read()
    program.differentiate(module)
    text = str(module)
    back = Parser(new_context(), text).parse_module()
    check(back)
    assert str(back) == text
    program.compare(back)


@pytest.mark.parametrize("name", SECOND)
def test_second_order(name: str) -> None:
    program = Program(name)
    module = program.read()
    program.differentiate(module)
    program.again(module, 2)
    program.compare(module, "second.npz")


@pytest.mark.parametrize("name", SECOND)
def test_third_order(name: str) -> None:
    """Third order against central differences of the second, along one direction."""
    program = Program(name)
    module = program.read()
    program.differentiate(module)
    program.again(module, 2)
    program.again(module, 3)
    outputs = pdgrad.run(module, program.inputs)
    rng = np.random.default_rng(0)
    names = [n for n in program.case["inputs"] if n + "@GRAD3" in outputs]
    if not names:
        return
    direction = {n: rng.normal(size=program.inputs[n].shape) for n in names}
    step = 1e-5

    def second(sign: int) -> float:
        moved = {
            n: v + sign * step * direction[n] if n in direction else v
            for n, v in program.inputs.items()
        }
        found = pdgrad.run(module, moved)
        return sum(float(np.sum(v)) for k, v in found.items() if k.endswith("@GRAD2"))

    slope = (second(1) - second(-1)) / (2 * step)
    got = sum(float(np.sum(outputs[n + "@GRAD3"] * direction[n])) for n in names)
    assert got == pytest.approx(slope, rel=1e-4, abs=1e-6)
