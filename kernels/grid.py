"""Images read at points, in NumPy."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from ..dialects.pd_op.base import python_value
from ..dialects.pd_op.grid import (
    AffineGridGradOp,
    AffineGridOp,
    GridSampleGradOp,
    GridSampleOp,
    RoiAlignBase,
    RoiAlignGradOp,
    RoiAlignOp,
)
from .pooling import by_planes, scattered
from .registry import kernel

# --- grid_sample -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Coordinates:
    """Where an axis is read: at `before` and, with weight `share`, at the place after it; `slope`
    is how much further for one unit of the grid. All are [image, point]."""

    size: int
    before: Any
    share: Any
    slope: Any

    def corner(self, after: int) -> tuple[Any, Any, Any]:
        """The place (0 where it is outside), whether it is inside, and its weight."""
        index = self.before + after
        inside = (index >= 0) & (index < self.size)
        return np.where(inside, index, 0), inside, self.share if after else 1 - self.share


def coordinates(grid: Any, sizes: Sequence[int], op: Any) -> list[Coordinates]:
    """Where each spatial axis is read; a grid's last coordinate is that of the first axis."""
    flat = grid.reshape(grid.shape[0], math.prod(grid.shape[1:-1]), len(sizes))
    padding, corners = op.padding_mode.data, python_value(op.align_corners)
    found: list[Coordinates] = []
    for axis, size in enumerate(sizes):
        raw = flat[..., len(sizes) - 1 - axis]
        scale = (size - 1) / 2 if corners else size / 2
        at = (raw + 1) * scale - (0 if corners else 0.5)
        slope = np.full_like(at, scale)
        if padding == "reflection":
            at, turn = _reflected(at, size, corners)
            slope = slope * turn
        if padding != "zeros":
            slope = slope * ((at >= 0) & (at <= size - 1))
            at = np.clip(at, 0, size - 1)
        if op.mode.data == "nearest":
            before = np.copysign(np.floor(np.abs(at) + 0.5), at)
            share, slope = np.zeros_like(at), np.zeros_like(at)
        else:
            before = np.floor(at)
            share = at - before
        # A point far outside must not overflow an index.
        index = np.clip(np.nan_to_num(before), -2, size + 1).astype(np.int64)
        found.append(Coordinates(size, index, share, slope))
    return found


def _reflected(at: Any, size: int, corners: bool) -> tuple[Any, Any]:
    """A coordinate mirrored at the ends until it is inside, and which way it goes then."""
    edge = 0.0 if corners else -0.5
    length = size - 1 if corners else size
    if length == 0:
        return np.zeros_like(at), np.zeros_like(at)
    rest: Any = np.abs(at - edge) % (2 * length)
    turned = rest > length
    turn: Any = np.where(at < edge, -1.0, 1.0) * np.where(turned, -1.0, 1.0)
    mirrored: Any = np.minimum(rest, 2 * length - rest)
    return mirrored + edge, turn.astype(at.dtype)


@dataclass(frozen=True)
class Corner:
    """One of the places around each point: which way of each axis, the place counted through the
    image, whether it is inside, and the weights of the axes."""

    way: tuple[int, ...]
    index: Any
    inside: Any
    weights: list[Any]

    def weight(self) -> Any:
        """The share that the place has of the result, 0 outside."""
        return math.prod(self.weights) * self.inside

    def step(self, axis: int) -> Any:
        """What the share changes by along an axis."""
        others = [w for i, w in enumerate(self.weights) if i != axis]
        return (1 if self.way[axis] else -1) * math.prod(others) * self.inside


def corners_of(axes: Sequence[Coordinates], mode: str) -> Iterator[Corner]:
    """The places around each point, only the first of them for the nearest."""
    ways = (0,) if mode == "nearest" else (0, 1)
    for way in product(ways, repeat=len(axes)):
        index: Any = 0
        inside: Any = True
        weights: list[Any] = []
        for axis, after in zip(axes, way, strict=True):
            place, here, weight = axis.corner(after)
            index = index * axis.size + place
            inside = inside & here
            weights.append(weight)
        yield Corner(way, index, inside, weights)


def _read(flat: Any, index: Any) -> Any:
    """[image, channel, point]: the image's elements at these places."""
    return np.take_along_axis(flat, index[:, None, :], 2)


@kernel(GridSampleOp)
def grid_sample(x: Any, grid: Any, mode: str, op: GridSampleOp) -> Any:
    axes = coordinates(grid, x.shape[2:], op)
    flat = by_planes(x)
    out = np.zeros((*x.shape[:2], math.prod(grid.shape[1:-1])), x.dtype)
    for corner in corners_of(axes, mode):
        weight = corner.weight().astype(x.dtype, copy=False)
        out += _read(flat, corner.index) * weight[:, None, :]
    return out.reshape(*x.shape[:2], *grid.shape[1:-1])


@kernel(GridSampleGradOp)
def grid_sample_grad(
    x: Any, grid: Any, out_grad: Any, mode: str, op: GridSampleGradOp, wanted: tuple[bool, bool]
) -> Any:
    sizes = x.shape[2:]
    axes = coordinates(grid, sizes, op)
    flat, cotangent = by_planes(x), by_planes(out_grad)
    x_grad = np.zeros_like(x) if wanted[0] else None
    slopes = np.zeros((*flat.shape[:1], cotangent.shape[2], len(sizes)), grid.dtype)
    for corner in corners_of(axes, mode):
        if x_grad is not None:
            values = cotangent * corner.weight()[:, None, :]
            places = np.broadcast_to(corner.index[:, None, :], values.shape)
            x_grad += scattered(values, places, sizes)
        if wanted[1] and mode != "nearest":
            read = np.sum(_read(flat, corner.index) * cotangent, axis=1)
            for axis in range(len(sizes)):
                slopes[..., len(sizes) - 1 - axis] += read * corner.step(axis)
    if not wanted[1]:
        return x_grad, None
    turns = np.stack([axis.slope for axis in reversed(axes)], -1)
    return x_grad, (slopes * turns).reshape(grid.shape).astype(grid.dtype, copy=False)


# --- affine_grid -----------------------------------------------------------------------------


def base_points(sizes: Sequence[int], corners: bool, dtype: Any) -> Any:
    """[place, coordinate and 1]: the points of an image of these sizes, x first."""
    axes: list[Any] = []
    for size in sizes:
        steps = size - 1 if corners else size
        axes.append((2 * np.arange(size) - (size - 1)) / max(steps, 1))
    found = np.meshgrid(*axes, indexing="ij")
    ones = np.ones(math.prod(sizes))
    return np.stack([*(a.ravel() for a in reversed(found)), ones], -1).astype(dtype)


@kernel(AffineGridOp)
def affine_grid(input: Any, output_shape: Any, align_corners: bool) -> Any:
    sizes = [int(n) for n in np.ravel(output_shape)[2:]]
    points = base_points(sizes, align_corners, input.dtype)
    out = np.matmul(points, np.swapaxes(input, 1, 2))
    return out.reshape(input.shape[0], *sizes, len(sizes))


@kernel(AffineGridGradOp)
def affine_grid_grad(input: Any, output_grad: Any, output_shape: Any, align_corners: bool) -> Any:
    sizes = output_grad.shape[1:-1]
    points = base_points(sizes, align_corners, input.dtype)
    flat = output_grad.reshape(output_grad.shape[0], math.prod(sizes), len(sizes))
    return np.matmul(np.swapaxes(flat, 1, 2), points)


# --- roi_align -------------------------------------------------------------------------------


def bins(starts: Any, ends: Any, count: int, size: int, op: RoiAlignBase) -> Any:
    """[box, bin, place]: the matrix of the averages over points of each bin of an axis. A point
    more than one place outside reads zero, one less outside the image's end."""
    length = ends - starts
    if not python_value(op.aligned):
        length = np.maximum(length, 1)
    each = length / count
    ratio = python_value(op.sampling_ratio)
    points = np.full(len(starts), ratio) if ratio > 0 else np.ceil(each).astype(np.int64)
    points = np.maximum(points, 1)
    order = np.arange(int(np.max(points, initial=1)))
    share = (order + 0.5) / points[:, None]
    at = (
        starts[:, None, None]
        + (np.arange(count)[:, None] + share[:, None, :]) * each[:, None, None]
    )
    used = (order < points[:, None])[:, None, :] & (at >= -1) & (at <= size)
    at = np.clip(at, 0, size - 1)
    before = np.floor(at)
    after = (at - before)[..., None]
    index, places = before.astype(np.int64)[..., None], np.arange(size)
    weights = (1 - after) * (index == places) + after * (index + 1 == places)
    return np.sum(weights * used[..., None], axis=2) / points[:, None, None]


def _regions(x: Any, boxes: Any, boxes_num: Any, op: RoiAlignBase) -> tuple[Any, Any, Any]:
    """The image of each box, and the matrices of its bins over height and width."""
    images = np.zeros(len(boxes), np.int64)
    if boxes_num is not None:
        images = np.repeat(np.arange(len(boxes_num)), boxes_num)
    shift = 0.5 if python_value(op.aligned) else 0
    x1, y1, x2, y2 = (boxes * python_value(op.spatial_scale) - shift).T
    rows = bins(y1, y2, python_value(op.pooled_height), x.shape[2], op)
    columns = bins(x1, x2, python_value(op.pooled_width), x.shape[3], op)
    return images, rows[:, None].astype(x.dtype), columns[:, None].astype(x.dtype)


@kernel(RoiAlignOp)
def roi_align(x: Any, boxes: Any, boxes_num: Any, op: RoiAlignOp) -> Any:
    images, rows, columns = _regions(x, boxes, boxes_num, op)
    return np.matmul(np.matmul(rows, x[images]), np.swapaxes(columns, 2, 3))


@kernel(RoiAlignGradOp)
def roi_align_grad(x: Any, boxes: Any, boxes_num: Any, out_grad: Any, op: RoiAlignGradOp) -> Any:
    images, rows, columns = _regions(x, boxes, boxes_num, op)
    spread = np.matmul(np.matmul(np.swapaxes(rows, 2, 3), out_grad), columns)
    out = np.zeros_like(x)
    np.add.at(out, images, spread)
    return out
