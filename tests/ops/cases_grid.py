"""Images read at points: grid_sample, affine_grid, roi_align."""

from __future__ import annotations

from typing import Any

from .case import Case
from .cases_convolution import attributes, sizes

WIDE: dict[str, Any] = {"domain": {"g": (-1.9, 1.9)}}


def sample(
    label: str,
    x: str,
    grid: str,
    mode: str,
    padding: str,
    corners: bool = True,
    **options: Any,
) -> Case:
    """A reading of x at the points g."""
    given = attributes(mode=mode, padding_mode=padding, align_corners=corners)
    return Case(
        f"grid_sample_{label}",
        f"%out = pd_op.grid_sample %x, %g {given}",
        {"x": x, "g": grid},
        f"F.grid_sample(x, g, {mode!r}, {padding!r}, {corners})",
        **{**WIDE, **options},
    )


SAMPLES = [
    *(
        sample(f"{mode}_{padding}_{corners}", "2x2x3x4xf64", "2x2x3x2xf64", mode, padding, corners)
        for mode in ("bilinear", "nearest")
        for padding in ("zeros", "border", "reflection")
        for corners in (True, False)
    ),
    sample("order3", "1x1x3x4xf64", "1x2x2x2xf64", "bilinear", "zeros", order=3),
    sample("f32", "2x2x3x4xf32", "2x2x3x2xf32", "bilinear", "zeros", order=1),
    sample("volume", "1x2x2x3x4xf64", "1x1x2x3x3xf64", "bilinear", "zeros"),
    sample("volume_mirrored", "1x2x2x3x4xf64", "1x1x2x2x3xf64", "bilinear", "reflection", False),
    sample("volume_nearest", "1x2x2x3x4xf64", "1x1x2x3x3xf64", "nearest", "border"),
    sample("far", "1x1x3x4xf64", "1x2x3x2xf64", "bilinear", "reflection", domain={"g": (-9, 9)}),
    sample("dynamic", "?x2x?x?xf64", "?x?x?x2xf64", "bilinear", "zeros",
           sizes={"x": (2, 2, 3, 4), "g": (2, 2, 3, 2)}),
    sample("dynamic_mirrored", "?x2x?x?xf64", "?x?x?x2xf64", "bilinear", "reflection",
           sizes={"x": (2, 2, 3, 4), "g": (2, 2, 3, 2)}),
    sample("at_places", "1x1x3x5xf64", "1x1x3x2xf64", "bilinear", "zeros",
           values={"g": [[[[0.0, 0.0], [-0.5, -1.0], [0.5, 0.0]]]]}, smooth=False),
]  # fmt: skip


def affine(label: str, theta: str, shape: tuple[int, ...], corners: bool, **options: Any) -> Case:
    """The grid of an affine map."""
    return Case(
        f"affine_grid_{label}",
        f"%s = pd_op.full_int_array {list(shape)}\n"
        f"%out = pd_op.affine_grid %t, %s {attributes(align_corners=corners)}",
        {"t": theta},
        f"F.affine_grid(t, {list(shape)}, {corners})",
        **options,
    )


GRIDS = [
    affine("corners", "2x2x3xf64", (2, 3, 3, 4), True),
    affine("edges", "2x2x3xf64", (2, 3, 3, 4), False, order=3),
    affine("one", "1x2x3xf64", (1, 1, 1, 3), False),
    affine("volume", "2x3x4xf64", (2, 1, 2, 3, 4), True),
    affine("volume_edges", "2x3x4xf64", (2, 1, 2, 3, 4), False),
    affine("dynamic", "?x2x3xf64", (2, 3, 3, 4), False, sizes={"t": (2, 2, 3)}),
    Case(
        "affine_grid_shape_operand",
        "%out = pd_op.affine_grid %t, %s",
        {"t": "2x2x3xf64", "s": "4xi64"},
        "F.affine_grid(t, [2, 3, 2, 3])",
        values={"s": [2, 3, 2, 3]},
    ),
]

BOXES = [[0.3, 0.2, 3.9, 4.4], [1.0, 0.5, 4.5, 3.1], [-1.5, 2.0, 2.0, 6.5]]


def roi_align(label: str, x: str, counts: list[int], call: str, **given: Any) -> Case:
    """Three boxes of two images, or of one."""
    options = given.pop("options", {})
    return Case(
        f"roi_align_{label}",
        f"%out = pd_op.roi_align %x, %b, %n {attributes(**given)}",
        {"x": x, "b": "3x4xf64", "n": f"{len(counts)}xi32"},
        f"paddle.vision.ops.roi_align(x, b, n, {call})",
        values={"b": BOXES, "n": counts},
        constant=("b",),
        **options,
    )


REGIONS = [
    roi_align("aligned", "2x2x6x5xf64", [2, 1], "(2, 3), 0.8", pooled_height=2, pooled_width=3,
              spatial_scale=0.8, aligned=True),
    roi_align("corners", "2x2x6x5xf64", [1, 2], "(3, 2), 1.3, aligned=False", pooled_height=3,
              pooled_width=2, spatial_scale=1.3),
    roi_align("points", "1x1x6x5xf64", [3], "(2, 2), 1.0, 3", pooled_height=2, pooled_width=2,
              sampling_ratio=3, aligned=True, options={"order": 3}),
    roi_align("dynamic", "?x2x?x?xf64", [2, 1], "(2, 3), 0.8", pooled_height=2, pooled_width=3,
              spatial_scale=0.8, aligned=True, options=sizes(2, 2, 6, 5)),
]  # fmt: skip

CASES = [*SAMPLES, *GRIDS, *REGIONS]
