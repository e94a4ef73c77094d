"""Builds the models of zoo.py with Paddle, saves them with Paddle's gradients, and checks ours.

    python tests/models/build.py                 thin ones, into the folders beside this file
    python tests/models/build.py --large         full width, into a temporary folder
    python tests/models/build.py NAME... --to DIR

Needs Paddle. Where Paddle and pdgrad are installed apart, --check-with says which Python has
pdgrad.
"""

from __future__ import annotations

import argparse
import gzip
import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np

HERE = Path(__file__).parent
ORACLE = "Paddle 3.3.1's own gradient program, run on the CPU"


def save(name: str, folder: Path, large: bool) -> None:
    """Writes forward.json.gz, inputs.npz, expected.npz and case.json of one model."""
    import paddle
    from zoo import DOUBLE, MODELS

    paddle.enable_static()
    paddle.set_default_dtype("float64" if name in DOUBLE and not large else "float32")
    random = np.random.default_rng(sum(name.encode()))
    folder.mkdir(parents=True, exist_ok=True)
    main, startup = paddle.static.Program(), paddle.static.Program()
    with paddle.utils.unique_name.guard(), paddle.static.program_guard(main, startup):
        paddle.seed(1)
        loss = MODELS[name](large)
        # What `fetch_list` adds when a program runs; in the file it names the target.
        paddle._pir_ops.fetch(loss, "target0", 0).persistable = True
        write_program(main, folder)
        main.global_block().remove_op(main.global_block().ops[-1])
        pairs = paddle.static.append_backward(loss)
        executor = paddle.static.Executor(paddle.CPUPlace())
        scope = paddle.static.Scope()
        with paddle.static.scope_guard(scope):
            executor.run(startup)
            parameters = main.global_block().all_parameters()
            feeds = {
                op.attrs()["name"]: feed_value(op, random)
                for op in main.global_block().ops
                if op.name() == "pd_op.data"
            }
            values = {p.name: initial_value(scope, p, random) for p in persistent(main)}
            fetched = executor.run(
                main, feeds, fetch_list=[loss, *(g for _, g in pairs if g is not None)]
            )
    gradient_of = [p.name for p, g in pairs if g is not None]
    trainable = [p.name for p in parameters if p.trainable and not p.stop_gradient]
    expected = {"target0": fetched[0]}
    expected |= {f"{n}@GRAD": g for n, g in zip(gradient_of, fetched[1:], strict=True)}
    np.savez_compressed(folder / "inputs.npz", **feeds, **values)
    np.savez_compressed(folder / "expected.npz", **expected)
    case = {
        "name": name,
        "doc": (MODELS[name].__doc__ or name).splitlines()[0],
        "feeds": list(feeds),
        "parameters": list(values),
        "targets": ["target0"],
        "inputs": trainable,
        "gradients": {n: f"{n}@GRAD" if n in gradient_of else None for n in trainable},
        "oracle": ORACLE,
    }
    (folder / "case.json").write_text(json.dumps(case, indent=1))


def write_program(program: Any, folder: Path) -> None:
    """The program as Paddle saves it, compressed (the same bytes from the same program)."""
    from paddle.base.core import serialize_pir_program

    with tempfile.TemporaryDirectory() as scratch:
        path = Path(scratch) / "forward.json"
        serialize_pir_program(program, str(path), True, True, True)
        text = path.read_bytes()
    with open(folder / "forward.json.gz", "wb") as stream:
        stream.write(gzip.compress(text, 9, mtime=0))


def persistent(program: Any) -> list[Any]:
    """The results of the program's parameter ops: weights and moving averages."""
    ops = program.global_block().ops
    return [op.result(0) for op in ops if op.name() == "builtin.parameter"]


def initial_value(scope: Any, parameter: Any, random: Any) -> Any:
    """What the start-up program gave, with biases and scales moved off 0 and 1."""
    import paddle

    name = parameter.name
    tensor = scope.find_var(name).get_tensor()
    value = np.array(tensor)
    if not value.size:  # the scratch of recurrent layers
        return np.zeros(value.shape, "uint8")
    if value.ndim == 1 and "mean" not in name and "variance" not in name:
        value = value + 0.1 * random.standard_normal(value.shape).astype(value.dtype)
        tensor.set(value, paddle.CPUPlace())
    return value


def feed_value(op: Any, random: Any) -> Any:
    """Nearly normal floats (0 or 1 for masks), and integers that every vocabulary has."""
    name = op.attrs()["name"]
    result = op.result(0)
    shape = [3 if d < 0 else d for d in result.shape]
    if name in ("mask", "keep"):
        return (random.random(shape) < 0.7).astype("float32")
    if name in ("segments", "follows"):
        return random.integers(0, 2, shape)
    if name == "lengths":
        return np.arange(shape[0], dtype="int32") + 4
    if "INT64" in str(result.dtype).upper():
        return random.integers(0, 5 if name == "label" else 10, shape)
    # Multiples of a quarter compress well.
    dtype = "float64" if "FLOAT64" in str(result.dtype).upper() else "float32"
    return (np.round(random.standard_normal(shape) * 4) / 4).astype(dtype)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="which models (default: all)")
    parser.add_argument("--large", action="store_true", help="the published widths")
    parser.add_argument("--to", type=Path, help="where to write the folders")
    parser.add_argument("--check-with", default=sys.executable, help="a Python that has pdgrad")
    args = parser.parse_args()
    from zoo import MODELS, NOT_KEPT

    with tempfile.TemporaryDirectory() as scratch:
        status = 0
        for name in args.names or MODELS:
            kept = not args.large and name not in NOT_KEPT
            to = args.to or (HERE if kept else Path(scratch))
            save(name, to / name, args.large)
            check = [args.check_with, str(HERE / "check.py"), str(to / name)]
            status |= subprocess.run(check, check=False).returncode
        return status


if __name__ == "__main__":
    sys.exit(main())
