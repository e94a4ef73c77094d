"""Interpolation in NumPy: a product with a matrix on each axis."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from ..dialects.pd_op.base import python_value
from ..dialects.pd_op.interpolation import (
    BicubicInterpGradOp,
    BicubicInterpOp,
    BilinearInterpGradOp,
    BilinearInterpOp,
    InterpolationBase,
    LinearInterpGradOp,
    LinearInterpOp,
    NearestInterpGradOp,
    NearestInterpOp,
    TrilinearInterpGradOp,
    TrilinearInterpOp,
    scaled,
)
from ..dialects.pd_op.windows import is_channel_last
from .axes import along
from .registry import kernel

CUBIC = -0.75
"""The parameter a of Keys's cubic convolution kernel, as in Paddle."""


def _scales(scale_tensor: Any, size_tensor: Any, rank: int, op: InterpolationBase) -> Any:
    """The scale of each axis, empty where sizes alone are given."""
    if scale_tensor is None or size_tensor is not None:
        return op.scales(rank)
    found = [float(s) for s in np.ravel(np.asarray(scale_tensor, np.float32))]
    return tuple(found * rank if len(found) == 1 else found)


def _sizes(
    old: Sequence[int], scales: Any, out_size: Any, size_tensor: Any, op: InterpolationBase
) -> list[int]:
    """The new size of each axis."""
    if size_tensor is not None:
        return [int(np.ravel(n)[0]) for n in size_tensor]
    if out_size is not None:
        return [int(n) for n in np.ravel(out_size)]
    if scales:
        return [scaled(size, scale) for size, scale in zip(old, scales, strict=True)]
    asked = (op.out_d, op.out_h, op.out_w)[3 - len(old) :]
    return [python_value(n) for n in asked]


def _matrices(old: Sequence[int], new: Sequence[int], scales: Any, op: InterpolationBase) -> Any:
    """For each axis the matrix [new size, size]."""
    corners, mode = python_value(op.align_corners), python_value(op.align_mode)
    find = {"nearest": _nearest, "bicubic": _cubic}.get(op.MODE, _linear)
    matrices: list[Any] = []
    for i, (size, count) in enumerate(zip(old, new, strict=True)):
        ratio = _ratio(size, count, scales[i] if scales else None, op)
        matrices.append(find(size, count, ratio, corners, mode))
    return matrices


def _ratio(size: int, count: int, scale: float | None, op: InterpolationBase) -> Any:
    """How far apart the places are that are read."""
    corners = python_value(op.align_corners)
    if count == 1 and (corners or op.ONE_AT_START):
        return np.float32(0)
    if corners:
        return np.float32(size - 1) / np.float32(count - 1)
    return np.float32(1 / scale) if scale else np.float32(size) / np.float32(count)


def _at(index: Any, size: int) -> Any:
    """[count, size]: 1 at each index."""
    return (np.clip(index, 0, size - 1)[:, None] == np.arange(size)) * 1.0


def _positions(count: int, ratio: Any, half: bool) -> Any:
    order = np.arange(count)
    return float(ratio) * (order + 0.5) - 0.5 if half else float(ratio) * order


def _nearest(size: int, count: int, ratio: Any, corners: bool, mode: int) -> Any:
    position = ratio * np.arange(count, dtype=np.float32)
    return _at(np.floor(position + np.float32(0.5 if corners else 0)).astype(np.int64), size)


def _linear(size: int, count: int, ratio: Any, corners: bool, mode: int) -> Any:
    position = np.maximum(_positions(count, ratio, mode == 0 and not corners), 0)
    before = np.floor(position)
    share = (position - before)[:, None]
    index = before.astype(np.int64)
    return (1 - share) * _at(index, size) + share * _at(index + 1, size)


def _cubic(size: int, count: int, ratio: Any, corners: bool, mode: int) -> Any:
    position = _positions(count, ratio, not corners)
    before = np.floor(position)
    share = (position - before)[:, None]
    index = before.astype(np.int64)
    near, far = _near(share), _far(share + 1)
    near_back, far_back = _near(1 - share), _far(2 - share)
    return (
        far * _at(index - 1, size)
        + near * _at(index, size)
        + near_back * _at(index + 1, size)
        + far_back * _at(index + 2, size)
    )


def _near(distance: Any) -> Any:
    """The cubic kernel up to 1 away."""
    return ((CUBIC + 2) * distance - (CUBIC + 3)) * distance * distance + 1


def _far(distance: Any) -> Any:
    """The cubic kernel from 1 to 2 away."""
    return ((CUBIC * distance - 5 * CUBIC) * distance + 8 * CUBIC) * distance - 4 * CUBIC


@kernel(LinearInterpOp, BilinearInterpOp, TrilinearInterpOp, NearestInterpOp, BicubicInterpOp)
def interpolate(x: Any, out_size: Any, size_tensor: Any, scale_tensor: Any, op: Any) -> Any:
    first = 1 if is_channel_last(op.data_format.data) else 2
    old = x.shape[first : first + x.ndim - 2]
    scales = _scales(scale_tensor, size_tensor, len(old), op)
    new = _sizes(old, scales, out_size, size_tensor, op)
    return along(x, _matrices(old, new, scales, op), first)


@kernel(
    LinearInterpGradOp,
    BilinearInterpGradOp,
    TrilinearInterpGradOp,
    NearestInterpGradOp,
    BicubicInterpGradOp,
)
def interpolate_grad(
    x: Any, out_size: Any, size_tensor: Any, scale_tensor: Any, output_grad: Any, op: Any
) -> Any:
    first = 1 if is_channel_last(op.data_format.data) else 2
    old, new = (v.shape[first : first + x.ndim - 2] for v in (x, output_grad))
    scales = _scales(scale_tensor, size_tensor, len(old), op)
    return along(output_grad, [m.T for m in _matrices(old, new, scales, op)], first)
