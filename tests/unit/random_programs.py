"""Random programs: straight lines, branches, loops with bounded trips and tensor arrays, nested.

A program is a list of statements. It has two readings: `text` writes it as MLIR, `evaluate` runs
it in Python over any array library, with every branch decision and trip count taken from a
`Decisions` (recorded in a NumPy run, replayed under JAX, where the loops are thereby unrolled).

All floats are float64 vectors of `SIZE` elements, kept small by sin and tanh, so that central
differences mean something. `x` and `w` are the inputs.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

SIZE = 3
FLOAT = f"tensor<{SIZE}xf64>"
INT = "tensor<1xi64>"
ARRAY = "!pd_op.array<f64>"


@dataclass
class Decisions:
    """What each condition said, in the order in which they were asked."""

    recorded: list[bool] = field(default_factory=list[bool])
    replay: bool = False
    position: int = 0

    def ask(self, condition: Callable[[], bool]) -> bool:
        if not self.replay:
            self.recorded.append(bool(condition()))
            return self.recorded[-1]
        self.position += 1
        return self.recorded[self.position - 1]


@dataclass
class Unary:
    out: str
    op: str
    x: str


@dataclass
class Binary:
    out: str
    op: str
    x: str
    y: str


@dataclass
class Next:
    """An integer one larger than another."""

    out: str
    x: str


@dataclass
class NewArray:
    out: str


@dataclass
class Write:
    """array[i] = x, in place."""

    array: str
    x: str
    i: int | str


@dataclass
class Read:
    out: str
    array: str
    i: int | str


@dataclass
class If:
    outs: list[str]
    on: str
    threshold: float
    then: list[Any]
    then_yields: list[str]
    other: list[Any]
    other_yields: list[str]


@dataclass
class While:
    outs: list[str]
    counter: str
    trips: int
    args: list[str]
    inits: list[str]
    body: list[Any]
    yields: list[str]


UNARY = ("tanh", "sin", "cos", "halve")
BINARY = ("add", "subtract", "multiply")


class Generator:
    """Draws a program from a source of randomness."""

    def __init__(self, rng: random.Random, depth: int = 4, size: int = 6):
        self.rng = rng
        self.depth = depth
        self.size = size
        self.count = 0
        self.statements = 0

    def name(self, kind: str) -> str:
        self.count += 1
        return f"{kind}{self.count}"

    def program(self) -> tuple[list[Any], str]:
        """The statements and the name of the result."""
        floats = ["x", "w"]
        body = self.block(floats, {}, [], self.depth)
        return body, floats[-1]

    def block(
        self, floats: list[str], arrays: dict[str, int], ints: list[str], depth: int
    ) -> list[Any]:
        """Some statements; `floats` gets the names that they define, the last one last."""
        body: list[Any] = []
        for _ in range(self.rng.randint(1, self.size)):
            self.statement(body, floats, arrays, ints, depth)
        body.append(Binary(self.name("v"), "add", floats[-1], self.rng.choice(floats)))
        floats.append(body[-1].out)
        return body

    def statement(
        self,
        body: list[Any],
        floats: list[str],
        arrays: dict[str, int],
        ints: list[str],
        depth: int,
    ) -> None:
        rng = self.rng
        self.statements += 1
        kinds = ["unary", "binary", "binary", "array", "write", "read"]
        if depth and self.statements < 60:
            kinds += ["if", "while", "if", "while"]
        match rng.choice(kinds):
            case "unary":
                body.append(Unary(self.name("v"), rng.choice(UNARY), rng.choice(floats)))
                floats.append(body[-1].out)
            case "binary":
                op = rng.choice(BINARY)
                x, y = rng.choice(floats), rng.choice(floats)
                product = Binary(self.name("v"), op, x, y)
                body += [product, Unary(self.name("v"), "sin", product.out)]
                floats.append(body[-1].out)
            case "array":
                body.append(NewArray(self.name("a")))
                array = body[-1].out
                body.append(Write(array, rng.choice(floats), 0))
                arrays[array] = 1
            case "write" if arrays:
                array = rng.choice(list(arrays))
                body.append(Write(array, rng.choice(floats), rng.randrange(arrays[array])))
            case "read" if arrays:
                array = rng.choice(list(arrays))
                body.append(Read(self.name("v"), array, rng.randrange(arrays[array])))
                floats.append(body[-1].out)
            case "if":
                body.append(self.branch(floats, arrays, ints, depth - 1))
                floats.extend(body[-1].outs)
            case "while":
                body.append(self.loop(floats, arrays, ints, depth - 1))
                floats.extend(body[-1].outs)
            case _:
                pass

    def branch(self, floats: list[str], arrays: dict[str, int], ints: list[str], depth: int) -> If:
        count = self.rng.randint(0, 3)
        sides: list[tuple[list[Any], list[str]]] = []
        on, threshold = self.rng.choice(floats), self.rng.uniform(-1, 1)
        for _ in range(2):
            local = list(floats)
            body = self.block(local, dict(arrays), ints, depth) if self.rng.random() < 0.8 else []
            sides.append((body, [self.rng.choice(local[-3:] + floats) for _ in range(count)]))
        outs = [self.name("v") for _ in range(count)]
        (then, then_yields), (other, other_yields) = sides
        return If(outs, on, threshold, then, then_yields, other, other_yields)

    def loop(self, floats: list[str], arrays: dict[str, int], ints: list[str], depth: int) -> While:
        count = self.rng.randint(1, 3)
        args = [self.name("c") for _ in range(count)]
        inits = [self.rng.choice(floats) for _ in range(count)]
        local = [*floats, *args]
        counter = self.name("i")
        inner = dict(arrays)
        body = self.block(local, inner, [*ints, counter], depth)
        trips = self.rng.randint(0, 3)
        if self.rng.random() < 0.4 and arrays:
            array = self.rng.choice(list(arrays))
            body.append(Write(array, local[-1], self.rng.randrange(arrays[array])))
        if self.rng.random() < 0.4:
            # An array as long as the loop, appended to and read by the counter.
            array = self.name("a")
            body += [NewArray(array), Write(array, local[-1], 0), Read(self.name("v"), array, 0)]
            local.append(body[-1].out)
        yields = [self.rng.choice(local[-3:] + args) for _ in range(count)]
        return While(
            [self.name("v") for _ in range(count)], counter, trips, args, inits, body, yields
        )


# --- as text -----------------------------------------------------------------------------------


def text(statements: Sequence[Any], result: str) -> str:
    """The program as MLIR, with a fetch of the result named `y`."""
    lines = [
        f'%x = pd_op.data "x" : {FLOAT}',
        f'%w = pd_op.data "w" : {FLOAT}',
        "%one = pd_op.full 1.0 : tensor<1xf32>",
        "%half = pd_op.full 0.5 : tensor<1xf32>",
        "%all = pd_op.full_int_array []",
    ]
    _write_block(lines, statements, "")
    return "\n".join([*lines, f'pd_op.fetch %{result} "y"']) + "\n"


def _write_block(lines: list[str], statements: Sequence[Any], pad: str) -> None:
    for index, statement in enumerate(statements):
        _write(lines, statement, pad, f"{len(lines)}_{index}")


def _write(lines: list[str], s: Any, pad: str, tag: str) -> None:
    match s:
        case Unary(out, "halve", x):
            lines.append(f"{pad}%{out} = pd_op.scale %{x}, %half")
        case Unary(out, op, x):
            lines.append(f"{pad}%{out} = pd_op.{op} %{x}")
        case Binary(out, op, x, y):
            lines.append(f"{pad}%{out} = pd_op.{op} %{x}, %{y}")
        case NewArray(out):
            lines.append(f"{pad}%{out} = pd_op.create_array {{dtype = f64}}")
        case Write(array, x, i):
            lines.append(f"{pad}%p{tag} = pd_op.full {i} : {INT}")
            lines.append(f"{pad}%u{tag} = pd_op.array_write_ %{array}, %{x}, %p{tag}")
        case Read(out, array, i):
            lines.append(f"{pad}%p{tag} = pd_op.full {i} : {INT}")
            lines.append(f"{pad}%{out} = pd_op.array_read %{array}, %p{tag} : {FLOAT}")
        case If():
            _write_if(lines, s, pad, tag)
        case While():
            _write_while(lines, s, pad, tag)


def _write_if(lines: list[str], s: If, pad: str, tag: str) -> None:
    lines.append(f"{pad}%s{tag} = pd_op.sum %{s.on}, %all")
    lines.append(f"{pad}%t{tag} = pd_op.full {s.threshold!r} : tensor<f64>")
    lines.append(f"{pad}%q{tag} = pd_op.greater_than %s{tag}, %t{tag}")
    outs = ", ".join(f"%{o}" for o in s.outs)
    types = ", ".join(FLOAT for _ in s.outs)
    head = f"{outs} = " if outs else ""
    lines.append(f"{pad}{head}pd_op.if %q{tag} {'-> ' + types if types else ''} {{")
    for body, yields, end in (
        (s.then, s.then_yields, "} else {"),
        (s.other, s.other_yields, "}"),
    ):
        _write_block(lines, body, pad + "  ")
        lines.append(f"{pad}  cf.yield {', '.join('%' + y for y in yields)}")
        lines.append(f"{pad}{end}")


def _write_while(lines: list[str], s: While, pad: str, tag: str) -> None:
    lines.append(f"{pad}%z{tag} = pd_op.full 0 : {INT}")
    lines.append(f"{pad}%n{tag} = pd_op.full {s.trips} : {INT}")
    lines.append(f"{pad}%q{tag} = pd_op.less_than %z{tag}, %n{tag}")
    outs = ", ".join(f"%{o}" for o in s.outs)
    carries = ", ".join(f"%{a} = %{i}" for a, i in zip(s.args, s.inits, strict=True))
    types = ", ".join(FLOAT for _ in s.args)
    lines.append(
        f"{pad}%e{tag}, {outs} = pd_op.while %q{tag} (%{s.counter} = %z{tag}, {carries}) : "
        f"{INT}, {types} {{"
    )
    _write_block(lines, s.body, pad + "  ")
    lines.append(f"{pad}  %k{tag} = pd_op.scale %{s.counter}, %one {{bias = 1.0 : f32}}")
    lines.append(f"{pad}  %r{tag} = pd_op.less_than %k{tag}, %n{tag}")
    lines.append(f"{pad}  cf.yield %r{tag}, %k{tag}, {', '.join('%' + y for y in s.yields)}")
    lines.append(f"{pad}}}")


# --- in Python -----------------------------------------------------------------------------------


def evaluate(
    statements: Sequence[Any], result: str, x: Any, w: Any, xp: Any, decisions: Decisions
) -> Any:
    """The result's value in the array library `xp`."""
    values: dict[str, Any] = {"x": x, "w": w}
    _run(statements, values, xp, decisions)
    return values[result]


def _run(statements: Sequence[Any], values: dict[str, Any], xp: Any, decisions: Decisions) -> None:
    for s in statements:
        match s:
            case Unary(out, "halve", a):
                values[out] = values[a] * 0.5
            case Unary(out, op, a):
                values[out] = getattr(xp, op)(values[a])
            case Binary(out, op, a, b):
                values[out] = getattr(xp, op)(values[a], values[b])
            case NewArray(out):
                values[out] = {}
            case Write(array, a, i):
                values[array][i] = values[a]
            case Read(out, array, i):
                values[out] = values[array][i]
            case If():
                total = values[s.on]
                taken = decisions.ask(lambda total=total, s=s: xp.sum(total) > s.threshold)
                local = dict(values)
                _run(s.then if taken else s.other, local, xp, decisions)
                yields = s.then_yields if taken else s.other_yields
                values.update(zip(s.outs, [local[y] for y in yields], strict=True))
            case While():
                carried = [values[i] for i in s.inits]
                for _ in range(s.trips):
                    local = {**values, **dict(zip(s.args, carried, strict=True))}
                    _run(s.body, local, xp, decisions)
                    carried = [local[y] for y in s.yields]
                values.update(zip(s.outs, carried, strict=True))
