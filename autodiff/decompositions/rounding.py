"""What the gradient ops of rounding, absolute value, angle and limits mean."""

from __future__ import annotations

from xdsl.dialects.builtin import ComplexType

from ...dialects.pd_op.compare import LogicalAndOp
from ...dialects.pd_op.rounding import (
    AbsGradOp,
    AbsOp,
    AngleGradOp,
    CeilGradOp,
    ClipGradOp,
    FloorGradOp,
    RintGradOp,
    RoundGradOp,
    SignOp,
    TruncGradOp,
)
from ..registry import decomposition
from ..values import Value, call, cast, compare, ones_like, reshape_as, where, zeros_like


@decomposition(FloorGradOp, CeilGradOp, RoundGradOp, RintGradOp, TruncGradOp)
def step_grad(out_grad: Value) -> Value:
    return zeros_like(out_grad)


@decomposition(AbsGradOp)
def abs_grad(x: Value, out_grad: Value) -> Value:
    """out_grad * x / |x|, and 0 at 0."""
    if not _is_complex(x):
        return out_grad * call(SignOp, x)
    length = call(AbsOp, x)
    at_zero = compare("equal", length, 0.0)
    safe = where(at_zero, ones_like(length), length)
    return cast(where(at_zero, zeros_like(length), out_grad / safe), x.element) * x


@decomposition(AngleGradOp)
def angle_grad(x: Value, out_grad: Value) -> Value:
    """out_grad * (-im, re) / |x|^2, and 0 at 0; a real number keeps its angle."""
    if not _is_complex(x):
        return zeros_like(x)
    from ...dialects.pd_op.fft import ComplexOp, ImagOp, RealOp

    re, im = call(RealOp, x), call(ImagOp, x)
    length = re * re + im * im
    at_zero = compare("equal", length, 0.0)
    safe = where(at_zero, ones_like(length), length)
    factor = where(at_zero, zeros_like(length), out_grad / safe)
    return call(ComplexOp, -(factor * im), factor * re)


@decomposition(ClipGradOp)
def clip_grad(x: Value, out_grad: Value, min: Value, max: Value) -> Value:
    """out_grad where x is within the limits or at one of them."""
    low, high = limit_for(x, min), limit_for(x, max)
    inside = call(LogicalAndOp, compare("greater_equal", x, low), compare("less_equal", x, high))
    return where(inside, out_grad, zeros_like(out_grad))


def limit_for(x: Value, limit: Value) -> Value:
    """A one-element limit, of the element type of x and of a shape that broadcasts to x."""
    limit = cast(limit, x.element)
    return reshape_as(limit, x) if x.rank == 0 else limit


def _is_complex(x: Value) -> bool:
    return isinstance(x.element, ComplexType)
