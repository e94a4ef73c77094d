"""Ops that hand a tensor on: to another place, after another op, onto the screen, or one of two."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self

from xdsl.dialects.builtin import StringAttr, TensorType, TupleType
from xdsl.ir import Attribute, Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    result_def,
    traits_def,
    var_operand_def,
)
from xdsl.parser import Parser
from xdsl.traits import MemoryWriteEffect, Pure
from xdsl.utils.exceptions import VerifyException

from ..parsing import parse_values
from .base import (
    DYNAMIC,
    Cheap,
    Elementwise,
    PdOp,
    Types,
    element_of,
    element_type,
    elements_of,
    flag,
    float32,
    integer32,
    integer64,
    integers64,
    shape_of,
    string,
    tensor,
)
from .filling import CopyOp, check_one, forget_length

# --- another place ---------------------------------------------------------------------------


class MoveOp(CopyOp):
    """out = x, in the memory of another device."""

    dst_place_type = integer32(0)


@irdl_op_definition
class MemcpyOp(MoveOp):
    """out = x, in the memory that `dst_place_type` names."""

    name = "pd_op.memcpy"


@irdl_op_definition
class MemcpyH2dOp(MoveOp):
    """out = x, brought to a device."""

    name = "pd_op.memcpy_h2d"


@irdl_op_definition
class MemcpyD2hOp(MoveOp):
    """out = x, brought back from a device."""

    name = "pd_op.memcpy_d2h"


@irdl_op_definition
class ShadowFeedOp(MoveOp):
    """out = x, an input brought to where the program runs."""

    name = "pd_op.shadow_feed"


@irdl_op_definition
class ShadowFeedTensorsOp(PdOp):
    """out = x for each of a vec, brought to where the program runs."""

    name = "pd_op.shadow_feed_tensors"
    x = operand_def(TupleType)
    out = result_def(TupleType)
    dst_place_type = integer32(0)
    traits = traits_def(Pure(), Elementwise(), Cheap())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class NpuIdentityOp(CopyOp):
    """out = x, in the memory layout `format`."""

    name = "pd_op.npu_identity"
    format = integer32(-1)


@irdl_op_definition
class DependOp(PdOp):
    """out = x, after all of `dep` has been computed."""

    name = "pd_op.depend"
    x = operand_def(TensorType)
    dep = operand_def(TupleType)
    out = result_def(TensorType)
    traits = traits_def(Pure(), Elementwise())

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class CoalesceTensorOp(PdOp):
    """output = the tensors of the vec, fused_output = all their elements in one vector (without
    gaps: alignment is a matter of devices); all are `constant` if `set_constant`."""

    name = "pd_op.coalesce_tensor"
    input = operand_def(TupleType)
    dtype = element_type()
    copy_data = flag(False)
    set_constant = flag(False)
    persist_output = flag(False)
    constant = float32(0.0)
    use_align = flag(True)
    align_size = integer32(-1)
    size_of_dtype = integer32(-1)
    concated_shapes = integers64([])
    concated_ranks = integers64([])
    output = result_def(TupleType)
    fused_output = result_def(TensorType)
    traits = traits_def(Pure())

    def __post_init__(self) -> None:
        super().__post_init__()
        for buffer in self.results[1:]:
            forget_length(buffer)

    def infer(self) -> Types:
        types = elements_of(self.input)
        if not types:
            raise VerifyException("there are no tensors to fuse")
        element = element_of(types[0]) if self.dtype is None else self.dtype
        if any(element_of(type_) != element for type_ in types):
            raise VerifyException(f"all tensors must be of element type {element}")
        return (self.input.type, tensor(element, [DYNAMIC]))


# --- the screen ------------------------------------------------------------------------------


class PrintedOp(PdOp):
    """What `print` and its gradient have in common."""

    first_n = integer32(-1)
    message = string("")
    summarize = integer32(20)
    print_tensor_name = flag(True)
    print_tensor_type = flag(True)
    print_tensor_shape = flag(True)
    print_tensor_layout = flag(True)
    print_tensor_lod = flag(True)
    print_phase = string("BOTH")
    is_forward = flag(True)
    traits = traits_def(MemoryWriteEffect())

    def infer(self) -> Types:
        phase: StringAttr = self.print_phase
        if phase.data.upper() not in ("FORWARD", "BACKWARD", "BOTH"):
            raise VerifyException(
                f"print_phase must be FORWARD, BACKWARD or BOTH, got {phase.data}"
            )
        return (self.operands[0].type,)


@irdl_op_definition
class PrintOp(PrintedOp):
    """out = x (Paddle calls it `in`), which is shown on standard error after `message`.

    Shown the first `first_n` times (always, if negative), with `summarize` elements (all, if
    negative). `print_phase` says whether x, its cotangent or both are shown.
    """

    name = "pd_op.print"
    x = operand_def(TensorType)
    out = result_def(TensorType)


@irdl_op_definition
class PrintGradOp(PrintedOp):
    """Gradient of `print`: in_grad = out_grad, which is shown if the phase says so."""

    name = "pd_op.print_grad"
    out_grad = operand_def(TensorType)
    in_grad = result_def(TensorType)


@irdl_op_definition
class AssertOp(PdOp):
    """Ends the run with an error that shows `data` unless the condition holds."""

    name = "pd_op.assert"
    cond = operand_def(TensorType)
    data = operand_def(TupleType)
    summarize = integer64(-1)
    traits = traits_def(MemoryWriteEffect())

    def infer(self) -> Types:
        check_one(self.cond, "cond")
        return ()


# --- one of several --------------------------------------------------------------------------


@irdl_op_definition
class SelectInputOp(PdOp):
    """out = inputs[mask], where mask is a one-element tensor of an integer or a bool.

    Custom form: `pd_op.select_input %mask, %a, %b : result-type`.
    """

    name = "pd_op.select_input"
    mask = operand_def(TensorType)
    inputs = var_operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> Types:
        return (self._common([value.type for value in self.inputs]),)

    def _common(self, types: Sequence[Attribute]) -> Attribute:
        """The type that all inputs have; a dim that differs is dynamic."""
        if not types:
            raise VerifyException("there is nothing to select from")
        check_one(self.mask, "mask")
        shapes = [shape_of(type_) for type_ in types]
        element = element_of(types[0])
        if any(element_of(t) != element for t in types) or len({len(s) for s in shapes}) > 1:
            shown = ", ".join(str(type_) for type_ in types)
            raise VerifyException(f"inputs must agree in element type and rank, got {shown}")
        dims = [a[0] if len(set(a)) == 1 else DYNAMIC for a in zip(*shapes, strict=True)]
        return tensor(element, dims)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        position = parser.pos
        operands = parse_values(parser)
        if not operands:
            parser.raise_error(f"{cls.name} takes a mask and inputs", position)
        attributes = parser.parse_optional_attr_dict()
        types: list[Attribute] | None = None
        if parser.parse_optional_punctuation(":") is not None:
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
        return cls._parsed(parser, position, operands, {}, attributes, types)


OPERATIONS: list[type[Operation]] = [
    MemcpyOp,
    MemcpyH2dOp,
    MemcpyD2hOp,
    ShadowFeedOp,
    ShadowFeedTensorsOp,
    NpuIdentityOp,
    DependOp,
    CoalesceTensorOp,
    PrintOp,
    PrintGradOp,
    AssertOp,
    SelectInputOp,
]
