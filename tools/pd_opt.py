"""pd-opt: xDSL's optimizer driver with the dialects, passes and front ends of pdgrad.

Everything that `xdsl-opt` does it does. Besides `-p`, every pass has a flag of its own, as in
MLIR: `--append-backward="targets=y inputs=x,w"`; passes run in the order given.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from io import StringIO
from typing import IO, Any

from xdsl.dialects.builtin import ModuleOp
from xdsl.passes import ModulePass, PassPipeline
from xdsl.xdsl_opt_main import xDSLOptMain

from ..dialects import PdContext, register_dialects
from ..passes import get_all_passes
from .arguments import as_one_pipeline, describe
from .diagnostics import UserError, print_warning, report, verify, with_deep_stack
from .reading import write_whole


class PdOptMain(xDSLOptMain):
    """xDSL's driver; what is overridden here are its hooks."""

    version_format = "pd-opt built on xdsl version {xdsl_version}"

    def __init__(self, args: Sequence[str]):
        given = list(args)
        self.whole: WholeFile | None = None
        super().__init__(
            "Differentiates, transforms and prints tensor programs",
            as_one_pipeline(given, self._all_passes()),
        )

    def _all_passes(self) -> dict[str, Any]:
        from xdsl.universe import Universe

        return get_all_passes() | {
            name: factory
            for name, factory in Universe.get_multiverse().all_passes.items()
            if name not in get_all_passes()
        }

    def register_all_dialects(self) -> None:
        self.ctx = PdContext()
        register_dialects(self.ctx)

    def register_all_passes(self) -> None:
        for name, factory in self._all_passes().items():
            self.register_pass(name, factory)

    def register_all_frontends(self) -> None:
        def mlir() -> Any:
            from .reading import LocatingFrontend

            return LocatingFrontend

        def pir_json() -> Any:
            from ..frontends.pir_json import PirJsonFrontend

            return PirJsonFrontend

        self.available_frontends = {"mlir": mlir, "pir-json": pir_json, "json": pir_json}
        super().register_all_frontends()

    def register_all_targets(self) -> None:
        from ..targets import get_all_targets

        self.available_targets = dict(get_all_targets())
        super().register_all_targets()

    def register_all_arguments(self, arg_parser: argparse.ArgumentParser) -> None:
        arg_parser.allow_abbrev = False
        arg_parser.prog = "pd-opt"
        super().register_all_arguments(arg_parser)
        arg_parser.formatter_class = argparse.RawDescriptionHelpFormatter
        if "-h" in sys.argv or "--help" in sys.argv:
            arg_parser.epilog = describe(get_all_passes())

    def setup_pipeline(self) -> None:
        """As xDSL's, but errors have a place and nothing but the IR goes to standard output."""
        import time

        started = time.perf_counter()

        def between(
            previous: ModulePass | None, module: ModuleOp, following: ModulePass | None
        ) -> None:
            nonlocal started
            if self.args.time_passes and previous is not None:
                seconds = time.perf_counter() - started
                print(f"{previous.name} took {seconds:.6f} s", file=sys.stderr)
            if not self.args.disable_verify:
                verify(module)
            if previous and following and self.args.print_between_passes:
                print(f"// after {previous.name}:\n{module}\n", file=sys.stderr)
            started = time.perf_counter()

        self.pipeline = PassPipeline.parse_spec(self.available_passes, self.args.passes, between)

    def get_input_stream(self) -> tuple[IO[bytes], str]:
        stream, extension = super().get_input_stream()
        if self.args.frontend:
            extension = self.args.frontend.split("{")[0]
        return stream, extension if extension in self.available_frontends else "mlir"

    def prepare_output(self) -> IO[str]:
        path = self.args.output_file
        if path is None or path == "-":
            return sys.stdout
        self.whole = WholeFile(path)
        return self.whole


class WholeFile(StringIO):
    """An output file that appears when all of it is there."""

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
        write_whole(self.path, lambda stream: stream.write(self.text))


def run(arguments: Sequence[str]) -> int:
    """Runs the command; its exit code."""
    from ..autodiff.errors import on_warning

    on_warning(print_warning)
    try:
        command = PdOptMain(arguments)
        command.run()
        if command.whole is not None:
            command.whole.save()
        sys.stdout.flush()
    except BrokenPipeError:
        sys.stderr.close()
        return 1
    except Exception as error:
        report(error, "pd-opt")
        return 1
    except BaseException as error:
        # xDSL's errors in pass specifications are no Exceptions.
        if isinstance(error, SystemExit | KeyboardInterrupt):
            raise
        report(error, "pd-opt")
        return 1
    return 0


def main() -> None:
    """The command `pd-opt`."""
    sys.exit(with_deep_stack(lambda: run(sys.argv[1:])))


__all__ = ["PdOptMain", "UserError", "main", "run"]


if __name__ == "__main__":
    main()
