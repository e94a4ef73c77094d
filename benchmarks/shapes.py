"""The shapes of program that the benchmarks grow: each is text for n parts."""

from __future__ import annotations

from collections.abc import Callable

T = "tensor<3x4xf64>"
HEAD = [
    f'%x = pd_op.data "x" : {T}',
    f'%w = pd_op.data "w" : {T}',
    "%zero = pd_op.full 0 : tensor<1xi64>",
    "%two = pd_op.full 2 : tensor<1xi64>",
    "%one = pd_op.full 1.0 : tensor<1xf32>",
    "%more = pd_op.less_than %zero, %two : tensor<1xi1>",
]


def _pairs(n: int, start: str, tag: str = "") -> tuple[list[str], str]:
    """n ops, tanh and multiply in turn."""
    lines, value = [], start
    for k in range(n):
        op = f"pd_op.tanh {value}" if k % 2 == 0 else f"pd_op.multiply {value}, %w"
        lines.append(f"%v{tag}{k} = {op} : {T}")
        value = f"%v{tag}{k}"
    return lines, value


def _loop(tag: str, start: str, body: list[str], result: str) -> list[str]:
    return [
        f"%i{tag}_, %r{tag} = pd_op.while %more (%i{tag} = %zero, %y{tag} = {start}) : "
        f"tensor<1xi64>, {T} {{",
        *body,
        f"%n{tag} = pd_op.scale %i{tag}, %one {{bias = 1.0 : f32}} : tensor<1xi64>",
        f"%a{tag} = pd_op.less_than %n{tag}, %two : tensor<1xi1>",
        f"cf.yield %a{tag}, %n{tag}, {result} : tensor<1xi1>, tensor<1xi64>, {T}",
        "}",
    ]


def chain(n: int) -> str:
    """A chain of n ops."""
    lines, value = _pairs(n, "%x")
    return _program(lines, value)


def used_many_times(n: int) -> str:
    """One value used n times, and the uses added up one by one."""
    lines, value = [], "%x"
    for k in range(n // 2):
        lines.append(f"%m{k} = pd_op.multiply %x, %w : {T}")
        lines.append(f"%s{k} = pd_op.add {value}, %m{k} : {T}")
        value = f"%s{k}"
    return _program(lines, value)


def parameters(n: int) -> str:
    """n ops: half of them parameters, each read by one of the others."""
    lines, value = [], "%x"
    for k in range(n // 2):
        lines.append(f'%p{k} = pd_op.data "p{k}" : {T}')
        lines.append(f"%v{k} = pd_op.multiply {value}, %p{k} : {T}")
        value = f"%v{k}"
    return _program(lines, value)


def loop_body(n: int) -> str:
    """A loop with a body of n ops."""
    body, value = _pairs(n, "%y")
    return _program(_loop("", "%x", body, value), "%r")


def nested_loops(n: int) -> str:
    """Loops nested so deep that there are n ops, ten a level."""
    depth = max(1, n // 10)
    body, value = _pairs(5, f"%y{depth - 1}", "_")
    for k in range(depth - 1, -1, -1):
        before, start = _pairs(5, f"%y{k - 1}" if k else "%x", f"{k}_")
        body = [*before, *_loop(str(k), start, body, value)]
        value = f"%r{k}"
    return _program(body, value)


def loops_in_a_row(n: int) -> str:
    """Loops one after the other, ten ops each."""
    lines, value = [], "%x"
    for k in range(max(1, n // 10)):
        body, result = _pairs(7, f"%y{k}", f"{k}_")
        lines += _loop(str(k), value, body, result)
        value = f"%r{k}"
    return _program(lines, value)


def ifs_in_a_row(n: int) -> str:
    """Ifs one after the other, ten ops each."""
    lines, value = [], "%x"
    for k in range(max(1, n // 10)):
        then, result = _pairs(8, value, f"{k}_")
        lines += [f"%r{k} = pd_op.if %more -> {T} {{", *then, f"cf.yield {result} : {T}"]
        lines += ["} else {", f"cf.yield {value} : {T}", "}"]
        value = f"%r{k}"
    return _program(lines, value)


def if_tree(n: int) -> str:
    """A binary tree of ifs, as deep as n ops allow, with ten ops an if."""
    lines, tags = _tree(max(0, (max(1, n // 10)).bit_length() - 1), "%x", ""), "%r"
    return _program(lines, tags)


def _tree(depth: int, start: str, tag: str) -> list[str]:
    """An if with two branches, each of which holds the next if (a leaf: an op)."""
    branches: list[list[str]] = []
    for side in "ab":
        body, result = _pairs(4, start, f"{tag}{side}_")
        if depth:
            body += _tree(depth - 1, result, tag + side)
            result = f"%r{tag}{side}"
        branches.append([*body, f"cf.yield {result} : {T}"])
    return [f"%r{tag} = pd_op.if %more -> {T} {{", *branches[0], "} else {", *branches[1], "}"]


def _program(lines: list[str], value: str) -> str:
    return "\n".join([*HEAD, *lines, f'pd_op.fetch {value} "y" : {T}']) + "\n"


SHAPES: dict[str, Callable[[int], str]] = {
    "chain": chain,
    "value used n times": used_many_times,
    "n parameters": parameters,
    "loop body": loop_body,
    "loops in a row": loops_in_a_row,
    "ifs in a row": ifs_in_a_row,
    "nested loops": nested_loops,
    "tree of ifs": if_tree,
}
