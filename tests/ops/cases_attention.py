"""Fused attention and rotary position embeddings; Paddle writes them in ordinary ops on a CPU."""

from __future__ import annotations

from typing import Any

from .case import Case


def attention(
    label: str,
    q: str = "2x3x2x4xf64",
    k: str = "2x3x2x4xf64",
    v: str | None = None,
    *,
    mask: str | None = None,
    causal: bool = False,
    **options: Any,
) -> Case:
    """Attention, compared with Paddle's of ordinary ops."""
    inputs = {"q": q, "k": k, "v": v or k} | ({"mask": mask} if mask else {})
    body = (
        f"%out, %softmax, %lse, %seed = pd_op.flash_attn %q, %k, %v, _, "
        f"{'%mask' if mask else '_'} {{causal = {str(causal).lower()}}}"
    )
    call = f"F.scaled_dot_product_attention(q, k, v, {'mask' if mask else None}, 0.0, {causal})"
    return Case(f"flash_attn_{label}", body, inputs, options.pop("call", call), **options)


def rotary(label: str, attributes: str = "", **options: Any) -> Case:
    """q and k turned, by angles of their positions or by tables."""
    operands = options.pop("operands", "_, _, _")
    inputs = {"q": "2x3x2x4xf64", "k": "2x3x1x4xf64"} | options.pop("inputs", {})
    body = (
        "%out_q, %out_k, %none = pd_op.fused_rotary_position_embedding "
        f"%q, %k, _, {operands} {attributes}"
    )
    return Case(f"rotary_{label}", body.rstrip(), inputs, None, ("out_q", "out_k"), **options)


TABLES = {"sin": "1x4x1x4xf64", "cos": "1x4x1x4xf64"}
FIXED: dict[str, Any] = {"operands": "%sin, %cos, _", "constant": ("sin", "cos")}
CHOSEN: dict[str, Any] = {
    "operands": "%sin, %cos, %ids",
    "constant": ("sin", "cos"),
    "inputs": {**TABLES, "ids": "2x3xi64"},
    "values": {"ids": [[0, 2, 1], [3, 3, 0]]},
}

CASES = [
    attention("plain", order=3),
    attention("f32", "2x3x2x4xf32", "2x3x2x4xf32", order=1, tolerance=1e-4),
    attention("causal", causal=True),
    attention("mask", mask="2x1x3x3xf64"),
    attention("mask_of_one", mask="1x1x3x3xf64", constant=("mask",)),
    attention("lengths", "2x3x2x4xf64", "2x5x2x4xf64"),
    attention("sizes", "2x3x2x4xf64", "2x5x2x4xf64", "2x5x2x3xf64"),
    attention("causal_lengths", "2x2x2x4xf64", "2x3x2x4xf64", causal=True, call=None),
    attention("causal_sees_nothing", "1x3x2x4xf64", "1x2x2x4xf64", causal=True, call=None),
    attention(
        "shared_heads",
        "2x3x4x4xf64",
        "2x3x2x4xf64",
        call="F.scaled_dot_product_attention("
        "q, k.repeat_interleave(2, axis=2), v.repeat_interleave(2, axis=2))",
    ),
    attention(
        "dynamic",
        "?x?x2x4xf64",
        "?x?x2x4xf64",
        causal=True,
        sizes=dict.fromkeys("qkv", (2, 3, 2, 4)),
    ),
    attention(
        "dynamic_all",
        "?x?x?x?xf64",
        "?x?x?x?xf64",
        sizes=dict.fromkeys("qkv", (2, 3, 2, 4)),
    ),
    Case(
        "flash_attn_lse",
        "%out, %softmax, %lse, %seed = pd_op.flash_attn %q, %k, %v, _, _ {return_softmax = true}",
        {"q": "1x3x2x4xf64", "k": "1x3x2x4xf64", "v": "1x3x2x4xf64"},
        None,
        ("out", "softmax", "lse"),
    ),
    # rotary position embeddings
    rotary("neighbours"),
    rotary("halves", "{use_neox_rotary_style = false}"),
    rotary("time_major", "{time_major = true, rotary_emb_base = 100.0 : f32}"),
    rotary("tables", inputs=TABLES, **FIXED),
    rotary("tables_halves", "{use_neox_rotary_style = false}", inputs=TABLES, **FIXED),
    rotary("positions", **CHOSEN),
    rotary(
        "dynamic",
        inputs={"q": "?x?x2x4xf64", "k": "?x?x1x4xf64"},
        sizes={"q": (2, 3, 2, 4), "k": (2, 3, 1, 4)},
    ),
    rotary(
        "dynamic_tables",
        inputs={"q": "?x?x2x4xf64", "k": "?x?x1x4xf64", **TABLES},
        sizes={"q": (2, 3, 2, 4), "k": (2, 3, 1, 4)},
        **FIXED,
    ),
    Case(
        "rotary_only_q",
        "%out, %k, %v = pd_op.fused_rotary_position_embedding %q, _, _, _, _, _",
        {"q": "2x3x2x4xf64"},
        # The same with an angle for each pair.
        "(lambda a, q=q: paddle.stack(["
        "q[..., 0::2] * paddle.cos(a) - q[..., 1::2] * paddle.sin(a),"
        "q[..., 1::2] * paddle.cos(a) + q[..., 0::2] * paddle.sin(a)], -1).reshape(q.shape))("
        "paddle.arange(3, dtype='float64')[:, None, None] * paddle.to_tensor([1.0, 0.01], "
        "dtype='float64'))",
    ),
]
