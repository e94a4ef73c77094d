"""Rules of fused attention and rotary position embeddings."""

from __future__ import annotations

from typing import Any

from ...dialects.pd_op.attention import (
    FlashAttnGradOp,
    FlashAttnOp,
    FusedRotaryPositionEmbeddingGradOp,
    FusedRotaryPositionEmbeddingOp,
)
from ...dialects.pd_op.base import python_value
from ..builder import Builder
from ..errors import DiffError
from ..registry import Cotangents, Partials, Wanted, fused, operand_names, rule
from ..values import Value

_flash_attn = fused(FlashAttnOp, FlashAttnGradOp)


@rule(FlashAttnOp, differentiable=["q", "k", "v", "attn_mask"])
def flash_attn(op: FlashAttnOp, cotangents: Cotangents, wanted: Wanted, build: Builder) -> Partials:
    """The fused op, which gives the partials of q, k and v for the cotangent of out. What it does
    not know of (the mask's partial, cotangents of the softmax) is written in ordinary ops."""
    from ..decompositions.attention import attention_partials

    names = operand_names(op)
    of_mask = any(name == "attn_mask" and want for name, want in zip(names, wanted, strict=True))
    out_grad, softmax_grad, lse_grad, _ = cotangents
    if not of_mask and softmax_grad is None and lse_grad is None:
        return _flash_attn(op, cotangents, wanted, build)

    def value(ssa: Any) -> Value | None:
        return None if ssa is None else Value(ssa, build)

    partials = attention_partials(
        Value(op.q, build),
        Value(op.k, build),
        Value(op.v, build),
        value(op.attn_mask),
        Value(out_grad or build.zeros_like(op.out), build),
        python_value(op.causal),
        softmax_grad=value(softmax_grad),
        lse_grad=value(lse_grad),
    )
    return [None if (found := partials.get(name)) is None else found.ssa for name in names]


@rule(FusedRotaryPositionEmbeddingOp)
def rotary(
    op: FusedRotaryPositionEmbeddingOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The fused op. It has no gradient of the tables: a path through them is an error."""
    names = operand_names(op)
    for name, want in zip(names, wanted, strict=True):
        if want and name in ("sin", "cos"):
            raise DiffError(
                f"{op.name} has no gradient with respect to {name}",
                op,
                "cut the path with no-grad, or write it in ordinary ops",
            )
    first = cotangents[0] or build.zeros_like(op.out_q)
    gradient = FusedRotaryPositionEmbeddingGradOp.build_inferred(
        [op.sin, op.cos, op.position_ids, first, *cotangents[1:]],
        {name: op.properties[name] for name in _ATTRIBUTES if name in op.properties},
    )
    build.emit(gradient)
    pairs = zip("qkv", gradient.results, (first, *cotangents[1:]), strict=True)
    partials = {name: result for name, result, given in pairs if given is not None}
    return [partials.get(name) for name in names]


@rule(FusedRotaryPositionEmbeddingGradOp)
def rotary_grad(
    op: FusedRotaryPositionEmbeddingGradOp, cotangents: Cotangents, wanted: Wanted, build: Builder
) -> Partials:
    """The gradient turns back, so its own gradient turns as the forward op does."""
    names = operand_names(op)
    if any(want and name in ("sin", "cos") for name, want in zip(names, wanted, strict=True)):
        raise DiffError(f"{op.name} has no gradient with respect to sin and cos", op)
    first = cotangents[0] or build.zeros_like(op.q_grad)
    forward = FusedRotaryPositionEmbeddingOp.build_inferred(
        [first, *cotangents[1:], op.sin, op.cos, op.position_ids],
        {name: op.properties[name] for name in _ATTRIBUTES if name in op.properties},
    )
    build.emit(forward)
    pairs = zip("qkv", forward.results, (first, *cotangents[1:]), strict=True)
    partials = {f"out_{name}_grad": result for name, result, given in pairs if given is not None}
    return [partials.get(name) for name in names]


_ATTRIBUTES = ("use_neox_rotary_style", "time_major", "rotary_emb_base")
