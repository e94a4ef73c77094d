"""Recurrent networks in NumPy."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from ..autodiff.decompositions.recurrence import (
    Network,
    Trace,
    backward,
    forward,
    layer_input,
)
from ..dialects.pd_op.rnn import GATES, RnnBase, RnnGradOp, RnnOp, directions_of
from .activation import sigmoid
from .random import source
from .registry import kernel


class InArrays:
    """The algebra of NumPy arrays."""

    def steps(self, x: Any) -> list[Any]:
        return list(x)

    def stack(self, steps: Sequence[Any]) -> Any:
        return np.stack(steps)

    def parts(self, x: Any, count: int) -> list[Any]:
        return np.split(x, count, axis=-1)

    def join(self, parts: Sequence[Any]) -> Any:
        return np.concatenate(parts, axis=-1)

    def through(self, x: Any, weight: Any) -> Any:
        return x @ weight.T

    def back_through(self, x: Any, weight: Any) -> Any:
        return x @ weight

    def outer(self, left: Any, right: Any) -> Any:
        return left.reshape(-1, left.shape[-1]).T @ right.reshape(-1, right.shape[-1])

    def total(self, x: Any) -> Any:
        return x.sum((0, 1))

    def sigmoid(self, x: Any) -> Any:
        return sigmoid(x)

    def tanh(self, x: Any) -> Any:
        return np.tanh(x)

    def relu(self, x: Any) -> Any:
        return np.maximum(x, 0)

    def positive(self, x: Any) -> Any:
        return (x > 0).astype(x.dtype)


ALGEBRA = InArrays()


@kernel(RnnOp)
def rnn(
    x: Any,
    pre_state: tuple[Any, ...],
    weight_list: tuple[Any, ...],
    sequence_length: Any,
    dropout_state_in: Any,
    op: RnnOp,
) -> Any:
    mask: Any = np.empty(0, x.dtype)
    if drops(op):
        width = directions_of(op) * op.hidden_size.value.data
        shape = (op.num_layers.value.data - 1, *x.shape[:2], width)
        drawn = source(op.seed.value.data).random(shape, np.float32)
        mask = (drawn >= op.dropout_prob.value.data).astype(x.dtype)
    network = network_of(op, x, weight_list, sequence_length, mask)
    out, last, traces = forward(network, ALGEBRA, x, pre_state)
    state = tuple(np.stack(chains) for chains in last)
    return out, mask.reshape(-1), state, packed(traces, x)


@kernel(RnnGradOp)
def rnn_grad(
    x: Any,
    pre_state: tuple[Any, ...],
    weight_list: tuple[Any, ...],
    sequence_length: Any,
    out: Any,
    dropout_state_out: Any,
    reserve: Any,
    out_grad: Any,
    state_grad: tuple[Any, ...],
    op: RnnGradOp,
) -> Any:
    network = network_of(op, x, weight_list, sequence_length, dropout_state_out)
    traces = unpacked(reserve, network, x, pre_state[0].shape)
    found = backward(network, ALGEBRA, pre_state, traces, out_grad, state_grad)
    states = tuple(np.stack(chains) for chains in found.states)
    return found.x, states, tuple(found.weights)


def drops(op: RnnBase) -> bool:
    """Whether elements are dropped between layers."""
    if op.is_test.value.data or op.num_layers.value.data < 2:
        return False
    return op.dropout_prob.value.data > 0


def network_of(
    op: RnnBase, x: Any, weights: tuple[Any, ...], sequence_length: Any, mask: Any
) -> Network:
    """The network that an op says, with its masks."""
    network = Network(op.mode.data, op.num_layers.value.data, directions_of(op), weights)
    if sequence_length is not None:
        network.valid = [
            (sequence_length > step).astype(x.dtype)[:, None] for step in range(x.shape[0])
        ]
    if drops(op):
        probability = op.dropout_prob.value.data
        scale = x.dtype.type(0.0 if probability == 1 else 1 / (1 - probability))
        shape = (network.layers - 1, *x.shape[:2], network.directions * op.hidden_size.value.data)
        network.kept = list(mask.reshape(shape) * scale)
    return network


def kept_gates(mode: str) -> int:
    """How many tensors of a trace's gates there are at each step."""
    return {"LSTM": 4, "GRU": 4}.get(mode, GATES[mode])


def packed(traces: Sequence[Trace], x: Any) -> Any:
    """What the traces hold in one vector."""
    found: list[Any] = []
    for trace in traces:
        for steps in (trace.hidden, trace.cell, *zip(*trace.gates, strict=True)):
            found.extend(np.ravel(step) for step in steps)
    return np.concatenate(found) if found else np.empty(0, x.dtype)


def unpacked(reserve: Any, network: Network, x: Any, states: tuple[int, ...]) -> list[Trace]:
    """The traces that `packed` packed."""
    pieces: Iterator[Any] = iter(reserve.reshape(-1, x.shape[0], *states[1:]))
    traces: list[Trace] = []
    for chain in range(network.layers * network.directions):
        hidden = list(next(pieces))
        cell = list(next(pieces)) if network.mode == "LSTM" else []
        gates = [list(next(pieces)) for _ in range(kept_gates(network.mode))]
        layer = chain // network.directions
        inputs = layer_input(network, ALGEBRA, traces, layer, x)
        traces.append(Trace(inputs, hidden, list(zip(*gates, strict=True)), cell))
    return traces
