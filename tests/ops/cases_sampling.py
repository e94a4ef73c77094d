"""Random tensors of given parameters. What is drawn depends on the seed of the run, which the tests
fix."""

from __future__ import annotations

from .case import Case
from .cases_random import drawn

CASES = [
    Case(
        "gumbel_softmax",
        "%out = pd_op.gumbel_softmax %x {temperature = 0.7 : f32, axis = 0 : i32}",
        {"x": "3x2xf64"},
        None,
    ),
    Case(
        "gumbel_softmax_hard",
        "%out = pd_op.gumbel_softmax %x {hard = true}",
        {"x": "3x2xf64"},
        None,
        order=1,
    ),
    drawn("bernoulli", "%out = pd_op.bernoulli %x", "2x3xf64"),
    drawn("standard_gamma", "%out = pd_op.standard_gamma %x", "2x3xf64"),
    drawn("dirichlet", "%out = pd_op.dirichlet %x", "2x3xf32"),
    drawn("binomial", "%n = pd_op.full 9.0 : tensor<2xf64>\n%out = pd_op.binomial %n, %x", "2xf64"),
    drawn(
        "multinomial",
        "%n = pd_op.full 2 : tensor<1xi32>\n%out = pd_op.multinomial %x, %n",
        "2x3xf64",
    ),
    drawn(
        "multinomial_replaced",
        "%n = pd_op.full 4 : tensor<1xi32>\n%out = pd_op.multinomial %x, %n {replacement = true}",
        "3xf32",
    ),
    Case(
        "poisson", "%out = pd_op.poisson %x", {"x": "2x3xf64"}, None, domain={"x": (1, 3)}, order=0
    ),
    *(
        Case(f"{name}", f"%out = pd_op.{name} %x", {"x": "2x3xf64"}, "0 * x", order=1)
        for name in (
            "poisson_grad",
            "exponential__grad",
            "uniform_inplace_grad",
            "gaussian_inplace_grad",
            "random_grad",
        )
    ),
    drawn("exponential", "%out = pd_op.exponential %x {lam = 2.0 : f32}", "2x3xf64"),
    drawn("uniform_inplace", "%out = pd_op.uniform_inplace %x {diag_num = 2 : i32}", "2x3xf64"),
    drawn("gaussian_inplace", "%out = pd_op.gaussian_inplace %x {std = 0.1 : f32}", "2x3xf32"),
    drawn("random", "%out = pd_op.random %x {from = 2 : i64, to = 7 : i64}", "2x3xf64"),
]
