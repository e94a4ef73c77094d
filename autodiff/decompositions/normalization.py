"""What the gradient ops of normalization mean.

With r = 1 / sqrt(variance + epsilon), n = (x - mean) * r and g = out_grad * scale, averages being
over what shares one mean,

    x_grad = r * (g - average(g) - n * average(g * n))

and scale_grad and bias_grad are sums of out_grad * n and of out_grad. Each op looks at x in a view
(`Grouped`) in which what shares a mean lies along a few axes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from xdsl.ir import Attribute

from ...dialects.pd_op.base import DYNAMIC
from ...dialects.pd_op.elementwise import RsqrtOp
from ...dialects.pd_op.normalization import (
    FastRmsNormGradOp,
    FusedRmsNormExtGradOp,
    GroupNormGradOp,
    InstanceNormGradOp,
    LayerNormGradOp,
    RmsNormGradOp,
    channel_axis,
    first_normalized,
    product,
)
from ..registry import decomposition
from ..values import Value, call, cast, expand_as, reshape_as

Three = tuple[Value | None, Value | None, Value | None]
Wants = tuple[bool, bool, bool]

rsqrt = partial(call, RsqrtOp)


def _same(value: Value) -> Value:
    return value


@dataclass
class Grouped:
    """A tensor in the view in which each mean is over `axes`.

    `reshape` brings a tensor of x's shape into the view, `row` a statistic, `channel_row`
    something with one element a channel to x's own shape. Half precision is computed in the
    statistics' element type.
    """

    source: Value
    axes: tuple[int, ...]
    element: Attribute
    reshape: Callable[[Value], Value] = _same
    row: Callable[[Value], Value] = _same
    channel_row: Callable[[Value], Value] = _same

    def view(self, value: Value) -> Value:
        """A tensor like x in this view."""
        return self.reshape(cast(value, self.element))

    @property
    def x(self) -> Value:
        return self.view(self.source)

    def back(self, value: Value) -> Value:
        """From the view to the shape and type of x."""
        if self.reshape is not _same:
            value = reshape_as(value, self.source)
        return cast(value, self.source.element)

    def average(self, value: Value) -> Value:
        """The mean over the axes, which stay as dims of 1."""
        from ...dialects.pd_op.reduction import MeanOp

        return call(MeanOp, value, self.axes, keepdim=True)

    def total(self, value: Value) -> Value:
        """The sum over the axes, in the shape of a statistic that they leave."""
        from ...dialects.pd_op.reduction import SumOp

        return call(SumOp, value, self.axes)

    def averaged(self, cotangent: Value) -> Value:
        """What each element gets of the cotangent of its mean."""
        from ...dialects.pd_op.shape import NumelOp

        count = product([self.x.shape[axis] for axis in self.axes])
        if count != DYNAMIC:
            return self.row(cotangent * (1 / count))
        elements, means = (
            cast(call(NumelOp, value), self.element) for value in (self.source, cotangent)
        )
        return self.row(cotangent * (means / elements))

    def spread(self, cotangent: Value) -> Value:
        """`averaged`, at each element."""
        return expand_as(self.averaged(cotangent), self.x)

    def x_grad(self, scaled: Value, normalized: Value, inverse: Value) -> Value:
        """The formula above, back in the shape of x."""
        rest = scaled - self.average(scaled)
        return self.back(inverse * (rest - normalized * self.average(scaled * normalized)))


# --- views -----------------------------------------------------------------------------------


def group_view(x: Value, op: Any) -> Grouped:
    """A mean is over a sample's group of channels."""
    channel = channel_axis(x.rank, op.data_format.data)
    groups = op.groups.value.data
    channel_row = row_of_channels(x.rank, channel)
    if channel == 1:

        def reshape(value: Value) -> Value:
            return _reshaped(value, (0, groups, -1))

        axes, ones = (2,), (2,)
    else:

        def reshape(value: Value) -> Value:
            return _reshaped(_flat(value, 1, value.rank - 2), (0, 0, groups, -1))

        axes, ones = (1, 3), (1, 3)
    return Grouped(x, axes, element_of_type(op.mean), reshape, _unsqueezed(ones), channel_row)


def instance_view(x: Value, op: Any) -> Grouped:
    """A mean is over one channel of one sample."""
    samples, channels = x.shape[:2]

    def reshape(value: Value) -> Value:
        if value.rank == 2:
            return _unsqueezed((2,))(value)
        return _flat(value, 2, value.rank - 1)

    def row(value: Value) -> Value:
        if channels != DYNAMIC:
            return _reshaped(value, (-1, channels, 1))
        if samples != DYNAMIC:
            return _reshaped(value, (samples, -1, 1))
        return reshape_as(value, grouped.average(grouped.x))

    element = element_of_type(op.saved_mean)
    grouped = Grouped(x, (2,), element, reshape, row, row_of_channels(x.rank, 1))
    return grouped


def layer_view(x: Value, op: Any) -> Grouped:
    """A mean is over the dims from `begin_norm_axis` on."""
    return _last_dims(x, op.begin_norm_axis.value.data, element_of_type(op.mean))


def rms_view(x: Value, op: Any) -> Grouped:
    """A mean is over the dims of `normalized_shape`."""
    return _last_dims(x, first_normalized(op, x.rank), element_of_type(op.invvar))


def _last_dims(x: Value, begin: int, element: Attribute) -> Grouped:
    def reshape(value: Value) -> Value:
        return _flat(value, begin, value.rank - 1)

    view = _same if begin == x.rank - 1 else reshape
    return Grouped(x, (begin,), element, view, _unsqueezed((begin,)))


def element_of_type(statistic: Any) -> Attribute:
    """The element type of a statistic."""
    return statistic.type.element_type


def row_of_channels(rank: int, channel: int) -> Callable[[Value], Value]:
    """What brings one element a channel into a shape that broadcasts to x."""
    if channel == rank - 1:
        return _same
    return lambda value: _reshaped(value, (-1, *[1] * (rank - 1 - channel)))


def _unsqueezed(axes: tuple[int, ...]) -> Callable[[Value], Value]:
    from ...dialects.pd_op.shape import UnsqueezeOp

    return lambda value: call(UnsqueezeOp, value, axes)


def _reshaped(value: Value, shape: Sequence[int]) -> Value:
    from ...dialects.pd_op.shape import ReshapeOp

    return call(ReshapeOp, value, tuple(shape))


def _flat(value: Value, start: int, stop: int) -> Value:
    """The dims from start to stop as one."""
    from ...dialects.pd_op.shape import FlattenOp

    if start == stop:
        return value
    return call(FlattenOp, value, start_axis=start, stop_axis=stop)


# --- the gradient ops ------------------------------------------------------------------------


@decomposition(GroupNormGradOp)
def group_norm_grad(
    x: Value,
    scale: Value | None,
    bias: Value | None,
    y: Value,
    mean: Value,
    variance: Value,
    y_grad: Value,
    epsilon: float,
    op: Any,
    wanted: Wants,
) -> Three:
    grouped = group_view(x, op)
    row = grouped.row(rsqrt(variance + epsilon))
    return channelwise(grouped, grouped.row(mean), row, scale, bias, y_grad, wanted)


@decomposition(InstanceNormGradOp)
def instance_norm_grad(
    x: Value,
    scale: Value | None,
    bias: Value | None,
    saved_mean: Value,
    saved_variance: Value,
    y_grad: Value,
    op: Any,
    wanted: Wants,
) -> Three:
    grouped = instance_view(x, op)
    row = grouped.row(saved_variance)
    return channelwise(grouped, grouped.row(saved_mean), row, scale, bias, y_grad, wanted)


@decomposition(LayerNormGradOp)
def layer_norm_grad(
    x: Value,
    scale: Value | None,
    bias: Value | None,
    mean: Value,
    variance: Value,
    out_grad: Value,
    epsilon: float,
    op: Any,
    wanted: Wants,
) -> Three:
    grouped = layer_view(x, op)
    inverse = grouped.row(rsqrt(variance + epsilon))
    normalized = (grouped.x - grouped.row(mean)) * inverse
    cotangent = grouped.view(out_grad)
    x_grad = None
    if wanted[0]:
        scaled = cotangent if scale is None else cotangent * cast(scale, grouped.element)
        x_grad = grouped.x_grad(scaled, normalized, inverse)
    return (
        x_grad,
        _lead_sum(grouped, cotangent * normalized, scale) if wanted[1] else None,
        _lead_sum(grouped, cotangent, bias) if wanted[2] else None,
    )


@decomposition(RmsNormGradOp, FastRmsNormGradOp, FusedRmsNormExtGradOp)
def rms_norm_grad(
    x: Value,
    scale: Value | None,
    invvar: Value,
    y_grad: Value,
    op: Any,
    wanted: tuple[bool, bool],
) -> tuple[Value | None, Value | None]:
    """There is no mean to take off: x_grad = r * (g - n * average(g * n))."""
    grouped = rms_view(x, op)
    inverse = grouped.row(invvar)
    normalized = grouped.x * inverse
    cotangent = grouped.view(y_grad)
    x_grad = scale_grad = None
    if wanted[0]:
        scaled = cotangent
        if scale is not None:
            flat = scale if scale.rank == 1 else _reshaped(scale, (-1,))
            scaled = cotangent * cast(flat, grouped.element)
        slope = scaled - normalized * grouped.average(scaled * normalized)
        x_grad = grouped.back(inverse * slope)
    if wanted[1]:
        scale_grad = _lead_sum(grouped, cotangent * normalized, scale)
    return x_grad, scale_grad


def channelwise(
    grouped: Grouped,
    mean: Value,
    inverse: Value,
    scale: Value | None,
    bias: Value | None,
    out_grad: Value,
    wanted: Wants,
) -> Three:
    """The gradients where scale and bias have one element a channel."""
    normalized = (grouped.x - mean) * inverse
    x_grad = None
    if wanted[0]:
        scaled = cast(out_grad, grouped.element)
        if scale is not None:
            scaled = scaled * scale_row(grouped, scale)
        x_grad = grouped.x_grad(grouped.reshape(scaled), normalized, inverse)
    return x_grad, *channel_sums(grouped, normalized, scale, bias, out_grad, wanted)


def scale_row(grouped: Grouped, scale: Value) -> Value:
    """A scale with one element a channel, so that it broadcasts to x."""
    return grouped.channel_row(cast(scale, grouped.element))


def channel_sums(
    grouped: Grouped,
    normalized: Value,
    scale: Value | None,
    bias: Value | None,
    out_grad: Value,
    wanted: Wants,
) -> tuple[Value | None, Value | None]:
    """scale_grad and bias_grad, each summed over all but the channels."""
    from ...dialects.pd_op.reduction import SumOp

    source = grouped.source
    cotangent = cast(out_grad, grouped.element)
    last = grouped.channel_row is _same
    channel = source.rank - 1 if last else 1
    axes = tuple(axis for axis in range(source.rank) if axis != channel)
    scale_grad = bias_grad = None
    if wanted[1] and scale is not None:
        if grouped.reshape is not _same:
            normalized = reshape_as(normalized, source)
        scale_grad = cast(call(SumOp, cotangent * normalized, axes), scale.element)
    if wanted[2] and bias is not None:
        bias_grad = cast(call(SumOp, cotangent, axes), bias.element)
    return scale_grad, bias_grad


def _lead_sum(grouped: Grouped, value: Value, like: Value | None) -> Value | None:
    """The sum over the dims before those that are normalized."""
    from ...dialects.pd_op.reduction import SumOp

    if like is None:
        return None
    total = call(SumOp, value, tuple(range(grouped.axes[0])))
    return cast(reshape_as(total, like), like.element)
