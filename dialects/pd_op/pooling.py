"""Pooling: one number for each window of an image, and its place back.

The windows of an adaptive pooling share the axis out: number o of O goes from floor(o * size / O)
to ceil((o + 1) * size / O). A window that reaches over the image's end has fewer places, and with
`ceil_mode` there may be one that has none: its average is 0, its maximum the lowest float32, as in
Paddle.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from xdsl.dialects.builtin import BoolAttr, DenseArrayBase, StringAttr, TensorType, i32
from xdsl.ir import Operation, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, prop_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    flag,
    float32,
    integers32,
    integers64,
    python_value,
    shape_of,
    string,
    tensor,
)
from .shape import dims_of
from .windows import Ints, Windows, channels_first, in_format, windows


class PoolOp(PdOp):
    """Shared by all poolings and their gradients: their attributes, read together."""

    SPATIAL: ClassVar[int]
    if TYPE_CHECKING:
        strides: DenseArrayBase
        paddings: DenseArrayBase
        global_pooling: BoolAttr
        adaptive: BoolAttr
        ceil_mode: BoolAttr

        def kernel(self) -> Ints: ...

    @property
    def layout(self) -> str:
        """The data format; ops without the attribute have channels second."""
        found = self.properties.get("data_format")
        return found.data if isinstance(found, StringAttr) else "NCHW"

    def image(self, value: SSAValue) -> Ints:
        """The shape of an image with its channels second."""
        return channels_first(shape_of(value), self.layout, self.SPATIAL)

    def windows(self, sizes: Sequence[int], kernel: Sequence[int]) -> Windows:
        """The windows on an image of these sizes, unless the pooling is adaptive."""
        if python_value(self.global_pooling):
            return windows(sizes, sizes, (1,) * len(sizes), (0,) * len(sizes))
        algorithm = self.properties.get("padding_algorithm")
        return windows(
            sizes,
            kernel,
            python_value(self.strides),
            python_value(self.paddings),
            algorithm.data if isinstance(algorithm, StringAttr) else "EXPLICIT",
        )

    def counts(self, sizes: Sequence[int], kernel: Sequence[int]) -> Ints:
        """How many windows there are on each axis."""
        if python_value(self.global_pooling):
            return (1,) * len(sizes)
        if python_value(self.adaptive):
            if len(kernel) != len(sizes) or any(n < 1 and n != DYNAMIC for n in kernel):
                raise VerifyException(
                    f"the output size {list(kernel)} of an adaptive pooling should be "
                    f"{len(sizes)} positive numbers"
                )
            return tuple(kernel)
        return self.windows(sizes, kernel).counts(sizes, python_value(self.ceil_mode))

    def pooled(self, x: SSAValue) -> Ints:
        """The shape of the result."""
        batch, channels, *sizes = self.image(x)
        return in_format((batch, channels, *self.counts(sizes, self.kernel())), self.layout)


class Pool2d(PoolOp):
    """Over height and width."""

    SPATIAL: ClassVar[int] = 2
    strides = integers64((1, 1))
    paddings = integers64((0, 0))
    ceil_mode = flag()
    exclusive = flag(True)
    data_format = string("NCHW")
    pooling_type = prop_def(StringAttr)
    global_pooling = flag()
    adaptive = flag()
    padding_algorithm = string("EXPLICIT")


class Pool3d(PoolOp):
    """Over depth, height and width."""

    SPATIAL: ClassVar[int] = 3
    kernel_size = integers64()
    strides = integers64((1, 1, 1))
    paddings = integers64((0, 0, 0))
    ceil_mode = flag()
    exclusive = flag(True)
    data_format = string("NCDHW")
    pooling_type = prop_def(StringAttr)
    global_pooling = flag()
    adaptive = flag()
    padding_algorithm = string("EXPLICIT")

    def kernel(self) -> Ints:
        """The size of a window, or how many there are of an adaptive pooling."""
        return python_value(self.kernel_size)


def check_type(pooling_type: StringAttr, *known: str) -> None:
    """Raises VerifyException for another kind of pooling."""
    if pooling_type.data not in known:
        shown = " or ".join(f'"{name}"' for name in known)
        raise VerifyException(f'pooling_type is {shown}, not "{pooling_type.data}"')


class PoolingOp(PoolOp):
    """out: the maximum or average of each window. An average of the places that a window has in
    the image, or, when not `exclusive`, as if there were zeros around it."""

    if TYPE_CHECKING:
        pooling_type: StringAttr
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        check_type(self.pooling_type, "max", "avg")
        return (tensor(element_of(self.x), self.pooled(self.x)),)


class PoolingGradOp(PoolOp):
    """Gradient of a pooling. A maximum gets it at the first place where it is."""

    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("out"))

    def infer(self) -> Types:
        return (self.x.type,)


class KernelOperand(Pool2d):
    """The size of a window is an operand."""

    kernel_size = operand_def(TensorType)

    def kernel(self) -> Ints:
        """The size of a window, or how many there are of an adaptive pooling."""
        found = dims_of(self.kernel_size)
        return (DYNAMIC,) * self.SPATIAL if found is None else found


@irdl_op_definition
class Pool2dOp(PoolingOp, KernelOperand):
    """Pooling over height and width."""

    name = "pd_op.pool2d"


@irdl_op_definition
class Pool2dGradOp(PoolingGradOp, KernelOperand):
    """Gradient of `pool2d`."""

    name = "pd_op.pool2d_grad"


@irdl_op_definition
class Pool3dOp(PoolingOp, Pool3d):
    """Pooling over depth, height and width."""

    name = "pd_op.pool3d"


@irdl_op_definition
class Pool3dGradOp(PoolingGradOp, Pool3d):
    """Gradient of `pool3d`."""

    name = "pd_op.pool3d_grad"


class LpPool2d(Pool2d):
    """The attributes of `lp_pool2d`."""

    kernel_size = integers64()
    norm_type = float32(0.0)

    def kernel(self) -> Ints:
        """The size of a window, or how many there are of an adaptive pooling."""
        return python_value(self.kernel_size)


@irdl_op_definition
class LpPool2dOp(LpPool2d):
    """out = (the sum of x^p over each window)^(1/p), p being `norm_type`. Signs count: an odd p
    of numbers whose sum is negative is NaN."""

    name = "pd_op.lp_pool2d"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        check_type(self.pooling_type, "lp")
        p = python_value(self.norm_type)
        if not 0 < p < float("inf"):
            raise VerifyException(f"norm_type {p} should be positive and finite")
        return (tensor(element_of(self.x), self.pooled(self.x)),)


@irdl_op_definition
class LpPool2dGradOp(LpPool2d):
    """Gradient of `lp_pool2d`; 0 for a window whose norm is 0, unless p is 1."""

    name = "pd_op.lp_pool2d_grad"
    x = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self.x.type,)


# --- maxima and their places -----------------------------------------------------------------


class Indexed(PoolOp):
    """The attributes of a maximum with its index. `paddings` may also have two entries an axis,
    which Paddle's op does not take."""

    kernel_size = integers32()
    strides = integers32((1, 1))
    paddings = integers32((0, 0))
    global_pooling = flag()
    adaptive = flag()
    ceil_mode = flag()

    def kernel(self) -> Ints:
        """The size of a window, or how many there are of an adaptive pooling."""
        return python_value(self.kernel_size)


class Indexed2d(Indexed):
    """Over height and width."""

    SPATIAL: ClassVar[int] = 2


class Indexed3d(Indexed):
    """Over depth, height and width."""

    SPATIAL: ClassVar[int] = 3
    strides = integers32((1, 1, 1))
    paddings = integers32((0, 0, 0))


class IndexedOp(PoolOp):
    """out: the maximum of each window. mask: the first place where it is, counted through the
    image without its channels; -1 for a window without places."""

    x = operand_def(TensorType)
    out = result_def(TensorType)
    mask = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape = self.pooled(self.x)
        return (tensor(element_of(self.x), shape), tensor(i32, shape))


class IndexedGradOp(PoolOp):
    """x_grad: out_grad at the places that `mask` says, added up where there are several."""

    x = operand_def(TensorType)
    mask = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class MaxPool2dWithIndexOp(IndexedOp, Indexed2d):
    """The maximum of each window over height and width, and its place."""

    name = "pd_op.max_pool2d_with_index"


@irdl_op_definition
class MaxPool2dWithIndexGradOp(IndexedGradOp, Indexed2d):
    """Gradient of `max_pool2d_with_index`."""

    name = "pd_op.max_pool2d_with_index_grad"


@irdl_op_definition
class MaxPool3dWithIndexOp(IndexedOp, Indexed3d):
    """The maximum of each window over depth, height and width, and its place."""

    name = "pd_op.max_pool3d_with_index"


@irdl_op_definition
class MaxPool3dWithIndexGradOp(IndexedGradOp, Indexed3d):
    """Gradient of `max_pool3d_with_index`."""

    name = "pd_op.max_pool3d_with_index_grad"


class UnpoolingOp(PdOp):
    """out: an image of zeros but for x at the places that `indices` says. The places of one
    image and channel are taken to differ."""

    SPATIAL: ClassVar[int]
    if TYPE_CHECKING:

        def wanted_size(self) -> Ints: ...

    x = operand_def(TensorType)
    indices = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, size = channels_first(shape_of(self.x), "NCHW", self.SPATIAL), self.wanted_size()
        if len(size) != self.SPATIAL:
            raise VerifyException(f"output_size {list(size)} should have {self.SPATIAL} entries")
        return (tensor(element_of(self.x), (*shape[:2], *size)),)


class UnpoolingGradOp(PdOp):
    """x_grad: out_grad read at the places that `indices` says, 0 for the place -1."""

    x = operand_def(TensorType)
    indices = operand_def(TensorType)
    out = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "out"))

    def infer(self) -> Types:
        return (self.x.type,)


class Unpool2d(PdOp):
    """The attributes of `unpool`; the output size is an operand."""

    SPATIAL: ClassVar[int] = 2
    ksize = integers32()
    strides = integers32()
    padding = integers32()
    data_format = string("NCHW")
    output_size = operand_def(TensorType)

    def wanted_size(self) -> Ints:
        """Height and width of the image."""
        found = dims_of(self.output_size)
        return (DYNAMIC,) * self.SPATIAL if found is None else found


class Unpool3d(PdOp):
    """The attributes of `unpool3d`."""

    SPATIAL: ClassVar[int] = 3
    ksize = integers32()
    strides = integers32((1, 1, 1))
    paddings = integers32((0, 0, 0))
    output_size = integers32((0, 0, 0))
    data_format = string("NCDHW")

    def wanted_size(self) -> Ints:
        """Depth, height and width of the image."""
        return python_value(self.output_size)


@irdl_op_definition
class UnpoolOp(UnpoolingOp, Unpool2d):
    """What `max_pool2d_with_index` took, back in its place."""

    name = "pd_op.unpool"


@irdl_op_definition
class UnpoolGradOp(UnpoolingGradOp, Unpool2d):
    """Gradient of `unpool`."""

    name = "pd_op.unpool_grad"


@irdl_op_definition
class Unpool3dOp(UnpoolingOp, Unpool3d):
    """What `max_pool3d_with_index` took, back in its place."""

    name = "pd_op.unpool3d"


@irdl_op_definition
class Unpool3dGradOp(UnpoolingGradOp, Unpool3d):
    """Gradient of `unpool3d`."""

    name = "pd_op.unpool3d_grad"


OPERATIONS: list[type[Operation]] = [
    Pool2dOp,
    Pool2dGradOp,
    Pool3dOp,
    Pool3dGradOp,
    LpPool2dOp,
    LpPool2dGradOp,
    MaxPool2dWithIndexOp,
    MaxPool2dWithIndexGradOp,
    MaxPool3dWithIndexOp,
    MaxPool3dWithIndexGradOp,
    UnpoolOp,
    UnpoolGradOp,
    Unpool3dOp,
    Unpool3dGradOp,
]
