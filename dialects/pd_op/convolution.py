"""Convolutions, their transposes, and the rearrangements `unfold` and `fold` behind them.

A filter has the shape [out, in / groups, kernel...]; a transposed convolution reads the same
filter the other way round, from `out` to `in`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import DenseArrayBase, IntegerAttr, StringAttr, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ReadsFor,
    ShapeOnly,
    Types,
    element_of,
    integer32,
    integers32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .shape import dims_of
from .windows import Ints, Windows, channels_first, in_format, windows


class SlidingOp(PdOp):
    """Shared by all convolutions and their gradients: their attributes, read together."""

    SPATIAL: ClassVar[int]
    if TYPE_CHECKING:
        strides: DenseArrayBase
        paddings: DenseArrayBase
        padding_algorithm: StringAttr
        dilations: DenseArrayBase
        groups: IntegerAttr
        data_format: StringAttr

    def image(self, value: SSAValue) -> Ints:
        """The shape of an image with its channels second."""
        return channels_first(shape_of(value), self.data_format.data, self.SPATIAL)

    def windows(self, image: SSAValue, filter: SSAValue) -> Windows:
        """Where the filter lies on an image. Raises VerifyException."""
        kernel = shape_of(filter)
        if len(kernel) != self.SPATIAL + 2:
            raise VerifyException(f"expected a filter of rank {self.SPATIAL + 2}, got {kernel}")
        return windows(
            self.image(image)[2:],
            kernel[2:],
            python_value(self.strides),
            python_value(self.paddings),
            self.padding_algorithm.data,
            python_value(self.dilations),
        )

    def check_channels(self, name: str, channels: int, expected: int) -> None:
        """Raises VerifyException when an image does not have the channels its filter wants."""
        if DYNAMIC not in (channels, expected) and channels != expected:
            raise VerifyException(f"{name} has {channels} channels, the filter wants {expected}")


class Sliding2dOp(SlidingOp):
    """Over height and width."""

    SPATIAL: ClassVar[int] = 2
    strides = integers32((1, 1))
    paddings = integers32((0, 0))
    padding_algorithm = string("EXPLICIT")
    dilations = integers32((1, 1))
    groups = integer32(1)
    data_format = string("NCHW")


class Sliding3dOp(SlidingOp):
    """Over depth, height and width."""

    SPATIAL: ClassVar[int] = 3
    strides = integers32((1, 1, 1))
    paddings = integers32((0, 0, 0))
    padding_algorithm = string("EXPLICIT")
    dilations = integers32((1, 1, 1))
    groups = integer32(1)
    data_format = string("NCDHW")


# --- convolution -----------------------------------------------------------------------------


class ConvolutionOp(SlidingOp):
    """out[n, o, place] = sum over c and k of
    input[n, c, place * stride - padding + k * dilation] * filter[o, c, k].
    """

    input = operand_def(TensorType)
    filter = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        batch, channels, *sizes = self.image(self.input)
        outs, ins = shape_of(self.filter)[:2]
        counts = self.windows(self.input, self.filter).counts(sizes)
        groups = self.groups.value.data
        if groups < 1 or (outs != DYNAMIC and outs % groups):
            raise VerifyException(f"{outs} output channels do not divide into {groups} groups")
        self.check_channels("input", channels, DYNAMIC if ins == DYNAMIC else ins * groups)
        shape = in_format((batch, outs, *counts), self.data_format.data)
        return (tensor(element_of(self.input), shape),)


class ConvolutionGradOp(SlidingOp):
    """Gradient of a convolution: a transposed convolution of out_grad with the filter, and the
    sums of out_grad times what each window read."""

    input = operand_def(TensorType)
    filter = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    input_grad = result_def(TensorType)
    filter_grad = result_def(TensorType)
    traits = traits_def(Pure(), ReadsFor(input="filter_grad", filter="input_grad"))

    def infer(self) -> Types:
        return (self.input.type, self.filter.type)


@irdl_op_definition
class Conv2dOp(ConvolutionOp, Sliding2dOp):
    """A convolution over height and width."""

    name = "pd_op.conv2d"


@irdl_op_definition
class Conv2dGradOp(ConvolutionGradOp, Sliding2dOp):
    """Gradient of `conv2d`."""

    name = "pd_op.conv2d_grad"


@irdl_op_definition
class DepthwiseConv2dOp(ConvolutionOp, Sliding2dOp):
    """`conv2d` in which each input channel is a group of its own."""

    name = "pd_op.depthwise_conv2d"


@irdl_op_definition
class DepthwiseConv2dGradOp(ConvolutionGradOp, Sliding2dOp):
    """Gradient of `depthwise_conv2d`."""

    name = "pd_op.depthwise_conv2d_grad"


@irdl_op_definition
class Conv3dOp(ConvolutionOp, Sliding3dOp):
    """A convolution over depth, height and width."""

    name = "pd_op.conv3d"


@irdl_op_definition
class Conv3dGradOp(ConvolutionGradOp, Sliding3dOp):
    """Gradient of `conv3d`."""

    name = "pd_op.conv3d_grad"


# --- transposed convolution ------------------------------------------------------------------


class TransposedOp(SlidingOp):
    """x_grad of a convolution whose out_grad is x: each element of x adds a copy of the filter
    to the result. `output_padding` places, or as many as give `output_size`, are added at the
    high end."""

    if TYPE_CHECKING:
        output_padding: DenseArrayBase

        def wanted_size(self) -> Sequence[int]: ...

    x = operand_def(TensorType)
    filter = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        batch, channels, *counts = self.image(self.x)
        ins, outs = shape_of(self.filter)[:2]
        self.check_channels("x", channels, ins)
        groups = self.groups.value.data
        if groups < 1 or (ins != DYNAMIC and ins % groups):
            raise VerifyException(f"{ins} input channels do not divide into {groups} groups")
        sizes = self._sizes(self.windows(self.x, self.filter), counts)
        channels = DYNAMIC if outs == DYNAMIC else outs * groups
        shape = in_format((batch, channels, *sizes), self.data_format.data)
        return (tensor(element_of(self.x), shape),)

    def _sizes(self, windows: Windows, counts: Sequence[int]) -> Sequence[int]:
        more: Ints = python_value(self.output_padding)
        asked = self.wanted_size()
        least = windows.sizes(counts)
        for name, values in (("output_padding", more), ("output_size", asked)):
            if values and len(values) != self.SPATIAL:
                raise VerifyException(f"{name} {list(values)} should have {self.SPATIAL} entries")
        for axis, padding in enumerate(more):
            limit = max(windows.strides[axis], windows.dilations[axis])
            if not 0 <= padding < limit:
                raise VerifyException(f"output_padding {padding} is not in [0, {limit})")
        if not asked:
            return windows.sizes(counts, more)
        for axis, (size, low) in enumerate(zip(asked, least, strict=True)):
            limit = low + windows.strides[axis]
            if DYNAMIC not in (size, low) and not low <= size < limit:
                raise VerifyException(f"output_size {size} is not in [{low}, {limit})")
        return asked


class TransposedGradOp(SlidingOp):
    """Gradient of a transposed convolution: a convolution of out_grad with the filter, and the
    sums of x times what each window reads of out_grad."""

    x = operand_def(TensorType)
    filter = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    filter_grad = result_def(TensorType)
    traits = traits_def(Pure(), ReadsFor(x="filter_grad", filter="x_grad"))

    def infer(self) -> Types:
        return (self.x.type, self.filter.type)


class Sized2dOp(Sliding2dOp):
    """Over height and width; the output size is an operand, empty where none is asked for."""

    output_padding = integers32([])
    output_size = operand_def(TensorType)

    def wanted_size(self) -> Sequence[int]:
        """The output size that is asked for, empty where none is."""
        found = dims_of(self.output_size)
        return (DYNAMIC,) * self.SPATIAL if found is None else found


class Sized3dOp(Sliding3dOp):
    """Over depth, height and width; the output size is an attribute."""

    data_format = string("NCHW")
    output_padding = integers32([])
    output_size = integers32([])

    def wanted_size(self) -> Sequence[int]:
        """The output size that is asked for, empty where none is."""
        return python_value(self.output_size)


@irdl_op_definition
class Conv2dTransposeOp(TransposedOp, Sized2dOp):
    """A transposed convolution over height and width."""

    name = "pd_op.conv2d_transpose"


@irdl_op_definition
class Conv2dTransposeGradOp(TransposedGradOp, Sized2dOp):
    """Gradient of `conv2d_transpose`."""

    name = "pd_op.conv2d_transpose_grad"


@irdl_op_definition
class DepthwiseConv2dTransposeOp(TransposedOp, Sized2dOp):
    """`conv2d_transpose` in which each input channel is a group of its own."""

    name = "pd_op.depthwise_conv2d_transpose"


@irdl_op_definition
class DepthwiseConv2dTransposeGradOp(TransposedGradOp, Sized2dOp):
    """Gradient of `depthwise_conv2d_transpose`."""

    name = "pd_op.depthwise_conv2d_transpose_grad"


@irdl_op_definition
class Conv3dTransposeOp(TransposedOp, Sized3dOp):
    """A transposed convolution over depth, height and width."""

    name = "pd_op.conv3d_transpose"


@irdl_op_definition
class Conv3dTransposeGradOp(TransposedGradOp, Sized3dOp):
    """Gradient of `conv3d_transpose`."""

    name = "pd_op.conv3d_transpose_grad"


# --- columns ---------------------------------------------------------------------------------


class ColumnsOp(PdOp):
    """Shared by `unfold` and `fold`: windows over height and width. Their paddings are in the
    order top, left, bottom, right."""

    kernel_sizes = integers32()
    strides = integers32()
    paddings = integers32()
    dilations = integers32()

    def windows(self, sizes: Sequence[int]) -> Windows:
        """The windows on an image of that height and width."""
        paddings = python_value(self.paddings)
        if len(paddings) != 4:
            raise VerifyException(f"paddings {list(paddings)} should have 4 entries")
        top, left, bottom, right = paddings
        return windows(
            sizes,
            python_value(self.kernel_sizes),
            python_value(self.strides),
            (top, bottom, left, right),
            dilations=python_value(self.dilations),
        )


@irdl_op_definition
class UnfoldOp(ColumnsOp):
    """out[n, :, l]: what window l of image n reads, channel by channel."""

    name = "pd_op.unfold"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        batch, channels, *sizes = channels_first(shape_of(self.x), "NCHW", 2)
        found = self.windows(sizes)
        counts = found.counts(sizes)
        length = DYNAMIC if DYNAMIC in counts else math.prod(counts)
        rows = DYNAMIC if channels == DYNAMIC else channels * math.prod(found.kernel)
        return (tensor(element_of(self.x), (batch, rows, length)),)


@irdl_op_definition
class FoldOp(ColumnsOp):
    """The image of size `output_sizes` in which each place is the sum of what windows, the
    columns of x, have there."""

    name = "pd_op.fold"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    output_sizes = integers32()
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = shape_of(self.x)
        sizes: Ints = python_value(self.output_sizes)
        if len(shape) != 3 or len(sizes) != 2:
            raise VerifyException(
                f"expected x of rank 3 and 2 output_sizes, got {list(shape)} and {list(sizes)}"
            )
        found = self.windows(sizes)
        batch, rows, length = shape
        count, each = math.prod(found.counts(sizes)), math.prod(found.kernel)
        if length not in (DYNAMIC, count):
            raise VerifyException(f"x has {length} columns, there are {count} windows")
        if rows != DYNAMIC and rows % each:
            raise VerifyException(f"the {rows} rows of x are not a multiple of {each}")
        channels = DYNAMIC if rows == DYNAMIC else rows // each
        return (tensor(element_of(self.x), (batch, channels, *sizes)),)


class ColumnsGradOp(ColumnsOp):
    """x_grad of a rearrangement that reads each element any number of times."""

    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class UnfoldGradOp(ColumnsGradOp):
    """Gradient of `unfold`: a `fold`."""

    name = "pd_op.unfold_grad"


@irdl_op_definition
class FoldGradOp(ColumnsGradOp):
    """Gradient of `fold`: an `unfold`."""

    name = "pd_op.fold_grad"
    output_sizes = integers32()


OPERATIONS: list[type[Operation]] = [
    Conv2dOp,
    Conv2dGradOp,
    DepthwiseConv2dOp,
    DepthwiseConv2dGradOp,
    Conv3dOp,
    Conv3dGradOp,
    Conv2dTransposeOp,
    Conv2dTransposeGradOp,
    DepthwiseConv2dTransposeOp,
    DepthwiseConv2dTransposeGradOp,
    Conv3dTransposeOp,
    Conv3dTransposeGradOp,
    UnfoldOp,
    UnfoldGradOp,
    FoldOp,
    FoldGradOp,
]
