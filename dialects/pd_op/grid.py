"""Images read at given points: grids of points, regions of interest.

The coordinates of a grid go from -1 to 1: to the outermost places with `align_corners`, to the
outer edges of those otherwise.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    OPTIONAL_OPERANDS,
    PdOp,
    ReadsFor,
    ShapeOnly,
    Types,
    element_of,
    flag,
    float32,
    integer32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .shape import dims_of

MODES = ("bilinear", "nearest")
PADDINGS = ("zeros", "border", "reflection")


class GridSampleBase(PdOp):
    """Attributes of `grid_sample`. Points outside the image read zeros, the border, or the image
    mirrored at its ends."""

    mode = string("bilinear")
    padding_mode = string("zeros")
    align_corners = flag(True)


@irdl_op_definition
class GridSampleOp(GridSampleBase):
    """out[n, :, place] = x[n] at the point grid[n, place] = (x, y) or (x, y, z), between its
    places or at the nearest. At a place itself the gradient is that towards the next one."""

    name = "pd_op.grid_sample"
    x = operand_def(TensorType)
    grid = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        image, grid = shape_of(self.x), shape_of(self.grid)
        if len(image) not in (4, 5) or len(grid) != len(image):
            raise VerifyException(
                f"expected an image and a grid of rank 4 or 5, got {list(image)} and {list(grid)}"
            )
        if grid[-1] not in (DYNAMIC, len(image) - 2):
            raise VerifyException(f"points of {grid[-1]} coordinates in {len(image) - 2} axes")
        for name, known in (("mode", MODES), ("padding_mode", PADDINGS)):
            given = python_value(self.properties[name])
            if given not in known:
                raise VerifyException(f'{name} "{given}" is not one of {", ".join(known)}')
        batch = grid[0] if image[0] == DYNAMIC else image[0]
        return (tensor(element_of(self.x), (batch, image[1], *grid[1:-1])),)


@irdl_op_definition
class GridSampleGradOp(GridSampleBase):
    """Gradient of `grid_sample`."""

    name = "pd_op.grid_sample_grad"
    x = operand_def(TensorType)
    grid = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    grid_grad = result_def(TensorType)
    traits = traits_def(Pure(), ReadsFor(x="grid_grad"))

    def infer(self) -> Types:
        return (self.x.type, self.grid.type)


@irdl_op_definition
class AffineGridOp(PdOp):
    """output[n, place] = input[n] (x, y, 1) or input[n] (x, y, z, 1), with the coordinates of the
    places of an image of shape `output_shape`; on an axis of one place the coordinate is 0."""

    name = "pd_op.affine_grid"
    input = operand_def(TensorType)
    output_shape = operand_def(TensorType)
    align_corners = flag(True)
    output = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.input)
        rank = shape[1] if len(shape) == 3 else 0
        if rank not in (2, 3) or shape[2] != rank + 1:
            raise VerifyException(f"expected maps of shape [?, 2, 3] or [?, 3, 4], got {shape}")
        sizes = dims_of(self.output_shape) or (DYNAMIC,) * (rank + 2)
        if len(sizes) != rank + 2:
            raise VerifyException(f"output_shape {list(sizes)} should have {rank + 2} entries")
        return (tensor(element_of(self.input), (shape[0], *sizes[2:], rank)),)


@irdl_op_definition
class AffineGridGradOp(PdOp):
    """Gradient of `affine_grid`."""

    name = "pd_op.affine_grid_grad"
    input = operand_def(TensorType)
    output_grad = operand_def(TensorType)
    output_shape = operand_def(TensorType)
    align_corners = flag(True)
    input_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("input"))

    def infer(self) -> Types:
        return (self.input.type,)


class RoiAlignBase(PdOp):
    """Attributes of `roi_align`."""

    irdl_options = OPTIONAL_OPERANDS
    pooled_height = integer32(1)
    pooled_width = integer32(1)
    spatial_scale = float32(1.0)
    sampling_ratio = integer32(-1)
    aligned = flag()


@irdl_op_definition
class RoiAlignOp(RoiAlignBase):
    """out[r]: box r = (x1, y1, x2, y2) of an image, cut into equal bins, the average of each over
    points in it. `boxes_num` says how many boxes each image has. The boxes get no gradient."""

    name = "pd_op.roi_align"
    x = operand_def(TensorType)
    boxes = operand_def(TensorType)
    boxes_num = opt_operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        image, boxes = shape_of(self.x), shape_of(self.boxes)
        if len(image) != 4 or len(boxes) != 2 or boxes[1] not in (DYNAMIC, 4):
            raise VerifyException(
                f"expected x of rank 4 and boxes of shape [?, 4], got {list(image)} and "
                f"{list(boxes)}"
            )
        bins = (python_value(self.pooled_height), python_value(self.pooled_width))
        if min(bins) < 1:
            raise VerifyException(f"the numbers of bins {list(bins)} should be positive")
        return (tensor(element_of(self.x), (boxes[0], image[1], *bins)),)


@irdl_op_definition
class RoiAlignGradOp(RoiAlignBase):
    """Gradient of `roi_align`."""

    name = "pd_op.roi_align_grad"
    x = operand_def(TensorType)
    boxes = operand_def(TensorType)
    boxes_num = opt_operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


OPERATIONS: list[type[Operation]] = [
    GridSampleOp,
    GridSampleGradOp,
    AffineGridOp,
    AffineGridGradOp,
    RoiAlignOp,
    RoiAlignGradOp,
]
