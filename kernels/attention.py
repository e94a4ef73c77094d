"""Fused attention and rotary position embeddings in NumPy."""

from __future__ import annotations

from typing import Any

import numpy

from ..dialects.pd_op.attention import (
    FlashAttnOp,
    FusedRotaryPositionEmbeddingGradOp,
    FusedRotaryPositionEmbeddingOp,
)
from .linalg import times
from .registry import kernel

np: Any = numpy


@kernel(FlashAttnOp)
def flash_attn(
    q: Any,
    k: Any,
    v: Any,
    fixed_seed_offset: Any,
    attn_mask: Any,
    causal: bool,
    return_softmax: bool,
) -> Any:
    """One head of k and v after the other, each with the heads of q that share it."""
    batch, length, heads, size = q.shape
    keys, shared = k.shape[1:3]
    group = heads // shared if shared else 1
    kind = q.dtype
    queries = q.transpose(0, 2, 1, 3).reshape(batch, shared, group * length, size)
    queries = queries * kind.type(max(size, 1) ** -0.5)
    scores = times(queries, k.transpose(0, 2, 3, 1)).reshape(batch, heads, length, keys)
    if attn_mask is not None:
        scores = scores + attn_mask
    if causal:
        hidden = np.triu(np.ones((length, keys), bool), 1 + keys - length)
        scores = np.where(hidden, kind.type(-np.inf), scores)
    largest = np.max(scores, axis=-1, keepdims=True, initial=-np.inf)
    largest = np.where(np.isfinite(largest), largest, kind.type(0))
    weights = np.exp(scores - largest)
    total = np.sum(weights, axis=-1, keepdims=True)
    weights /= np.where(total == 0, kind.type(1), total)
    mixed = times(weights.reshape(batch, shared, group * length, keys), v.transpose(0, 2, 1, 3))
    out = mixed.reshape(batch, heads, length, -1).transpose(0, 2, 1, 3)
    softmax = weights if return_softmax else np.zeros((0,), kind)
    lse = (np.log(total) + largest)[..., 0]
    return np.ascontiguousarray(out), softmax, lse, np.zeros((2,), np.int64)


@kernel(FusedRotaryPositionEmbeddingOp)
def rotary(
    q: Any,
    k: Any,
    v: Any,
    sin: Any,
    cos: Any,
    position_ids: Any,
    use_neox_rotary_style: bool,
    time_major: bool,
    rotary_emb_base: float,
) -> Any:
    def turned(x: Any) -> Any:
        if x is None:
            return None
        by_sin, by_cos = _tables(
            x, sin, cos, position_ids, use_neox_rotary_style, time_major, rotary_emb_base
        )
        return x * by_cos + across(x, use_neox_rotary_style) * by_sin

    return turned(q), turned(k), turned(v)


@kernel(FusedRotaryPositionEmbeddingGradOp)
def rotary_grad(
    sin: Any,
    cos: Any,
    position_ids: Any,
    out_q_grad: Any,
    out_k_grad: Any,
    out_v_grad: Any,
    use_neox_rotary_style: bool,
    time_major: bool,
    rotary_emb_base: float,
) -> Any:
    def turned_back(x: Any) -> Any:
        if x is None:
            return None
        by_sin, by_cos = _tables(
            x, sin, cos, position_ids, use_neox_rotary_style, time_major, rotary_emb_base
        )
        return x * by_cos - across(x * by_sin, use_neox_rotary_style)

    return turned_back(out_q_grad), turned_back(out_k_grad), turned_back(out_v_grad)


def across(x: Any, neighbours: bool) -> Any:
    """Of each pair (a, b): (-b, a)."""
    out = np.empty_like(x)
    half = x.shape[-1] // 2
    first, second = slice(0, half), slice(half, None)
    if neighbours:
        first, second = slice(0, None, 2), slice(1, None, 2)
    np.negative(x[..., second], out=out[..., first])
    out[..., second] = x[..., first]
    return out


def _tables(
    x: Any, sin: Any, cos: Any, position_ids: Any, neighbours: bool, time_major: bool, base: float
) -> tuple[Any, Any]:
    """sin and cos of the angles, so that they broadcast against x."""
    size = x.shape[-1]
    length = x.shape[0 if time_major else 1]
    if sin is None:
        speeds = base ** (-np.arange(0, size, 2) / size)
        angles = np.arange(length)[:, None] * speeds
        angles = np.repeat(angles, 2, axis=-1) if neighbours else np.tile(angles, 2)
        tables = np.sin(angles).astype(x.dtype), np.cos(angles).astype(x.dtype)
    else:
        tables = sin.reshape(-1, size), cos.reshape(-1, size)
    if position_ids is not None:
        chosen = position_ids.T if time_major else position_ids
        return tables[0][chosen][:, :, None], tables[1][chosen][:, :, None]
    axes = (slice(0, length), None, None) if time_major else (None, slice(0, length), None)
    return tables[0][axes], tables[1][axes]
