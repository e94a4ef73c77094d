"""In-place ops, whose names end in an underscore.

Those that differ from a pure op only in where the result goes (`relu_`, `scale_`, ...) are made
from it on demand (`in_place_variant`). The ones here write to an operand of its own.
"""

from __future__ import annotations

from dataclasses import replace

from xdsl.dialects.builtin import TensorType
from xdsl.ir import Attribute, Operation, OpTraits
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)
from xdsl.irdl.operations import get_accessors_from_op_def
from xdsl.traits import MemoryWriteEffect

from .base import InPlace, PdOp, SharesStorage, Types, string
from .filling import AssignOp, AssignValueOp, ShareDataOp


@irdl_op_definition
class AssignOutOp(PdOp):
    """Writes x into `output`."""

    name = "pd_op.assign_out_"
    x = operand_def(TensorType)
    output = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(MemoryWriteEffect(), InPlace(AssignOp, dropped=("output",), out="output"))

    def infer(self) -> Types:
        return (self.x.type,)


@irdl_op_definition
class AssignValueInPlaceOp(PdOp):
    """Writes the constant `values` into `output`."""

    name = "pd_op.assign_value_"
    output = operand_def(TensorType)
    shape = opt_prop_def(Attribute)
    dtype = opt_prop_def(Attribute)
    values = prop_def(Attribute)
    place = string("undefined")
    out = result_def(TensorType)
    traits = traits_def(
        MemoryWriteEffect(), InPlace(AssignValueOp, dropped=("output",), out="output")
    )

    def infer(self) -> Types:
        return (self.output.type,)


@irdl_op_definition
class ShareDataInPlaceOp(PdOp):
    """Another name of x; what Paddle's `detach` emits."""

    name = "pd_op.share_data_"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(MemoryWriteEffect(), SharesStorage(ShareDataOp, out="x"))

    def infer(self) -> Types:
        return (self.x.type,)


_VARIANTS: dict[type[PdOp], type[PdOp]] = {}


def in_place_variant(pure: type[PdOp]) -> type[PdOp]:
    """The op `NAME_` for a pure op `NAME`: the same operands, attributes and results, and the
    first result goes where the first operand is (Paddle's convention for such ops)."""
    found = _VARIANTS.get(pure)
    if found is not None:
        return found
    definition = pure.get_irdl_definition()
    first_operand = definition.operands[0][0]
    first_result = definition.results[0][0]
    name = pure.name + "_"
    place = InPlace(pure, (), **{first_result: first_operand})
    traits = OpTraits(lambda: (MemoryWriteEffect(), place))
    own = replace(definition, name=name, traits=traits)
    members = get_accessors_from_op_def(own, pure.verify_)
    variant = type(
        pure.__name__.removesuffix("Op") + "InPlaceOp",
        (PdOp,),
        {"__module__": pure.__module__, "name": name, "infer": pure.infer, **members},
    )
    _VARIANTS[pure] = variant
    return variant


OPERATIONS: list[type[Operation]] = [AssignOutOp, AssignValueInPlaceOp, ShareDataInPlaceOp]
