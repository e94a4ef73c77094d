"""Recurrent networks as one op: LSTM, GRU and simple ones, in layers and directions."""

from __future__ import annotations

from xdsl.dialects.builtin import TensorType, TupleType
from xdsl.ir import Attribute, Operation, SSAValue
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
    Random,
    ShapeOnly,
    Types,
    element_of,
    elements_of,
    flag,
    float32,
    integer32,
    python_value,
    shape_of,
    string,
    tensor,
)
from .filling import forget_length

GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}
"""How many gates a cell has, by mode."""


class RnnBase(PdOp):
    """The attributes of `rnn` and its gradient."""

    dropout_prob = float32(0.0)
    is_bidirec = flag(False)
    input_size = integer32(10)
    hidden_size = integer32(100)
    num_layers = integer32(1)
    mode = string("RNN_TANH")
    seed = integer32(0)
    is_test = flag(False)


def directions_of(op: Operation) -> int:
    """2 if the network of an op is bidirectional, else 1."""
    return 2 if python_value(op.properties.get("is_bidirec")) else 1


def check_network(op: RnnBase, x: SSAValue, pre_state: SSAValue, weight_list: SSAValue) -> None:
    """Refuses shapes that do not fit together."""
    mode, states, weights = op.mode.data, element_types(pre_state), element_types(weight_list)
    if mode not in GATES:
        raise VerifyException(f"mode must be one of {', '.join(GATES)}, got {mode}")
    if len(shape_of(x)) != 3:
        raise VerifyException(f"x must have the dims time, batch, input; got {x.type}")
    layers, hidden = op.num_layers.value.data, op.hidden_size.value.data
    directions = directions_of(op)
    chains = layers * directions
    _, batch, size = shape_of(x)
    if len(states) != (2 if mode == "LSTM" else 1):
        raise VerifyException(f"pre_state of {mode} has {len(states)} tensors")
    for state in states:
        _fits(state, (chains, batch, hidden), "pre_state")
    if len(weights) != 4 * chains:
        raise VerifyException(
            f"weight_list must hold {4 * chains} tensors (all weights, then all biases), "
            f"it holds {len(weights)}"
        )
    rows = GATES[mode] * hidden
    for chain in range(chains):
        width = size if chain < directions else hidden * directions
        _fits(weights[2 * chain], (rows, width), "an input weight")
        _fits(weights[2 * chain + 1], (rows, hidden), "a hidden weight")
        for bias in weights[2 * (chains + chain) : 2 * (chains + chain) + 2]:
            _fits(bias, (rows,), "a bias")


def _fits(type_: Attribute, wanted: tuple[int, ...], what: str) -> None:
    shape = shape_of(type_)
    if len(shape) != len(wanted) or any(
        a != b and DYNAMIC not in (a, b) for a, b in zip(shape, wanted, strict=True)
    ):
        raise VerifyException(f"{what} must have the shape {list(wanted)}, got {type_}")


def element_types(vec: SSAValue) -> list[Attribute]:
    """The types of the tensors in a vec."""
    return [e.type if isinstance(e, SSAValue) else e for e in elements_of(vec)]


@irdl_op_definition
class RnnOp(RnnBase):
    """A recurrent network on x [time, batch, input]; out is [time, batch, directions * hidden].

    pre_state is the hidden state before the first step (LSTM: and the cell state), one for each
    layer and direction; `state` is what they are after the last. weight_list has input and hidden
    weight of each layer and direction, then their biases. The gates are i, f, c, o for LSTM and
    r, z, c for GRU, whose candidate is tanh(x_c + r * h_c) and new state (h - c) * z + c. A
    sample is sequence_length steps long: after them its state stays and its output is 0. Between
    layers elements are dropped with dropout_prob unless `is_test`; dropout_state_out is the mask.
    `reserve` is what the gradient reads. Paddle declares both as empty, but they are not.
    """

    name = "pd_op.rnn"
    x = operand_def(TensorType)
    pre_state = operand_def(TupleType)
    weight_list = operand_def(TupleType)
    sequence_length = opt_operand_def(TensorType)
    dropout_state_in = opt_operand_def(TensorType)
    out = result_def(TensorType)
    dropout_state_out = result_def(TensorType)
    state = result_def(TupleType)
    reserve = result_def(TensorType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Random(), ShapeOnly("dropout_state_in"))

    def __post_init__(self) -> None:
        super().__post_init__()
        for buffer in self.results[1:4:2]:
            forget_length(buffer)

    def infer(self) -> Types:
        check_network(self, self.x, self.pre_state, self.weight_list)
        time, batch, _ = shape_of(self.x)
        element = element_of(self.x)
        out = tensor(element, [time, batch, directions_of(self) * self.hidden_size.value.data])
        unknown = tensor(element, [DYNAMIC])
        return (out, unknown, self.pre_state.type, unknown)


@irdl_op_definition
class RnnGradOp(RnnBase):
    """Gradient of `rnn`."""

    name = "pd_op.rnn_grad"
    x = operand_def(TensorType)
    pre_state = operand_def(TupleType)
    weight_list = operand_def(TupleType)
    sequence_length = opt_operand_def(TensorType)
    out = operand_def(TensorType)
    dropout_state_out = operand_def(TensorType)
    reserve = operand_def(TensorType)
    out_grad = operand_def(TensorType)
    state_grad = operand_def(TupleType)
    x_grad = result_def(TensorType)
    pre_state_grad = result_def(TupleType)
    weight_list_grad = result_def(TupleType)
    irdl_options = OPTIONAL_OPERANDS
    traits = traits_def(Pure(), ShapeOnly("out"))

    def infer(self) -> Types:
        check_network(self, self.x, self.pre_state, self.weight_list)
        return (self.x.type, self.pre_state.type, self.weight_list.type)


OPERATIONS: list[type[Operation]] = [RnnOp, RnnGradOp]
