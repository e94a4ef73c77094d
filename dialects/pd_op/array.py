"""Tensor arrays: lists of tensors that grow, read and written by position."""

from __future__ import annotations

from xdsl.ir import Attribute, Operation, ParametrizedAttribute, TypeAttribute
from xdsl.irdl import irdl_attr_definition


@irdl_attr_definition
class ArrayType(ParametrizedAttribute, TypeAttribute):
    """A tensor array: `!pd_op.array<f64>`, of tensors of one element type."""

    name = "pd_op.array"

    element: Attribute


OPERATIONS: list[type[Operation]] = []
