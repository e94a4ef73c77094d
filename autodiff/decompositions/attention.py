"""What the gradient ops of fused attention and rotary position embeddings mean."""

from __future__ import annotations

import math

from ...dialects.pd_op.attention import FlashAttnGradOp, FusedRotaryPositionEmbeddingGradOp
from ...dialects.pd_op.compare import GreaterThanOp
from ...dialects.pd_op.elementwise import CosOp, ExpOp, SinOp, SqrtOp
from ...dialects.pd_op.indexing import GatherOp
from ...dialects.pd_op.joining import SliceOp
from ...dialects.pd_op.ranges import ArangeOp
from ...dialects.pd_op.reduction import SumOp
from ...dialects.pd_op.shape import ExpandOp, FlattenOp, TransposeOp
from ...dialects.pd_op.softmax import SoftmaxOp
from ..registry import decomposition
from ..values import Value, call, cast, emit, ones_like, reduce_as, reshape_as, zeros_like
from .fft import size_of
from .linalg import matmul, reshape, unsqueeze
from .matrices import concat, section

HIDDEN = -1e30
"""Added to a score that must not be seen: its exponential is 0, also beside other such scores."""


# --- attention -------------------------------------------------------------------------------


@decomposition(FlashAttnGradOp)
def flash_attn_grad(
    q: Value,
    k: Value,
    v: Value,
    out: Value,
    softmax_lse: Value,
    seed_offset: Value,
    attn_mask: Value | None,
    out_grad: Value,
    causal: bool,
) -> tuple[Value, Value, Value]:
    partials = attention_partials(q, k, v, attn_mask, out_grad, causal)
    return partials["q"], partials["k"], partials["v"]


def attention_partials(
    q: Value,
    k: Value,
    v: Value,
    mask: Value | None,
    out_grad: Value,
    causal: bool,
    softmax_grad: Value | None = None,
    lse_grad: Value | None = None,
) -> dict[str, Value]:
    """With P = softmax(S) and out = P v: v gets P^T G, P gets G v^T, and S gets P times what P
    gets less its mean under P; so do q, k and the mask, of which S is the sum of products."""
    group = _group(q, k)
    wide_k, wide_v = _repeated(k, group), _repeated(v, group)
    queries, keys, values = _by_head(q), _by_head(_flat(wide_k)), _by_head(_flat(wide_v))
    size = q.shape[3]
    root = math.sqrt(max(size, 1)) if size >= 0 else _root_of_size(q)

    def scaled(x: Value) -> Value:
        return x / root if isinstance(root, Value) else x * (1 / root)

    scores = scaled(matmul(queries, keys, False, True))
    if mask is not None:
        scores = scores + mask
    seen = None
    if causal:
        hidden = _hidden(scores)
        scores, seen = scores + HIDDEN * hidden, 1 - hidden
    weights = call(SoftmaxOp, scores, axis=-1)
    if seen is not None:
        weights = weights * seen
    outward = _by_head(out_grad)
    weights_grad = matmul(outward, values, False, True)
    if softmax_grad is not None:
        weights_grad = weights_grad + softmax_grad
    mean = call(SumOp, weights * weights_grad, (-1,), keepdim=True)
    if lse_grad is not None:
        mean = mean - unsqueeze(lse_grad, -1)
    scores_grad = weights * (weights_grad - mean)
    inner = scaled(scores_grad)
    partials = {
        "q": _by_head(matmul(inner, keys)),
        "k": _summed(_by_head(matmul(inner, queries, True)), wide_k, group),
        "v": _summed(_by_head(matmul(weights, outward, True)), wide_v, group),
    }
    if mask is not None:
        partials["attn_mask"] = reduce_as(scores_grad, mask)
    return partials


def _by_head(x: Value) -> Value:
    """Lengths and heads exchanged."""
    return call(TransposeOp, x, perm=(0, 2, 1, 3))


def _root_of_size(q: Value) -> Value:
    return call(SqrtOp, cast(size_of(q, 3), q.element))


def _group(q: Value, k: Value) -> int:
    """How many heads of q share one of k."""
    heads, shared = q.shape[2], k.shape[2]
    return 1 if -1 in (heads, shared) or not shared else heads // shared


def _repeated(x: Value, group: int) -> Value:
    """Each head as often as heads of q share it, on an axis of its own."""
    return x if group == 1 else call(ExpandOp, unsqueeze(x, 3), (-1, -1, -1, group, -1))


def _flat(x: Value) -> Value:
    return x if x.rank == 4 else call(FlattenOp, x, start_axis=2, stop_axis=3)


def _summed(x: Value, wide: Value, group: int) -> Value:
    """The sum over the heads that share one."""
    return x if group == 1 else call(SumOp, reshape_as(x, wide), (3,))


def _hidden(scores: Value) -> Value:
    """1 where a key lies behind the diagonal that ends in the last query and the last key."""
    length, keys = size_of(scores, 2), size_of(scores, 3)
    zero, one = zeros_like(length), ones_like(length)
    row = call(ArangeOp, zero, length, one, dtype=length.element) + (keys - length)
    column = call(ArangeOp, zero, keys, one, dtype=length.element)
    behind = call(GreaterThanOp, unsqueeze(column, 0), unsqueeze(row, 1))
    return cast(behind, scores.element)


# --- rotary position embeddings --------------------------------------------------------------


@decomposition(FusedRotaryPositionEmbeddingGradOp)
def rotary_grad(
    sin: Value | None,
    cos: Value | None,
    position_ids: Value | None,
    out_q_grad: Value,
    out_k_grad: Value | None,
    out_v_grad: Value | None,
    use_neox_rotary_style: bool,
    time_major: bool,
    rotary_emb_base: float,
) -> list[Value | None]:
    """out = x cos + J x sin, where J makes (-b, a) of a pair (a, b), so J^T = -J."""

    def turned_back(x: Value | None) -> Value | None:
        if x is None:
            return None
        size = x.shape[3]
        if sin is not None and cos is not None:
            tables = reshape(sin, (-1, size)), reshape(cos, (-1, size))
        else:
            angles = _angles(x, use_neox_rotary_style, time_major, rotary_emb_base)
            tables = call(SinOp, angles), call(CosOp, angles)
        by_sin, by_cos = (_beside(t, x, position_ids, time_major) for t in tables)
        return x * by_cos - _across(x * by_sin, use_neox_rotary_style)

    return [turned_back(x) for x in (out_q_grad, out_k_grad, out_v_grad)]


def _angles(x: Value, neighbours: bool, time_major: bool, base: float) -> Value:
    """(position, size): p / base^(2i / size), for both elements of a pair."""
    size = x.shape[3]
    length = size_of(x, 0 if time_major else 1)
    position = call(ArangeOp, zeros_like(length), length, ones_like(length), dtype=length.element)
    pair = emit(x.build, ArangeOp, 0, size, 2)
    speed = call(ExpOp, cast(pair, x.element) * (-math.log(base) / size))
    angles = unsqueeze(cast(position, x.element), 1) * unsqueeze(speed, 0)
    if neighbours:
        return reshape(call(ExpandOp, unsqueeze(angles, 2), (-1, -1, 2)), (-1, size))
    return concat([angles, angles], 1)


def _beside(table: Value, x: Value, position_ids: Value | None, time_major: bool) -> Value:
    """The rows of a table that belong to x, so that they broadcast against it."""
    axis = 0 if time_major else 1
    if position_ids is None:
        length = x.shape[axis]
        if length == -1:
            end = size_of(x, axis)
            table = call(SliceOp, table, (0,), end, axes=(0,), infer_flags=(-1,))
        elif length != table.shape[0]:
            table = section(table, 0, 0, length)
        return unsqueeze(table, 1, 2) if time_major else unsqueeze(table, 0, 2)
    ids = call(TransposeOp, position_ids, perm=(1, 0)) if time_major else position_ids
    rows = call(GatherOp, table, reshape(ids, (-1,)), 0)
    like = section(section(x, 2, 0, 1), 3, 0, table.shape[1])
    return reshape_as(rows, like)


def _across(x: Value, neighbours: bool) -> Value:
    """Of each pair (a, b): (-b, a)."""
    size = x.shape[3]
    if not neighbours:
        return concat([-section(x, 3, size // 2, size), section(x, 3, 0, size // 2)], 3)
    pairs = reshape(x, (0, 0, 0, size // 2, 2))
    turned = concat([-section(pairs, 4, 1, 2), section(pairs, 4, 0, 1)], 4)
    return reshape(turned, (0, 0, 0, size))
