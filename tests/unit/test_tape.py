"""What each loop and branch of the programs saves, and that nothing smaller would do.

The table lists, for every push of the differentiated program, what made the pushed values. Every
one is needed: with another value in its place the gradient is another (or the run fails).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from pdgrad.dialects.cf import TuplePopOp, TuplePushOp
from pdgrad.kernels.machine import RunError
from xdsl.dialects.builtin import ModuleOp, TensorType
from xdsl.dialects.test import TestPureOp
from xdsl.ir import Operation, SSAValue

import pdgrad

PROGRAMS = Path(__file__).parent.parent / "programs"

SAVED = {
    "array_carried": [["carry", "array_read", "multiply"]],
    "array_in_while": [["carry", "carry", "tanh", "shape64"]],
    "if_captures": [["multiply"]],
    "if_in_if_local": [["exp", "greater_than"]],
    "if_in_while": [["carry", "greater_than"]],
    "if_nested": [["exp"], ["greater_than"], ["tanh"], ["greater_than"]],
    "if_one_side": [["exp"]],
    "if_passthrough": [],
    "if_simple": [],
    "if_yield_and_use": [["multiply", "exp"]],
    "lstm_while": [
        ["carry"] * 3 + ["squeeze", "sigmoid", "sigmoid", "tanh", "sigmoid", "tanh"],
    ],
    "newton_sqrt": [["carry", "divide"]],
    "while_data_dep": [["carry"]],
    "while_in_if": [["carry"], ["stack", "stack"]],
    "while_in_while_local": [["carry", "multiply"], ["carry", "exp", "stack", "stack"]],
    "while_invariant": [["carry"]],
    "while_multi": [["carry", "carry"]],
    "while_nested": [["carry", "tanh"], ["stack", "stack", "while"]],
    "while_nested_dep": [["carry"], ["stack", "stack"]],
    "while_pow": [["tanh"]],
    "while_same_init": [["carry", "sin"]],
    "while_swap": [["carry"]],
    "while_two": [["carry", "sin"], ["carry"]],
    "while_yield_and_use": [["carry", "tanh"]],
    "while_yield_twice": [["carry", "add"]],
    "while_zero_trip": [["carry"]],
}


def differentiated(name: str) -> ModuleOp:
    folder = PROGRAMS / name
    case = json.loads((folder / "case.json").read_text())
    module = pdgrad.read_pir_json(folder / "forward.json")
    pdgrad.append_backward(module, case["targets"], case["inputs"])
    return module


def kind(value: SSAValue) -> str:
    owner = value.owner
    if not isinstance(owner, Operation):
        return "carry"
    return "stack" if owner.name == "cf.stack_create" else owner.name.split(".", 1)[1]


@pytest.mark.parametrize("name", SAVED)
def test_what_is_saved(name: str) -> None:
    pushes = [op for op in differentiated(name).walk() if isinstance(op, TuplePushOp)]
    assert [[kind(value) for value in push.values] for push in pushes] == SAVED[name]


class Spoil:
    """Replaces a popped value by another one when the program runs."""

    def __init__(self, module: ModuleOp, pop: int, place: int):
        pops = [op for op in module.walk() if isinstance(op, TuplePopOp)]
        value = pops[pop].values[place]
        self.op = TestPureOp.create(operands=[value], result_types=[value.type])
        assert pops[pop].parent is not None
        pops[pop].parent.insert_op_after(self.op, pops[pop])
        for use in list(value.uses):
            if use.operation is not self.op:
                use.operation.operands[use.index] = self.op.results[0]


spoilt: list[Any] = []
"""What was replaced in a run."""


def other(x: Any) -> Any:
    x = np.asarray(x)
    spoilt.append(x)
    if x.dtype == np.bool_:
        return ~x
    return x + 1 if np.issubdtype(x.dtype, np.integer) else x * 0.7 + 0.2


@pytest.mark.parametrize("name", SAVED)
def test_every_saved_value_is_needed(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pdgrad.kernels import registry

    monkeypatch.setitem(registry._KERNELS, TestPureOp, registry.Kernel(other))  # pyright: ignore
    inputs = dict(np.load(PROGRAMS / name / "inputs.npz"))
    module = differentiated(name)
    right = pdgrad.run(module, inputs)
    pops = [op for op in module.walk() if isinstance(op, TuplePopOp)]
    for index, pop in enumerate(pops):
        for place, value in enumerate(pop.values):
            if not isinstance(value.type, TensorType):
                continue
            spoiled = module.clone()
            Spoil(spoiled, index, place)
            spoilt.clear()
            try:
                got = pdgrad.run(spoiled, inputs)
            except RunError:
                continue
            if not spoilt:
                continue  # these inputs do not take the branch
            assert any(not np.allclose(right[key], got[key]) for key in right), (pop, place)
