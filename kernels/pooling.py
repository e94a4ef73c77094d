"""Pooling in NumPy, one axis after the other.

An average of averages, weighted, is a product with a matrix on each axis. A maximum of maxima
over the last axis, then the one before, finds the first place in the order of the elements too.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from ..dialects.pd_op.base import python_value
from ..dialects.pd_op.pooling import (
    LpPool2dGradOp,
    LpPool2dOp,
    MaxPool2dWithIndexGradOp,
    MaxPool2dWithIndexOp,
    MaxPool3dWithIndexGradOp,
    MaxPool3dWithIndexOp,
    Pool2dGradOp,
    Pool2dOp,
    Pool3dGradOp,
    Pool3dOp,
    PoolOp,
    Unpool3dGradOp,
    Unpool3dOp,
    UnpoolGradOp,
    UnpoolOp,
)
from ..dialects.pd_op.windows import is_channel_last
from .axes import along
from .registry import kernel


@dataclass(frozen=True)
class Axis:
    """The windows of an axis: window o reads the places starts[o] <= place < ends[o], and its
    average divides by divisors[o]."""

    size: int
    starts: Any
    ends: Any
    divisors: Any

    def weights(self, average: bool = True) -> Any:
        """[window, place]: the matrix of the average, or of the sum; 0 for an empty window."""
        places = np.arange(self.size)
        inside = (self.starts[:, None] <= places) & (places < self.ends[:, None])
        return inside / np.maximum(self.divisors, 1)[:, None] if average else inside * 1.0

    def places(self) -> tuple[Any, Any]:
        """[window, k]: the k-th place that it reads, and whether there is one."""
        most = max(int(np.max(self.ends - self.starts, initial=0)), 1)
        places = self.starts[:, None] + np.arange(most)
        return np.clip(places, 0, max(self.size - 1, 0)), places < self.ends[:, None]


def axes_of(op: PoolOp, sizes: Sequence[int], kernel_size: Sequence[int]) -> list[Axis]:
    """The windows of a pooling on an image of these sizes."""
    counts = op.counts(sizes, kernel_size)
    if python_value(op.adaptive) and not python_value(op.global_pooling):
        return [_shared(size, count) for size, count in zip(sizes, counts, strict=True)]
    found = op.windows(sizes, kernel_size)
    exclusive = python_value(op.properties.get("exclusive"))
    axes: list[Axis] = []
    for i, (size, count) in enumerate(zip(sizes, counts, strict=True)):
        first = np.arange(count) * found.strides[i] - found.low[i]
        last = first + found.kernel[i]
        starts, ends = np.maximum(first, 0), np.minimum(last, size)
        # Zeros around the image count, at its end as many as at its start.
        whole = ends - starts if exclusive else np.minimum(last, size + found.low[i]) - first
        axes.append(Axis(size, starts, ends, whole))
    return axes


def _shared(size: int, count: int) -> Axis:
    """The windows of an adaptive pooling."""
    order = np.arange(count)
    starts = order * size // count
    ends = -(-(order + 1) * size // count)
    return Axis(size, starts, ends, ends - starts)


# --- maxima ----------------------------------------------------------------------------------


def maxima(x: Any, axes: Sequence[Axis], with_index: bool) -> tuple[Any, Any]:
    """The maximum of each window of an NCHW image, and its first place (-1 where empty)."""
    best, index, stride = x, None, 1
    for i in reversed(range(len(axes))):
        axis = 2 + i
        places, valid = axes[i].places()
        shape = [1] * (x.ndim + 1)
        shape[axis], shape[axis + 1] = places.shape
        seen = np.take(best, places, axis)
        if not np.all(valid):
            seen = np.where(valid.reshape(shape), seen, np.asarray(-np.inf, x.dtype))
        if not with_index:
            best = np.max(seen, axis + 1)
            continue
        choice = np.expand_dims(np.argmax(seen, axis + 1), axis + 1)
        best = _chosen(seen, choice, axis + 1)
        place = _chosen(np.broadcast_to(places.reshape(shape), seen.shape), choice, axis + 1)
        index_seen = 0 if index is None else _chosen(np.take(index, places, axis), choice, axis + 1)
        index = place * stride + index_seen
        stride *= axes[i].size
    for i, axis in enumerate(axes):
        empty = axis.ends <= axis.starts
        if np.any(empty):
            where = (slice(None),) * (2 + i) + (empty,)
            best[where] = max(np.finfo(x.dtype).min, float(np.finfo(np.float32).min))
            if index is not None:
                index[where] = -1
    return best, index


def _chosen(x: Any, choice: Any, axis: int) -> Any:
    return np.squeeze(np.take_along_axis(x, choice, axis), axis)


def scattered(values: Any, index: Any, sizes: Sequence[int]) -> Any:
    """An image of these sizes with the values added at their places."""
    planes, plane = math.prod(values.shape[:2]), math.prod(sizes)
    each = math.prod(values.shape[2:])
    flat = index.reshape(planes, each).astype(np.int64)
    weights = np.where(flat < 0, 0, values.reshape(planes, each))
    places = np.maximum(flat, 0) + np.arange(planes)[:, None] * plane
    out = np.bincount(places.ravel(), weights.ravel(), planes * plane)
    return out.astype(values.dtype).reshape(*values.shape[:2], *sizes)


def by_planes(image: Any) -> Any:
    """[image, channel, place]."""
    return image.reshape(*image.shape[:2], math.prod(image.shape[2:]))


def gathered(image: Any, index: Any) -> Any:
    """What the image has at these places, 0 for the place -1."""
    flat = by_planes(index)
    out = np.take_along_axis(by_planes(image), np.maximum(flat, 0), 2)
    return np.where(flat < 0, np.zeros((), image.dtype), out).reshape(index.shape)


# --- the ops ---------------------------------------------------------------------------------


def _first(x: Any, op: PoolOp) -> Any:
    return np.moveaxis(x, -1, 1) if is_channel_last(op.layout) else x


def _formatted(x: Any, op: PoolOp) -> Any:
    return np.moveaxis(x, 1, -1) if is_channel_last(op.layout) else x


def _kernel_size(size: Any) -> list[int]:
    return [int(k) for k in np.ravel(size)]


@kernel(Pool2dOp, Pool3dOp)
def pool(x: Any, kernel_size: Any, pooling_type: str, op: Any) -> Any:
    image = _first(x, op)
    axes = axes_of(op, image.shape[2:], _kernel_size(kernel_size))
    if pooling_type == "max":
        return _formatted(maxima(image, axes, False)[0], op)
    return _formatted(along(image, [axis.weights() for axis in axes], 2), op)


@kernel(Pool2dGradOp, Pool3dGradOp)
def pool_grad(x: Any, out: Any, out_grad: Any, kernel_size: Any, pooling_type: str, op: Any) -> Any:
    image, cotangent = _first(x, op), _first(out_grad, op)
    sizes = image.shape[2:]
    axes = axes_of(op, sizes, _kernel_size(kernel_size))
    if pooling_type == "max":
        _, index = maxima(image, axes, True)
        return _formatted(scattered(cotangent, index, sizes), op)
    return _formatted(along(cotangent, [axis.weights().T for axis in axes], 2), op)


@kernel(LpPool2dOp)
def lp_pool(x: Any, kernel_size: tuple[int, ...], norm_type: float, op: LpPool2dOp) -> Any:
    image = _first(x, op)
    axes = axes_of(op, image.shape[2:], kernel_size)
    with np.errstate(invalid="ignore"):
        total = along(image**norm_type, [axis.weights(False) for axis in axes], 2)
        return _formatted(total ** (1 / norm_type), op).astype(x.dtype, copy=False)


@kernel(LpPool2dGradOp)
def lp_pool_grad(
    x: Any,
    out: Any,
    out_grad: Any,
    kernel_size: tuple[int, ...],
    norm_type: float,
    op: LpPool2dGradOp,
) -> Any:
    image, norm, cotangent = _first(x, op), _first(out, op), _first(out_grad, op)
    axes = axes_of(op, image.shape[2:], kernel_size)
    part = cotangent
    if norm_type != 1:
        safe = np.where(norm == 0, np.ones((), norm.dtype), norm)
        part = np.where(norm == 0, np.zeros((), norm.dtype), cotangent * safe ** (1 - norm_type))
    spread = along(part, [axis.weights(False).T for axis in axes], 2)
    with np.errstate(invalid="ignore", divide="ignore"):
        power = image ** (norm_type - 1)
    return _formatted(spread * power, op).astype(x.dtype, copy=False)


@kernel(MaxPool2dWithIndexOp, MaxPool3dWithIndexOp)
def max_pool_with_index(x: Any, kernel_size: tuple[int, ...], op: Any) -> Any:
    out, index = maxima(x, axes_of(op, x.shape[2:], kernel_size), True)
    return out, index.astype(np.int32)


@kernel(MaxPool2dWithIndexGradOp, MaxPool3dWithIndexGradOp)
def max_pool_with_index_grad(x: Any, mask: Any, out_grad: Any) -> Any:
    return scattered(out_grad, mask, x.shape[2:])


@kernel(UnpoolOp, Unpool3dOp)
def unpool(x: Any, indices: Any, output_size: Any) -> Any:
    sizes = _kernel_size(output_size)
    lead = x.shape[:2]
    out = np.zeros((*lead, math.prod(sizes)), x.dtype)
    np.put_along_axis(out, by_planes(indices).astype(np.int64), by_planes(x), 2)
    return out.reshape(*lead, *sizes)


@kernel(UnpoolGradOp, Unpool3dGradOp)
def unpool_grad(x: Any, indices: Any, out: Any, out_grad: Any, output_size: Any) -> Any:
    return gathered(out_grad, indices)
