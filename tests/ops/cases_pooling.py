"""Pooling: maxima and averages of windows, adaptive ones, norms, places and the way back."""

from __future__ import annotations

from typing import Any

from .case import Case
from .cases_convolution import attributes, sizes

PYTHON = {"strides": "stride", "paddings": "padding", "kernel_size": "kernel_size"}


def arguments(given: dict[str, Any]) -> str:
    """The attributes as arguments of Paddle's functions."""
    shown: list[str] = []
    for name, value in given.items():
        if name == "padding_algorithm":
            name = "padding"
        values: Any = value
        values = list(values) if isinstance(value, tuple) else value
        shown.append(f", {PYTHON.get(name, name)}={values!r}")
    return "".join(shown)


def pool(
    label: str,
    kind: str,
    x: str,
    kernel: tuple[int, ...],
    options: dict[str, Any] | None = None,
    **given: Any,
) -> Case:
    """pool2d or pool3d of that kind."""
    rank = len(kernel)
    given = {"strides": kernel, **given}
    shown = dict(given, pooling_type=kind)
    body = ""
    operands = "%x"
    if rank == 2:
        body = f"%k = pd_op.full_int_array {list(kernel)}\n"
        operands = "%x, %k"
    else:
        shown = {"kernel_size": kernel, **shown}
    return Case(
        f"pool{rank}d_{kind}_{label}",
        body + f"%out = pd_op.pool{rank}d {operands} {attributes(element='i64', **shown)}",
        {"x": x},
        f"F.{kind}_pool{rank}d(x, {list(kernel)}{arguments(given)})",
        **(options or {}),
    )


def adaptive(kind: str, x: str, counts: tuple[int, ...], call: str | None, **options: Any) -> Case:
    """An adaptive pooling to that size."""
    rank = len(counts)
    shown: dict[str, Any] = {"pooling_type": kind, "adaptive": True}
    if "layout" in options:
        shown["data_format"] = options.pop("layout")
    body, operands = "", "%x"
    if rank == 2:
        body, operands = f"%k = pd_op.full_int_array {list(counts)}\n", "%x, %k"
    else:
        shown["kernel_size"] = counts
    label = options.pop("label", "x".join(map(str, counts)))
    return Case(
        f"adaptive_{kind}_{label}",
        body + f"%out = pd_op.pool{rank}d {operands} {attributes(element='i64', **shown)}",
        {"x": x},
        call,
        **options,
    )


def both(label: str, x: str, kernel: tuple[int, ...], **given: Any) -> list[Case]:
    """A maximum and an average with the same windows."""
    return [pool(label, kind, x, kernel, **given) for kind in ("max", "avg")]


WINDOWS = [
    *both("plain", "2x3x4x6xf64", (2, 3), options={"order": 3}),
    *both("f32", "2x3x4x4xf32", (2, 2), options={"order": 1}),
    *both("overlapping", "1x2x5x6xf64", (3, 2), strides=(1, 2)),
    *both("padded", "1x2x5x6xf64", (3, 3), strides=(2, 2), paddings=(1, 1)),
    *both("uneven", "1x2x5x6xf64", (3, 3), strides=(2, 2), paddings=(0, 1, 2, 0)),
    *both("unread", "1x2x5x6xf64", (2, 2), strides=(3, 4)),
    *both("ceil", "1x2x5x6xf64", (2, 3), strides=(2, 2), ceil_mode=True),
    *both("ceil_padded", "1x2x4x5xf64", (3, 2), strides=(2, 2), paddings=(1, 0), ceil_mode=True),
    *both("same", "1x2x5x7xf64", (3, 2), strides=(2, 3), padding_algorithm="SAME"),
    *both("nhwc", "2x4x5x3xf64", (2, 2), strides=(2, 1), data_format="NHWC"),
    *both("dynamic", "?x2x?x?xf64", (3, 2), strides=(2, 2), paddings=(1, 0), ceil_mode=True,
          options=sizes(2, 2, 4, 5)),
    *both("dynamic_nhwc", "?x?x?x2xf64", (3, 2), strides=(2, 2), data_format="NHWC",
          options=sizes(2, 5, 5, 2)),
    *both("plain", "1x2x4x3x4xf64", (2, 3, 2)),
    *both("padded", "1x2x4x3x4xf64", (2, 3, 2), strides=(1, 2, 2), paddings=(1, 1, 0),
          ceil_mode=True),
    *both("ndhwc", "1x4x3x4x2xf64", (2, 3, 2), strides=(2, 1, 1), data_format="NDHWC"),
    *both("dynamic", "?x2x?x?x?xf64", (2, 3, 2), options=sizes(1, 2, 4, 3, 4)),
    *both("dynamic_same", "?x2x?x?xf64", (3, 2), strides=(2, 3), padding_algorithm="SAME",
          options=sizes(1, 2, 5, 7)),
    *both("dynamic_same_short", "?x?x?x2xf64", (1, 4), strides=(2, 3), padding_algorithm="SAME",
          data_format="NHWC", options=sizes(2, 6, 5, 2)),
    *both("dynamic_same", "?x2x?x?x?xf64", (2, 3, 2), padding_algorithm="SAME",
          strides=(2, 2, 3), options=sizes(1, 2, 3, 4, 3)),
    pool("inclusive", "avg", "1x2x5x6xf64", (3, 3), strides=(2, 2), paddings=(1, 1),
         exclusive=False),
    pool("inclusive_uneven", "avg", "1x2x5x7xf64", (3, 4), strides=(2, 3),
         paddings=(0, 1, 1, 2), exclusive=False),
    pool("inclusive_ceil", "avg", "1x1x4x4xf64", (3, 3), strides=(2, 2), paddings=(1, 1),
         ceil_mode=True, exclusive=False),
]  # fmt: skip

ADAPTIVE = [
    adaptive("avg", "2x3x4x6xf64", (2, 3), "F.adaptive_avg_pool2d(x, [2, 3])"),
    adaptive("max", "2x3x4x6xf64", (2, 3), "F.adaptive_max_pool2d(x, [2, 3])"),
    adaptive("avg", "1x2x5x7xf64", (3, 5), "F.adaptive_avg_pool2d(x, [3, 5])"),
    adaptive("max", "1x2x5x7xf64", (3, 5), "F.adaptive_max_pool2d(x, [3, 5])"),
    adaptive("avg", "1x2x3x2xf64", (5, 4), "F.adaptive_avg_pool2d(x, [5, 4])"),
    adaptive("avg", "2x5x7x2xf64", (3, 1), "F.adaptive_avg_pool2d(x, [3, 1], 'NHWC')",
             layout="NHWC", label="nhwc"),
    adaptive("avg", "1x2x3x5x4xf64", (2, 3, 1), "F.adaptive_avg_pool3d(x, [2, 3, 1])"),
    adaptive("max", "1x2x3x5x4xf64", (2, 3, 1), "F.adaptive_max_pool3d(x, [2, 3, 1])"),
    adaptive("avg", "?x2x?x?xf64", (3, 2), "F.adaptive_avg_pool2d(x, [3, 2])", label="dynamic",
             **sizes(1, 2, 5, 7)),
    adaptive("max", "?x2x?x?xf64", (3, 2), "F.adaptive_max_pool2d(x, [3, 2])", label="dynamic",
             **sizes(1, 2, 5, 7)),
    *(
        Case(
            f"global_{kind}",
            "%k = pd_op.full_int_array [1, 1]\n%out = pd_op.pool2d %x, %k "
            + attributes(pooling_type=kind, global_pooling=True),
            {"x": "?x2x?x?xf64"},
            f"F.adaptive_{kind}_pool2d(x, 1)",
            sizes={"x": (2, 2, 3, 4)},
        )
        for kind in ("max", "avg")
    ),
]  # fmt: skip

TIES = [0.0, 1.0, 1.0, 2.0, 1.0, 1.0, 0.0, 2.0, 1.0, 2.0, 2.0, 2.0, 1.0, 0.0, 2.0, 2.0]

AT_KINKS = [
    pool("ties", "max", "1x1x4x4xf64", (3, 3), strides=(1, 1), options={
        "values": {"x": [[[TIES[:4], TIES[4:8], TIES[8:12], TIES[12:]]]]}, "smooth": False}),
    pool("ties_nhwc", "max", "1x4x4x1xf64", (2, 2), strides=(1, 1), data_format="NHWC", options={
        "values": {"x": [[[[v] for v in TIES[i : i + 4]] for i in (0, 4, 8, 12)]]},
        "smooth": False}),
]  # fmt: skip


def indexed(
    label: str,
    x: str,
    kernel: tuple[int, ...],
    call: str | None,
    options: dict[str, Any] | None = None,
    **given: Any,
) -> Case:
    """A maximum with its index."""
    op = f"max_pool{len(kernel)}d_with_index"
    return Case(
        f"{op}_{label}",
        f"%out, %mask = pd_op.{op} %x {attributes(kernel_size=kernel, **given)}",
        {"x": x},
        call,
        outs=("out", "mask"),
        **(options or {}),
    )


PLACES = [
    indexed("plain", "2x2x4x6xf64", (2, 3), "F.max_pool2d(x, [2, 3], return_mask=True)",
            strides=(2, 3), options={"order": 3}),
    indexed("overlapping", "1x2x5x6xf64", (3, 2),
            "F.max_pool2d(x, [3, 2], [1, 2], [1, 0], return_mask=True, ceil_mode=True)",
            strides=(1, 2), paddings=(1, 0), ceil_mode=True),
    indexed("adaptive", "1x2x5x7xf64", (3, 4), "F.adaptive_max_pool2d(x, [3, 4], True)",
            adaptive=True),
    indexed("dynamic", "?x2x?x?xf64", (3, 2), "F.max_pool2d(x, [3, 2], [2, 2], return_mask=True)",
            strides=(2, 2), options=sizes(2, 2, 5, 4)),
    indexed("empty", "1x1x3x5xf64", (1, 2),
            "F.max_pool2d(x, [1, 2], [2, 3], [0, 1], return_mask=True, ceil_mode=True)",
            strides=(2, 3), paddings=(0, 1), ceil_mode=True,
            options={"paddle_gradient": False, "order": 1}),
    indexed("plain", "1x2x4x3x4xf64", (2, 3, 2),
            "F.max_pool3d(x, [2, 3, 2], [2, 1, 1], return_mask=True)", strides=(2, 1, 1)),
    indexed("adaptive", "1x2x4x3x5xf64", (2, 2, 3),
            "F.adaptive_max_pool3d(x, [2, 2, 3], True)", adaptive=True),
    Case(
        "unpool",
        "%size = pd_op.full_int_array [4, 5]\n%out = pd_op.unpool %x, %i, %size "
        + attributes(ksize=(2, 2), strides=(2, 2), padding=(0, 0)),
        {"x": "1x2x2x2xf64", "i": "1x2x2x2xi32"},
        "F.max_unpool2d(x, i, 2, 2, output_size=[4, 5])",
        values={"i": [[[[0, 3], [11, 19]], [[6, 2], [10, 12]]]]},
        order=3,
    ),
    Case(
        "unpool3d",
        "%out = pd_op.unpool3d %x, %i " + attributes(ksize=(2, 2, 2), output_size=(2, 4, 4)),
        {"x": "1x1x1x2x2xf64", "i": "1x1x1x2x2xi32"},
        "F.max_unpool3d(x, i, 2, 2, output_size=[2, 4, 4])",
        values={"i": [[[[[5, 3], [17, 30]]]]]},
    ),
]  # fmt: skip


def lp(label: str, x: str, p: float, options: dict[str, Any] | None = None, **given: Any) -> Case:
    """Windows of 2 by 3."""
    shown = {"kernel_size": (2, 3), "strides": (2, 3), **given, "pooling_type": "lp"}
    arguments_ = arguments({"strides": (2, 3), **given})
    return Case(
        f"lp_pool2d_{label}",
        "%out = pd_op.lp_pool2d %x " + attributes(element="i64", norm_type=float(p), **shown),
        {"x": x},
        f"F.lp_pool2d(x, {p}, [2, 3]{arguments_})",
        **(options or {}),
    )


NORMS = [
    lp("2", "1x2x4x6xf64", 2.0, {"order": 3}),
    lp("3", "1x2x4x6xf64", 3.0, {"domain": {"x": (0.5, 2.0)}}),
    lp("half", "1x2x4x6xf64", 0.5, {"domain": {"x": (0.5, 2.0)}}),
    lp("1", "1x2x4x6xf64", 1.0),
    lp("overlapping", "1x2x5x6xf64", 2.0, strides=(1, 2), paddings=(1, 0), ceil_mode=True),
    lp("nhwc", "1x4x6x2xf64", 2.0, data_format="NHWC"),
    lp("dynamic", "?x2x?x?xf64", 2.0, sizes(2, 2, 4, 6)),
]

CASES = [*WINDOWS, *ADAPTIVE, *AT_KINKS, *PLACES, *NORMS]
