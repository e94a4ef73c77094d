"""Loops whose trips touch one row: time of the forward and of the gradient against the trips.

    python benchmarks/loops.py [TRIPS ...]

For each shape of loop, the time a trip in microseconds, forward and forward plus backward, their
ratio, and the peak memory of the gradient run; a cost that grows with the trips would show in the
columns to the right.
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from typing import Any

import numpy as np
from pdgrad.kernels.machine import Machine

import pdgrad

HEAD = """
%x = pd_op.data "x" : tensor<{n}x8xf64>
%w = pd_op.data "w" : tensor<8xf64>
%zero = pd_op.full 0 : tensor<1xi64>
%n = pd_op.full {n} : tensor<1xi64>
%one = pd_op.full 1.0 : tensor<1xf32>
%axis = pd_op.full 0 : tensor<1xi32>
%more = pd_op.less_than %zero, %n
"""

STEP = """
  %next = pd_op.scale %i, %one {bias = 1.0 : f32}
  %again = pd_op.less_than %next, %n
"""

LOOPS = {
    "carry": """
%i_, %out = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<8xf64> {
  %p = pd_op.multiply %y, %w
  %q = pd_op.sin %p
STEP
  cf.yield %again, %next, %q
}
pd_op.fetch %out "y"
""",
    "gather a row of x": """
%i_, %out = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<8xf64> {
  %row = pd_op.gather %x, %i, %axis
  %flat = pd_op.reshape %row, %shape
  %p = pd_op.multiply %y, %flat
  %q = pd_op.sin %p
STEP
  cf.yield %again, %next, %q
}
pd_op.fetch %out "y"
""",
    "slice a row of x": """
%i_, %out = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<8xf64> {
  %end = pd_op.scale %i, %one {bias = 1.0 : f32}
  %row = pd_op.slice %x, %i, %end {axes = array<i64: 0>, decrease_axis = array<i64: 0>}
  %p = pd_op.multiply %y, %row
  %q = pd_op.sin %p
STEP
  cf.yield %again, %next, %q
}
pd_op.fetch %out "y"
""",
    "append to an array": """
%a = pd_op.create_array {dtype = f64}
%i_, %out = pd_op.while %more (%i = %zero, %y = %w) : tensor<1xi64>, tensor<8xf64> {
  %p = pd_op.multiply %y, %w
  %q = pd_op.sin %p
  %u = pd_op.array_write_ %a, %q, %i
STEP
  cf.yield %again, %next, %q
}
%all, %sizes = pd_op.array_to_tensor %a {use_stack = true} : tensor<{n}x8xf64>, tensor<?xi32>
pd_op.fetch %all "y"
""",
    "read and write an array": """
%a = pd_op.create_array {dtype = f64}
%first = pd_op.array_write_ %a, %w, %zero
%i_ = pd_op.while %more (%i = %zero) : tensor<1xi64> {
  %y = pd_op.array_read %a, %i : tensor<8xf64>
  %p = pd_op.multiply %y, %w
  %q = pd_op.sin %p
STEP
  %u = pd_op.array_write_ %a, %q, %next
  cf.yield %again, %next
}
%out = pd_op.array_read %a, %n : tensor<8xf64>
pd_op.fetch %out "y"
""",
}


def program(body: str, trips: int) -> str:
    """The text of a loop of that many trips."""
    head = HEAD + "%shape = pd_op.full_int_array [8]\n"
    return (head + body.replace("STEP", STEP)).replace("{n}", str(trips))


def seconds(machine: Machine, inputs: dict[str, Any]) -> float:
    """The best of three runs."""
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        machine.run(inputs)
        best = min(best, time.perf_counter() - start)
    return best


def main(sizes: list[int]) -> None:
    """Prints the table."""
    print(f"{'loop':26}{'trips':>8}{'forward':>10}{'gradient':>10}{'ratio':>7}{'MB':>8}")
    for name, body in LOOPS.items():
        for trips in sizes:
            text = program(body, trips)
            inputs = {"x": np.full((trips, 8), 0.9), "w": np.full(8, 1.1)}
            forward = Machine(pdgrad.parse(text))
            module = pdgrad.parse(text)
            wanted = ["w", "x"] if "x of" in name or "of x" in name else ["w"]
            pdgrad.append_backward(module, ["y"], wanted)
            gradient = Machine(module)
            plain, both = seconds(forward, inputs), seconds(gradient, inputs)
            tracemalloc.start()
            gradient.run(inputs)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
            print(
                f"{name:26}{trips:8}{plain / trips * 1e6:10.1f}{both / trips * 1e6:10.1f}"
                f"{both / plain:7.1f}{peak / 1e6:8.1f}"
            )


if __name__ == "__main__":
    main([int(a) for a in sys.argv[1:]] or [100, 1_000, 10_000])
