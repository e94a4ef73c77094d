"""Recurrent networks forwards and backwards, in any algebra.

The same steps run on NumPy arrays (the kernels of `rnn` and `rnn_grad`) and on Values (the
decomposition of `rnn_grad`). A `Network` says what is computed; an `Algebra` how. What the way
back needs of a chain (one layer in one direction) is its `Trace`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol


class Algebra(Protocol):
    """The operations that a recurrence is made of; arithmetic is that of the operators."""

    def steps(self, x: Any) -> list[Any]:
        """What lies along the first axis, apart."""
        ...

    def stack(self, steps: Sequence[Any]) -> Any:
        """The inverse of `steps`."""
        ...

    def parts(self, x: Any, count: int) -> list[Any]:
        """Equal parts along the last axis."""
        ...

    def join(self, parts: Sequence[Any]) -> Any:
        """The inverse of `parts`."""
        ...

    def through(self, x: Any, weight: Any) -> Any:
        """x times the transposed weight, along the last axis of x."""
        ...

    def back_through(self, x: Any, weight: Any) -> Any:
        """x times the weight, along the last axis of x."""
        ...

    def outer(self, left: Any, right: Any) -> Any:
        """The sum over time and batch of left[i] * right[j], a matrix."""
        ...

    def total(self, x: Any) -> Any:
        """The sum over time and batch."""
        ...

    def sigmoid(self, x: Any) -> Any: ...

    def tanh(self, x: Any) -> Any: ...

    def relu(self, x: Any) -> Any: ...

    def positive(self, x: Any) -> Any:
        """1 where x > 0, else 0."""
        ...


@dataclass
class Network:
    """What an `rnn` op computes.

    `valid` says for each step which samples are that long (1 or 0, [batch, 1]), `kept` what the
    input of each layer but the first is multiplied with (dropout).
    """

    mode: str
    layers: int
    directions: int
    weights: Sequence[Any]
    valid: Sequence[Any] | None = None
    kept: Sequence[Any] | None = None

    def chain_weights(self, chain: int) -> Sequence[Any]:
        """Input and hidden weight, input and hidden bias of a chain."""
        biases = 2 * self.layers * self.directions
        first = 2 * chain
        return [*self.weights[first : first + 2], *self.weights[biases + first :][:2]]


@dataclass
class Trace:
    """What one chain computed, step by step in order of time: the state after each step, the
    gates of its cell, and the cell state of an LSTM."""

    inputs: Any
    hidden: list[Any] = field(default_factory=list[Any])
    gates: list[Sequence[Any]] = field(default_factory=list[Sequence[Any]])
    cell: list[Any] = field(default_factory=list[Any])


# --- forwards --------------------------------------------------------------------------------


def forward(
    network: Network, algebra: Algebra, x: Any, states: Sequence[Sequence[Any]]
) -> tuple[Any, list[list[Any]], list[Trace]]:
    """The output, the last states of each chain (hidden; LSTM: cell) and the traces.

    `states` has the first hidden state of each chain, for an LSTM also the first cell states.
    """
    traces: list[Trace] = []
    last: list[list[Any]] = [[] for _ in states]
    for layer in range(network.layers):
        if layer and network.kept is not None:
            x = x * network.kept[layer - 1]
        outputs: list[list[Any]] = []
        for direction in range(network.directions):
            chain = layer * network.directions + direction
            start = [state[chain] for state in states]
            trace = run_chain(network, algebra, x, start, chain)
            end = 0 if direction else -1
            last[0].append(trace.hidden[end])
            if trace.cell:
                last[1].append(trace.cell[end])
            traces.append(trace)
            outputs.append(_shown(network, trace.hidden))
        x = joined(algebra, outputs)
    return x, last, traces


def joined(algebra: Algebra, outputs: Sequence[Sequence[Any]]) -> Any:
    """The outputs of a layer's directions side by side."""
    if len(outputs) == 1:
        return algebra.stack(outputs[0])
    return algebra.stack([algebra.join(pair) for pair in zip(*outputs, strict=True)])


def layer_input(
    network: Network, algebra: Algebra, traces: Sequence[Trace], layer: int, x: Any
) -> Any:
    """The input of a layer, from the traces of the one before."""
    if not layer:
        return x
    count = network.directions
    before = traces[(layer - 1) * count : layer * count]
    found = joined(algebra, [_shown(network, trace.hidden) for trace in before])
    return found if network.kept is None else found * network.kept[layer - 1]


def _shown(network: Network, hidden: Sequence[Any]) -> list[Any]:
    """Outputs are the hidden states, but 0 after the end of a sample."""
    if network.valid is None:
        return list(hidden)
    return [h * valid for h, valid in zip(hidden, network.valid, strict=True)]


def order_of(network: Network, chain: int, count: int) -> list[int]:
    """The steps in the order in which a chain takes them."""
    steps = list(range(count))
    return steps[::-1] if chain % network.directions else steps


def run_chain(
    network: Network, algebra: Algebra, x: Any, start: Sequence[Any], chain: int
) -> Trace:
    """One layer in one direction."""
    w_input, w_hidden, b_input, b_hidden = network.chain_weights(chain)
    inputs = algebra.steps(algebra.through(x, w_input) + b_input)
    count = len(inputs)
    nothing: list[Any] = [None] * count
    trace = Trace(x, list(nothing), list(nothing), list(nothing) if len(start) > 1 else [])
    h = start[0]
    c = start[1] if len(start) > 1 else None
    for t in order_of(network, chain, count):
        a = inputs[t]
        b = algebra.through(h, w_hidden) + b_hidden
        before, before_c = h, c
        if network.mode == "LSTM":
            i, f, g, o = algebra.parts(a + b, 4)
            i, f, o = (algebra.sigmoid(gate) for gate in (i, f, o))
            g = algebra.tanh(g)
            c = f * c + i * g
            h = o * algebra.tanh(c)
            trace.gates[t] = (i, f, g, o)
        elif network.mode == "GRU":
            (a_r, a_z, a_c), (b_r, b_z, b_c) = algebra.parts(a, 3), algebra.parts(b, 3)
            r, z = algebra.sigmoid(a_r + b_r), algebra.sigmoid(a_z + b_z)
            n = algebra.tanh(a_c + r * b_c)
            h = (h - n) * z + n
            trace.gates[t] = (r, z, n, b_c)
        else:
            h = algebra.tanh(a + b) if network.mode == "RNN_TANH" else algebra.relu(a + b)
            trace.gates[t] = (h,)
        if network.valid is not None:
            h = before + (h - before) * network.valid[t]
            if c is not None:
                c = before_c + (c - before_c) * network.valid[t]
        trace.hidden[t] = h
        if trace.cell:
            trace.cell[t] = c
    return trace


# --- backwards -------------------------------------------------------------------------------


@dataclass
class Gradients:
    """Partials: of x, of the first states of each chain, and of the weights in their order."""

    x: Any
    states: list[list[Any]]
    weights: list[Any]


def backward(
    network: Network,
    algebra: Algebra,
    states: Sequence[Sequence[Any]],
    traces: Sequence[Trace],
    out_grad: Any,
    state_grads: Sequence[Sequence[Any]],
) -> Gradients:
    """The partials, given the cotangents of the output and of the last states."""
    chains = network.layers * network.directions
    first: list[list[Any]] = [[None] * chains for _ in states]
    weights: list[Any] = [None] * (4 * chains)
    for layer in reversed(range(network.layers)):
        cotangents = _by_direction(network, algebra, out_grad)
        total = None
        for direction in range(network.directions):
            chain = layer * network.directions + direction
            start = [state[chain] for state in states]
            after = [grad[chain] for grad in state_grads]
            inner, outer, before = _chain_back(
                network, algebra, traces[chain], start, cotangents[direction], after, chain
            )
            for kind, partial in enumerate(before):
                first[kind][chain] = partial
            w_input = network.chain_weights(chain)[0]
            partial = algebra.back_through(inner, w_input)
            total = partial if total is None else total + partial
            earlier = _earlier(network, algebra, traces[chain], start[0], chain)
            weights[2 * chain] = algebra.outer(inner, traces[chain].inputs)
            weights[2 * chain + 1] = algebra.outer(outer, earlier)
            weights[2 * (chains + chain)] = algebra.total(inner)
            weights[2 * (chains + chain) + 1] = algebra.total(outer)
        if layer and network.kept is not None:
            total = total * network.kept[layer - 1]
        out_grad = total
    return Gradients(out_grad, first, weights)


def _by_direction(network: Network, algebra: Algebra, out_grad: Any) -> list[list[Any]]:
    """The cotangent of a layer's output for each direction, step by step."""
    if network.directions == 1:
        return [algebra.steps(out_grad)]
    return [algebra.steps(part) for part in algebra.parts(out_grad, network.directions)]


def _earlier(network: Network, algebra: Algebra, trace: Trace, start: Any, chain: int) -> Any:
    """The hidden state before each step."""
    if chain % network.directions:
        return algebra.stack([*trace.hidden[1:], start])
    return algebra.stack([start, *trace.hidden[:-1]])


def _chain_back(
    network: Network,
    algebra: Algebra,
    trace: Trace,
    start: Sequence[Any],
    cotangents: list[Any],
    after: Sequence[Any],
    chain: int,
) -> tuple[Any, Any, list[Any]]:
    """One chain backwards: the cotangents of what the gates get from the input and from the
    hidden state, at each step, and those of the first states."""
    w_hidden = network.chain_weights(chain)[1]
    count = len(trace.hidden)
    order = order_of(network, chain, count)
    inner: list[Any] = [None] * count
    outer: list[Any] = [None] * count
    dh, dc = after[0], after[1] if trace.cell else None
    for position in reversed(range(count)):
        t = order[position]
        valid = None if network.valid is None else network.valid[t]
        dh = dh + (cotangents[t] if valid is None else cotangents[t] * valid)
        # After the end of a sample its state is handed on: only what is valid goes into the cell.
        into = dh if valid is None else dh * valid
        into_c = dc if valid is None or dc is None else dc * valid
        h = trace.hidden[order[position - 1]] if position else start[0]
        c = None
        if trace.cell:
            c = trace.cell[order[position - 1]] if position else start[1]
        step = _cell_back(network.mode, algebra, trace, t, h, c, into, into_c)
        inner[t], outer[t], direct, direct_c = step
        through = algebra.back_through(outer[t], w_hidden)
        if direct is not None:
            through = through + direct
        dh = through if valid is None else through + (dh - into)
        if dc is not None:
            dc = direct_c if valid is None else direct_c + (dc - into_c)
    before = [dh] if dc is None else [dh, dc]
    return algebra.stack(inner), algebra.stack(outer), before


def _cell_back(
    mode: str, algebra: Algebra, trace: Trace, t: int, h: Any, c: Any, dh: Any, dc: Any
) -> tuple[Any, Any, Any, Any]:
    """One step backwards: the cotangents of both sides of the gates, and what reaches h and c
    past them."""
    if mode == "LSTM":
        i, f, g, o = trace.gates[t]
        squashed = algebra.tanh(f * c + i * g)
        dc = dc + dh * o * (1 - squashed * squashed)
        inner = algebra.join(
            [
                dc * g * (i * (1 - i)),
                dc * c * (f * (1 - f)),
                dc * i * (1 - g * g),
                dh * squashed * (o * (1 - o)),
            ]
        )
        return inner, inner, None, dc * f
    if mode == "GRU":
        r, z, n, b_c = trace.gates[t]
        da_c = dh * (1 - z) * (1 - n * n)
        da_r = da_c * b_c * (r * (1 - r))
        da_z = dh * (h - n) * (z * (1 - z))
        inner = algebra.join([da_r, da_z, da_c])
        return inner, algebra.join([da_r, da_z, da_c * r]), dh * z, None
    (out,) = trace.gates[t]
    slope = 1 - out * out if mode == "RNN_TANH" else algebra.positive(out)
    inner = dh * slope
    return inner, inner, None, None
