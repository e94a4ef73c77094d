"""Joining tensors, and cutting them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .case import Case


def joined(
    op: str,
    label: str,
    axis: int,
    inputs: Mapping[str, str],
    attributes: str = "",
    **options: Any,
) -> Case:
    """Tensors made one, and squared."""
    names = ", ".join("%" + name for name in inputs)
    body = f"%all = builtin.combine {names}\n"
    operand = ""
    if not attributes:
        body += f"%axis = pd_op.full {axis} : tensor<1xi32>\n"
        operand = ", %axis"
    body += f"%made = pd_op.{op} %all{operand} {attributes}\n%out = pd_op.square %made"
    call = f"paddle.square(paddle.{op}([{', '.join(inputs)}], {axis}))"
    return Case(f"{op}_{label}", body, inputs, call, **options)


def cut(
    op: str, label: str, count: int, operands: str, call: str, x: str = "2x6xf64", **options: Any
) -> Case:
    """A tensor cut into parts, of which all but the last are squared."""
    type_ = options.pop("type_", "")
    before = options.pop("before", "")
    parts = ", ".join(f"%p{i}" for i in range(count))
    body = f"{before}%all = pd_op.{op} %x{operands}{type_}\n{parts} = builtin.split %all\n"
    body += "".join(f"%out{i} = pd_op.multiply %p{i}, %p{i}\n" for i in range(count - 1))
    outs = tuple(f"out{i}" for i in range(count - 1))
    products = f"[p * p for p in {call}[:-1]]"
    return Case(f"{op}_{label}", body, {"x": x}, products, outs=outs, **options)


def number(name: str, value: int) -> str:
    """A one-element constant."""
    return f"%{name} = pd_op.full {value} : tensor<1xi32>\n"


def numbers(name: str, values: Sequence[int]) -> str:
    """A vector of constants."""
    return f"%{name} = pd_op.full_int_array {list(values)} : tensor<{len(values)}xi64>\n"


def sliced(
    label: str,
    starts: Sequence[int],
    ends: Sequence[int],
    axes: Sequence[int],
    call: str | None,
    gone: Sequence[int] = (),
    x: str = "3x4xf64",
    **options: Any,
) -> Case:
    """A slice, squared."""
    body = numbers("starts", starts) + numbers("ends", ends)
    listed = ", ".join(map(str, axes))
    attributes = f"axes = array<i64: {listed}>"
    if gone:
        attributes += f", decrease_axis = array<i64: {', '.join(map(str, gone))}>"
    body += f"%y = pd_op.slice %x, %starts, %ends {{{attributes}}}\n%out = pd_op.square %y"
    squared = None if call is None else f"paddle.square({call})"
    return Case(f"slice_{label}", body, {"x": x}, squared, **options)


def strided(
    label: str,
    bounds: Sequence[Sequence[int]],
    axes: Sequence[int],
    x: str = "3x5xf64",
    **options: Any,
) -> Case:
    """A slice with strides, squared."""
    names = ("starts", "ends", "strides")
    body = "".join(numbers(name, values) for name, values in zip(names, bounds, strict=True))
    body += "%y = pd_op.strided_slice %x, %starts, %ends, %strides "
    body += f"{{axes = array<i32: {', '.join(map(str, axes))}>}}\n%out = pd_op.square %y"
    listed = ", ".join(str(list(values)) for values in bounds)
    call = f"paddle.square(paddle.strided_slice(x, {list(axes)}, {listed}))"
    return Case(f"strided_slice_{label}", body, {"x": x}, call, **options)


def of_a_run(label: str, kind: str, element: str, x: str, **options: Any) -> Case:
    """A slice whose bounds a run tells."""
    return Case(
        f"slice_{label}",
        f"%y = pd_op.slice %x, %starts, %ends {{axes = array<i64: 0>, "
        f"infer_flags = array<i64: -1>{kind}}}\n%out = pd_op.square %y",
        {"x": x, "starts": f"1x{element}", "ends": f"1x{element}"},
        "paddle.square(x[1])" if kind else "paddle.square(x[1:2])",
        values={"starts": [1], "ends": [2]},
        **options,
    )


SIZES = {"x": (2, 3), "y": (2, 1)}

JOINED = [
    joined("concat", "axis_0", 0, {"x": "2x3xf64", "y": "1x3xf64", "z": "3x3xf64"}, order=3),
    joined("concat", "negative", -1, {"x": "2x3xf64", "y": "2x1xf64"}),
    joined("concat", "one", 0, {"x": "2x3xf64"}),
    joined("concat", "with_constant", 0, {"x": "2xf64", "y": "2xf64"}, constant=("y",)),
    joined("concat", "dynamic", 1, {"x": "?x?xf64", "y": "?x?xf64"}, sizes=SIZES),
    joined("concat", "partly_dynamic", 1, {"x": "2x?xf64", "y": "?x1xf64"}, sizes=SIZES),
    joined("stack", "axis_0", 0, {"x": "2x3xf64", "y": "2x3xf64"}, "{axis = 0 : i32}", order=3),
    joined("stack", "last", -1, {"x": "2xf64", "y": "2xf64"}, "{axis = -1 : i32}"),
    joined("stack", "scalars", 0, {"x": "f64", "y": "f64", "z": "f64"}, "{axis = 0 : i32}"),
    joined(
        "stack",
        "dynamic",
        1,
        {"x": "?x3xf64", "y": "?x3xf64"},
        "{axis = 1 : i32}",
        sizes={"x": (2, 3), "y": (2, 3)},
    ),
]

CUT = [
    cut(
        "split",
        "sections",
        3,
        ", %sections, %axis",
        "paddle.split(x, [1, 2, 3], 1)",
        before=numbers("sections", [1, 2, 3]) + number("axis", 1),
        order=3,
    ),
    cut(
        "split",
        "rest",
        3,
        ", %sections, %axis",
        "paddle.split(x, [1, -1, 3], -1)",
        before=numbers("sections", [1, -1, 3]) + number("axis", -1),
    ),
    cut(
        "split",
        "dynamic",
        2,
        ", %sections, %axis",
        "paddle.split(x, [4, -1], 1)",
        "?x?xf64",
        before=numbers("sections", [4, -1]) + number("axis", 1),
        sizes={"x": (2, 6)},
    ),
    cut(
        "split_with_num",
        "plain",
        3,
        ", %axis",
        "paddle.split(x, 3, 1)",
        before=number("axis", 1),
        type_=" {num = 3 : i32}",
        order=3,
    ),
    cut(
        "split_with_num",
        "dynamic",
        2,
        ", %axis",
        "paddle.split(x, 2, 0)",
        "?x?xf64",
        before=number("axis", 0),
        type_=" {num = 2 : i32}",
        sizes={"x": (2, 6)},
    ),
    cut("unbind", "axis_1", 3, "", "paddle.unbind(x, 1)", "2x3xf64", type_=" {axis = 1 : i32}"),
    cut("unbind", "dynamic", 2, "", "paddle.unbind(x, 0)", "2x?xf64", sizes={"x": (2, 3)}),
    cut(
        "unstack",
        "last",
        3,
        "",
        "paddle.unstack(x, -1)",
        "2x3xf64",
        type_=" {axis = -1 : i32, num = 3 : i32}",
        # Paddle stops working where a part has no gradient.
        paddle_gradient=False,
    ),
]

SLICES = [
    sliced("plain", (1, 0), (3, 2), (0, 1), "paddle.slice(x, [0, 1], [1, 0], [3, 2])", order=3),
    sliced("negative", (-3,), (-1,), (1,), "paddle.slice(x, [1], [-3], [-1])"),
    sliced("clamped", (-9, 1), (9, 99), (0, -1), "paddle.slice(x, [0, 1], [-9, 1], [9, 99])"),
    sliced("nothing", (-1,), (0,), (1,), "paddle.slice(x, [1], [-1], [0])", order=1),
    sliced("row", (1,), (2,), (0,), "x[1]", (0,)),
    sliced("last_row", (-1,), (2147483647,), (0,), "x[-1]", (0,)),
    sliced("element", (1, 2), (2, 3), (0, 1), "x[1, 2]", (0, 1)),
    sliced("f32", (1,), (3,), (1,), "paddle.slice(x, [1], [1], [3])", x="3x4xf32"),
    sliced(
        "dynamic",
        (-2,),
        (9,),
        (0,),
        "paddle.slice(x, [0], [-2], [9])",
        x="?x?xf64",
        sizes={"x": (3, 4)},
    ),
    sliced("dynamic_row", (1,), (2,), (0,), "x[1]", (0,), "?x?xf64", sizes={"x": (3, 4)}),
    of_a_run("of_a_run", "", "i64", "3x4xf64"),
    of_a_run("row_of_a_run", ", decrease_axis = array<i64: 0>", "i32", "3x4xf64"),
    of_a_run("dynamic_of_a_run", "", "i64", "?x?xf64", sizes={"x": (3, 4)}),
    strided("plain", ((0,), (5,), (2,)), (1,), order=3),
    strided("backwards", ((-1,), (-9,), (-2,)), (1,)),
    strided("both", ((2, 1), (-9, 5), (-1, 3)), (0, 1)),
    strided("dynamic", ((1,), (9,), (2,)), (1,), "?x?xf64", sizes={"x": (3, 5)}),
    Case(
        "slices_of_one",
        numbers("zero", [0])
        + numbers("two", [2])
        + numbers("three", [3])
        + "%a = pd_op.slice %x, %zero, %two {axes = array<i64: 0>}\n"
        "%b = pd_op.slice %x, %two, %three {axes = array<i64: 0>, decrease_axis = array<i64: 0>}\n"
        "%c = pd_op.strided_slice %x, %zero, %three, %two {axes = array<i32: 0>}\n"
        "%d = pd_op.multiply %a, %b\n%out = pd_op.multiply %d, %c",
        {"x": "3x4xf64"},
        "x[0:2] * x[2] * x[0:3:2]",
        order=3,
    ),
]

EMPTY = [
    joined("concat", "with_nothing", 0, {"x": "0x3xf64", "y": "2x3xf64"}),
    joined("concat", "nothing", 0, {"x": "0x3xf64", "y": "0x3xf64"}),
    joined("stack", "nothing", 1, {"x": "0x3xf64", "y": "0x3xf64"}, "{axis = 1 : i32}"),
    sliced("empty", (2,), (2,), (0,), "x[2:2]"),
    sliced("beyond", (5,), (9,), (0,), "x[5:9]"),
    sliced("of_nothing", (0,), (1,), (1,), "x[:, 0:1]", (), "0x3xf64"),
]

SMALL = [
    joined("concat", "f32", 1, {"x": "2x3xf32", "y": "2x1xf32"}),
    joined("stack", "f32", -1, {"x": "2x3xf32", "y": "2x3xf32"}, "{axis = -1 : i32}"),
    cut("unbind", "f32", 2, "", "paddle.unbind(x, 0)", "2x3xf32"),
    cut("unbind", "empty", 2, "", "paddle.unbind(x, 0)", "2x0xf64"),
    # Paddle fails when it differentiates an unstack of which a slice is not used.
    cut("unstack", "f32", 2, "", "paddle.unstack(x, 0)", "2x3xf32", paddle_gradient=False),
    cut("unstack", "empty", 2, "", "paddle.unstack(x, 0)", "2x0xf64", paddle_gradient=False),
    *(
        cut(
            "split_with_num",
            label,
            2,
            ", %axis",
            "paddle.split(x, 2, 1)",
            x,
            before=number("axis", 1),
            type_=" {num = 2 : i32}",
        )
        for label, x in (("f32", "2x4xf32"), ("empty", "2x0xf64"))
    ),
    *(
        cut(
            "split",
            label,
            2,
            ", %sections, %axis",
            "paddle.split(x, [1, 2], 1)",
            x,
            before=numbers("sections", [1, 2]) + number("axis", 1),
        )
        for label, x in (("f32", "2x3xf32"), ("empty", "0x3xf64"))
    ),
    strided("f32", ((1,), (9,), (2,)), (1,), "3x5xf32"),
    strided("empty", ((4,), (2,), (1,)), (1,)),
]

CASES = [*JOINED, *CUT, *SLICES, *EMPTY, *SMALL]
