"""The command line of pd-opt, brought into the form that xDSL's driver takes: one `-p`.

xDSL knows only `-p 'a,b{opt=val}'`. Here every pass gets a flag, `--PASS` or `--PASS="OPTIONS"`,
several `-p` add up, and all of them run in the order in which they stand.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from .diagnostics import UserError

OWN_FLAGS = frozenset(
    {
        "--help",
        "--frontend",
        "--disable-verify",
        "--allow-unregistered-dialect",
        "--no-implicit-module",
        "--target",
        "--output-file",
        "--passes",
        "--print-between-passes",
        "--time-passes",
        "--verify-diagnostics",
        "--parsing-diagnostics",
        "--split-input-file",
        "--print-op-generic",
        "--print-no-properties",
        "--print-debuginfo",
        "--syntax-highlight",
        "--version",
        "--shrink",
    }
)
"""The flags of xdsl-opt: they keep their meaning."""

WITH_VALUE = frozenset({"-f", "--frontend", "-t", "--target", "-o", "--output-file"})

Factories = Mapping[str, Callable[[], Any]]


def as_one_pipeline(arguments: Sequence[str], passes: Factories) -> list[str]:
    """The arguments with every pass in a single `-p`. Raises UserError for a pass that there is
    not, or options that it does not have."""
    rest: list[str] = []
    pipeline: list[str] = []
    pending = iter(arguments)
    for argument in pending:
        name, equals, value = argument.partition("=")
        if argument == "-":
            continue
        if argument in WITH_VALUE:
            rest += [argument, *_next(pending)]
        elif argument in ("-p", "--passes"):
            pipeline += _next(pending)
        elif name in ("--passes", "-p") and equals:
            pipeline.append(value)
        elif argument.startswith("-p") and not argument.startswith("--") and len(argument) > 2:
            pipeline.append(argument[2:])
        elif name == "--pass-pipeline":
            pipeline.append(_of_module(value if equals else "".join(_next(pending))))
        elif name.startswith("--") and name not in OWN_FLAGS:
            pipeline.append(_spec(name[2:], value, passes))
        else:
            rest.append(argument)
    pipeline = [part for part in pipeline if part.strip()]
    _check(",".join(pipeline), passes)
    return [*rest, "-p", ",".join(pipeline)] if pipeline else rest


def _next(pending: Iterator[str]) -> list[str]:
    return [value] if (value := next(pending, None)) is not None else []


def _of_module(text: str) -> str:
    """What is inside MLIR's `builtin.module(...)`."""
    match = re.fullmatch(r"\s*builtin\.module\((.*)\)\s*", text, re.DOTALL)
    return match.group(1) if match else text


def _check(pipeline: str, passes: Factories) -> None:
    """Every pass of a pipeline must exist."""
    outside = re.sub(r"\{[^{}]*\}", "", re.sub(r'"[^"]*"', "", pipeline))
    for name in filter(None, (part.strip() for part in outside.split(","))):
        if re.fullmatch(r"[\w-]+", name) and name not in passes:
            raise _no_pass(name, passes)


def _no_pass(name: str, passes: Factories) -> UserError:
    near = difflib.get_close_matches(name, list(passes), n=3, cutoff=0.5)
    hint = "did you mean " + ", ".join(near) + "?" if near else "pd-opt --help lists the passes"
    return UserError(f"there is no pass or option named {name}", hint=hint)


def _spec(name: str, options: str, passes: Factories) -> str:
    """A flag in xDSL's words: `name{option="value"}`."""
    if name not in passes:
        raise _no_pass(name, passes)
    options = options.strip()
    if options.startswith("{") and options.endswith("}"):
        options = options[1:-1]
    if not options:
        return name
    known = {f.name.replace("_", "-"): str(f.type) for f in dataclasses.fields(passes[name]())}
    parts: list[str] = []
    for option in _split(options, " "):
        key, equals, value = option.partition("=")
        if key.replace("_", "-") not in known:
            raise UserError(
                f"{name} has no option {key}", hint=f"its options: {', '.join(known) or 'none'}"
            )
        is_text = "str" in known[key.replace("_", "-")]
        values = [_quoted(v) if is_text else v for v in _split(value, ",")]
        if not equals:
            parts.append(f"{key}=true" if "bool" in known[key.replace("_", "-")] else key)
        else:
            parts.append(f"{key}={','.join(values)}")
    return f"{name}{{{' '.join(parts)}}}"


def _split(text: str, separator: str) -> list[str]:
    """Splits outside quotes, and drops empty parts."""
    parts = re.findall(rf'(?:"[^"]*"|[^"{re.escape(separator)}])+', text)
    return [part for part in parts if part.strip()]


def _quoted(value: str) -> str:
    value = value.strip()
    return value if value.startswith('"') else f'"{value}"'


def describe(passes: Factories) -> str:
    """Our passes with their options, for `--help`."""
    lines = ['passes of pdgrad (each is also a flag, --PASS="OPTION=VALUE ..."):']
    for name, factory in passes.items():
        pass_type = factory()
        summary = " ".join((pass_type.__doc__ or "").split("\n\n")[0].split())
        lines.append(f"\n  {name}\n      {summary}")
        for option in dataclasses.fields(pass_type):
            kind = "a list" if "tuple" in str(option.type) else str(option.type)
            default = "" if option.default in ((), "", False) else f" (default {option.default})"
            lines.append(f"        {option.name.replace('_', '-')}: {kind}{default}")
    return "\n".join(lines)
