"""Gradients of random programs, first and second order, against central differences and JAX.

    PDGRAD_EXAMPLES=5000 .venv/bin/python -m pytest tests/unit/test_random_programs.py

is the long run; every failure that it finds belongs in a test of its own.
"""

from __future__ import annotations

import os
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pdgrad.passes.check_dominance import check_dominance

import pdgrad

from .random_programs import SIZE, Decisions, Generator, evaluate, text

EXAMPLES = int(os.environ.get("PDGRAD_EXAMPLES", "60"))
STEP = 1e-5


def gradients(module: Any, inputs: dict[str, Any], suffix: str) -> dict[str, Any]:
    outputs = pdgrad.run(module, inputs)
    return {n: outputs.get(n + suffix, np.zeros(SIZE)) for n in ("x", "w")}


def slope(module: Any, inputs: dict[str, Any], direction: dict[str, Any], pick: str) -> float:
    """Central difference of the sum of some outputs along a direction."""

    def total(sign: int) -> float:
        moved = {n: v + sign * STEP * direction[n] for n, v in inputs.items()}
        found = pdgrad.run(module, moved)
        return sum(float(np.sum(v)) for k, v in found.items() if k.endswith(pick))

    return (total(1) - total(-1)) / (2 * STEP)


@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize="PDGRAD_EXAMPLES" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32 - 1), depth=st.integers(0, 4))
def test_random_program(seed: int, depth: int) -> None:
    rng = random.Random(seed)
    statements, result = Generator(rng, depth).program()
    numbers = np.random.default_rng(seed)
    inputs = {n: numbers.normal(size=SIZE) for n in ("x", "w")}
    module = pdgrad.parse(text(statements, result))
    decisions = Decisions()
    expected = evaluate(statements, result, inputs["x"], inputs["w"], np, decisions)
    got = pdgrad.run(module, inputs)["y"]
    assert np.allclose(got, expected, rtol=1e-12, atol=1e-12)

    pdgrad.append_backward(module, ["y"], ["x", "w"])
    module.verify()
    check_dominance(module)
    direction = {n: numbers.normal(size=SIZE) for n in inputs}
    first = gradients(module, inputs, "@GRAD")
    along = sum(float(first[n] @ direction[n]) for n in inputs)
    assert along == pytest.approx(slope(module, inputs, direction, "y"), rel=1e-5, abs=1e-6)
    against_jax(statements, result, inputs, decisions, first)

    names = [n for n in inputs if n + "@GRAD" in pdgrad.run(module, inputs)]
    pdgrad.append_backward(module, [n + "@GRAD" for n in names], names, suffix="@GRAD2")
    module.verify()
    check_dominance(module)
    second = gradients(module, inputs, "@GRAD2")
    along = sum(float(second[n] @ direction[n]) for n in inputs)
    assert along == pytest.approx(slope(module, inputs, direction, "@GRAD"), rel=1e-4, abs=1e-5)


def against_jax(
    statements: Any, result: str, inputs: dict[str, Any], decisions: Decisions, first: Any
) -> None:
    """The same gradients from JAX on the unrolled program, where JAX is installed."""
    try:
        import jax
        import jax.numpy as jnp
    except ImportError:
        return
    jax.config.update("jax_enable_x64", True)

    def total(x: Any, w: Any) -> Any:
        replay = Decisions(decisions.recorded, replay=True)
        return jnp.sum(evaluate(statements, result, x, w, jnp, replay))

    found = jax.grad(total, (0, 1))(inputs["x"], inputs["w"])
    for name, value in zip(("x", "w"), found, strict=True):
        assert np.allclose(first[name], value, rtol=1e-9, atol=1e-10), name
