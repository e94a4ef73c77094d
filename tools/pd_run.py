"""pd-run: runs a module with NumPy.

    pd-run FILE --inputs X.npz --outputs Y.npz

A program's fetches come out under their names, a function's results by name or position. Without
inputs it says what the module wants.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Mapping, Sequence
from io import TextIOWrapper
from typing import IO, Any, NoReturn

from .diagnostics import UserError, report, verify, with_deep_stack
from .reading import FRONTENDS, read_module, write_whole


def arguments_of(command_line: Sequence[str]) -> argparse.Namespace:
    """The parsed command line. Raises UserError."""
    parser = argparse.ArgumentParser(
        "pd-run", description="Runs a module with NumPy.", allow_abbrev=False
    )
    parser.error = _usage_error
    parser.add_argument("file", help="MLIR text, or a saved program (.json); - is standard input")
    parser.add_argument("--inputs", metavar="X.npz", help="the value of each input by name")
    parser.add_argument("--outputs", metavar="Y.npz", help="where outputs go (default: printed)")
    parser.add_argument("--function", metavar="NAME", help="the function to run")
    parser.add_argument(
        "--seed", type=int, metavar="N", help="makes random ops give the same in every run"
    )
    parser.add_argument("-f", "--frontend", choices=FRONTENDS, help="how FILE is read")
    args = parser.parse_args(command_line)
    if args.seed is not None and args.seed < 0:
        raise UserError(f"a seed is not negative, got {args.seed}")
    return args


def _usage_error(message: str) -> NoReturn:
    raise UserError(message, hint="pd-run --help lists the options")


def run(command_line: Sequence[str]) -> int:
    """Runs the command; its exit code."""
    try:
        _run(arguments_of(command_line))
        sys.stdout.flush()
    except Exception as error:
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        report(error, "pd-run")
        return 1
    return 0


def _run(args: argparse.Namespace) -> None:
    module = read_module(args.file, args.frontend)
    verify(module)
    from ..kernels.machine import Machine

    machine = Machine(module, args.function, copy=False)
    wanted = machine.inputs()
    if args.inputs is None and wanted:
        _show_wanted(wanted)
        raise UserError(
            "there are no values for the inputs above",
            hint="give them with --inputs X.npz, which numpy.savez(file, name=array) writes",
        )
    given = {} if args.inputs is None else read_arrays(args.inputs)
    outputs = machine.run(given, args.seed)
    if args.outputs is None:
        for name, value in outputs.items():
            print(f"{name}: {_described(value)}\n{value}")
    else:
        write_arrays(args.outputs, outputs)


def _show_wanted(types: Mapping[str, Any]) -> None:
    """Says on standard error what each input must be."""
    from ..kernels.types import shown

    width = max(len(name) for name in types)
    for name, type_ in types.items():
        print(f"{name:{width}}  {shown(type_)}", file=sys.stderr)


def _described(value: Any) -> str:
    """The dtype and shape of an array; the kind of anything else."""
    if hasattr(value, "dtype"):
        return f"{value.dtype} {list(value.shape)}"
    return type(value).__name__


def read_arrays(path: str) -> dict[str, Any]:
    """The arrays of an npz file. Raises UserError; pickled objects are refused."""
    import zipfile
    import zlib

    import numpy as np

    with open(path, "rb") as stream:
        if not zipfile.is_zipfile(stream):
            raise UserError(
                "this is not an npz archive",
                file=path,
                hint="numpy.savez(file, name=array) writes one",
            )
        stream.seek(0)
        name = ""
        try:
            with np.load(stream, allow_pickle=False) as archive:
                arrays: dict[str, Any] = {}
                for name in archive.files:
                    arrays[name] = archive[name]
        except (ValueError, EOFError, KeyError, RuntimeError, zipfile.BadZipFile, zlib.error) as e:
            reason = "it holds pickled objects" if "pickle" in str(e) else f"it is broken ({e})"
            raise UserError(f"{name or 'this archive'} cannot be read: {reason}", file=path) from e
    for name, array in arrays.items():
        if not isinstance(array, np.ndarray):
            raise UserError(f"{name} is not an array", file=path)
    return arrays


def write_arrays(path: str, arrays: Mapping[str, Any]) -> None:
    """Writes an npz file, whole or not at all; the same arrays give the same bytes."""
    import zipfile

    import numpy as np

    for name, array in arrays.items():
        if not isinstance(array, np.ndarray):
            raise UserError(f"output {name} is no tensor ({_described(array)}): no file holds it")

    def write(stream: IO[bytes]) -> None:
        with zipfile.ZipFile(stream, "w", zipfile.ZIP_STORED) as archive:
            for name, array in arrays.items():
                # numpy.savez cannot take every name and stamps the time.
                entry = zipfile.ZipInfo(name + ".npy", (1980, 1, 1, 0, 0, 0))
                with archive.open(entry, "w", force_zip64=True) as member:
                    np.lib.format.write_array(member, array, allow_pickle=False)

    write_whole(path, write, "wb")


def main() -> None:
    """The command `pd-run`."""
    out: Any = sys.stdout
    if isinstance(out, TextIOWrapper):
        out.reconfigure(encoding="utf-8")
    sys.exit(with_deep_stack(lambda: run(sys.argv[1:])))


if __name__ == "__main__":
    main()
