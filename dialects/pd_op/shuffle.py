"""Shuffles: the elements of an image in another order of channels, places and times."""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdsl.dialects.builtin import IntegerAttr, StringAttr, TensorType
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    Types,
    element_of,
    float32,
    integer32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .windows import Ints, channels_first, in_format


class ShuffleBase(PdOp):
    """Shared by shuffles and their gradients, which are shuffles too."""

    data_format = string("NCHW")

    def shuffled(self, shape: Ints) -> Ints:
        """The shape of the result, channels second."""
        return shape

    def unshuffled(self, shape: Ints) -> Ints:
        """The shape of x for that of the result."""
        return shape

    def of(self, value: SSAValue, back: bool = False) -> TensorType:
        """The type of the result for x, or of x for the result."""
        shape = channels_first(shape_of(value), self.data_format.data, 2)
        found = self.unshuffled(shape) if back else self.shuffled(shape)
        return tensor(element_of(value), in_format(found, self.data_format.data))


class ShuffleOp(ShuffleBase):
    """out: the elements of x in another order."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.of(self.x),)


class ShuffleGradOp(ShuffleBase):
    """x_grad: the elements of out_grad back in their places."""

    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.of(self.out_grad, back=True),)


def blocks_to_places(shape: Ints, factor: int) -> Ints:
    """[N, C * factor^2, H, W] -> [N, C, H * factor, W * factor]. Raises VerifyException."""
    batch, channels, *sizes = shape
    if factor < 1 or (channels != DYNAMIC and channels % factor**2):
        raise VerifyException(f"{channels} channels are not a multiple of {factor} squared")
    channels = DYNAMIC if channels == DYNAMIC else channels // factor**2
    return (batch, channels, *(DYNAMIC if n == DYNAMIC else n * factor for n in sizes))


def places_to_blocks(shape: Ints, factor: int) -> Ints:
    """[N, C, H * factor, W * factor] -> [N, C * factor^2, H, W]. Raises VerifyException."""
    batch, channels, *sizes = shape
    if factor < 1 or any(n != DYNAMIC and n % factor for n in sizes):
        raise VerifyException(f"the sizes {sizes} are not multiples of {factor}")
    channels = DYNAMIC if channels == DYNAMIC else channels * factor**2
    return (batch, channels, *(DYNAMIC if n == DYNAMIC else n // factor for n in sizes))


class PixelShuffle(ShuffleBase):
    """factor^2 channels become a block of factor by factor places."""

    upscale_factor = integer32(1)

    def shuffled(self, shape: Ints) -> Ints:
        return blocks_to_places(shape, python_value(self.upscale_factor))

    def unshuffled(self, shape: Ints) -> Ints:
        return places_to_blocks(shape, python_value(self.upscale_factor))


class PixelUnshuffle(ShuffleBase):
    """A block of factor by factor places becomes factor^2 channels."""

    downscale_factor = integer32(1)

    def shuffled(self, shape: Ints) -> Ints:
        return places_to_blocks(shape, python_value(self.downscale_factor))

    def unshuffled(self, shape: Ints) -> Ints:
        return blocks_to_places(shape, python_value(self.downscale_factor))


class ChannelShuffle(ShuffleBase):
    """Channel g * n + i of n channels a group becomes channel i * groups + g."""

    groups = integer32(1)

    def shuffled(self, shape: Ints) -> Ints:
        groups = python_value(self.groups)
        if groups < 1 or (shape[1] != DYNAMIC and shape[1] % groups):
            raise VerifyException(f"{shape[1]} channels do not divide into {groups} groups")
        return shape

    def unshuffled(self, shape: Ints) -> Ints:
        return self.shuffled(shape)


class TemporalShift(ShuffleBase):
    """x holds `seg_num` times of each video after one another. The first C * shift_ratio channels
    come from the time before, as many more from the time after, with zeros at the ends."""

    seg_num = integer32(1)
    shift_ratio = float32(0.25)
    if TYPE_CHECKING:
        data_format: StringAttr
        seg_num: IntegerAttr

    def shuffled(self, shape: Ints) -> Ints:
        times, ratio = python_value(self.seg_num), python_value(self.shift_ratio)
        if times < 1 or (shape[0] != DYNAMIC and shape[0] % times):
            raise VerifyException(f"{shape[0]} images do not divide into {times} times")
        if not 0 <= ratio <= 0.5:
            raise VerifyException(f"shift_ratio {ratio} is not between 0 and 1/2")
        return shape

    def unshuffled(self, shape: Ints) -> Ints:
        return self.shuffled(shape)

    def bounds(self, channels: int) -> tuple[int, int]:
        """Up to which channel values come from the time before, and from the time after."""
        ratio = python_value(self.shift_ratio)
        return int(channels * ratio), int(channels * 2 * ratio)


@irdl_op_definition
class PixelShuffleOp(ShuffleOp, PixelShuffle):
    """Channels as places."""

    name = "pd_op.pixel_shuffle"


@irdl_op_definition
class PixelShuffleGradOp(ShuffleGradOp, PixelShuffle):
    """Gradient of `pixel_shuffle`: a `pixel_unshuffle`."""

    name = "pd_op.pixel_shuffle_grad"


@irdl_op_definition
class PixelUnshuffleOp(ShuffleOp, PixelUnshuffle):
    """Places as channels."""

    name = "pd_op.pixel_unshuffle"


@irdl_op_definition
class PixelUnshuffleGradOp(ShuffleGradOp, PixelUnshuffle):
    """Gradient of `pixel_unshuffle`: a `pixel_shuffle`."""

    name = "pd_op.pixel_unshuffle_grad"


@irdl_op_definition
class ChannelShuffleOp(ShuffleOp, ChannelShuffle):
    """Channels of all groups in turn."""

    name = "pd_op.channel_shuffle"


@irdl_op_definition
class ChannelShuffleGradOp(ShuffleGradOp, ChannelShuffle):
    """Gradient of `channel_shuffle`: one with as many groups as a group had channels."""

    name = "pd_op.channel_shuffle_grad"


@irdl_op_definition
class TemporalShiftOp(ShuffleOp, TemporalShift):
    """Some channels of the times before and after."""

    name = "pd_op.temporal_shift"


@irdl_op_definition
class TemporalShiftGradOp(ShuffleGradOp, TemporalShift):
    """Gradient of `temporal_shift`: the shifts the other way."""

    name = "pd_op.temporal_shift_grad"


OPERATIONS: list[type[Operation]] = [
    PixelShuffleOp,
    PixelShuffleGradOp,
    PixelUnshuffleOp,
    PixelUnshuffleGradOp,
    ChannelShuffleOp,
    ChannelShuffleGradOp,
    TemporalShiftOp,
    TemporalShiftGradOp,
]
