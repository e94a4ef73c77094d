"""Inverses, determinants and systems of linear equations."""

from __future__ import annotations

from typing import Any

from .case import Case

DIAGONAL = [[4.0, 0.0, 0.0], [0.0, 4.0, 0.0], [0.0, 0.0, 4.0]]
"""What is added to a random matrix so that it has an inverse."""


def of_matrix(
    name: str, label: str, x: str, call: str, attributes: str = "", **options: Any
) -> Case:
    """An op of one matrix, far from singular."""
    element = x.rsplit("x", 1)[-1]
    outs = options.pop("outs", ("out",))
    results = ", ".join(f"%{out}" for out in outs)
    body = f"%m = pd_op.add %x, %diagonal\n{results} = pd_op.{name} %m {attributes}".rstrip()
    inputs = {"x": x, "diagonal": f"3x3x{element}"}
    values = {"diagonal": DIAGONAL}
    call = call.replace("(m", "((x + diagonal)")
    return Case(
        f"{name}_{label}",
        body,
        inputs,
        call,
        outs,
        values=values,
        constant=("diagonal",),
        **options,
    )


def system(
    name: str, label: str, x: str, y: str, call: str, attributes: str = "", **options: Any
) -> Case:
    """A system with a matrix near a multiple of the unit matrix."""
    body = f"%m = pd_op.add %x, %diagonal\n%out = pd_op.{name} %m, %y {attributes}"
    inputs = {"x": x, "y": y, "diagonal": "3x3xf64"}
    call = call.replace("(m", "((x + diagonal)")
    return Case(
        f"{name}_{label}",
        body.rstrip(),
        inputs,
        call,
        values={"diagonal": DIAGONAL},
        constant=("diagonal",),
        **options,
    )


def triangular(label: str, x: str, y: str, *flags: bool, **options: Any) -> Case:
    """A triangular system: upper, transpose, unitriangular."""
    names = ("upper", "transpose", "unitriangular")
    given = ", ".join(f"{n} = {str(f).lower()}" for n, f in zip(names, flags, strict=True))
    call = f"paddle.linalg.triangular_solve(m, y, {', '.join(map(str, flags))})"
    # Paddle's gradient of a lower unit triangle is not zero where nothing is read.
    options.setdefault("paddle_gradient", flags[0] or not flags[2])
    return system("triangular_solve", label, x, y, call, f"{{{given}}}", **options)


def power(label: str, x: str, n: int, **options: Any) -> Case:
    """A power of a matrix."""
    return of_matrix(
        "matrix_power",
        label,
        x,
        f"paddle.linalg.matrix_power(m, {n})",
        f"{{n = {n} : i32}}",
        **options,
    )


FLAGS = [(u, t, o) for u in (False, True) for t in (False, True) for o in (False, True)]
RIGHT = {"x": (2, 3, 3), "y": (2, 3, 2)}


def factor(label: str, x: str, y: str, upper: bool, **options: Any) -> Case:
    """A system whose matrix is given by its Cholesky factor."""
    triangle = "triu" if upper else "tril"
    body = (
        f"%m = pd_op.add %y, %diagonal\n%factor = pd_op.{triangle} %m\n"
        f"%out = pd_op.cholesky_solve %x, %factor {{upper = {str(upper).lower()}}}"
    )
    return Case(
        f"cholesky_solve_{'upper' if upper else 'lower'}{label}",
        body,
        {"x": x, "y": y, "diagonal": "3x3xf64"},
        f"paddle.linalg.cholesky_solve(x, paddle.{triangle}(y + diagonal), {upper})",
        values={"diagonal": DIAGONAL},
        constant=("diagonal",),
        **options,
    )


CASES = [
    of_matrix("inverse", "matrix", "3x3xf64", "paddle.inverse(m)", order=3),
    of_matrix("inverse", "batch", "2x3x3xf64", "paddle.inverse(m)"),
    of_matrix("inverse", "f32", "3x3xf32", "paddle.inverse(m)", order=1, tolerance=1e-5),
    of_matrix("inverse", "dynamic", "?x3x3xf64", "paddle.inverse(m)", sizes={"x": (2, 3, 3)}),
    of_matrix("det", "matrix", "3x3xf64", "paddle.linalg.det(m)", order=3),
    of_matrix("det", "batch", "2x3x3xf64", "paddle.linalg.det(m)"),
    of_matrix("det", "dynamic", "?x3x3xf64", "paddle.linalg.det(m)", sizes={"x": (2, 3, 3)}),
    of_matrix("slogdet", "matrix", "3x3xf64", "paddle.linalg.slogdet(m)", order=3),
    of_matrix("slogdet", "batch", "2x3x3xf64", "paddle.linalg.slogdet(m)"),
    of_matrix("slogdet", "dynamic", "?x3x3xf64", "paddle.linalg.slogdet(m)", sizes=RIGHT),
    of_matrix(
        "slogdet_v2",
        "batch",
        "2x3x3xf64",
        "paddle._C_ops.slogdet_v2(m)",
        outs=("sign", "logdet"),
        paddle_gradient=False,
    ),
    *(power(f"{n}", "3x3xf64", n, order=3 if n == 3 else 2) for n in (0, 1, 2, 3, 6, 7)),
    power("minus_1", "3x3xf64", -1),
    power("minus_3", "2x3x3xf64", -3),
    power("dynamic", "?x3x3xf64", 3, sizes={"x": (2, 3, 3)}),
    # systems
    system("solve", "matrix", "3x3xf64", "3x2xf64", "paddle.linalg.solve(m, y)", order=3),
    system("solve", "vector", "3x3xf64", "3xf64", "paddle.linalg.solve(m, y)"),
    system("solve", "vectors", "2x3x3xf64", "2x3xf64", "paddle.linalg.solve(m, y)"),
    system("solve", "one_vector", "2x3x3xf64", "3xf64", "paddle.linalg.solve(m, y)"),
    system("solve", "batch", "2x3x3xf64", "2x3x2xf64", "paddle.linalg.solve(m, y)"),
    system("solve", "broadcast", "2x1x3x3xf64", "2x3x2xf64", "paddle.linalg.solve(m, y)"),
    system("solve", "dynamic", "?x3x3xf64", "?x3x?xf64", "paddle.linalg.solve(m, y)", sizes=RIGHT),
    *(
        triangular(
            "_".join(
                word
                for word, said in zip(("upper", "transpose", "unit"), flags, strict=True)
                if said
            )
            or "lower",
            "3x3xf64",
            "3x2xf64",
            *flags,
        )
        for flags in FLAGS
    ),
    triangular("batch", "2x3x3xf64", "2x3x2xf64", True, False, False, order=3),
    triangular("batch_unit", "2x3x3xf64", "2x3x2xf64", False, True, True),
    triangular("broadcast", "2x1x3x3xf64", "2x3x2xf64", False, False, False),
    triangular("dynamic", "?x3x3xf64", "?x3x?xf64", True, False, False, sizes=RIGHT),
    *(
        factor(label, x, y, upper, sizes={"x": (2, 3, 2), "y": (2, 3, 3)})
        for upper in (False, True)
        for label, x, y in (
            ("", "3x2xf64", "3x3xf64"),
            ("_batch", "2x3x2xf64", "2x3x3xf64"),
            ("_broadcast", "2x3x2xf64", "2x1x3x3xf64"),
            ("_dynamic", "?x3x?xf64", "?x3x3xf64"),
        )
    ),
    Case(
        "cholesky_solve_reads_a_triangle",
        "%m = pd_op.add %y, %diagonal\n%out = pd_op.cholesky_solve %x, %m",
        {"x": "3x2xf64", "y": "3x3xf64", "diagonal": "3x3xf64"},
        "paddle.linalg.cholesky_solve(x, y + diagonal)",
        values={"diagonal": DIAGONAL},
        constant=("diagonal",),
        paddle_gradient=False,
    ),
]
