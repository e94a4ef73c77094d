"""Borders around a tensor, and boxes cut out of one."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Operation
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    PdOp,
    ShapeOnly,
    Types,
    element_of,
    float64,
    integers32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .creation import constant_integers, constant_value
from .shape import dims_of

MODES = ("constant", "reflect", "replicate", "circular")


@irdl_op_definition
class PadOp(PdOp):
    """x with `paddings` = [before, after] elements of `pad_value` (one element) on each axis."""

    name = "pd_op.pad"
    x = operand_def(TensorType)
    pad_value = operand_def(TensorType)
    paddings = integers32()
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, paddings = shape_of(self.x), python_value(self.paddings)
        if len(paddings) != 2 * len(shape) or any(count < 0 for count in paddings):
            raise VerifyException(
                f"paddings {list(paddings)} are not two numbers from 0 for each of "
                f"{len(shape)} axes"
            )
        pairs = zip(paddings[::2], paddings[1::2], strict=True)
        return (
            tensor(element_of(self.x), [padded(d, *p) for d, p in zip(shape, pairs, strict=True)]),
        )


def padded(dim: int, before: int, after: int) -> int:
    """The dim with its padding."""
    return DYNAMIC if dim == DYNAMIC else dim + before + after


@irdl_op_definition
class PadGradOp(PdOp):
    """Gradient of `pad`: the part of out_grad where x lies."""

    name = "pd_op.pad_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    pad_value = operand_def(TensorType)
    paddings = integers32()
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x", "pad_value"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class Pad3dOp(PdOp):
    """x with a border on its three axes of space. `paddings` is [left, right, top, bottom, front,
    back]; negative ones cut. The border is `pad_value`, or it repeats x: mirrored at the edge
    (`reflect`), the edge itself (`replicate`), or from the other side (`circular`)."""

    name = "pd_op.pad3d"
    x = operand_def(TensorType)
    paddings = operand_def(TensorType)
    mode = string("constant")
    pad_value = float64(0.0)
    data_format = string("NCDHW")
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        shape, mode = list(shape_of(self.x)), python_value(self.mode)
        if len(shape) != 5 or mode not in MODES:
            raise VerifyException(f"pad3d takes a tensor of rank 5 and a mode of {MODES}")
        if python_value(self.data_format) not in ("NCDHW", "NDHWC"):
            raise VerifyException(f"data_format is NCDHW or NDHWC, not {self.data_format}")
        paddings = constant_integers(self.paddings)
        if paddings is not None and len(paddings) != 6:
            raise VerifyException(f"paddings {list(paddings)} are not six numbers")
        for axis, place in space_of(self).items():
            if paddings is None:
                shape[axis] = DYNAMIC
                continue
            before, after = paddings[place : place + 2]
            dim = shape[axis]
            if mode == "reflect" and dim != DYNAMIC and max(before, after) >= dim:
                raise VerifyException(f"a border of {max(before, after)} mirrors more than {dim}")
            shape[axis] = padded(dim, before, after)
        return (tensor(element_of(self.x), shape),)


def space_of(op: Pad3dOp | Pad3dGradOp) -> dict[int, int]:
    """The axes of space, each with the place of its two numbers in `paddings`."""
    first = 1 if python_value(op.data_format) == "NDHWC" else 2
    return {first: 4, first + 1: 2, first + 2: 0}


@irdl_op_definition
class Pad3dGradOp(PdOp):
    """Gradient of `pad3d`: what the border repeats is added up."""

    name = "pd_op.pad3d_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    paddings = operand_def(TensorType)
    mode = string("constant")
    pad_value = float64(0.0)
    data_format = string("NCDHW")
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class CropOp(PdOp):
    """The box of x of a `shape` (-1: as far as x goes) that begins at `offsets`."""

    name = "pd_op.crop"
    x = operand_def(TensorType)
    shape = operand_def(TensorType)
    offsets = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        whole = shape_of(self.x)
        given, offsets = dims_of(self.shape), constant_integers(self.offsets)
        if given is None:
            given = (DYNAMIC,) * len(whole)
        dims = list(given)
        if len(dims) != len(whole):
            raise VerifyException(f"shape {dims} has another rank than x")
        if offsets is not None and constant_value(self.shape) is not None:
            for axis, start in enumerate(offsets):
                dim = whole[axis]
                if dim == DYNAMIC:
                    continue
                if dims[axis] == DYNAMIC:
                    dims[axis] = dim - start
                if start < 0 or start + dims[axis] > dim:
                    raise VerifyException(f"the box {dims} at {list(offsets)} leaves {whole}")
        return (tensor(element_of(self.x), dims),)


@irdl_op_definition
class CropGradOp(PdOp):
    """Gradient of `crop`: out_grad in its place, zeros around it."""

    name = "pd_op.crop_grad"
    x = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    offsets = operand_def(TensorType)
    x_grad = result_def(TensorType)
    traits = traits_def(Pure(), ShapeOnly("x"))

    def infer(self) -> Types:
        return (self.x.type,)


OPERATIONS: list[type[Operation]] = [
    PadOp,
    PadGradOp,
    Pad3dOp,
    Pad3dGradOp,
    CropOp,
    CropGradOp,
]
