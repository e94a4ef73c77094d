"""The machine: control flow, lifetime of values, overwriting, stacks, errors."""

from __future__ import annotations

import sys
import tracemalloc
import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from pdgrad.dialects import new_context
from pdgrad.dialects.cf import YieldOp
from pdgrad.dialects.pd_op.base import PdOp, tensor
from pdgrad.dialects.pd_op.binary import AddOp
from pdgrad.dialects.pd_op.control import IfOp, WhileOp
from pdgrad.dialects.pd_op.creation import DataOp, FetchOp
from pdgrad.kernels import random_state
from pdgrad.kernels.machine import Machine, RunError
from pdgrad.kernels.registry import kernel
from pdgrad.tools.reading import LocatingParser
from xdsl.dialects.builtin import ModuleOp, StringAttr, TensorType, f64, i1
from xdsl.ir import Block, Operation, Region, SSAValue
from xdsl.irdl import irdl_op_definition, operand_def, result_def, traits_def
from xdsl.parser import Parser
from xdsl.traits import Pure

import pdgrad

# --- two ops to look into the machine with ---------------------------------------------------


@irdl_op_definition
class PutOp(PdOp):
    """x with its first element raised by one, written in place where that is allowed."""

    name = "test.put"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> tuple[Any, ...]:
        return (self.x.type,)


@irdl_op_definition
class ViewOp(PdOp):
    """The same elements, seen through a view."""

    name = "test.view"
    x = operand_def(TensorType)
    out = result_def(TensorType)
    traits = traits_def(Pure())

    def infer(self) -> tuple[Any, ...]:
        return (self.x.type,)


ADDRESSES: list[int] = []
"""Where the arrays were that `test.put` was given."""


@kernel(PutOp, overwrites="x")
def put(x: Any) -> Any:
    ADDRESSES.append(x.ctypes.data)
    x.reshape(-1)[0] += 1
    return x


@kernel(ViewOp)
def view(x: Any) -> Any:
    return x[...]


@pytest.fixture(autouse=True)
def no_addresses() -> None:
    ADDRESSES.clear()


def read(text: str) -> ModuleOp:
    context = new_context()
    for op in (PutOp, ViewOp):
        context.load_op(op)
    module = Parser(context, text).parse_module()
    module.verify()
    return module


def run(text: str, **inputs: Any) -> dict[str, Any]:
    arrays = {name: np.asarray(value) for name, value in inputs.items()}
    return Machine(read(text)).run(arrays)


def peak(machine: Machine, **inputs: Any) -> int:
    """The most memory that a run has at one time, in bytes."""
    machine.run(inputs)
    tracemalloc.start()
    try:
        machine.run(inputs)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


LOOP = """
%n = pd_op.data "n" : tensor<1xi64>
%x = pd_op.data "x" : tensor<2xf64>
%w = pd_op.data "w" : tensor<2xf64>
%zero = pd_op.full 0.0 : tensor<1xi64>
%one = pd_op.full 1.0 : tensor<1xi64>
%go = pd_op.less_than %zero, %n
%i, %y = pd_op.while %go (%k = %zero, %s = %x) : tensor<1xi64>, tensor<2xf64> {
  %t = pd_op.multiply %s, %w
  %j = pd_op.add %k, %one
  %again = pd_op.less_than %j, %n
  cf.yield %again, %j, %t
}
pd_op.fetch %i "i"
pd_op.fetch %y "y"
"""


# --- control flow ----------------------------------------------------------------------------


@pytest.mark.parametrize("trips", [0, 1, 5])
def test_while(trips: int) -> None:
    out = run(LOOP, n=[trips], x=[1.0, 2.0], w=[2.0, 3.0])
    assert out["i"] == trips
    assert np.array_equal(out["y"], [2.0**trips, 2 * 3.0**trips])


def test_carries_are_exchanged_at_once() -> None:
    out = run(
        """
        %n = pd_op.data "n" : tensor<1xi64>
        %a = pd_op.data "a" : tensor<f64>
        %b = pd_op.data "b" : tensor<f64>
        %zero = pd_op.full 0.0 : tensor<1xi64>
        %one = pd_op.full 1.0 : tensor<1xi64>
        %go = pd_op.less_than %zero, %n
        %i, %p, %q, %r = pd_op.while %go (%k = %zero, %x = %a, %y = %b, %z = %b)
            : tensor<1xi64>, tensor<f64>, tensor<f64>, tensor<f64> {
          %j = pd_op.add %k, %one
          %again = pd_op.less_than %j, %n
          cf.yield %again, %j, %y, %x, %x
        }
        pd_op.fetch %p "p"
        pd_op.fetch %q "q"
        pd_op.fetch %r "r"
        """,
        n=[3],
        a=1.0,
        b=2.0,
    )
    assert (out["p"], out["q"], out["r"]) == (2.0, 1.0, 1.0)


def test_a_constant_that_is_yielded_is_there_on_the_next_trip() -> None:
    text = LOOP.replace(
        "%t = pd_op.multiply %s, %w",
        "%u = pd_op.full 3.0 : tensor<2xf64>\n%v = pd_op.multiply %u, %w\n",
    ).replace("cf.yield %again, %j, %t", "cf.yield %again, %j, %u")
    assert np.array_equal(run(text, n=[3], x=[1.0, 2.0], w=[1.0, 1.0])["y"], [3.0, 3.0])


def test_callback_in_a_loop_runs_its_region_each_trip() -> None:
    """x stays readable after the region, %y is passed through, %w is written where it stands."""
    out = run(
        """
        %n = pd_op.data "n" : tensor<1xi64>
        %x = pd_op.data "x" : tensor<2xf64>
        %w = pd_op.full 1.0 : tensor<2xf64>
        %zero = pd_op.full 0.0 : tensor<1xi64>
        %one = pd_op.full 1.0 : tensor<1xi64>
        %go = pd_op.less_than %zero, %n
        %i, %p = pd_op.while %go (%k = %zero, %y = %x) : tensor<1xi64>, tensor<2xf64> {
          %c, %same = pd_op.pylayer (%y) -> tensor<2xf64>, tensor<2xf64> {
            %d = pd_op.multiply %y, %x
            %v = pd_op.scale_ %w, %two {bias = 0.0 : f32}
            cf.yield %d, %y
          }
          %t = pd_op.add %c, %same
          %j = pd_op.add %k, %one
          %again = pd_op.less_than %j, %n
          cf.yield %again, %j, %t
        }
        pd_op.fetch %p "p"
        pd_op.fetch %w "w"
        """.replace("%w = ", "%two = pd_op.full 2.0 : tensor<1xf32>\n%w = ", 1),
        n=[2],
        x=[1.0, 3.0],
    )
    assert np.array_equal(out["p"], [4.0, 48.0])  # y (x + 1), twice, from x
    assert np.array_equal(out["w"], [4.0, 4.0])


def test_inner_loop_starts_anew_on_each_trip() -> None:
    out = run(
        """
        %n = pd_op.data "n" : tensor<1xi64>
        %x = pd_op.data "x" : tensor<f64>
        %zero = pd_op.full 0.0 : tensor<1xi64>
        %one = pd_op.full 1.0 : tensor<1xi64>
        %go = pd_op.less_than %zero, %n
        %i, %y = pd_op.while %go (%k = %zero, %s = %x) : tensor<1xi64>, tensor<f64> {
          %inside = pd_op.less_than %zero, %k
          %m, %u = pd_op.while %inside (%l = %zero, %t = %s) : tensor<1xi64>, tensor<f64> {
            %v = pd_op.add %t, %x
            %l1 = pd_op.add %l, %one
            %more = pd_op.less_than %l1, %k
            cf.yield %more, %l1, %v
          }
          %j = pd_op.add %k, %one
          %again = pd_op.less_than %j, %n
          cf.yield %again, %j, %u
        }
        pd_op.fetch %y "y"
        """,
        n=[5],
        x=1.0,
    )
    assert out["y"] == 1 + 0 + 1 + 2 + 3 + 4


IF = """
%c = pd_op.data "c" : tensor<i1>
%x = pd_op.data "x" : tensor<2xf64>
%t = pd_op.tanh %x
%y, %z = pd_op.if %c -> tensor<2xf64>, tensor<2xf64> {
  %s = pd_op.multiply %t, %t
  cf.yield %s, %t
} else {
  cf.yield %x, %x
}
pd_op.fetch %y "y"
pd_op.fetch %z "z"
"""


def test_if_takes_one_branch() -> None:
    x = np.array([1.0, 2.0])
    out = run(IF, c=True, x=x)
    assert np.array_equal(out["y"], np.tanh(x) ** 2)
    assert np.array_equal(out["z"], np.tanh(x))
    out = run(IF, c=False, x=x)
    assert np.array_equal(out["y"], x) and np.array_equal(out["z"], x)


def test_if_on_a_condition_that_it_also_reads() -> None:
    out = run(
        """
        %c = pd_op.data "c" : tensor<1xi1>
        %d = pd_op.logical_not %c
        %y = pd_op.if %d -> tensor<1xi1> {
          %e = pd_op.logical_not %d
          cf.yield %e
        } else {
          cf.yield %d
        }
        pd_op.fetch %y "y"
        """,
        c=[False],
    )
    assert not out["y"]


@pytest.mark.parametrize("shape", ["", "1x", "1x1x"])
def test_conditions_have_one_element_and_any_rank(shape: str) -> None:
    dims = [1] * shape.count("1")
    out = run(IF.replace("tensor<i1>", f"tensor<{shape}i1>"), c=np.ones(dims, bool), x=np.ones(2))
    assert np.array_equal(out["z"], np.tanh(np.ones(2)))


def nested(depth: int, wrap: Callable[[SSAValue, Operation, SSAValue], Operation]) -> ModuleOp:
    """A sum inside `depth` regions, each made by `wrap` around an op and its result."""
    kind = tensor(f64, [2])
    x = DataOp.create(result_types=[kind], properties={"name": StringAttr("x")})
    c = DataOp.create(result_types=[tensor(i1, [])], properties={"name": StringAttr("c")})
    op: Operation = AddOp.build_inferred([x.out, x.out])
    for _ in range(depth):
        op = wrap(c.out, op, x.out)
    fetch = FetchOp.create(
        operands=[op.results[0]], result_types=[kind], properties={"name": StringAttr("y")}
    )
    return ModuleOp([x, c, op, fetch])


def in_branch(condition: SSAValue, op: Operation, x: SSAValue) -> Operation:
    last = YieldOp.create(operands=[op.results[0]])
    other = YieldOp.create(operands=[x])
    return IfOp.create(
        operands=[condition],
        result_types=[x.type],
        regions=[Region(Block([op, last])), Region(Block([other]))],
    )


def in_loop(condition: SSAValue, op: Operation, x: SSAValue) -> Operation:
    body = Block(arg_types=[x.type])
    end = DataOp.create(result_types=[condition.type], properties={"name": StringAttr("end")})
    body.add_ops([end, op, YieldOp.create(operands=[end.out, op.results[0]])])
    return WhileOp.create(operands=[condition, x], result_types=[x.type], regions=[Region(body)])


def test_200_nested_branches() -> None:
    machine = Machine(nested(200, in_branch), copy=False)
    assert np.array_equal(machine.run({"x": np.ones(2), "c": np.array(True)})["y"], [2.0, 2.0])
    assert np.array_equal(machine.run({"x": np.ones(2), "c": np.array(False)})["y"], [1.0, 1.0])


def test_200_nested_loops() -> None:
    machine = Machine(nested(200, in_loop), copy=False)
    machine.program.inputs["end"] = tensor(i1, [])
    inputs = {"x": np.ones(2), "c": np.array(True), "end": np.array(False)}
    assert np.array_equal(machine.run(inputs)["y"], [2.0, 2.0])


# --- functions -------------------------------------------------------------------------------


def test_calls_and_recursion() -> None:
    text = """
    func.func @power(%x: tensor<f64>, %n: tensor<1xi64>) -> tensor<f64> {
      %one = pd_op.full 1.0 : tensor<1xi64>
      %more = pd_op.less_than %one, %n
      %y = pd_op.if %more -> tensor<f64> {
        %m = pd_op.subtract %n, %one
        %p = func.call @power(%x, %m) : (tensor<f64>, tensor<1xi64>) -> tensor<f64>
        %q = pd_op.multiply %p, %x
        cf.yield %q
      } else {
        cf.yield %x
      }
      func.return %y : tensor<f64>
    }
    """
    inputs = {"x": np.array(2.0), "n": np.array([10])}
    assert pdgrad.run(read(text), inputs)["y"] == 1024.0
    assert pdgrad.run(read(text), inputs, function="power")["y"] == 1024.0
    by_position = {"arg0": np.array(2.0), "arg1": np.array([3])}
    assert pdgrad.run(read(text), by_position)["y"] == 8.0


def test_result_names_are_different() -> None:
    text = """
    func.func @f(%x: tensor<f64>, %result2: tensor<f64>) -> (
        tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>) {
      %0 = pd_op.tanh %x
      func.return %x, %x, %0, %result2 : tensor<f64>, tensor<f64>, tensor<f64>, tensor<f64>
    }
    """
    out = pdgrad.run(read(text), {"x": np.array(1.0), "result2": np.array(5.0)})
    assert list(out) == ["x", "result1", "result2", "result3"]
    assert out["result3"] == 5.0 and out["result2"] == np.tanh(1.0)


def test_endless_recursion_is_an_error() -> None:
    text = """
    func.func @f(%x: tensor<f64>) -> tensor<f64> {
      %y = func.call @f(%x) : (tensor<f64>) -> tensor<f64>
      func.return %y : tensor<f64>
    }
    """
    with pytest.raises(RunError, match="recursion"):
        pdgrad.run(read(text), {"x": np.array(1.0)})


# --- lifetime --------------------------------------------------------------------------------

BIG = 100_000
BYTES = BIG * 8


def big(text: str) -> str:
    return text.replace("BIG", f"tensor<{BIG}xf64>")


def test_a_chain_needs_no_more_than_its_widest_place() -> None:
    steps = "\n".join(f"%v{i + 1} = pd_op.tanh %v{i}" for i in range(50))
    machine = Machine(read(big(f'%v0 = pd_op.data "x" : BIG\n{steps}\npd_op.fetch %v50 "y"')))
    assert peak(machine, x=np.ones(BIG)) < 2.5 * BYTES


def test_memory_is_flat_in_the_trips_of_a_loop() -> None:
    text = LOOP.replace("tensor<2xf64>", "BIG").replace(
        "%t = pd_op.multiply %s, %w", "%a = pd_op.tanh %s\n%b = pd_op.tanh %a\n%t = pd_op.tanh %b"
    )
    machine = Machine(read(big(text)))
    inputs = {"x": np.ones(BIG), "w": np.ones(BIG)}
    assert peak(machine, n=np.array([40]), **inputs) < 3.5 * BYTES


def test_a_value_dies_where_a_region_reads_it_last() -> None:
    text = """
    %c = pd_op.data "c" : tensor<i1>
    %x = pd_op.data "x" : BIG
    %a = pd_op.tanh %x
    %b = pd_op.tanh %x
    %y = pd_op.if %c -> BIG {
      %d = pd_op.add %a, %b
      %e = pd_op.tanh %d
      %f = pd_op.tanh %e
      cf.yield %f
    } else {
      %g = pd_op.tanh %x
      %h = pd_op.add %g, %g
      %i = pd_op.add %h, %h
      cf.yield %i
    }
    pd_op.fetch %y "y"
    """
    machine = Machine(read(big(text)))
    assert peak(machine, x=np.ones(BIG), c=np.array(True)) < 3.5 * BYTES
    assert peak(machine, x=np.ones(BIG), c=np.array(False)) < 2.5 * BYTES


def test_a_value_that_a_branch_passes_on_dies_with_the_result() -> None:
    text = """
    %c = pd_op.data "c" : tensor<i1>
    %x = pd_op.data "x" : BIG
    %a = pd_op.tanh %x
    %y = pd_op.if %c -> BIG {
      cf.yield %a
    } else {
      cf.yield %x
    }
    %z = pd_op.tanh %y
    %u = pd_op.tanh %z
    %v = pd_op.tanh %u
    pd_op.fetch %v "v"
    """
    assert peak(Machine(read(big(text))), x=np.ones(BIG), c=np.array(True)) < 2.5 * BYTES


@pytest.mark.parametrize("last_use", ["start", "capture"])
def test_a_value_dies_with_the_loop_that_reads_it_last(last_use: str) -> None:
    start, factor = ("%a", "%x") if last_use == "start" else ("%x", "%a")
    text = f"""
    %c = pd_op.data "c" : tensor<i1>
    %x = pd_op.data "x" : BIG
    %a = pd_op.tanh %x
    %y = pd_op.while %c (%s = {start}) : BIG {{
      %t = pd_op.multiply %s, {factor}
      %u = pd_op.tanh %t
      %stop = pd_op.full 0.0 : tensor<i1>
      cf.yield %stop, %u
    }}
    %z = pd_op.tanh %y
    %v = pd_op.tanh %z
    %w = pd_op.add %z, %v
    pd_op.fetch %w "w"
    """
    assert peak(Machine(read(big(text))), x=np.ones(BIG), c=np.array(True)) < 3.5 * BYTES


def test_a_call_lets_go_of_its_arguments() -> None:
    text = """
    func.func @g(%a: BIG) -> BIG {
      %b = pd_op.tanh %a
      %c = pd_op.tanh %b
      %d = pd_op.add %c, %c
      func.return %d : BIG
    }
    func.func @f(%x: BIG) -> BIG {
      %y = pd_op.tanh %x
      %z = func.call @g(%y) : (BIG) -> BIG
      func.return %z : BIG
    }
    """
    machine = Machine(read(big(text)), "f")
    assert peak(machine, x=np.ones(BIG)) < 2.5 * BYTES


def test_results_that_nobody_reads_are_let_go() -> None:
    steps = "\n".join(f"%v{i} = pd_op.tanh %x" for i in range(20))
    machine = Machine(read(big(f'%x = pd_op.data "x" : BIG\n{steps}\npd_op.fetch %x "y"')))
    assert peak(machine, x=np.ones(BIG)) < 2.5 * BYTES


def test_a_large_constant_costs_nothing() -> None:
    machine = Machine(
        read(
            "%z = pd_op.full 0.0 : tensor<1000000x1000xf64>\n%s = pd_op.shape64 %z\n"
            'pd_op.fetch %s "s"'
        )
    )
    assert peak(machine) < 100_000


# --- overwriting -----------------------------------------------------------------------------


def test_an_accumulator_is_written_in_place() -> None:
    text = LOOP.replace("pd_op.multiply %s, %w", "test.put %s")
    out = run(text, n=[50], x=[0.0, 7.0], w=[0.0, 0.0])
    assert np.array_equal(out["y"], [50.0, 7.0])
    assert len(ADDRESSES) == 50 and len(set(ADDRESSES)) == 1


def test_inputs_and_outputs_are_not_written_to() -> None:
    x = np.zeros(2)
    out = run(
        """
        %x = pd_op.data "x" : tensor<2xf64>
        %a = test.put %x
        pd_op.fetch %a "a"
        %b = test.put %a
        %c = test.put %b
        pd_op.fetch %c "c"
        """,
        x=x,
    )
    assert np.array_equal(x, [0, 0])
    assert np.array_equal(out["a"], [1, 0]) and np.array_equal(out["c"], [3, 0])


def test_a_value_that_is_read_again_is_not_written_to() -> None:
    out = run(
        """
        %x = pd_op.data "x" : tensor<2xf64>
        %a = pd_op.add %x, %x
        %b = test.put %a
        %c = test.put %a
        %d = pd_op.add %b, %c
        pd_op.fetch %d "d"
        """,
        x=np.zeros(2),
    )
    assert np.array_equal(out["d"], [2, 0])


def test_a_value_is_not_written_to_while_a_view_of_it_lives() -> None:
    out = run(
        """
        %x = pd_op.data "x" : tensor<2xf64>
        %a = pd_op.add %x, %x
        %v = test.view %a
        %b = test.put %a
        %w = test.view %v
        %c = test.put %v
        %s = pd_op.add %w, %c
        %d = pd_op.add %b, %s
        pd_op.fetch %d "d"
        """,
        x=np.zeros(2),
    )
    assert np.array_equal(out["d"], [2, 0])


def test_a_capture_is_not_written_to() -> None:
    text = LOOP.replace("%go =", "%base = pd_op.add %x, %x\n%go =", 1).replace(
        "%t = pd_op.multiply %s, %w", "%p = test.put %base\n%t = pd_op.add %p, %s"
    )
    out = run(text, n=[4], x=[0.0, 0.0], w=[0.0, 0.0])
    assert np.array_equal(out["y"], [4.0, 0.0])


def test_two_carries_of_one_value_are_not_written_to_through_each_other() -> None:
    out = run(
        """
        %n = pd_op.data "n" : tensor<1xi64>
        %x = pd_op.data "x" : tensor<2xf64>
        %a = pd_op.add %x, %x
        %zero = pd_op.full 0.0 : tensor<1xi64>
        %one = pd_op.full 1.0 : tensor<1xi64>
        %go = pd_op.less_than %zero, %n
        %i, %p, %q = pd_op.while %go (%k = %zero, %s = %a, %t = %a)
            : tensor<1xi64>, tensor<2xf64>, tensor<2xf64> {
          %u = test.put %s
          %j = pd_op.add %k, %one
          %again = pd_op.less_than %j, %n
          cf.yield %again, %j, %u, %t
        }
        pd_op.fetch %p "p"
        pd_op.fetch %q "q"
        """,
        n=[3],
        x=np.zeros(2),
    )
    assert np.array_equal(out["p"], [3, 0]) and np.array_equal(out["q"], [0, 0])
    assert len(set(ADDRESSES)) == 1


def test_what_is_in_a_vec_or_on_a_stack_is_not_written_to() -> None:
    out = run(
        """
        %x = pd_op.data "x" : tensor<2xf64>
        %a = pd_op.add %x, %x
        %b = pd_op.add %x, %x
        %vec = builtin.combine %a, %b
        %p = test.put %a
        %stack, %inlet, %outlet = cf.stack_create
        cf.tuple_push %inlet, %b : tensor<2xf64>
        %q = test.put %b
        %c, %d = builtin.split %vec : tensor<2xf64>, tensor<2xf64>
        %e = cf.tuple_pop %outlet : tensor<2xf64>
        pd_op.fetch %c "c"
        pd_op.fetch %d "d"
        pd_op.fetch %e "e"
        pd_op.fetch %p "p"
        pd_op.fetch %q "q"
        """,
        x=np.zeros(2),
    )
    assert all(np.array_equal(out[name], [0, 0]) for name in "cde")
    assert np.array_equal(out["p"], [1, 0]) and np.array_equal(out["q"], [1, 0])


@pytest.mark.parametrize("size", [2, 1000])
def test_a_constant_is_not_written_to(size: int) -> None:
    machine = Machine(
        read(f'%z = pd_op.full 0.0 : tensor<{size}xf64>\n%a = test.put %z\npd_op.fetch %a "a"')
    )
    for _ in range(2):
        assert machine.run({})["a"][0] == 1.0


def test_outputs_belong_to_whoever_ran_the_program() -> None:
    machine = Machine(
        read(
            """
            %x = pd_op.data "x" : tensor<2xf64>
            %z = pd_op.full 3.0 : tensor<2xf64>
            pd_op.fetch %x "x"
            pd_op.fetch %z "z"
            """
        )
    )
    x = np.zeros(2)
    out = machine.run({"x": x})
    out["x"][:] = out["z"][:] = 9.0
    assert np.array_equal(x, [0, 0]) and np.array_equal(machine.run({"x": x})["z"], [3, 3])


# --- stacks ----------------------------------------------------------------------------------


def test_a_stack_gives_back_the_last_tuple_first() -> None:
    out = run(
        """
        %a = pd_op.full 1.0 : tensor<f64>
        %b = pd_op.full 2.0 : tensor<f64>
        %stack, %inlet, %outlet = cf.stack_create
        %h0 = cf.has_elements %stack
        cf.tuple_push %inlet, %a, %b : tensor<f64>, tensor<f64>
        cf.tuple_push %inlet
        cf.tuple_push %inlet, %b : tensor<f64>
        %h1 = cf.has_elements %stack
        %c = cf.tuple_pop %outlet : tensor<f64>
        cf.tuple_pop %outlet
        %d, %e = cf.tuple_pop %outlet : tensor<f64>, tensor<f64>
        %h2 = cf.has_elements %stack
        pd_op.fetch %c "c"
        pd_op.fetch %d "d"
        pd_op.fetch %e "e"
        pd_op.fetch %h0 "h0"
        pd_op.fetch %h1 "h1"
        pd_op.fetch %h2 "h2"
        """
    )
    assert (out["c"], out["d"], out["e"]) == (2.0, 1.0, 2.0)
    assert (out["h0"], out["h1"], out["h2"]) == (False, True, False)


def test_a_stack_in_a_stack() -> None:
    out = run(
        """
        %a = pd_op.full 1.0 : tensor<f64>
        %outer, %in, %out = cf.stack_create
        %inner, %inlet, %outlet = cf.stack_create
        cf.tuple_push %in, %inner, %outlet : !cf.stack, !cf.outlet
        cf.tuple_push %inlet, %a : tensor<f64>
        %s, %o = cf.tuple_pop %out : !cf.stack, !cf.outlet
        %b = cf.tuple_pop %o : tensor<f64>
        %h = cf.has_elements %s
        pd_op.fetch %b "b"
        pd_op.fetch %h "h"
        """
    )
    assert out["b"] == 1.0 and not out["h"]


# --- errors ----------------------------------------------------------------------------------


def error_of(text: str, **inputs: Any) -> str:
    module = LocatingParser(new_context(), text, "model.mlir").parse_module()
    with pytest.raises(RunError) as caught:
        pdgrad.run(module, {name: np.asarray(value) for name, value in inputs.items()})
    return str(caught.value)


def test_popping_an_empty_stack() -> None:
    text = "%s, %i, %o = cf.stack_create\n%a = cf.tuple_pop %o : tensor<f64>"
    assert error_of(text).startswith("model.mlir:2:1: cf.tuple_pop failed: the stack is empty")


def test_a_tuple_of_another_size_than_was_pushed() -> None:
    text = "%s, %i, %o = cf.stack_create\ncf.tuple_push %i\n%a = cf.tuple_pop %o : tensor<f64>"
    assert "cf.tuple_pop failed" in error_of(text)


def test_an_op_that_cannot_be_run() -> None:
    text = (
        '%x = pd_op.data "x" : tensor<f64>\n%y = "pd_op.no_such"(%x) : (tensor<f64>) -> tensor<f64>'
    )
    message = error_of(text, x=1.0)
    assert message.startswith("model.mlir:2:1: pd_op.no_such has no kernel and cannot be run")


def test_a_kernel_that_fails() -> None:
    text = """%x = pd_op.data "x" : tensor<?xf64>
%y = pd_op.data "y" : tensor<?xf64>
%z = pd_op.add %x, %y
pd_op.fetch %z "z"
"""
    message = error_of(text, x=np.ones(2), y=np.ones(3))
    assert message.startswith("model.mlir:3:1: pd_op.add failed: operands could not be broadcast")


def test_the_place_of_an_error_inside_regions() -> None:
    text = """%x = pd_op.data "x" : tensor<?xf64>
%c = pd_op.data "c" : tensor<i1>
%z = pd_op.if %c -> tensor<?xf64> {
  %y = pd_op.full 1.0 : tensor<3xf64>
  %s = pd_op.add %x, %y : tensor<?xf64>
  cf.yield %s
} else {
  cf.yield %x
}
pd_op.fetch %z "z"
"""
    message = error_of(text, x=np.ones(2), c=True)
    assert message.startswith("model.mlir:5:3: pd_op.add failed")
    assert run(text, x=np.ones(2), c=False)["z"].shape == (2,)


def test_a_tensor_that_does_not_fit_in_memory() -> None:
    text = """%c = pd_op.data "c" : tensor<i1>
%z = pd_op.if %c -> tensor<?xf64> {
  %y = pd_op.full 1.0 : tensor<2000000000xf64>
  cf.yield %y
} else {
  %y = pd_op.full 1.0 : tensor<2xf64>
  cf.yield %y
}
pd_op.fetch %z "z"
"""
    message = error_of(text, c=True)
    assert message.startswith("model.mlir:3:3: pd_op.full failed") and "GiB" in message
    assert run(text, c=False)["z"].shape == (2,)


def test_a_condition_of_several_elements() -> None:
    text = IF.replace("tensor<i1>", "tensor<?xi1>")
    assert "pd_op.if failed" in error_of(text, c=[True, False], x=np.ones(2))


@pytest.mark.parametrize(
    ("inputs", "message"),
    [
        ({}, "no value for x (float32 [?, 3])"),
        ({"x": np.ones((2, 3))}, "input x must be float32 [?, 3], got float64 [2, 3]"),
        (
            {"x": np.ones((2, 4), np.float32)},
            "input x must be float32 [?, 3], got float32 [2, 4]",
        ),
        ({"x": np.ones(3, np.float32)}, "input x must be float32 [?, 3], got float32 [3]"),
        (
            {"x": np.ones((2, 3), np.float32), "y": np.ones(1)},
            "the program has no input y (its inputs: x)",
        ),
    ],
)
def test_inputs_that_do_not_fit(inputs: dict[str, Any], message: str) -> None:
    text = '%x = pd_op.data "x" : tensor<?x3xf32>\npd_op.fetch %x "x"'
    assert error_of(text, **inputs) == message


def test_two_outputs_of_one_name() -> None:
    text = '%x = pd_op.data "x" : tensor<f64>\npd_op.fetch %x "y"\npd_op.fetch %x "y"'
    assert error_of(text, x=1.0) == "model.mlir:3:1: two outputs are called y"


def test_no_warnings_of_numpy() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        out = pdgrad.run(
            read('%x = pd_op.data "x" : tensor<2xf64>\n%y = pd_op.log %x\npd_op.fetch %y "y"'),
            {"x": np.array([-1.0, 0.0])},
        )
    assert np.array_equal(out["y"], [np.nan, -np.inf], equal_nan=True)


# --- the rest --------------------------------------------------------------------------------


def test_a_run_leaves_the_module_as_it_is() -> None:
    module = read(
        """
        %x = pd_op.data "x" : tensor<2xf64>
        %g = pd_op.data "g" : tensor<2xf64>
        %y = pd_op.atan_grad %x, %g
        pd_op.fetch %y "y"
        """
    )
    before = str(module)
    uses = [len(list(result.uses)) for op in module.walk() for result in op.results]
    out = pdgrad.run(module, {"x": np.ones(2), "g": np.ones(2)})
    assert np.array_equal(out["y"], [0.5, 0.5])
    assert str(module) == before
    assert uses == [len(list(result.uses)) for op in module.walk() for result in op.results]


def test_a_machine_runs_a_copy() -> None:
    module = read('%x = pd_op.data "x" : tensor<f64>\n%y = pd_op.sin %x\npd_op.fetch %y "y"')
    machine = Machine(module)
    pdgrad.append_backward(module)
    assert list(machine.run({"x": np.array(0.0)})) == ["y"]


def test_arith_and_builtin_constants() -> None:
    out = run(
        """
        %a = arith.constant dense<[[1.0, 2.0], [3.0, 4.0]]> : tensor<2x2xf32>
        %b = arith.constant dense<7> : tensor<3xi64>
        %c = arith.constant dense<[true, false]> : tensor<2xi1>
        %d = "builtin.constant"() <{value = 3.5 : f32}> : () -> tensor<2xf32>
        %e = "builtin.constant"() <{value = "kept"}> : () -> tensor<2xf32>
        pd_op.fetch %a "a"
        pd_op.fetch %b "b"
        pd_op.fetch %c "c"
        pd_op.fetch %d "d"
        pd_op.fetch %e "e"
        """,
        kept=np.ones(2, np.float32),
    )
    expected = {
        "a": np.array([[1, 2], [3, 4]], np.float32),
        "b": np.array([7, 7, 7]),
        "c": np.array([True, False]),
        "d": np.array([3.5, 3.5], np.float32),
        "e": np.ones(2, np.float32),
    }
    for name, value in expected.items():
        assert out[name].dtype == value.dtype and np.array_equal(out[name], value)


def test_the_generator_starts_anew_with_each_seed() -> None:
    def numbers(seed: int | None) -> list[float]:
        random_state.seed(seed)
        return [random_state.generator().random() for _ in range(3)]

    assert numbers(1) == numbers(1) != numbers(2)
    assert numbers(None) != numbers(None)


def calls_of(function: Callable[[], Any]) -> int:
    """How many Python functions are called."""
    count = 0

    def note(frame: Any, event: str, argument: Any) -> None:
        nonlocal count
        count += event == "call"

    sys.setprofile(note)
    try:
        function()
    finally:
        sys.setprofile(None)
    return count


def test_work_grows_as_the_program() -> None:
    def chain(length: int) -> ModuleOp:
        kind = tensor(f64, [2])
        x = DataOp.create(result_types=[kind], properties={"name": StringAttr("x")})
        ops: list[Operation] = [x]
        for _ in range(length):
            ops.append(AddOp.build_inferred([ops[-1].results[0], x.out]))
        return ModuleOp(ops)

    def work(module: ModuleOp) -> int:
        return calls_of(lambda: pdgrad.run(module, {"x": np.ones(2)}))

    work(chain(10))
    small, large = work(chain(1000)), work(chain(4000))
    assert large < 4.2 * small


def test_100_000_ops() -> None:
    kind = tensor(f64, [])
    x = DataOp.create(result_types=[kind], properties={"name": StringAttr("x")})
    ops: list[Operation] = [x]
    for _ in range(100_000):
        ops.append(AddOp.create(operands=[ops[-1].results[0], x.out], result_types=[kind]))
    y = FetchOp.create(
        operands=[ops[-1].results[0]], result_types=[kind], properties={"name": StringAttr("y")}
    )
    machine = Machine(ModuleOp([*ops, y]), copy=False)
    assert len(machine.program.code) == 100_002
    assert machine.run({"x": np.array(1.0)})["y"] == 100_001.0
