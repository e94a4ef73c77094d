"""What the gradient op of a recurrent network means: the network forwards and backwards in
ordinary ops, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...dialects.pd_op.activation import ReluOp, SigmoidOp
from ...dialects.pd_op.base import DYNAMIC
from ...dialects.pd_op.elementwise import TanhOp
from ...dialects.pd_op.rnn import RnnGradOp, directions_of
from ..errors import DiffError
from ..registry import decomposition
from ..values import Value, call, cast, combine, compare, split
from .recurrence import Network, backward, forward

Three = tuple[Value | None, Value | None, Value | None]


class InValues:
    """The algebra of Values."""

    def steps(self, x: Value) -> list[Value]:
        from ...dialects.pd_op.joining import UnbindOp

        return list(split(call(UnbindOp, x)))

    def stack(self, steps: Sequence[Value]) -> Value:
        from ...dialects.pd_op.joining import StackOp

        return call(StackOp, combine(steps))

    def parts(self, x: Value, count: int) -> list[Value]:
        from ...dialects.pd_op.joining import SplitWithNumOp

        return list(split(call(SplitWithNumOp, x, x.rank - 1, num=count)))

    def join(self, parts: Sequence[Value]) -> Value:
        from ...dialects.pd_op.joining import ConcatOp

        return call(ConcatOp, combine(parts), parts[0].rank - 1)

    def through(self, x: Value, weight: Value) -> Value:
        from ...dialects.pd_op.linalg import MatmulOp

        return call(MatmulOp, x, weight, transpose_y=True)

    def back_through(self, x: Value, weight: Value) -> Value:
        from ...dialects.pd_op.linalg import MatmulOp

        return call(MatmulOp, x, weight)

    def outer(self, left: Value, right: Value) -> Value:
        from ...dialects.pd_op.linalg import MatmulOp
        from ...dialects.pd_op.shape import FlattenOp

        rows = (call(FlattenOp, value, start_axis=0, stop_axis=1) for value in (left, right))
        return call(MatmulOp, *rows, transpose_x=True)

    def total(self, x: Value) -> Value:
        from ...dialects.pd_op.reduction import SumOp

        return call(SumOp, x, (0, 1))

    def sigmoid(self, x: Value) -> Value:
        return call(SigmoidOp, x)

    def tanh(self, x: Value) -> Value:
        return call(TanhOp, x)

    def relu(self, x: Value) -> Value:
        return call(ReluOp, x)

    def positive(self, x: Value) -> Value:
        return cast(compare("greater_than", x, 0.0), x.element)


@decomposition(RnnGradOp)
def rnn_grad(
    x: Value,
    pre_state: tuple[Value, ...],
    weight_list: tuple[Value, ...],
    sequence_length: Value | None,
    out: Value,
    dropout_state_out: Value,
    reserve: Value,
    out_grad: Value,
    state_grad: tuple[Value, ...],
    op: RnnGradOp,
) -> Three:
    """Unrolled over time, whose dim must be known for that."""
    if x.shape[0] == DYNAMIC:
        raise DiffError(
            "pd_op.rnn_grad is decomposed step by step (as a higher derivative needs), "
            "but how many steps there are is not known",
            op,
            "give the first dim of x a fixed size",
        )
    algebra = InValues()
    layers = op.num_layers.value.data
    chains = layers * directions_of(op)
    network = Network(op.mode.data, layers, directions_of(op), weight_list)
    if sequence_length is not None:
        network.valid = _valid(sequence_length, x)
    probability = op.dropout_prob.value.data
    if probability and not op.is_test.value.data and layers > 1:
        network.kept = _kept(dropout_state_out, x, network, op)
    states = [_chains(state, chains) for state in pre_state]
    after = [_chains(state, chains) for state in state_grad]
    _, _, traces = forward(network, algebra, x, states)
    found = backward(network, algebra, states, traces, out_grad, after)
    return (
        found.x,
        combine([algebra.stack(state) for state in found.states]),
        combine(found.weights),
    )


def _chains(state: Value, count: int) -> list[Value]:
    """The state of each chain."""
    from ...dialects.pd_op.joining import UnstackOp

    return list(split(call(UnstackOp, state, num=count)))


def _valid(sequence_length: Value, x: Value) -> list[Value]:
    """For each step, 1 for the samples that are that long, else 0, as a column."""
    from ...dialects.pd_op.shape import UnsqueezeOp

    column = call(UnsqueezeOp, sequence_length, (1,))
    return [cast(compare("greater_than", column, t), x.element) for t in range(x.shape[0])]


def _kept(mask: Value, x: Value, network: Network, op: Any) -> list[Value]:
    """What the input of each layer but the first is multiplied with."""
    from ...dialects.pd_op.shape import ReshapeOp

    width = network.directions * op.hidden_size.value.data
    shape = (network.layers - 1, x.shape[0], -1, width)
    probability = op.dropout_prob.value.data
    scale = 0.0 if probability == 1 else 1 / (1 - probability)
    # A mask does not vary with anything: a comparison says so.
    kept = cast(compare("greater_than", call(ReshapeOp, mask, shape), 0.0), x.element) * scale
    return InValues().steps(kept)
