"""Branches and loops of every shape, against central differences, to second order."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from pdgrad.kernels.machine import Machine
from pdgrad.passes.check_dominance import check_dominance

import pdgrad

HEAD = """
%x = pd_op.data "x" : tensor<3xf64>
%w = pd_op.data "w" : tensor<3xf64>
%zero = pd_op.full 0 : tensor<1xi64>
%three = pd_op.full 3 : tensor<1xi64>
%one = pd_op.full 1.0 : tensor<1xf32>
%all = pd_op.full_int_array []
%axis = pd_op.full 0 : tensor<1xi32>
%yes = pd_op.full 1 : tensor<1xi1>
%no = pd_op.full 0 : tensor<1xi1>
%more = pd_op.less_than %zero, %three
"""

NEXT = """
  %next = pd_op.scale %i, %one {bias = 1.0 : f32}
  %again = pd_op.less_than %next, %three
"""

PROGRAMS = {
    "mixed carries": """
%i_, %b_, %f_, %out = pd_op.while %more (%i = %zero, %b = %yes, %f = %one, %y = %x)
    : tensor<1xi64>, tensor<1xi1>, tensor<1xf32>, tensor<3xf64> {
  NEXT
  %flip = pd_op.logical_not %b
  %g = pd_op.scale %f, %f
  %p = pd_op.multiply %y, %w
  %q = pd_op.if %b -> tensor<3xf64> {
    %s = pd_op.sin %p
    cf.yield %s
  } else {
    cf.yield %p
  }
  cf.yield %again, %next, %flip, %g, %q
}
""",
    "float carries of two widths": """
%f0 = pd_op.cast %x {dtype = f32}
%i_, %a_, %out = pd_op.while %more (%i = %zero, %a = %f0, %y = %x)
    : tensor<1xi64>, tensor<3xf32>, tensor<3xf64> {
  NEXT
  %t = pd_op.tanh %y
  %d = pd_op.cast %t {dtype = f32}
  %u = pd_op.cast %a {dtype = f64}
  %p = pd_op.multiply %u, %w
  %n = pd_op.add %p, %t
  cf.yield %again, %next, %a, %n
}
""",
    "a carry that grows": """
%i_, %grown = pd_op.while %more (%i = %zero, %y = %x) : tensor<1xi64>, tensor<?xf64> {
  NEXT
  %s = pd_op.sin %y
  %vec = builtin.combine %s, %w
  %j = pd_op.concat %vec, %axis : tensor<?xf64>
  cf.yield %again, %next, %j
}
%square = pd_op.multiply %grown, %grown
%sum = pd_op.sum %square, %all
%out = pd_op.multiply %sum, %x
""",
    "a carry that nobody reads after the loop": """
%i_, %lost, %out = pd_op.while %more (%i = %zero, %h = %w, %y = %x)
    : tensor<1xi64>, tensor<3xf64>, tensor<3xf64> {
  NEXT
  %s = pd_op.sin %h
  %p = pd_op.multiply %y, %h
  cf.yield %again, %next, %s, %p
}
""",
    "a carry that only the condition reads": """
%norm = pd_op.sum %w, %all
%limit = pd_op.full 100.0 : tensor<f64>
%go = pd_op.less_than %norm, %limit
%c_, %out = pd_op.while %go (%c = %w, %y = %x) : tensor<3xf64>, tensor<3xf64> {
  %p = pd_op.sin %y
  %big = pd_op.full 40.0 : tensor<3xf64>
  %c2 = pd_op.add %c, %big
  %total = pd_op.sum %c2, %all
  %more2 = pd_op.less_than %total, %limit
  cf.yield %more2, %c2, %p
}
""",
    "unchanged, swapped and doubled": """
%i_, %a_, %b_, %c_ = pd_op.while %more (%i = %zero, %a = %x, %b = %w, %c = %x)
    : tensor<1xi64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64> {
  NEXT
  %s = pd_op.multiply %a, %b
  %t = pd_op.sin %s
  cf.yield %again, %next, %b, %t, %t
}
%ab = pd_op.multiply %a_, %b_
%out = pd_op.multiply %ab, %c_
""",
    "an if without results": """
%a = pd_op.create_array {dtype = f64}
%first = pd_op.array_write_ %a, %x, %zero
pd_op.if %yes {
  %h = pd_op.sin %x
  %p = pd_op.multiply %h, %w
  %u = pd_op.array_write_ %a, %p, %zero
  cf.yield
}
%r = pd_op.array_read %a, %zero : tensor<3xf64>
%out = pd_op.multiply %r, %x
""",
    "a loop in both branches": """
%total = pd_op.sum %x, %all
%limit = pd_op.full 0.0 : tensor<f64>
%c = pd_op.greater_than %total, %limit
%out = pd_op.if %c -> tensor<3xf64> {
  %i_, %r = pd_op.while %more (%i = %zero, %y = %x) : tensor<1xi64>, tensor<3xf64> {
    NEXT
    %p = pd_op.multiply %y, %w
    %s = pd_op.sin %p
    cf.yield %again, %next, %s
  }
  cf.yield %r
} else {
  %i_, %r = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<3xf64> {
    NEXT
    %p = pd_op.multiply %y, %x
    %s = pd_op.tanh %p
    cf.yield %again, %next, %s
  }
  cf.yield %r
}
""",
    "no trips": """
%i_, %out = pd_op.while %no (%i = %zero, %y = %x) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %p = pd_op.multiply %y, %w
  cf.yield %again, %next, %p
}
""",
    "a captured value is a carry too": """
%i_, %out = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %p = pd_op.multiply %y, %w
  %q = pd_op.add %p, %x
  %s = pd_op.sin %q
  cf.yield %again, %next, %s
}
""",
    "a captured value starts two carries of an inner loop": """
%i_, %y_ = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %j_, %p_, %q_ = pd_op.while %more (%j = %zero, %p = %x, %q = %x)
      : tensor<1xi64>, tensor<3xf64>, tensor<3xf64> {
    %jn = pd_op.scale %j, %one {bias = 1.0 : f32}
    %ja = pd_op.less_than %jn, %three
    %s = pd_op.add %x, %p
    %t = pd_op.sin %s
    %u = pd_op.add %t, %q
    cf.yield %ja, %jn, %t, %u
  }
  %v = pd_op.add %q_, %x
  cf.yield %again, %next, %v
}
%out = pd_op.add %y_, %w
""",
    "nested loops whose handles only travel": """
%i_, %out = pd_op.while %more (%i = %zero, %c = %w) : tensor<1xi64>, tensor<3xf64> {
  NEXT
  %j_, %r = pd_op.while %more (%j = %zero, %d = %c) : tensor<1xi64>, tensor<3xf64> {
    %jn = pd_op.scale %j, %one {bias = 1.0 : f32}
    %ja = pd_op.less_than %jn, %three
    %p = pd_op.multiply %w, %d
    %s = pd_op.sin %p
    cf.yield %ja, %jn, %s
  }
  cf.yield %again, %next, %r
}
""",
    "writes into a constant that is marked": """
%h = pd_op.full 1.0 {stop_gradient = [true]} : tensor<3xf64>
%i_ = pd_op.while %more (%i = %zero) : tensor<1xi64> {
  NEXT
  %p = pd_op.multiply %h, %x
  %s = pd_op.sin %p
  %v = pd_op.assign_out_ %s, %h
  cf.yield %again, %next
}
%out = pd_op.multiply %h, %w
""",
    "a yielded captured value": """
%i_, %out, %k_ = pd_op.while %more (%i = %zero, %y = %w, %k = %x)
    : tensor<1xi64>, tensor<3xf64>, tensor<3xf64> {
  NEXT
  %p = pd_op.multiply %y, %k
  cf.yield %again, %next, %p, %w
}
""",
}


def program(body: str) -> str:
    return HEAD + body.replace("NEXT", NEXT) + '\npd_op.fetch %out "y"\n'


INPUTS = {"x": np.array([0.3, -0.7, 1.1]), "w": np.array([0.9, 0.4, -0.6])}


def slope(machine: Machine, direction: dict[str, Any], suffix: str) -> float:
    def total(sign: int) -> float:
        moved = {n: v + sign * 1e-5 * direction[n] for n, v in INPUTS.items()}
        found = machine.run(moved)
        return sum(float(np.sum(v)) for k, v in found.items() if k.endswith(suffix))

    return (total(1) - total(-1)) / 2e-5


def check(text: str, orders: int = 2, tolerance: float = 1e-5) -> None:
    module = pdgrad.parse(text)
    rng = np.random.default_rng(0)
    direction = {n: rng.normal(size=v.shape) for n, v in INPUTS.items()}
    before, targets = "y", ["y"]
    for order in range(1, orders + 1):
        suffix = f"@GRAD{order}"
        pdgrad.append_backward(module, targets, ["x", "w"], suffix=suffix)
        module.verify()
        check_dominance(module)
        machine = Machine(module)
        outputs = machine.run(INPUTS)
        names = [n for n in INPUTS if n + suffix in outputs]
        along = sum(float(np.sum(outputs[n + suffix] * direction[n])) for n in names)
        expected = slope(machine, direction, before)
        assert along == pytest.approx(expected, rel=tolerance, abs=1e-6)
        before, targets = suffix, [n + suffix for n in names]
        if not names:
            return


@pytest.mark.parametrize("name", PROGRAMS)
def test_against_central_differences(name: str) -> None:
    tolerance = 1e-2 if "widths" in name else 1e-5
    check(program(PROGRAMS[name]), orders=1 if "widths" in name else 2, tolerance=tolerance)


def test_five_loops_deep() -> None:
    lines = ["%p = pd_op.multiply %y5, %w", "%s = pd_op.sin %p"]
    inner = "%s"
    for depth in range(5, 0, -1):
        body = "\n".join(f"  {line}" for line in lines)
        start = f"%y{depth - 1}" if depth > 1 else "%x"
        lines = [
            f"%i{depth}_, %r{depth} = pd_op.while %more (%i{depth} = %zero, %y{depth} = {start}) "
            ": tensor<1xi64>, tensor<3xf64> {",
            body,
            f"  %n{depth} = pd_op.scale %i{depth}, %one {{bias = 2.0 : f32}}",
            f"  %a{depth} = pd_op.less_than %n{depth}, %three",
            f"  cf.yield %a{depth}, %n{depth}, {inner}",
            "}",
        ]
        inner = f"%r{depth}"
    check(HEAD + "\n".join(lines) + f'\npd_op.fetch {inner} "y"\n')


def test_two_hundred_ifs_in_a_row() -> None:
    lines: list[str] = []
    value = "%x"
    for k in range(200):
        lines += [
            f"%y{k} = pd_op.if {'%yes' if k % 3 else '%no'} -> tensor<3xf64> {{",
            f"  %s{k} = pd_op.sin {value}",
            f"  cf.yield %s{k}",
            "} else {",
            f"  %m{k} = pd_op.multiply {value}, %w",
            f"  cf.yield %m{k}",
            "}",
        ]
        value = f"%y{k}"
    check(HEAD + "\n".join(lines) + f'\npd_op.fetch {value} "y"\n', orders=1)


def test_a_hundred_regions_deep() -> None:
    lines = ["%p = pd_op.multiply %x, %w", "%r100 = pd_op.sin %p"]
    for depth in range(99, -1, -1):
        lines = [
            f"%r{depth} = pd_op.if %yes -> tensor<3xf64> {{",
            *lines,
            f"cf.yield %r{depth + 1}",
            "} else {",
            "cf.yield %w",
            "}",
        ]
    check(HEAD + "\n".join(lines) + '\npd_op.fetch %r0 "y"\n', orders=1)


def test_two_targets_over_one_loop() -> None:
    body = PROGRAMS["unchanged, swapped and doubled"].split("%ab =")[0]
    text = HEAD + body.replace("NEXT", NEXT)
    text += 'pd_op.fetch %a_ "a"\npd_op.fetch %b_ "b"\n'
    together = pdgrad.parse(text)
    for name in ("a", "b"):
        pdgrad.append_backward(together, [name], ["x", "w"], suffix=f"@{name}")
    check_dominance(together)
    both = pdgrad.run(together, INPUTS)
    for name in ("a", "b"):
        machine = Machine(pdgrad.parse(text))
        for wanted, value in INPUTS.items():
            for index in range(3):
                step = np.zeros(3)
                step[index] = 1e-6
                high = machine.run({**INPUTS, wanted: value + step})[name].sum()
                low = machine.run({**INPUTS, wanted: value - step})[name].sum()
                slope = (high - low) / 2e-6
                assert both[f"{wanted}@{name}"][index] == pytest.approx(slope, rel=1e-5, abs=1e-8)
