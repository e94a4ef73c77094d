"""Rules of searching: where a value stands carries no gradient. Distinct elements have no rule,
as in Paddle: how many there are changes with x."""

from __future__ import annotations

from ...dialects.pd_op.searching import SearchsortedOp
from ..registry import not_differentiable

not_differentiable(SearchsortedOp)
