"""Recurrent networks."""

from __future__ import annotations

from .case import Case

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}
TIME, BATCH, INPUT, HIDDEN = 3, 2, 2, 2


def rnn(
    label: str,
    mode: str,
    layers: int = 1,
    directions: int = 1,
    attributes: str = "",
    lengths: bool = False,
    x: str | None = None,
    order: int = 2,
    paddle: bool = True,
    element: str = "f64",
) -> Case:
    """A network whose inputs are x, states and all weights."""
    chains = layers * directions
    rows = GATES[mode] * HIDDEN
    batch = "?" if x is not None and x.split("x")[1] == "?" else str(BATCH)
    states = ["h", "c"] if mode == "LSTM" else ["h"]
    inputs = {"x": x or f"{TIME}x{BATCH}x{INPUT}x{element}"}
    inputs |= dict.fromkeys(states, f"{chains}x{batch}x{HIDDEN}x{element}")
    weights: list[str] = []
    for chain in range(chains):
        width = INPUT if chain < directions else HIDDEN * directions
        inputs |= {
            f"w{chain}": f"{rows}x{width}x{element}",
            f"u{chain}": f"{rows}x{HIDDEN}x{element}",
        }
        weights += [f"w{chain}", f"u{chain}"]
    for chain in range(chains):
        inputs |= {f"a{chain}": f"{rows}x{element}", f"b{chain}": f"{rows}x{element}"}
        weights += [f"a{chain}", f"b{chain}"]
    length = "_"
    values: dict[str, object] = {}
    if lengths:
        inputs["n"], values["n"], length = f"{batch}xi32", [3, 1], "%n"
    vec = f"%states = builtin.combine {', '.join('%' + s for s in states)}\n"
    vec += f"%weights = builtin.combine {', '.join('%' + w for w in weights)}\n"
    last = ", ".join(f"%last_{s}" for s in states)
    types = ", ".join(f"tensor<{inputs[s]}>" for s in states)
    both = ", is_bidirec = true" if directions == 2 else ""
    body = (
        f"{vec}%out, %mask, %after, %reserve = pd_op.rnn %x, %states, %weights, {length}, _ "
        f'{{mode = "{mode}", num_layers = {layers} : i32, hidden_size = {HIDDEN} : i32, '
        f"input_size = {INPUT} : i32{both}{attributes}}}\n"
        f"{last} = builtin.split %after : {types}"
    )
    return Case(
        label,
        body,
        inputs,
        _call(mode, layers, directions, states, weights, lengths) if paddle else None,
        outs=["out", *(f"last_{s}" for s in states)],
        sizes={n: (TIME, BATCH, INPUT) if n == "x" else (chains, BATCH, HIDDEN) for n in inputs},
        values=values,
        order=order,
        # Paddle's gradient of the way back through shorter samples is not that of its output.
        paddle_gradient=not (lengths and directions == 2),
    )


def _call(
    mode: str, layers: int, directions: int, states: list[str], weights: list[str], lengths: bool
) -> str:
    """The op that Paddle's layers call."""
    length = "n" if lengths else "None"
    op = (
        f"paddle._C_ops.rnn(x, [{', '.join(states)}], [{', '.join(weights)}], {length}, "
        f"paddle.zeros([0], 'uint8'), 0.0, {directions == 2}, {INPUT}, {HIDDEN}, {layers}, "
        f'"{mode}", 0, False)'
    )
    return f"(lambda r: (r[0], *r[-1]))({op})"


CASES = [
    rnn("lstm", "LSTM"),
    rnn("gru", "GRU"),
    rnn("rnn_tanh", "RNN_TANH"),
    rnn("rnn_relu", "RNN_RELU"),
    rnn("lstm_deep", "LSTM", layers=2, order=1),
    rnn("lstm_both_ways", "LSTM", directions=2),
    rnn("gru_both_ways", "GRU", layers=2, directions=2, order=1),
    rnn("lstm_lengths", "LSTM", directions=2, lengths=True),
    rnn("gru_lengths", "GRU", directions=2, lengths=True),
    rnn("rnn_tanh_lengths", "RNN_TANH", lengths=True),
    rnn("gru_batch", "GRU", x=f"{TIME}x?x{INPUT}xf64"),
    rnn("rnn_f32", "RNN_TANH", order=1, element="f32"),
    rnn(
        "rnn_dropout",
        "RNN_TANH",
        layers=2,
        attributes=", dropout_prob = 0.4 : f32",
        paddle=False,
    ),
    rnn(
        "lstm_dropout_test",
        "LSTM",
        layers=2,
        attributes=", dropout_prob = 0.4 : f32, is_test = true",
        order=1,
        paddle=False,
    ),
]
