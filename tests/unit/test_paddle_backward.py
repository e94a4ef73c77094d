"""On straight lines the gradient ops are Paddle's: the same ops on the same operands.

`backward.txt` is Paddle's own print. A gradient op is known by its name and by what its operands
are: the op that made each (and which of its results), or the name of an input.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from pdgrad.dialects.pd_op.creation import DataOp
from pdgrad.dialects.pir import CombineOp, ParameterOp, SplitOp
from xdsl.dialects.builtin import ModuleOp
from xdsl.ir import Operation, OpResult, SSAValue

import pdgrad

PROGRAMS = Path(__file__).parent.parent / "programs"

KNOWN = {
    "penalty": "Paddle has double-gradient ops there; here the first gradient is decomposed",
}
"""Where the ops differ on purpose, and why."""


def straight_lines() -> list[str]:
    names: list[str] = []
    for folder in sorted(PROGRAMS.iterdir()):
        text = folder / "backward.txt"
        if not text.exists() or folder.name in KNOWN:
            continue
        words = text.read_text()
        if re.search(r'"pd_op.(while|if)"|tensor_array', words):
            continue
        if "Paddle 3.3.1's own" in json.loads((folder / "case.json").read_text())["oracle"]:
            names.append(folder.name)
    return names


def packed(parts: list[str]) -> str:
    """A vec of these values; Paddle unpacks a vec and packs it again, which is the vec."""
    whole = parts[0].rpartition("#")[0]
    if whole and parts == [f"{whole}#{place}" for place in range(len(parts))]:
        return whole
    return "[" + " ".join(parts) + "]"


LINE = re.compile(r'^\s*\((?P<outs>[^)]*)\) = "(?P<name>[^"]+)" \((?P<ins>[^)]*)\)(?P<rest>.*)$')


def of_paddle(text: str) -> Counter[str]:
    """The gradient ops in Paddle's print."""
    made: dict[str, str] = {}
    found: Counter[str] = Counter()
    for line in text.splitlines():
        match = LINE.match(line)
        if match is None:
            continue
        # In-place ops are made pure first.
        name = match["name"].split(".", 1)[1].removesuffix("_")
        outs = [v.strip() for v in match["outs"].split(",") if v.strip()]
        ins = [v.strip() for v in match["ins"].split(",") if v.strip()]
        label = re.search(r'(?:[^_]|parameter_)name:"([^"]*)"', match["rest"])
        if name in ("data", "parameter") and label:
            name = f"{name} {label[1]}"
        for place, out in enumerate(outs):
            made[out] = name if len(outs) == 1 else f"{name}#{place}"
        if name == "combine":
            made[outs[0]] = packed([made[i] for i in ins])
        if name == "split" and match["name"].startswith("builtin"):
            for place, out in enumerate(outs):
                made[out] = f"{made[ins[0]]}#{place}"
        if name.endswith("_grad"):
            given = [made[i] for i in ins if i in made]  # without null operands
            found[f"{name}({', '.join(given)})"] += 1
    return found


def maker(value: SSAValue) -> str:
    assert isinstance(value, OpResult)
    op = value.op
    match op:
        case DataOp():
            return f"data {op.data_name.data}"
        case ParameterOp():
            return f"parameter {op.parameter_name.data}"
        case CombineOp():
            return packed([maker(v) for v in op.inputs])
        case SplitOp():
            return f"{maker(op.input)}#{value.index}"
        case _:
            name = op.name.split(".", 1)[1].removesuffix("_")
            return name if len(op.results) == 1 else f"{name}#{value.index}"


def describe(op: Operation) -> str:
    operands = ", ".join(maker(v) for v in op.operands)
    return f"{op.name.split('.', 1)[1]}({operands})"


def of_ours(module: ModuleOp) -> Counter[str]:
    return Counter(describe(op) for op in module.body.ops if op.name.endswith("_grad"))


@pytest.mark.parametrize("name", straight_lines())
def test_the_same_gradient_ops(name: str) -> None:
    folder = PROGRAMS / name
    case = json.loads((folder / "case.json").read_text())
    module = pdgrad.read_pir_json(folder / "forward.json")
    pdgrad.append_backward(
        module,
        case["targets"],
        case["inputs"],
        case.get("target_gradients") or (),
        case.get("no_grad_set") or (),
    )
    assert of_ours(module) == of_paddle((folder / "backward.txt").read_text())
