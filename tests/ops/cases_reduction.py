"""Reductions over axes: sums, means, products, variances."""

from __future__ import annotations

from typing import Any

from .case import Case


def axes(*numbers: int) -> str:
    """The operand `%axis`."""
    listed = ", ".join(str(number) for number in numbers)
    return f"%axis = pd_op.full_int_array [{listed}] : tensor<{len(numbers)}xi64>\n"


def reduction(
    op: str,
    label: str,
    over: tuple[int, ...],
    call: str | None,
    x: str = "2x3x2xf64",
    attributes: str = "",
    **options: Any,
) -> Case:
    """A reduction whose axes are an operand."""
    body = axes(*over) + f"%out = pd_op.{op} %x, %axis {attributes}"
    return Case(f"{op}_{label}", body, {"x": x}, call, **options)


def listed(
    op: str,
    label: str,
    attributes: str,
    call: str | None,
    x: str = "2x3x2xf64",
    **options: Any,
) -> Case:
    """A reduction whose axes are an attribute."""
    return Case(f"{op}_{label}", f"%out = pd_op.{op} %x {attributes}", {"x": x}, call, **options)


KEEP = "{keepdim = true}"
ONE = "{axis = array<i64: 1>}"
ENDS = "{axis = array<i64: 0, -1>, keepdim = true}"
ZEROS = [[2.0, 3.0, 4.0], [2.0, 0.0, 4.0], [0.0, 3.0, 0.0]]
DYNAMIC: dict[str, Any] = {"x": "?x3x?xf64", "sizes": {"x": (2, 3, 2)}}

SUMS = [
    case
    for op in ("sum", "mean")
    for case in (
        reduction(op, "axis", (1,), f"paddle.{op}(x, 1)"),
        reduction(op, "axes", (0, -1), f"paddle.{op}(x, [0, -1])", order=3),
        reduction(op, "keepdim", (2, 0), f"paddle.{op}(x, [2, 0], keepdim=True)", attributes=KEEP),
        reduction(op, "everything", (), f"paddle.{op}(x)"),
        reduction(op, "all_keepdim", (), f"paddle.{op}(x, keepdim=True)", attributes=KEEP),
        reduction(op, "scalar", (), f"paddle.{op}(x)", "f64"),
        reduction(op, "f32", (1,), f"paddle.{op}(x, 1)", "2x3x2xf32"),
        reduction(op, "dynamic", (0,), f"paddle.{op}(x, 0)", **DYNAMIC),
        reduction(op, "dynamic_all", (), f"paddle.{op}(x)", **DYNAMIC),
        Case(
            f"{op}_axis_of_a_run",
            f"%out = pd_op.{op} %x, %axis : tensor<?x?xf64>",
            {"x": "2x3x2xf64", "axis": "1xi64"},
            f"paddle.{op}(x, 1)",
            values={"axis": [1]},
        ),
    )
] + [
    reduction("sum", "i32", (1,), "paddle.sum(x, 1)", "2x3xi32", order=0),
    reduction("sum", "bool", (), "paddle.sum(x)", "2x3xi1", order=0),
    reduction(
        "sum", "dtype", (1,), 'paddle.sum(x, 1, dtype="float64")', "2x3xf32", "{dtype = f64}"
    ),
    Case("mean_all", "%out = pd_op.mean_all %x", {"x": "2x3xf64"}, "paddle._C_ops.mean_all(x)"),
    Case(
        "mean_all_dynamic",
        "%out = pd_op.mean_all %x",
        {"x": "?x3xf64"},
        "paddle._C_ops.mean_all(x)",
        sizes={"x": (2, 3)},
    ),
    Case(
        "add_n",
        "%v = builtin.combine %x, %y, %x\n%s = pd_op.add_n %v\n%out = pd_op.multiply %s, %s",
        {"x": "2xf64", "y": "2xf64"},
        "(lambda s: s * s)(paddle.add_n([x, y, x]))",
    ),
    Case(
        "reduce_as",
        "%out = pd_op.reduce_as %x, %target",
        {"x": "2x3x2xf64", "target": "3x1xf64"},
        "paddle.reduce_as(x, target)",
        constant=("target",),
    ),
    Case(
        "reduce_as_dynamic",
        "%out = pd_op.reduce_as %x, %target",
        {"x": "2x?x?xf64", "target": "?x?xf64"},
        "paddle.reduce_as(x, target)",
        sizes={"x": (2, 3, 2), "target": (3, 1)},
        constant=("target",),
    ),
]

PRODUCTS = [
    reduction("prod", "axis", (1,), "paddle.prod(x, 1)", order=3),
    reduction("prod", "axes", (0, -1), "paddle.prod(x, [0, -1])"),
    reduction("prod", "keepdim", (0, 1), "paddle.prod(x, [0, 1], keepdim=True)", attributes=KEEP),
    reduction("prod", "all", (0,), "paddle.prod(x)", attributes="{reduce_all = true}"),
    reduction("prod", "f32", (1,), "paddle.prod(x, 1)", "2x3x2xf32"),
    reduction("prod", "scalar", (), "paddle.prod(x)", "f64"),
    reduction("prod", "i32", (1,), "paddle.prod(x, 1)", "2x3xi32", order=0),
    # Paddle divides by the elements: not a number at zeros.
    reduction(
        "prod",
        "zeros",
        (1,),
        "paddle.prod(x, 1)",
        "3x3xf64",
        values={"x": ZEROS},
        paddle_gradient=False,
        order=3,
    ),
    reduction(
        "prod",
        "zeros_axes",
        (),
        "paddle.prod(x)",
        "2x2xf64",
        values={"x": [[0.0, 2.0], [3.0, 4.0]]},
        paddle_gradient=False,
    ),
    reduction("prod", "dynamic", (1,), "paddle.prod(x, 1)", **DYNAMIC),
    reduction("prod", "dynamic_axes", (0, 2), "paddle.prod(x, [0, 2])", **DYNAMIC),
    reduction("prod", "dynamic_all", (), "paddle.prod(x)", **DYNAMIC),
]

LOGSUMEXP = [
    listed("logsumexp", "axis", "{axis = array<i32: 1>}", "paddle.logsumexp(x, 1)", order=3),
    listed(
        "logsumexp",
        "axes",
        "{axis = array<i32: 0, -1>, keepdim = true}",
        "paddle.logsumexp(x, [0, -1], keepdim=True)",
    ),
    listed("logsumexp", "all", "{reduce_all = true}", "paddle.logsumexp(x)"),
    listed("logsumexp", "scalar", "", "paddle.logsumexp(x)", "f64"),
    listed("logsumexp", "f32", "{axis = array<i32: 1>}", "paddle.logsumexp(x, 1)", "2x3x2xf32"),
    listed(
        "logsumexp",
        "large",
        "{axis = array<i32: 1>}",
        "paddle.logsumexp(x, 1)",
        "2x3xf64",
        values={"x": [[1000.0, 1001.0, 0.0], [-1000.0, -1001.0, -1000.0]]},
    ),
    # Paddle gives NaN for the row that is all -inf.
    listed(
        "logsumexp",
        "minus_infinity",
        "{axis = array<i32: 1>}",
        None,
        "2x2xf64",
        values={"x": [[float("-inf"), float("-inf")], [float("-inf"), 1.0]]},
        smooth=False,
    ),
    listed("logsumexp", "dynamic", "{axis = array<i32: 1>}", "paddle.logsumexp(x, 1)", **DYNAMIC),
]

NAN = [[1.0, float("nan"), 3.0], [2.0, 2.0, 1.0]]

SPREADS = [
    case
    for op in ("var", "std")
    for case in (
        listed(op, "axis", ONE, f"paddle._C_ops.{op}(x, [1], False, True, 1.0)", order=3),
        listed(
            op,
            "biased",
            "{axis = array<i64: 0, -1>, unbiased = false, correction = 0.0 : f64}",
            f"paddle._C_ops.{op}(x, [0, -1], False, False, 0.0)",
        ),
        listed(op, "all", KEEP, f"paddle._C_ops.{op}(x, [], True, True, 1.0)"),
        listed(op, "f32", ONE, f"paddle._C_ops.{op}(x, [1], False, True, 1.0)", "2x3x2xf32"),
        listed(op, "dynamic", ENDS, f"paddle._C_ops.{op}(x, [0, -1], True, True, 1.0)", **DYNAMIC),
        listed(
            op,
            "of_equal_elements",
            ONE,
            f"paddle._C_ops.{op}(x, [1], False, True, 1.0)",
            "2x3xf64",
            values={"x": [[1.0, 2.0, 4.0], [2.0, 2.0, 2.0]]},
            order=1,
            smooth=False,
        ),
    )
]

OTHERS = [
    listed(
        "nansum",
        "axis",
        ONE,
        "paddle._C_ops.nansum(x, [1], paddle.float64, False)",
        "2x3xf64",
        values={"x": NAN},
        smooth=False,
    ),
    listed("nansum", "keepdim", ENDS, "paddle.nansum(x, [0, -1], keepdim=True)"),
    listed("nansum", "dynamic", "", "paddle.nansum(x)", **DYNAMIC),
    listed("all", "axis", ONE, "paddle.all(x, 1)", "2x3xi1", order=0),
    listed("all", "f64", "", "paddle.all(x)", "2x3xf64", order=0),
    listed("any", "axes", ENDS, "paddle.any(x, [0, -1], keepdim=True)", "2x3x2xi1", order=0),
    listed("any", "dynamic", ONE, "paddle.any(x, 1)", "?x3xi1", sizes={"x": (2, 3)}, order=0),
]

FIRST = "{axis = array<i32: 1>}"
SPREAD = "[1], False, True, 1.0"

# Nothing adds up to 0, multiplies to 1, and has no mean.
NOTHING = [
    *(
        case
        for op in ("sum", "mean", "prod")
        for case in (
            reduction(op, "of_nothing", (1,), f"paddle.{op}(x, 1)", "2x0xf64"),
            reduction(op, "all_of_nothing", (), f"paddle.{op}(x)", "2x0xf64"),
            reduction(op, "no_rows", (1,), f"paddle.{op}(x, 1)", "0x3xf64"),
        )
    ),
    listed("logsumexp", "of_nothing", FIRST, "paddle.logsumexp(x, 1)", "2x0xf64"),
    listed("logsumexp", "no_rows", FIRST, "paddle.logsumexp(x, 1)", "0x3xf64"),
    listed("nansum", "of_nothing", ONE, "paddle.nansum(x, 1)", "2x0xf64"),
    listed("var", "no_rows", ONE, f"paddle._C_ops.var(x, {SPREAD})", "0x3xf64"),
    listed("std", "no_rows", ONE, f"paddle._C_ops.std(x, {SPREAD})", "0x3xf64"),
    listed("all", "of_nothing", ONE, "paddle.all(x, 1)", "2x0xi1", order=0),
    listed("any", "of_nothing", ONE, "paddle.any(x, 1)", "2x0xi1", order=0),
    listed("mean_all", "nothing", "", "paddle._C_ops.mean_all(x)", "2x0xf64", order=1),
]

SMALL = [
    listed("nansum", "f32", ONE, "paddle.nansum(x, 1)", "2x3xf32"),
    listed("nansum", "scalar", "", "paddle.nansum(x)", "f64"),
    listed("mean_all", "f32", "", "paddle._C_ops.mean_all(x)", "2x3xf32"),
    listed("mean_all", "scalar", "", "paddle._C_ops.mean_all(x)", "f64"),
    *(
        listed(
            op,
            "scalar",
            "{correction = 0.0 : f64, unbiased = false}",
            f"paddle._C_ops.{op}(x, [], False, False, 0.0)",
            "f64",
            order=1,
            smooth=False,
            # Paddle's gradient of std is NaN at 0.
            paddle_gradient=op == "var",
        )
        for op in ("var", "std")
    ),
    *(
        Case(
            f"add_n_{label}",
            "%v = builtin.combine %x, %x\n%out = pd_op.add_n %v",
            {"x": x},
            "paddle.add_n([x, x])",
            sizes={"x": (2, 3)},
        )
        for label, x in (
            ("f32", "2x3xf32"),
            ("scalar", "f64"),
            ("empty", "0x3xf64"),
            ("dynamic", "?x3xf64"),
        )
    ),
    *(
        Case(
            f"reduce_as_{label}",
            "%out = pd_op.reduce_as %x, %target",
            {"x": x, "target": target},
            "paddle.reduce_as(x, target)",
            constant=("target",),
        )
        for label, x, target in (
            ("f32", "2x3xf32", "3xf32"),
            ("scalar", "2x3xf64", "f64"),
            ("empty", "0x3xf64", "3xf64"),
        )
    ),
]

CASES = [*SUMS, *PRODUCTS, *LOGSUMEXP, *SPREADS, *OTHERS, *NOTHING, *SMALL]
