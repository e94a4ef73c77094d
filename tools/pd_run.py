"""pd-run: runs a module with NumPy.

    pd-run FILE --inputs X.npz --outputs Y.npz

A program's fetches come out under their names, a function's results by name or position. Without
inputs it says what the module wants.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Mapping, Sequence
from typing import Any

from .diagnostics import UserError, report, verify, with_deep_stack
from .reading import read_module, write_whole


def arguments_of(command_line: Sequence[str]) -> argparse.Namespace:
    """The parsed command line."""
    parser = argparse.ArgumentParser(
        "pd-run", description="Runs a module with NumPy.", allow_abbrev=False
    )
    parser.add_argument("file", help='MLIR text, or a saved program (.json); "-": standard input')
    parser.add_argument("--inputs", metavar="X.npz", help="the value of each input by name")
    parser.add_argument("--outputs", metavar="Y.npz", help="where outputs go (default: printed)")
    parser.add_argument("--function", metavar="NAME", help="the function to run")
    parser.add_argument("--seed", type=int, help="makes random ops repeatable")
    parser.add_argument("-f", "--frontend", choices=["mlir", "pir-json"], help="how FILE is read")
    return parser.parse_args(command_line)


def run(command_line: Sequence[str]) -> int:
    """Runs the command; its exit code."""
    args = arguments_of(command_line)
    try:
        _run(args)
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:
        report(error, "pd-run")
        return 1
    return 0


def _run(args: argparse.Namespace) -> None:
    module = read_module(args.file, args.frontend)
    verify(module)
    from ..kernels.machine import Machine
    from ..kernels.types import shown

    machine = Machine(module, args.function)
    wanted = machine.inputs()
    if args.inputs is None and wanted:
        width = max(len(name) for name in wanted)
        for name, type_ in wanted.items():
            print(f"{name:{width}}  {shown(type_)}")
        raise UserError(
            "no values for the inputs above", hint="give them with --inputs X.npz (numpy.savez)"
        )
    given = {} if args.inputs is None else read_arrays(args.inputs)
    outputs = machine.run(given, args.seed)
    if args.outputs is None:
        for name, value in outputs.items():
            print(f"{name}: {value.dtype} {list(value.shape)}\n{value}")
    else:
        write_arrays(args.outputs, outputs)


def read_arrays(path: str) -> dict[str, Any]:
    """The arrays of an npz file. Raises UserError; pickled objects are refused."""
    import zipfile

    import numpy as np

    try:
        with np.load(path, allow_pickle=False) as archive:
            if not hasattr(archive, "files"):
                raise UserError("not an npz archive (numpy.savez writes one)", file=path)
            return {name: archive[name] for name in archive.files}
    except (ValueError, zipfile.BadZipFile, EOFError, KeyError) as error:
        reason = "it holds pickled objects" if "pickle" in str(error) else "it cannot be read"
        raise UserError(f"not an npz archive of arrays: {reason}", file=path) from error


def write_arrays(path: str, arrays: Mapping[str, Any]) -> None:
    """Writes an npz file, whole or not at all."""
    import numpy as np

    write_whole(path, lambda stream: np.savez(stream, **arrays), "wb")


def main() -> None:
    """The command `pd-run`."""
    sys.exit(with_deep_stack(lambda: run(sys.argv[1:])))


if __name__ == "__main__":
    main()
