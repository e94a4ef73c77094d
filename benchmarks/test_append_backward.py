"""append-backward beside xDSL's parser, at every size and shape of program.

    .venv/bin/pip install -e '.[bench]'
    .venv/bin/python -m pytest benchmarks --benchmark-json=bench.json
    .venv/bin/python benchmarks/report.py bench.json

runs all and writes docs/benchmarks.md and its plot. PDGRAD_SIZES chooses the sizes; Paddle and JAX
take part where they are installed.
"""

from __future__ import annotations

import os
import sys
from typing import Any

import pytest
from pdgrad.dialects import new_context
from xdsl.parser import Parser

import pdgrad

from .shapes import SHAPES

SIZES = [int(n) for n in os.environ.get("PDGRAD_SIZES", "500,2000,8000,32000,100000").split(",")]
DEEP = 2_000
"""The largest program of nested loops: xDSL's parser calls itself several times a level."""

sys.setrecursionlimit(20_000)

cases = pytest.mark.parametrize("shape", SHAPES)
sizes = pytest.mark.parametrize("n", SIZES)


def fits(shape: str, n: int) -> None:
    if shape == "nested loops" and n > DEEP:
        pytest.skip("deeper than xDSL's parser goes")
    if shape != "chain" and n > 32_000:
        pytest.skip("the chain alone goes to 100,000")


def parse(text: str) -> Any:
    return Parser(new_context(), text).parse_module()


@cases
@sizes
def test_parse(benchmark: Any, shape: str, n: int) -> None:
    fits(shape, n)
    text = SHAPES[shape](n)
    benchmark.extra_info.update(shape=shape, n=n, what="xDSL's parser")
    benchmark.pedantic(parse, args=(text,), rounds=3)


@cases
@sizes
def test_append_backward(benchmark: Any, shape: str, n: int) -> None:
    fits(shape, n)
    text = SHAPES[shape](n)
    benchmark.extra_info.update(shape=shape, n=n, what="append-backward")
    benchmark.pedantic(pdgrad.append_backward, setup=lambda: ((parse(text), ["y"]), {}), rounds=3)


@pytest.mark.parametrize("n", [n for n in SIZES if n <= 8_000])
def test_paddle(benchmark: Any, n: int) -> None:
    paddle = pytest.importorskip("paddle")
    paddle.enable_static()

    def program() -> Any:
        main = paddle.static.Program()
        with paddle.static.program_guard(main):
            x = paddle.static.data("x", [3, 4], "float64")
            w = paddle.static.data("w", [3, 4], "float64")
            x.stop_gradient = w.stop_gradient = False
            value = x
            for k in range(n):
                value = paddle.tanh(value) if k % 2 == 0 else value * w
        return (main, value, x, w), {}

    def gradients(main: Any, value: Any, x: Any, w: Any) -> None:
        with paddle.static.program_guard(main):
            paddle.static.gradients([value], [x, w])

    benchmark.extra_info.update(shape="chain", n=n, what="Paddle's gradients")
    benchmark.pedantic(gradients, setup=program, rounds=1)


@pytest.mark.parametrize("n", [n for n in SIZES if n <= 8_000])
def test_jax(benchmark: Any, n: int) -> None:
    jax = pytest.importorskip("jax")
    jnp = jax.numpy

    def chain(x: Any, w: Any) -> Any:
        value = x
        for k in range(n):
            value = jnp.tanh(value) if k % 2 == 0 else value * w
        return value.sum()

    ones = jnp.ones((3, 4))
    benchmark.extra_info.update(shape="chain", n=n, what="JAX's grad, traced")
    benchmark.pedantic(lambda: jax.make_jaxpr(jax.grad(chain, (0, 1)))(ones, ones), rounds=1)
