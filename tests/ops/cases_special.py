"""Special functions."""

from __future__ import annotations

from .case import Case
from .cases_elementwise import at, of_integers, unary

CASES = [
    *unary("erf", order=3),
    *unary("erfinv", -0.8, 0.8),
    *unary("lgamma", 0.4, 4.0, order=3),
    *unary("gammaln", 0.4, 4.0),
    *unary("digamma", 0.4, 4.0),
    *unary("lgamma", -1.8, -1.2, label="lgamma_negative"),
    *(
        case
        for n in (1, 2)
        for case in unary(
            "polygamma",
            0.6,
            4.0,
            attributes=f"{{n = {n} : i32}}",
            call=f"paddle.polygamma(x, {n})",
            label=f"polygamma_{n}",
        )
    ),
    *unary("i0", order=3),
    *unary("i0e", 0.2, 2.0),
    *unary("i1", order=3),
    *unary("i1e", -2.0, -0.2),
    at("i0e", [0.0, 1.0, -1.0]),
    at("i1", [0.0, 1.0]),
    at("i1e", [0.0, 1.0]),
    *unary(
        "logit",
        0.15,
        0.85,
        attributes="{eps = 0.1 : f64}",
        call="paddle.logit(x, 0.1)",
    ),
    at(
        "logit", [0.05, 0.1, 0.9, 0.95], attributes="{eps = 0.1 : f64}", call="paddle.logit(x, 0.1)"
    ),
    *unary("logit", 0.1, 0.9, attributes="{eps = 0.0 : f64}", label="logit_0"),
    of_integers("erf"),
    of_integers("lgamma"),
    Case(
        "gammaincc",
        "%out = pd_op.gammaincc %x, %y",
        {"x": "2x3xf64", "y": "2x3xf64"},
        "paddle.gammaincc(x, y)",
        domain={"x": (0.5, 3.0), "y": (0.3, 3.0)},
        constant=("x",),
    ),
    Case(
        "gammaincc_broadcast",
        "%out = pd_op.gammaincc %x, %y",
        {"x": "2x3xf64", "y": "3xf64"},
        None,  # Paddle reads past the shorter one.
        domain={"x": (0.5, 3.0), "y": (0.3, 3.0)},
        constant=("x",),
    ),
]
