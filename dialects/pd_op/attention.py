"""Fused attention and rotary position embeddings.

Queries, keys and values are (batch, length, heads, size) here. Paddle has no CPU kernels for
these ops: where it runs on a CPU, it writes attention in ordinary ops.
"""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, i64
from xdsl.ir import Operation
from xdsl.irdl import (
    irdl_op_definition,
    operand_def,
    opt_operand_def,
    result_def,
    traits_def,
)
from xdsl.traits import Pure
from xdsl.utils.exceptions import VerifyException

from .base import (
    DYNAMIC,
    OPTIONAL_OPERANDS,
    PdOp,
    ShapeOnly,
    Types,
    compatible,
    element_of,
    flag,
    float32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .linalg import agree, known, same_element


@irdl_op_definition
class FlashAttnOp(PdOp):
    """out = softmax(q k^T / sqrt(size) + attn_mask) v for each head.

    Several heads of q may share one of k and v. `causal` hides what lies behind the diagonal that
    ends in the last key; a query that sees nothing gives zeros. `softmax` is there with
    `return_softmax`, `softmax_lse` is the logarithm of the sum that it divides by.
    """

    name = "pd_op.flash_attn"
    q = operand_def(TensorType)
    k = operand_def(TensorType)
    v = operand_def(TensorType)
    fixed_seed_offset = opt_operand_def(TensorType)
    attn_mask = opt_operand_def(TensorType)
    dropout = float32(0.0)
    causal = flag(False)
    return_softmax = flag(False)
    is_test = flag(False)
    rng_name = string("")
    out = result_def(TensorType)
    softmax = result_def(TensorType)
    softmax_lse = result_def(TensorType)
    seed_offset = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())

    def infer(self) -> Types:
        same_element(self.q, self.k, self.v)
        q, k, v = shape_of(self.q), shape_of(self.k), shape_of(self.v)
        if not len(q) == len(k) == len(v) == 4:
            raise VerifyException("q, k and v have the axes batch, length, heads and size")
        for axis, what in enumerate(("batches", "lengths", "heads")):
            agree(k[axis], v[axis], f"the {what} of k and v")
        agree(q[0], k[0], "the batches")
        agree(q[3], k[3], "the sizes of q and k")
        if DYNAMIC not in (q[2], k[2]) and q[2] % max(k[2], 1):
            raise VerifyException(f"{q[2]} heads of q cannot share {k[2]} of k")
        if python_value(self.dropout) > 0 and not python_value(self.is_test):
            raise VerifyException("flash_attn drops nothing out here: write it in ordinary ops")
        element, batch = element_of(self.q), known(q[0], k[0])
        pairs = [batch, q[2], q[1], k[1]] if python_value(self.return_softmax) else [0]
        return (
            tensor(element, [batch, q[1], q[2], v[3]]),
            tensor(element, pairs),
            tensor(element, [batch, q[2], q[1]]),
            tensor(i64, [2]),
        )

    def verify_(self) -> None:
        # Paddle rounds the sizes of the other results up for its device.
        out = self.infer()[0]
        if not compatible(self.out.type, out):
            raise VerifyException(f"out is declared {self.out.type}, operands give {out}")


@irdl_op_definition
class FlashAttnGradOp(PdOp):
    """Gradient of `flash_attn`; the softmax is computed again."""

    name = "pd_op.flash_attn_grad"
    q = operand_def(TensorType)
    k = operand_def(TensorType)
    v = operand_def(TensorType)
    out = operand_def(TensorType)
    softmax_lse = operand_def(TensorType)
    seed_offset = operand_def(TensorType)
    attn_mask = opt_operand_def(TensorType)
    out_grad = operand_def(TensorType)
    dropout = float32(0.0)
    causal = flag(False)
    q_grad = result_def(TensorType)
    k_grad = result_def(TensorType)
    v_grad = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure(), ShapeOnly("out", "softmax_lse", "seed_offset"))

    def infer(self) -> Types:
        return (self.q.type, self.k.type, self.v.type)


class RotaryOp(PdOp):
    """Attributes of both rotary ops."""

    use_neox_rotary_style = flag(True)
    time_major = flag(False)
    rotary_emb_base = float32(10000.0)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure())


@irdl_op_definition
class FusedRotaryPositionEmbeddingOp(RotaryOp):
    """Each pair of elements of q, k and v turned by an angle that grows with its position.

    Pairs are neighbours ("neox" style), or an element of the first half and one of the second.
    `sin` and `cos` are tables (position, size), with leading or middle axes of length one;
    without them, pair i at position p turns by p / base^(2i / size). `position_ids` (batch,
    length) says which row of the tables is meant. `time_major`: the length comes before the
    batch.
    """

    name = "pd_op.fused_rotary_position_embedding"
    q = operand_def(TensorType)
    k = opt_operand_def(TensorType)
    v = opt_operand_def(TensorType)
    sin = opt_operand_def(TensorType)
    cos = opt_operand_def(TensorType)
    position_ids = opt_operand_def(TensorType)
    out_q = result_def(TensorType)
    out_k = result_def(TensorType)
    out_v = result_def(TensorType)

    def infer(self) -> Types:
        for operand in (self.q, self.k, self.v):
            shape = () if operand is None else shape_of(operand)
            if operand is not None and (len(shape) != 4 or shape[3] == DYNAMIC or shape[3] % 2):
                raise VerifyException(
                    f"expected the axes batch, length, heads and an even size, got {operand.type}"
                )
        if (self.sin is None) != (self.cos is None):
            raise VerifyException("sin and cos come together")
        if self.sin is None and self.position_ids is not None:
            raise VerifyException("position_ids choose rows of sin and cos, which are missing")
        absent = self.q.type
        return (
            self.q.type,
            absent if self.k is None else self.k.type,
            absent if self.v is None else self.v.type,
        )


@irdl_op_definition
class FusedRotaryPositionEmbeddingGradOp(RotaryOp):
    """Gradient of `fused_rotary_position_embedding`: the same turned back."""

    name = "pd_op.fused_rotary_position_embedding_grad"
    sin = opt_operand_def(TensorType)
    cos = opt_operand_def(TensorType)
    position_ids = opt_operand_def(TensorType)
    out_q_grad = operand_def(TensorType)
    out_k_grad = opt_operand_def(TensorType)
    out_v_grad = opt_operand_def(TensorType)
    q_grad = result_def(TensorType)
    k_grad = result_def(TensorType)
    v_grad = result_def(TensorType)

    def infer(self) -> Types:
        absent = self.out_q_grad.type
        return (
            self.out_q_grad.type,
            absent if self.out_k_grad is None else self.out_k_grad.type,
            absent if self.out_v_grad is None else self.out_v_grad.type,
        )


OPERATIONS: list[type[Operation]] = [
    FlashAttnOp,
    FlashAttnGradOp,
    FusedRotaryPositionEmbeddingOp,
    FusedRotaryPositionEmbeddingGradOp,
]
