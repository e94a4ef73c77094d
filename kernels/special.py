"""Special functions, from SciPy."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from ..dialects.pd_op.special import (
    DigammaOp,
    ErfinvOp,
    ErfOp,
    GammainccOp,
    GammalnOp,
    I0eOp,
    I0Op,
    I1eOp,
    I1Op,
    LgammaOp,
    LogitOp,
    PolygammaOp,
)
from .elementwise import floating, limited
from .registry import kernel, kernels


def scipy_special(name: str) -> Any:
    """That function of scipy.special, which is imported when it is first needed."""
    return getattr(import_module("scipy.special"), name)


def _scipy(name: str) -> Callable[[Any], Any]:
    """The kernel that is that function of scipy.special."""
    return floating(lambda x: scipy_special(name)(x))


kernels(
    {
        ErfOp: _scipy("erf"),
        ErfinvOp: _scipy("erfinv"),
        LgammaOp: _scipy("gammaln"),
        GammalnOp: _scipy("gammaln"),
        DigammaOp: _scipy("psi"),
        I0Op: _scipy("i0"),
        I0eOp: _scipy("i0e"),
        I1Op: _scipy("i1"),
        I1eOp: _scipy("i1e"),
    }
)


@kernel(PolygammaOp)
def polygamma(x: Any, n: int) -> Any:
    element = np.float32 if x.dtype.kind in "biu" else x.dtype
    return np.asarray(scipy_special("polygamma")(n, x)).astype(element)


@kernel(LogitOp)
def logit(x: Any, eps: float) -> Any:
    x = x.astype(np.float32) if x.dtype.kind in "biu" else x
    if eps:
        x = limited(x, x.dtype.type(eps), x.dtype.type(1 - eps))
    return np.log(x / (1 - x))


@kernel(GammainccOp)
def gammaincc(x: Any, y: Any) -> Any:
    return scipy_special("gammaincc")(x, y)
