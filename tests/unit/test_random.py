"""Random ops: what they draw is distributed as they say, and repeats with the seed of a run."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import pdgrad

COUNT = 20_000
SHAPE = f"%shape = pd_op.full_int_array [{COUNT}]\n"


def draw(body: str, seed: int = 0, **inputs: Any) -> Any:
    """The value of %out."""
    lines = [
        f'%{name} = pd_op.data "{name}" : tensor<{"x".join(map(str, value.shape))}xf64>'
        for name, value in inputs.items()
    ]
    text = "\n".join([*lines, body, 'pd_op.fetch %out "out"'])
    return pdgrad.run(pdgrad.parse(text), inputs, seed=seed)["out"]


def repeated(value: float) -> Any:
    filled: Any = np.full(COUNT, value)
    return filled


@pytest.mark.parametrize(
    ("body", "mean", "deviation"),
    [
        (
            SHAPE + "%a = pd_op.full -1.0 : tensor<1xf32>\n%b = pd_op.full 3.0 : tensor<1xf32>\n"
            "%out = pd_op.uniform %shape, %a, %b",
            1.0,
            4 / 12**0.5,
        ),
        (SHAPE + "%out = pd_op.gaussian %shape {mean = 2.0 : f32, std = 0.5 : f32}", 2.0, 0.5),
        (SHAPE + "%out = pd_op.randint %shape {low = 1 : i32, high = 5 : i32}", 2.5, 1.118),
        (
            f"%out = pd_op.truncated_gaussian_random {{shape = array<i32: {COUNT}>}}",
            0.0,
            0.8796,
        ),
        ("%out = pd_op.exponential %x {lam = 4.0 : f32}", 0.25, 0.25),
        ("%out = pd_op.uniform_inplace %x", 0.0, 2 / 12**0.5),
        ("%out = pd_op.gaussian_inplace %x {mean = 1.0 : f32}", 1.0, 1.0),
        ("%out = pd_op.random %x {from = 1 : i64, to = 5 : i64}", 2.5, 1.118),
        ("%out = pd_op.bernoulli %x", 0.3, 0.4583),
        ("%out = pd_op.poisson %x", 0.3, 0.5477),
        ("%out = pd_op.standard_gamma %x", 0.3, 0.5477),
        (
            "%p = pd_op.full 0.2 : tensor<1xf32>\n"
            '%out, %mask = pd_op.dropout %x, _, %p {mode = "upscale_in_train"}',
            0.3,
            0.15,
        ),
    ],
)
def test_moments(body: str, mean: float, deviation: float) -> None:
    inputs = {"x": repeated(0.3)} if "%x" in body else {}
    out = draw(body, **inputs).astype(float)
    margin = 5 * deviation / COUNT**0.5
    assert abs(out.mean() - mean) < margin
    assert abs(out.std() - deviation) < 3 * margin + 0.01


def test_seeds() -> None:
    body = SHAPE + "%out = pd_op.gaussian %shape"
    assert np.array_equal(draw(body, 1), draw(body, 1))
    assert not np.array_equal(draw(body, 1), draw(body, 2))
    fixed = SHAPE + "%out = pd_op.gaussian %shape {seed = 3 : i32}"
    assert np.array_equal(draw(fixed, 1), draw(fixed, 2))


@pytest.mark.parametrize("replacement", ["true", "false"])
def test_multinomial(replacement: str) -> None:
    weights = np.tile([0.0, 1.0, 3.0], (COUNT, 1))
    body = (
        "%n = pd_op.full 2 : tensor<1xi32>\n"
        f"%out = pd_op.multinomial %x, %n {{replacement = {replacement}}}"
    )
    out = draw(body, x=weights)
    assert set(np.unique(out)) == {1, 2}
    assert abs((out[:, 0] == 2).mean() - 0.75) < 0.02
    assert np.any(out[:, 0] == out[:, 1]) == (replacement == "true")


def test_multinomial_of_too_few() -> None:
    body = "%n = pd_op.full 3 : tensor<1xi32>\n%out = pd_op.multinomial %x, %n"
    with pytest.raises(Exception, match="fewer than 3"):
        draw(body, x=np.array([0.0, 1.0, 3.0]))
