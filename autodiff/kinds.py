"""What an op's class says of it, worked out once for each class.

Comes in: an op. Goes out: the traits by which the tape and the clean-up decide. xDSL looks a trait
up by going through all of the class's traits, which costs more than the decisions themselves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from xdsl.dialects.builtin import UnregisteredOp
from xdsl.ir import Operation
from xdsl.traits import MemoryEffect, NoMemoryEffect, is_side_effect_free

from ..dialects.pd_op.base import Cheap, Elementwise, Random, ReadsFor, ShapeOnly


@dataclass(frozen=True)
class Kind:
    """The traits of an op class."""

    cheap: bool
    elementwise: bool
    random: bool
    pure: bool
    """Whether it says of itself, whatever its regions hold, that it has no effect."""
    shape_only: ShapeOnly | None
    reads_for: ReadsFor | None


@cache
def kind_of(op_type: type[Operation]) -> Kind:
    """What an op class says of its ops; one that no dialect defines says nothing."""
    if issubclass(op_type, UnregisteredOp):
        return Kind(False, False, False, False, None, None)
    effects = op_type.get_traits_of_type(MemoryEffect)
    return Kind(
        cheap=op_type.get_trait(Cheap) is not None,
        elementwise=op_type.get_trait(Elementwise) is not None,
        random=op_type.get_trait(Random) is not None,
        pure=bool(effects) and all(isinstance(effect, NoMemoryEffect) for effect in effects),
        shape_only=op_type.get_trait(ShapeOnly),
        reads_for=op_type.get_trait(ReadsFor),
    )


def has_no_effect(op: Operation) -> bool:
    """Whether leaving the op out changes nothing but its results. (No array is written in place
    where this is asked, so reading one has no effect.)"""
    kind = kind_of(type(op))
    return kind.cheap or kind.pure or is_side_effect_free(op)
