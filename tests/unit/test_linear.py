"""Work grows with the program and no faster: counted, not timed.

For programs of n and 2n parts, the function calls of append-backward, the ops that it emits and
the values that it pushes are counted; each may at most double (and a bit). A slow path that comes
back turns this red on any machine.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import pytest
from pdgrad.dialects.cf import TuplePushOp
from xdsl.dialects.builtin import ModuleOp

import pdgrad

LIMIT = 2.1

T = "tensor<3xf64>"
HEAD = [
    f'%x = pd_op.data "x" : {T}',
    f'%w = pd_op.data "w" : {T}',
    "%zero = pd_op.full 0 : tensor<1xi64>",
    "%two = pd_op.full 2 : tensor<1xi64>",
    "%one = pd_op.full 1.0 : tensor<1xf32>",
    "%more = pd_op.less_than %zero, %two : tensor<1xi1>",
]


def chain(n: int) -> list[str]:
    lines, value = [], "%x"
    for k in range(n):
        lines.append(f"%v{k} = pd_op.tanh {value} : {T}")
        value = f"%v{k}"
    return [*lines, f'pd_op.fetch {value} "y" : {T}']


def used_many_times(n: int) -> list[str]:
    lines = [f"%v{k} = pd_op.multiply %x, %w : {T}" for k in range(n)]
    names = ", ".join(f"%v{k}" for k in range(n))
    types = ", ".join([T] * n)
    lines.append(f"%vec = builtin.combine {names} : tuple<{types}>")
    lines.append(f"%sum = pd_op.add_n %vec : {T}")
    return [*lines, f'pd_op.fetch %sum "y" : {T}']


def parameters(n: int) -> list[str]:
    lines, value = [], "%x"
    for k in range(n):
        lines.append(f'%p{k} = pd_op.data "p{k}" : {T}')
        lines.append(f"%v{k} = pd_op.multiply {value}, %p{k} : {T}")
        value = f"%v{k}"
    return [*lines, f'pd_op.fetch {value} "y" : {T}']


def loop(tag: str, start: str, body: list[str], result: str) -> list[str]:
    return [
        f"%i{tag}_, %r{tag} = pd_op.while %more (%i{tag} = %zero, %y{tag} = {start}) : "
        f"tensor<1xi64>, {T} {{",
        *body,
        f"%n{tag} = pd_op.scale %i{tag}, %one {{bias = 1.0 : f32}} : tensor<1xi64>",
        f"%a{tag} = pd_op.less_than %n{tag}, %two : tensor<1xi1>",
        f"cf.yield %a{tag}, %n{tag}, {result}",
        "}",
    ]


def wide_loop(n: int) -> list[str]:
    body, value = [], "%y"
    for k in range(n):
        body.append(f"%v{k} = pd_op.multiply {value}, %w : {T}")
        value = f"%v{k}"
    return [*loop("", "%x", body, value), f'pd_op.fetch %r "y" : {T}']


def nested_loops(n: int) -> list[str]:
    body, value = [f"%s = pd_op.sin %y{n - 1} : {T}"], "%s"
    for k in range(n - 1, -1, -1):
        start = f"%y{k - 1}" if k else "%x"
        body = loop(str(k), start, body, value)
        value = f"%r{k}"
    return [*body, f'pd_op.fetch {value} "y" : {T}']


def loops_in_a_row(n: int) -> list[str]:
    lines, value = [], "%x"
    for k in range(n):
        lines += loop(str(k), value, [f"%s{k} = pd_op.sin %y{k} : {T}"], f"%s{k}")
        value = f"%r{k}"
    return [*lines, f'pd_op.fetch {value} "y" : {T}']


def branch(tag: str, value: str) -> list[str]:
    return [
        f"%r{tag} = pd_op.if %more -> {T} {{",
        f"%h{tag} = pd_op.multiply {value}, %w : {T}",
        f"%s{tag} = pd_op.sin %h{tag} : {T}",
        f"cf.yield %s{tag}",
        "} else {",
        f"cf.yield {value}",
        "}",
    ]


def ifs_in_a_row(n: int) -> list[str]:
    lines, value = [], "%x"
    for k in range(n):
        lines += branch(str(k), value)
        value = f"%r{k}"
    return [*lines, f'pd_op.fetch {value} "y" : {T}']


def tree_of_ifs(n: int) -> list[str]:
    """About n ifs, as a binary tree."""

    def tree(tag: str, count: int) -> list[str]:
        if count <= 1:
            return [f"%r{tag} = pd_op.multiply %x, %w : {T}"]
        return [
            f"%r{tag} = pd_op.if %more -> {T} {{",
            *tree(tag + "a", count // 2),
            f"cf.yield %r{tag}a",
            "} else {",
            *tree(tag + "b", count - count // 2),
            f"cf.yield %r{tag}b",
            "}",
        ]

    return [*tree("t", n), f'pd_op.fetch %rt "y" : {T}']


SHAPES: dict[str, tuple[Callable[[int], list[str]], int]] = {
    "chain": (chain, 200),
    "a value used n times": (used_many_times, 200),
    "n parameters": (parameters, 200),
    "a loop body of n ops": (wide_loop, 200),
    "n loops nested": (nested_loops, 20),
    "n loops in a row": (loops_in_a_row, 60),
    "n ifs in a row": (ifs_in_a_row, 60),
    "a tree of n ifs": (tree_of_ifs, 64),
}


def counted(lines: list[str]) -> tuple[int, int, int]:
    """Function calls of append-backward, ops after it, values pushed."""
    module: ModuleOp = pdgrad.parse("\n".join([*HEAD, *lines]))
    calls = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        pdgrad.append_backward(module, ["y"])
    finally:
        sys.setprofile(None)
    ops = list(module.walk())
    pushed = sum(len(op.values) for op in ops if isinstance(op, TuplePushOp))
    return calls, len(ops), pushed


@pytest.mark.parametrize("name", SHAPES)
def test_twice_the_program_is_twice_the_work(name: str) -> None:
    shape, n = SHAPES[name]
    counted(shape(2))  # imports and tables that are made once
    once, twice = counted(shape(n)), counted(shape(2 * n))
    for what, a, b in zip(("calls", "ops", "values pushed"), once, twice, strict=True):
        assert b <= LIMIT * a + 5, f"{what}: {a} for {n}, {b} for {2 * n}"
