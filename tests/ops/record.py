"""Records what Paddle gives for the op tests, so that they run without it.

    python tests/ops/record.py FAMILY...

runs under a Python that has Paddle (CPU), from the project's root. For each row of
`cases_FAMILY.py` that says how Paddle writes it, `data/FAMILY.npz` gets each output as `CASE/OUT`
and, where its gradient is asked for, each gradient as `CASE/INPUT@GRAD`.
"""

from __future__ import annotations

import io
import os
import sys
import zipfile
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

if __package__ is None:
    sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.ops.case import Case, weight

DATA = Path(__file__).parent / "data"


def record(case: Case) -> dict[str, np.ndarray[Any, Any]]:
    """What Paddle gives for one row."""
    os.environ.setdefault("GLOG_minloglevel", "2")
    import paddle
    import paddle.nn.functional as F

    assert case.paddle is not None
    paddle.seed(0)
    inputs = {name: paddle.to_tensor(array) for name, array in case.arrays().items()}
    with_gradient = case.paddle_gradient and case.order >= 1
    wanted = case.differentiable() if with_gradient else []
    for name in wanted:
        inputs[name].stop_gradient = False
    found = eval(case.paddle, {"paddle": paddle, "F": F, "np": np}, inputs)
    outs = list(found) if isinstance(found, list | tuple) else [found]
    if len(outs) != len(case.outs):
        raise ValueError(f"Paddle gives {len(outs)} outputs, the row has {len(case.outs)}")
    recorded = {
        f"{case.name}/{name}": out.numpy() for name, out in zip(case.outs, outs, strict=True)
    }
    terms = [
        (out * paddle.to_tensor(weight(out.shape, out.numpy().dtype, k))).sum()
        for k, out in enumerate(outs)
        if is_float(out) and not out.stop_gradient
    ]
    if wanted and terms:
        total = terms[0]
        for term in terms[1:]:
            total = total + term
        grads = paddle.grad(total, [inputs[name] for name in wanted], allow_unused=True)
        for name, gradient in zip(wanted, grads, strict=True):
            if gradient is not None:
                recorded[f"{case.name}/{name}@GRAD"] = gradient.numpy()
    return recorded


def is_float(tensor: Any) -> bool:
    """Whether an output is weighted in the sum that is differentiated."""
    return tensor.numpy().dtype.kind == "f"


def save(path: Path, arrays: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """An npz file that is the same whenever its arrays are: `numpy.savez` stamps the time."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted(arrays):
            content = io.BytesIO()
            np.lib.format.write_array(content, np.asanyarray(arrays[name]), allow_pickle=False)
            entry = zipfile.ZipInfo(name + ".npy", (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, content.getvalue())


def main() -> int:
    """Records the families named on the command line."""
    failed = 0
    for family in sys.argv[1:]:
        arrays: dict[str, np.ndarray[Any, Any]] = {}
        for case in import_module(f"tests.ops.cases_{family}").CASES:
            if case.paddle is None:
                continue
            try:
                arrays.update(record(case))
            except Exception as error:
                failed += 1
                reason = (str(error).strip() or type(error).__name__).splitlines()[-1]
                print(f"{case.name}: {reason}", file=sys.stderr)
        DATA.mkdir(exist_ok=True)
        save(DATA / f"{family}.npz", arrays)
        print(f"{family}: {len(arrays)} arrays")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
