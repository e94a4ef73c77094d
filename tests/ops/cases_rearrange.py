"""Elements in other places."""

from __future__ import annotations

from typing import Any

from .case import Case
from .cases_joining import numbers


def moved(label: str, op: str, call: str | None, x: str = "2x3xf64", **options: Any) -> Case:
    """The op of x, squared; `before` defines its other operands."""
    before = options.pop("before", "")
    body = f"{before}%y = pd_op.{op}\n%out = pd_op.square %y"
    squared = None if call is None else f"paddle.square({call})"
    return Case(label, body, {"x": x}, squared, **options)


def spread(label: str, op: str, call: str | None, inputs: dict[str, str], **options: Any) -> Case:
    """The tensors that an op makes of others, each squared but the last."""
    names = ", ".join("%" + name for name in inputs)
    count = len(inputs)
    parts = ", ".join(f"%p{i}" for i in range(count))
    body = f"%all = builtin.combine {names}\n%grid = pd_op.{op} %all\n{parts} = builtin.split %grid"
    body += "".join(f"\n%out{i} = pd_op.multiply %p{i}, %p{(i + 1) % count}" for i in range(count))
    outs = tuple(f"out{i}" for i in range(count))
    products = f"(lambda p: [p[i] * p[(i + 1) % len(p)] for i in range(len(p))])({call})"
    return Case(label, body, inputs, None if call is None else products, outs=outs, **options)


DYNAMIC: dict[str, Any] = {"x": "?x?xf64", "sizes": {"x": (2, 3)}}
SIZES = {"x": (2, 1), "y": (1, 3)}

CASES = [
    moved("flip", "flip %x {axis = array<i32: 0, -1>}", "paddle.flip(x, [0, -1])", order=3),
    moved("flip_dynamic", "flip %x {axis = array<i32: 1>}", "paddle.flip(x, [1])", **DYNAMIC),
    moved(
        "reverse",
        "reverse %x, %axis",
        "paddle.reverse(x, [1])",
        before=numbers("axis", [1]),
    ),
    moved(
        "roll",
        "roll %x, %shifts {axis = array<i64: 0, -1>}",
        "paddle.roll(x, [1, -2], [0, -1])",
        before=numbers("shifts", [1, -2]),
        order=3,
    ),
    moved("roll_flat", "roll %x, %shifts", "paddle.roll(x, 2)", before=numbers("shifts", [2])),
    moved(
        "roll_dynamic",
        "roll %x, %shifts {axis = array<i64: 1>}",
        "paddle.roll(x, 4, 1)",
        before=numbers("shifts", [4]),
        **DYNAMIC,
    ),
    Case(
        "roll_shifts_of_a_run",
        "%y = pd_op.roll %x, %shifts {axis = array<i64: 1>}\n%out = pd_op.square %y",
        {"x": "2x3xf64", "shifts": "1xi64"},
        "paddle.square(paddle.roll(x, 1, 1))",
        values={"shifts": [1]},
    ),
    moved(
        "tile",
        "tile %x, %times",
        "paddle.tile(x, [2, 1, 3])",
        before=numbers("times", [2, 1, 3]),
        order=3,
    ),
    moved("tile_last", "tile %x, %times", "paddle.tile(x, [2])", before=numbers("times", [2])),
    moved(
        "tile_scalar",
        "tile %x, %times",
        "paddle.tile(x, [2, 3])",
        "f64",
        before=numbers("times", [2, 3]),
    ),
    moved(
        "tile_nothing",
        "tile %x, %times",
        "paddle.tile(x, [2, 0])",
        before=numbers("times", [2, 0]),
        order=1,
    ),
    moved(
        "tile_dynamic",
        "tile %x, %times",
        "paddle.tile(x, [2, 1, 3])",
        before=numbers("times", [2, 1, 3]),
        **DYNAMIC,
    ),
    Case(
        "tile_times_of_a_run",
        "%y = pd_op.tile %x, %times\n%out = pd_op.square %y",
        {"x": "2x?xf64", "times": "2xi32"},
        "paddle.square(paddle.tile(x, [2, 3]))",
        sizes={"x": (2, 3)},
        values={"times": [2, 3]},
    ),
    moved(
        "repeat_interleave",
        "repeat_interleave %x {repeats = 2 : i32, axis = -1 : i32}",
        "paddle.repeat_interleave(x, 2, -1)",
        order=3,
    ),
    moved(
        "repeat_interleave_dynamic",
        "repeat_interleave %x {repeats = 3 : i32, axis = 0 : i32}",
        "paddle.repeat_interleave(x, 3, 0)",
        **DYNAMIC,
    ),
    Case(
        "repeat_interleave_with_tensor_index",
        "%y = pd_op.repeat_interleave_with_tensor_index %x, %repeats {axis = 1 : i32}\n"
        "%out = pd_op.square %y",
        {"x": "2x3xf64", "repeats": "3xi32"},
        "paddle.square(paddle.repeat_interleave(x, repeats, 1))",
        values={"repeats": [1, 0, 2]},
    ),
    Case(
        "repeat_interleave_with_tensor_index_dynamic",
        "%y = pd_op.repeat_interleave_with_tensor_index %x, %repeats {axis = -1 : i32}\n"
        "%out = pd_op.square %y",
        {"x": "?x?xf64", "repeats": "?xi64"},
        "paddle.square(paddle.repeat_interleave(x, repeats, 1))",
        sizes={"x": (2, 3), "repeats": (3,)},
        values={"repeats": [2, 1, 0]},
    ),
    spread(
        "broadcast_tensors",
        "broadcast_tensors",
        "paddle.broadcast_tensors([x, y])",
        {"x": "2x1xf64", "y": "3xf64"},
        order=3,
    ),
    spread(
        "broadcast_tensors_dynamic",
        "broadcast_tensors",
        "paddle.broadcast_tensors([x, y])",
        {"x": "?x1xf64", "y": "?x?xf64"},
        sizes=SIZES,
    ),
    spread(
        "meshgrid",
        "meshgrid",
        "paddle.meshgrid([x, y, z])",
        {"x": "2xf64", "y": "3xf64", "z": "1xf64"},
        order=3,
    ),
    spread("meshgrid_scalar", "meshgrid", None, {"x": "f64", "y": "3xf64"}),
    spread(
        "meshgrid_dynamic",
        "meshgrid",
        "paddle.meshgrid([x, y])",
        {"x": "?xf64", "y": "3xf64"},
        sizes={"x": (2,)},
    ),
    moved(
        "as_strided",
        "as_strided %x {dims = array<i64: 2, 2>, stride = array<i64: 2, 1>, offset = 8 : i64}",
        "paddle._C_ops.as_strided(x, [2, 2], [2, 1], 8)",
        order=3,
    ),
    moved(
        "as_strided_windows",
        "as_strided %x {dims = array<i64: 3, 2, 2>, stride = array<i64: 1, 0, 2>}",
        "paddle._C_ops.as_strided(x, [3, 2, 2], [1, 0, 2], 0)",
        # Paddle loses gradients where elements are read more than once.
        paddle_gradient=False,
        **DYNAMIC,
    ),
    moved(
        "view_shape",
        "view_shape %x {dims = array<i64: 3, -1>}",
        "paddle._C_ops.view_shape(x, [3, -1])",
    ),
    moved("view_dtype", "view_dtype %x {dtype = f64}", 'paddle.view(x, "float64")'),
    Case(
        "view_dtype_narrow",
        "%out = pd_op.view_dtype %x {dtype = i32}",
        {"x": "2x3xf64"},
        'paddle.view(x, "int32")',
        order=0,
    ),
    Case(
        "view_dtype_wide",
        "%out = pd_op.view_dtype %x {dtype = f64}",
        {"x": "2x4xf32"},
        'paddle.view(x, "float64")',
        order=0,
    ),
    moved(
        "trans_layout",
        "trans_layout %x {perm = array<i32: 2, 0, 1>}",
        "paddle.transpose(x, [2, 0, 1])",
        "2x3x4xf64",
    ),
    moved("flip_empty", "flip %x {axis = array<i32: 0>}", "paddle.flip(x, [0])", "0x3xf64"),
    moved(
        "flip_twice_on_an_axis",
        "flip %x {axis = array<i32: 1, -1>}",
        "paddle.flip(x, [1, -1])",
    ),
    moved(
        "roll_empty",
        "roll %x, %shifts {axis = array<i64: 0>}",
        "paddle.roll(x, 1, 0)",
        "0x3xf64",
        before=numbers("shifts", [1]),
    ),
    moved(
        "tile_empty",
        "tile %x, %times",
        "paddle.tile(x, [2, 2])",
        "0x3xf64",
        before=numbers("times", [2, 2]),
    ),
    moved(
        "tile_no_times",
        "tile %x, %times",
        "paddle.tile(x, [0, 2])",
        before=numbers("times", [0, 2]),
    ),
    moved(
        "repeat_interleave_empty",
        "repeat_interleave %x {repeats = 2 : i32, axis = 1 : i32}",
        "paddle.repeat_interleave(x, 2, 1)",
        "0x3xf64",
    ),
    moved("flip_f32", "flip %x {axis = array<i32: 1>}", "paddle.flip(x, [1])", "2x3xf32"),
    moved("flip_scalar", "flip %x {axis = array<i32>}", "paddle.flip(x, [])", "f64"),
    moved(
        "roll_f32",
        "roll %x, %shifts {axis = array<i64: 1>}",
        "paddle.roll(x, 1, 1)",
        "2x3xf32",
        before=numbers("shifts", [1]),
    ),
    moved(
        "roll_scalar",
        "roll %x, %shifts",
        "paddle.roll(x, 1)",
        "f64",
        before=numbers("shifts", [1]),
    ),
    moved(
        "tile_f32",
        "tile %x, %times",
        "paddle.tile(x, [2, 1])",
        "2x3xf32",
        before=numbers("times", [2, 1]),
    ),
    moved(
        "repeat_interleave_f32",
        "repeat_interleave %x {repeats = 2 : i32, axis = 0 : i32}",
        "paddle.repeat_interleave(x, 2, 0)",
        "2x3xf32",
    ),
    *(
        moved(
            f"repeat_interleave_with_tensor_index_{label}",
            "repeat_interleave_with_tensor_index %x, %times {axis = 0 : i32}",
            f"paddle.repeat_interleave(x, paddle.to_tensor({times}), 0)",
            x,
            before=numbers("times", times),
        )
        for label, x, times in (("f32", "2x3xf32", [2, 0]), ("no_times", "2x3xf64", [0, 0]))
    ),
    *(
        moved(
            f"view_shape_{label}",
            f"view_shape %x {{dims = array<i64: {dims}>}}",
            # Paddle views neither scalars nor nothing.
            None if label in ("empty", "scalar") else f"paddle._C_ops.view_shape(x, [{dims}])",
            x,
            sizes={"x": (2, 3)},
        )
        for label, x, dims in (
            ("f32", "2x3xf32", "3, -1"),
            ("dynamic", "?x?xf64", "3, -1"),
            ("empty", "0x3xf64", "3, 0"),
            ("scalar", "f64", "1, 1"),
        )
    ),
    *(
        moved(
            f"view_dtype_{label}",
            "view_dtype %x {dtype = f64}",
            'paddle.view(x, "float64")',
            x,
            sizes={"x": (2, 3)},
        )
        for label, x in (("empty", "0x3xf64"), ("dynamic", "?x?xf64"))
    ),
    moved(
        "as_strided_f32",
        "as_strided %x {dims = array<i64: 2, 2>, stride = array<i64: 2, 1>, offset = 4 : i64}",
        "paddle._C_ops.as_strided(x, [2, 2], [2, 1], 4)",
        "2x3xf32",
    ),
    *(
        spread(f"meshgrid_{label}", "meshgrid", "paddle.meshgrid(x, y)", {"x": x, "y": y})
        for label, x, y in (("f32", "2xf32", "3xf32"), ("empty", "0xf64", "3xf64"))
    ),
    *(
        spread(
            f"broadcast_tensors_{label}",
            "broadcast_tensors",
            "paddle.broadcast_tensors([x, y])",
            {"x": x, "y": y},
        )
        for label, x, y in (
            ("f32", "2x1xf32", "3xf32"),
            ("scalar", "f64", "3xf64"),
            ("empty", "0x1xf64", "3xf64"),
        )
    ),
]
