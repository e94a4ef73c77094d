"""Programs of real models for the benchmarks: text, and how many ops it holds."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pdgrad
from tests.models.check import read

DATA = Path(__file__).parent.parent / "tests" / "models"
HIDDEN, HEADS, LENGTH = 64, 4, 16

LAYER = """
%ln1_{k}, %m1_{k}, %v1_{k} = pd_op.layer_norm {x}, %g1_{k}, %b1_{k} {{begin_norm_axis = 2 : i32}}
%qkv_{k} = pd_op.matmul %ln1_{k}, %wqkv_{k}
%heads_{k} = pd_op.reshape %qkv_{k}, %shape_heads
%moved_{k} = pd_op.transpose %heads_{k} {{perm = [2 : i32, 0 : i32, 3 : i32, 1 : i32, 4 : i32]}}
%q_{k} = pd_op.slice %moved_{k}, %at0, %at1 {{axes = [0], decrease_axis = [0]}}
%k_{k} = pd_op.slice %moved_{k}, %at1, %at2 {{axes = [0], decrease_axis = [0]}}
%v_{k} = pd_op.slice %moved_{k}, %at2, %at3 {{axes = [0], decrease_axis = [0]}}
%scores_{k} = pd_op.matmul %q_{k}, %k_{k} {{transpose_y = true}}
%scaled_{k} = pd_op.scale %scores_{k}, %quarter
%weights_{k} = pd_op.softmax %scaled_{k} {{axis = -1 : i32}}
%mixed_{k} = pd_op.matmul %weights_{k}, %v_{k}
%back_{k} = pd_op.transpose %mixed_{k} {{perm = [0 : i32, 2 : i32, 1 : i32, 3 : i32]}}
%flat_{k} = pd_op.reshape %back_{k}, %shape_flat
%out_{k} = pd_op.matmul %flat_{k}, %wo_{k}
%res1_{k} = pd_op.add {x}, %out_{k}
%ln2_{k}, %m2_{k}, %v2_{k} = pd_op.layer_norm %res1_{k}, %g2_{k}, %b2_{k} {{begin_norm_axis = 2 : i32}}
%up_{k} = pd_op.matmul %ln2_{k}, %wu_{k}
%act_{k} = pd_op.gelu %up_{k}
%down_{k} = pd_op.matmul %act_{k}, %wd_{k}
%y_{k} = pd_op.add %res1_{k}, %down_{k}
"""  # noqa: E501

PARAMETERS = {
    "g1": (HIDDEN,),
    "b1": (HIDDEN,),
    "wqkv": (HIDDEN, 3 * HIDDEN),
    "wo": (HIDDEN, HIDDEN),
    "g2": (HIDDEN,),
    "b2": (HIDDEN,),
    "wu": (HIDDEN, 4 * HIDDEN),
    "wd": (4 * HIDDEN, HIDDEN),
}


def transformer(layers: int = 48) -> str:
    """A pre-norm Transformer encoder with parameters of its own in each layer."""
    size = HIDDEN // HEADS
    lines = [
        f'%x = pd_op.data "x" : tensor<2x{LENGTH}x{HIDDEN}xf32>',
        f"%shape_heads = pd_op.full_int_array [2, {LENGTH}, 3, {HEADS}, {size}]",
        f"%shape_flat = pd_op.full_int_array [2, {LENGTH}, {HIDDEN}]",
        "%quarter = pd_op.full 0.25 : tensor<1xf32>",
        *(f"%at{i} = pd_op.full_int_array [{i}]" for i in range(4)),
    ]
    value = "%x"
    for k in range(layers):
        for name, shape in PARAMETERS.items():
            dims = "x".join(map(str, shape))
            lines.append(f'%{name}_{k} = pd_op.data "{name}.{k}" : tensor<{dims}xf32>')
        lines.append(LAYER.format(k=k, x=value))
        value = f"%y_{k}"
    lines.append(f'pd_op.fetch {value} "y"')
    return str(pdgrad.parse("\n".join(lines)))


def resnet50() -> str:
    """resnet50 as Paddle saves it, with its loss."""
    module = read(DATA / "resnet50")
    return str(module).replace('"target0"', '"y"')


MODELS: dict[str, Callable[[], str]] = {"resnet50": resnet50, "Transformer, 48 layers": transformer}
