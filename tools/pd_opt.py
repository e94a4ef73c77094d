"""pd-opt: xDSL's optimizer driver with the dialects, passes and front ends of pdgrad.

Everything that `xdsl-opt` does it does. Besides `-p`, every pass has a flag of its own, as in
MLIR: `--append-backward="targets=y inputs=x,w"`; passes run in the order given. Nothing but the
program goes to standard output, and an output file appears whole or not at all.
"""

from __future__ import annotations

import argparse
import dataclasses
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from io import StringIO, TextIOWrapper
from typing import IO, Any, NoReturn

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.utils.arg_spec import parse_pipeline, parse_spec
from xdsl.xdsl_opt_main import xDSLOptMain

from ..dialects import PdContext, register_dialects
from ..passes import get_all_passes
from .arguments import as_one_pipeline, describe, describe_all, names_of, no_pass
from .diagnostics import UserError, print_warning, report, verify, with_deep_stack
from .reading import STANDARD_INPUT, LocatingFrontend, write_whole


class PdOptMain(xDSLOptMain):
    """xDSL's driver; what is overridden here are its hooks."""

    version_format = "pd-opt built from xdsl version {xdsl_version}"

    def __init__(
        self,
        description: str = "Differentiates, transforms and prints tensor programs.",
        args: Sequence[str] | None = None,
    ):
        given = list(sys.argv[1:] if args is None else args)
        self.output: WholeFile | None = None
        self.wants_help = "-h" in given or "--help" in given
        super().__init__(description, as_one_pipeline(given, all_passes()))

    # --- what there is -----------------------------------------------------------------------

    def register_all_dialects(self) -> None:
        self.ctx = PdContext()
        register_dialects(self.ctx)

    def register_all_passes(self) -> None:
        for name, factory in all_passes().items():
            self.register_pass(name, factory)

    def register_all_frontends(self) -> None:
        from ..frontends import get_all_frontends

        self.available_frontends = {"mlir": lambda: LocatingFrontend, **get_all_frontends()}
        super().register_all_frontends()

    def register_all_targets(self) -> None:
        from ..targets import get_all_targets

        self.available_targets = dict(get_all_targets())
        super().register_all_targets()

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        arg_parser.allow_abbrev = False
        arg_parser.prog = "pd-opt"
        arg_parser.error = _usage_error
        arg_parser.formatter_class = argparse.RawDescriptionHelpFormatter
        super().register_all_arguments(arg_parser)
        if self.wants_help:
            own = get_all_passes()
            arg_parser.usage = "pd-opt [options] [--PASS[=OPTIONS] ...] [FILE]"
            arg_parser.description = f"{arg_parser.description}\n\n{describe_all(own)}"
            arg_parser.epilog = names_of(name for name in all_passes() if name not in own)
            _shorten_help(arg_parser)

    # --- what is done ------------------------------------------------------------------------

    def setup_pipeline(self) -> None:
        """As xDSL's, but an error has a place, and says what there is instead."""
        if self.args.passes:
            from ..autodiff.errors import on_warning

            on_warning(print_warning)
        _check_spec("front end", self.args.frontend, self.available_frontends)
        _check_spec("target", self.args.target, self.available_targets)
        self.pipeline = PassPipeline(
            tuple(self._pass(spec) for spec in parse_pipeline(self.args.passes)),
            _Between(self.args),
        )

    def _pass(self, spec: Any) -> ModulePass:
        if spec.name not in self.available_passes:
            raise no_pass(spec.name, self.available_passes)
        pass_type: Any = self.available_passes[spec.name]()
        try:
            return pass_type.from_pass_spec(spec)
        except ValueError as error:
            problem = f"the options of {spec.name} do not fit: {error}"
            raise UserError(problem, hint=f"pd-opt --{spec.name}-help shows them") from error

    def get_input_name(self) -> str:
        name = self.args.input_file
        return STANDARD_INPUT if name in (None, "-") else name

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        """The input, and the front end that reads it."""
        name = self.args.input_file
        extension = "" if name is None else os.path.splitext(name)[1].removeprefix(".")
        if self.args.frontend:
            extension = parse_spec(self.args.frontend).name
        elif extension in ("", "json"):
            extension = "pir-json" if extension else "mlir"
        if extension not in self.available_frontends:
            raise UserError(
                f"no front end reads files that end in .{extension}",
                file=name,
                hint=f"choose one with -f: {', '.join(self.available_frontends)}",
            )
        return sys.stdin.buffer if name in (None, "-") else open(name, "rb"), extension

    def parse_chunk(
        self, chunk: IO[bytes], file_extension: str, start_offset: int = 0
    ) -> ModuleOp | None:
        spec = parse_spec(self.args.frontend or file_extension)
        if spec.name != "mlir":
            return super().parse_chunk(chunk, file_extension, start_offset)
        frontend = dataclasses.replace(
            _mlir_frontend(spec),
            no_implicit_module=self.args.no_implicit_module,
            first_line=start_offset,
        )
        return frontend.parse(self.ctx, chunk, self.get_input_name())

    def prepare_output(self) -> IO[str]:
        path = self.args.output_file
        if path is None or path == "-":
            return sys.stdout
        self.output = WholeFile(path)
        return self.output


class _Between:
    """What happens before and after each pass. Texts go to standard error."""

    def __init__(self, args: argparse.Namespace):
        from time import perf_counter

        self.args = args
        self.clock = perf_counter
        self.started = perf_counter()

    def __call__(
        self, previous: ModulePass | None, module: ModuleOp, following: ModulePass | None
    ) -> None:
        if self.args.time_passes and previous is not None:
            seconds = self.clock() - self.started
            print(f"Pass {previous.name} took {seconds:.6f} seconds", file=sys.stderr)
        if self.args.verify_diagnostics and not self.args.disable_verify:
            module.verify()
        elif not self.args.disable_verify:
            verify(module)
        if previous and following and self.args.print_between_passes:
            print(f"IR after {previous.name}:\n{module}\n", file=sys.stderr)
        self.started = self.clock()


class WholeFile(StringIO):
    """What goes into an output file, which appears when all of it is there."""

    def __init__(self, path: str):
        super().__init__()
        self.path = path
        self.text = ""

    def close(self) -> None:
        if not self.closed:
            self.text = self.getvalue()
        super().close()

    def save(self) -> None:
        """Writes the file."""
        write_whole(self.path, self._write)

    def _write(self, stream: IO[str]) -> None:
        stream.write(self.text)


def _mlir_frontend(spec: Any) -> LocatingFrontend:
    frontend: Any = LocatingFrontend
    return frontend.from_spec(spec)


def all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """Every pass by name: ours first, then those of xDSL and its plug-ins."""
    from xdsl.universe import Universe

    return {**get_all_passes(), **Universe.get_multiverse().all_passes, **get_all_passes()}


# --- help and usage --------------------------------------------------------------------------


def _usage_error(message: str) -> NoReturn:
    raise UserError(message, hint="pd-opt --help lists the options")


def _shorten_help(arg_parser: argparse.ArgumentParser) -> None:
    """xDSL's help of -p is the list of all passes, which ours has shown already."""
    for action in arg_parser._actions:  # pyright: ignore[reportPrivateUsage]
        if action.dest == "passes":
            action.help = "passes in the order in which they run: a,b{option=value list=x,y flag}"
        elif action.dest == "input_file":
            action.help = "MLIR text, or a program that Paddle saved (.json); - is standard input"


def _check_spec(what: str, spec: str | None, available: Mapping[str, Any]) -> None:
    """Whether there is such a front end or target, with such options."""
    if not spec:
        return
    parsed = parse_spec(spec)
    if parsed.parameters:
        try:
            available[parsed.name]().from_spec(parsed)
        except (ValueError, TypeError) as error:
            raise UserError(f"the options of {what} {parsed.name} do not fit: {error}") from error


def _asks_for_help(arguments: Sequence[str]) -> str | None:
    """The pass whose help is wanted: `--PASS-help`."""
    for argument in arguments:
        if argument.startswith("--") and argument.endswith("-help"):
            name = argument.removeprefix("--").removesuffix("-help")
            if name in all_passes():
                return name
    return None


def run(arguments: Sequence[str]) -> int:
    """Runs the command; its exit code."""
    command: PdOptMain | None = None
    try:
        if name := _asks_for_help(arguments):
            print(describe(name, all_passes()[name]()))
            return 0
        command = PdOptMain(args=arguments)
        command.run()
        if command.output is not None:
            command.output.save()
        sys.stdout.flush()
    except (SystemExit, KeyboardInterrupt):
        raise
    except BaseException as error:
        # xDSL's errors in lists of passes are no Exceptions.
        if isinstance(error, BrokenPipeError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        report(error, "pd-opt", None if command is None else command.get_input_name())
        return 1
    return 0


def main() -> None:
    """The command `pd-opt`."""
    out: Any = sys.stdout
    if isinstance(out, TextIOWrapper):
        out.reconfigure(encoding="utf-8")
    sys.exit(with_deep_stack(lambda: run(sys.argv[1:])))


if __name__ == "__main__":
    main()
