"""Interpolation: an image at another size, read between its places.

Place o of an axis of the result is read at ratio * o when `align_corners` (the ratio taking the
last place to the last), else at ratio * (o + 1/2) - 1/2; linear modes with `align_mode` 1, and
nearest always, read at ratio * o. The ratio is size / new size, or 1 / scale where a scale is
given. As in Paddle it is a float32, and 0 for a single place, except in `linear` and `trilinear`.
"""

from __future__ import annotations

import struct
from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import (
    DenseArrayBase,
    StringAttr,
    TensorType,
    TupleType,
    f64,
)
from xdsl.ir import Operation, OpResult, SSAValue
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from ..pir import CombineOp
from .base import (
    DYNAMIC,
    OPTIONAL_OPERANDS,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    elements_of,
    flag,
    integer32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .creation import constant_integers
from .shape import dims_of
from .windows import Ints, channels_first, in_format


class InterpolationBase(PdOp):
    """Shared by interpolations and their gradients: attributes, and the size that they give.

    The first that is there says the size: `size_tensor` (a vec of one-element tensors), then
    `out_size`, `scale_tensor`, the attributes `scale` and `out_d`, `out_h`, `out_w`.
    """

    MODE: ClassVar[str]
    SPATIAL: ClassVar[Ints]
    ONE_AT_START: ClassVar[bool] = True
    irdl_options = OPTIONAL_OPERANDS
    data_format = string("NCHW")
    out_d = integer32(0)
    out_h = integer32(0)
    out_w = integer32(0)
    scale = prop_def(DenseArrayBase, default_value=DenseArrayBase.from_list(f64, []))
    align_corners = flag(True)
    align_mode = integer32(1)
    if TYPE_CHECKING:
        interp_method: StringAttr
        x: SSAValue
        out_size: SSAValue | None
        size_tensor: SSAValue | None
        scale_tensor: SSAValue | None

    def image(self, value: SSAValue) -> Ints:
        """The shape of an image with its channels second."""
        rank = len(shape_of(value)) - 2
        if rank not in self.SPATIAL:
            raise VerifyException(f"{self.MODE} interpolation of an image with {rank} axes")
        return channels_first(shape_of(value), self.data_format.data, rank)

    def scales(self, rank: int) -> tuple[float, ...]:
        """The attribute `scale`, an entry an axis; empty where there is none, or where
        `scale_tensor` or `size_tensor` is there instead."""
        if self.scale_tensor is not None or self.size_tensor is not None:
            return ()
        found: tuple[float, ...] = python_value(self.scale)
        found = found * rank if len(found) == 1 else found
        if len(found) not in (0, rank):
            raise VerifyException(f"scale {list(found)} should have 1 or {rank} entries")
        return tuple(single(s) for s in found) if all(s > 0 for s in found) else ()

    def sizes(self, image: Ints) -> Ints:
        """The new spatial sizes of an image."""
        rank = len(image) - 2
        if self.size_tensor is not None:
            found = _constants(self.size_tensor)
        elif self.out_size is not None:
            found = dims_of(self.out_size) or (DYNAMIC,) * rank
        elif self.scale_tensor is not None:
            return (DYNAMIC,) * rank
        elif scales := self.scales(rank):
            return tuple(scaled(s, f) for s, f in zip(image[2:], scales, strict=True))
        else:
            asked = (self.out_d, self.out_h, self.out_w)[3 - rank :]
            found = tuple(python_value(size) for size in asked)
        if len(found) != rank:
            raise VerifyException(f"the new size {list(found)} should have {rank} entries")
        if any(n < 1 and n != DYNAMIC for n in found):
            raise VerifyException(f"the new size {list(found)} should be positive")
        return found


def _constants(vec: SSAValue) -> Ints:
    """The constants of a vec of one-element tensors, DYNAMIC where a run decides."""
    if isinstance(vec, OpResult) and isinstance(vec.owner, CombineOp):
        parts: Sequence[SSAValue] = tuple(vec.owner.operands)
        return tuple(_constant(part) for part in parts)
    return (DYNAMIC,) * len(elements_of(vec))


def _constant(value: SSAValue) -> int:
    found = constant_integers(value)
    return DYNAMIC if found is None else found[0]


def single(number: float) -> float:
    """The number as a float32 holds it."""
    return struct.unpack("f", struct.pack("f", number))[0]


def scaled(size: int, scale: float) -> int:
    """A size times a scale, rounded down, as Paddle computes it."""
    return DYNAMIC if size == DYNAMIC else int(single(size * scale))


class InterpolationOp(InterpolationBase):
    """output: x at another size."""

    x = operand_def(TensorType)
    out_size = opt_operand_def(TensorType)
    size_tensor = opt_operand_def(TupleType)
    scale_tensor = opt_operand_def(TensorType)
    output = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        image = self.image(self.x)
        if self.interp_method.data != self.MODE:
            raise VerifyException(f'interp_method is "{self.MODE}" here')
        shape = in_format((*image[:2], *self.sizes(image)), self.data_format.data)
        return (tensor(element_of(self.x), shape),)


class InterpolationGradOp(InterpolationBase):
    """x_grad: each place of output_grad, by the weights with which x was read for it."""

    x = operand_def(TensorType)
    out_size = opt_operand_def(TensorType)
    size_tensor = opt_operand_def(TupleType)
    scale_tensor = opt_operand_def(TensorType)
    output_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


class Linear(InterpolationBase):
    """Between the two places beside it."""

    MODE: ClassVar[str] = "linear"
    SPATIAL: ClassVar[Ints] = (1,)
    ONE_AT_START: ClassVar[bool] = False
    interp_method = string("linear")


class Bilinear(InterpolationBase):
    """Linear over height and width."""

    MODE: ClassVar[str] = "bilinear"
    SPATIAL: ClassVar[Ints] = (2,)
    interp_method = string("bilinear")


class Trilinear(InterpolationBase):
    """Linear over depth, height and width."""

    MODE: ClassVar[str] = "trilinear"
    SPATIAL: ClassVar[Ints] = (3,)
    ONE_AT_START: ClassVar[bool] = False
    interp_method = string("trilinear")


class Nearest(InterpolationBase):
    """The place before it, or with `align_corners` the nearest."""

    MODE: ClassVar[str] = "nearest"
    SPATIAL: ClassVar[Ints] = (2, 3)
    interp_method = string("nearest")


class Bicubic(InterpolationBase):
    """The cubic through four places on each axis (Keys's kernel with a = -3/4)."""

    MODE: ClassVar[str] = "bicubic"
    SPATIAL: ClassVar[Ints] = (2,)
    interp_method = string("bicubic")


@irdl_op_definition
class LinearInterpOp(InterpolationOp, Linear):
    """Linear interpolation over the one axis."""

    name = "pd_op.linear_interp"


@irdl_op_definition
class LinearInterpGradOp(InterpolationGradOp, Linear):
    """Gradient of `linear_interp`."""

    name = "pd_op.linear_interp_grad"


@irdl_op_definition
class BilinearInterpOp(InterpolationOp, Bilinear):
    """Linear interpolation over height and width."""

    name = "pd_op.bilinear_interp"


@irdl_op_definition
class BilinearInterpGradOp(InterpolationGradOp, Bilinear):
    """Gradient of `bilinear_interp`."""

    name = "pd_op.bilinear_interp_grad"


@irdl_op_definition
class TrilinearInterpOp(InterpolationOp, Trilinear):
    """Linear interpolation over depth, height and width."""

    name = "pd_op.trilinear_interp"


@irdl_op_definition
class TrilinearInterpGradOp(InterpolationGradOp, Trilinear):
    """Gradient of `trilinear_interp`."""

    name = "pd_op.trilinear_interp_grad"


@irdl_op_definition
class NearestInterpOp(InterpolationOp, Nearest):
    """The nearest place, over two axes or three."""

    name = "pd_op.nearest_interp"


@irdl_op_definition
class NearestInterpGradOp(InterpolationGradOp, Nearest):
    """Gradient of `nearest_interp`."""

    name = "pd_op.nearest_interp_grad"


@irdl_op_definition
class BicubicInterpOp(InterpolationOp, Bicubic):
    """Cubic interpolation over height and width."""

    name = "pd_op.bicubic_interp"


@irdl_op_definition
class BicubicInterpGradOp(InterpolationGradOp, Bicubic):
    """Gradient of `bicubic_interp`."""

    name = "pd_op.bicubic_interp_grad"


OPERATIONS: list[type[Operation]] = [
    LinearInterpOp,
    LinearInterpGradOp,
    BilinearInterpOp,
    BilinearInterpGradOp,
    TrilinearInterpOp,
    TrilinearInterpGradOp,
    NearestInterpOp,
    NearestInterpGradOp,
    BicubicInterpOp,
    BicubicInterpGradOp,
]
