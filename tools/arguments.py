"""The command line of pd-opt, brought into the form that xDSL's driver takes: one `-p`.

xDSL knows only one `-p 'a,b{opt=val}'`. Here every pass has a flag too, `--PASS` or
`--PASS="OPTIONS"`, several `-p` add up, `--pass-pipeline='builtin.module(a,b)'` is read as MLIR
has it, and all of them run in the order in which they stand. Text in options needs quotes only
where it holds a space, a comma or a quote.
"""

from __future__ import annotations

import dataclasses
import difflib
import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from xdsl.utils.hints import type_repr

from .diagnostics import SPEC_HINT, UserError

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
        "--pass-pipeline",
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
"""The flags of xdsl-opt: they keep their meaning, also where a pass has the same name."""

WITH_VALUE = frozenset({"-f", "--frontend", "-t", "--target", "-o", "--output-file"})
PIPELINES = frozenset({"-p", "--passes", "--pass-pipeline"})

Factories = Mapping[str, Callable[[], Any]]


def as_one_pipeline(arguments: Sequence[str], passes: Factories) -> list[str]:
    """The arguments with every pass in a single `--passes`. Raises UserError for a pass that
    there is not, or options that it does not have."""
    rest: list[str] = []
    pipeline: list[str] = []
    pending = iter(arguments)
    for argument in pending:
        name, equals, value = argument.partition("=")
        if argument == "--":
            rest += [argument, *pending]
        elif argument in WITH_VALUE:
            rest += [argument, *_value(argument, pending)]
        elif name in PIPELINES:
            pipeline += _parts(value if equals else _value(name, pending)[0], passes)
        elif re.match(r"-p[^-=]", argument):
            pipeline += _parts(argument[2:], passes)
        elif name.startswith("--") and name not in OWN_FLAGS:
            pipeline.append(_flag(name[2:], value, passes))
        else:
            rest.append(argument)
    return [*rest[: _end(rest)], "--passes=" + ",".join(pipeline), *rest[_end(rest) :]]


def _value(flag: str, pending: Iterator[str]) -> list[str]:
    value = next(pending, None)
    if value is None:
        raise UserError(f"a value is missing after {flag}")
    return [value]


def _end(rest: list[str]) -> int:
    """Where `--` stands: what comes after it are file names."""
    return rest.index("--") if "--" in rest else len(rest)


# --- lists of passes -------------------------------------------------------------------------

_TEXT = r'"(?:[^"\\]|\\.)*"'
_QUIET = rf"(?:{_TEXT}|[^\[\](){{}}\",])"
_PART = re.compile(rf"(?:{_QUIET}|\{{(?:{_TEXT}|[^{{}}\"])*\}}|\[[^\]]*\])+")


def _parts(pipeline: str, passes: Factories) -> list[str]:
    """The passes of a list, each in xDSL's words."""
    inside = re.fullmatch(r"\s*builtin\.module\s*\((.*)\)\s*", pipeline, re.DOTALL)
    text = inside.group(1) if inside else pipeline
    if nested := re.match(r"\s*[\w.-]+\s*\(", text):
        raise UserError(
            f"passes run on the whole module, not on {nested.group().strip(' (')} alone",
            hint="write --pass-pipeline='builtin.module(a,b)' or -p a,b",
        )
    parts: list[str] = []
    position = 0
    while position < len(text):
        found = _PART.match(text, position)
        position = position if found is None else found.end()
        if position < len(text) and text[position] != ",":
            raise _unreadable(text, position)
        position += 1
        if found is not None and found.group().strip():
            parts.append(_part(found.group().strip(), passes))
    return parts


def _unreadable(text: str, position: int) -> UserError:
    found = text[position : position + 1]
    problem = "is never closed" if found in ("{", "[", "(", '"') else "has no place here"
    return UserError(
        f"this {found} in the list of passes {problem}",
        file="passes",
        line=1,
        column=position + 1,
        source=text,
        hint=SPEC_HINT,
    )


def _part(text: str, passes: Factories) -> str:
    """One pass of a list."""
    name = re.split(r"[\s{\[]", text, maxsplit=1)[0]
    if name not in passes:
        raise no_pass(name, passes)
    options = text[len(name) :].strip()
    if options.startswith("{") and options.endswith("}"):
        return _spec(name, options[1:-1], passes)
    return text


def _flag(name: str, options: str, passes: Factories) -> str:
    """`--PASS=OPTIONS` in xDSL's words."""
    if name not in passes:
        near = _near(name, [*passes, *(flag[2:] for flag in OWN_FLAGS)])
        raise UserError(
            f"there is no option or pass --{name}",
            hint=_did_you_mean(["--" + other for other in near]),
        )
    options = options.strip()
    if options.startswith("{") and options.endswith("}"):
        options = options[1:-1]
    return _spec(name, options, passes)


def no_pass(name: str, passes: Iterable[str]) -> UserError:
    """The error for a pass that there is not."""
    return UserError(
        f"there is no pass {name}" if name else "the name of a pass is missing",
        hint=_did_you_mean(_near(name, list(passes))),
    )


def _near(name: str, names: Sequence[str]) -> list[str]:
    return difflib.get_close_matches(name, names, n=3, cutoff=0.5)


def _did_you_mean(near: Sequence[str]) -> str:
    if not near:
        return "pd-opt --help lists the passes"
    return f"did you mean {', '.join(near[:-1]) + ' or ' if near[1:] else ''}{near[-1]}?"


# --- options ---------------------------------------------------------------------------------

_WORD = r"""(?:"(?:[^"\\]|\\.)*"|'[^']*'|[^\s,"']+)"""
_OPTION = re.compile(rf"\s*([A-Za-z][\w-]*)(=(?:{_WORD}(?:\s*,\s*{_WORD})*)?)?(?=\s|$)")


def _spec(name: str, options: str, passes: Factories) -> str:
    """A pass and its options in xDSL's words: `name{option="value"}`."""
    if not options.strip():
        return name
    known = options_of(passes[name]())
    given: dict[str, str] = {}
    position = 0
    while options[position:].strip():
        found = _OPTION.match(options, position)
        if found is None:
            problem = f"the options of {name} cannot be read from {options[position:].strip()!r} on"
            raise UserError(problem, hint=f'write --{name}="option=value list=a,b flag"')
        position = found.end()
        key = found.group(1).replace("_", "-")
        if key not in known:
            near = _near(key, list(known))
            raise UserError(
                f"{name} has no option {key}",
                hint=_did_you_mean(near) if near else f"it has {', '.join(known) or 'no options'}",
            )
        if key in given:
            raise UserError(f"the option {key} of {name} is given twice")
        given[key] = _option(key, found.group(2), known[key])
    return f"{name}{{{' '.join(given.values())}}}"


def _option(key: str, value: str | None, kind: str) -> str:
    """One option; `kind` is the type of its field."""
    if value is None:
        return f"{key}=true" if "bool" in kind else key
    words = [_word(word, kind) for word in re.findall(_WORD, value[1:])]
    if not words:
        return key if "tuple" in kind or "str" not in kind else f'{key}=""'
    return f"{key}={','.join(words)}"


def _word(word: str, kind: str) -> str:
    """One value, quoted when xDSL would take it for something else."""
    if word.startswith('"'):
        return word
    if word.startswith("'"):
        return _quoted(word[1:-1])
    return _quoted(word) if "str" in kind and not _stays(word, kind) else word


def _stays(word: str, kind: str) -> bool:
    """Whether xDSL reads a word as what an option of that type wants."""
    if word in ("true", "false"):
        return "bool" in kind
    if re.fullmatch(r"-?\d+(\.\d*)?", word):
        return "int" in kind or "float" in kind
    return re.fullmatch(r"[A-Za-z_][\w-]*", word) is not None


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def options_of(pass_type: Any) -> dict[str, str]:
    """The options of a pass: the text of each one's type, by name."""
    return {
        field.name.replace("_", "-"): field.type
        if isinstance(field.type, str)
        else type_repr(field.type)
        for field in dataclasses.fields(pass_type)
        if field.init and field.name != "name"
    }


# --- help ------------------------------------------------------------------------------------

_KINDS = {
    "tuple[str, ...]": "NAME,...",
    "str": "TEXT",
    "bool": "",
    "int": "NUMBER",
    "float": "NUMBER",
}


def describe(name: str, pass_type: Any) -> str:
    """A pass with its options, for `--help` and `--PASS-help`."""
    about = " ".join((pass_type.__doc__ or "").split())
    lines = [
        f"  --{name}",
        *textwrap.wrap(about, 92, initial_indent=" " * 6, subsequent_indent=" " * 6),
    ]
    kinds = options_of(pass_type)
    for field in dataclasses.fields(pass_type):
        option = field.name.replace("_", "-")
        if option not in kinds:
            continue
        kind = _KINDS.get(kinds[option], kinds[option])
        value = "=" + kind if kind else ""
        default = field.default
        shown = (
            "" if default in ((), "", None, False, dataclasses.MISSING) else f" (default {default})"
        )
        lines.append(f"        {option}{value}{shown}")
    return "\n".join(lines)


def describe_all(passes: Factories) -> str:
    """Passes with their options, for `--help`."""
    head = 'passes of pdgrad (--PASS or --PASS="OPTION=VALUE ..."; --PASS-help shows one):'
    return "\n".join([head, *(describe(name, factory()) for name, factory in passes.items())])


def names_of(passes: Iterable[str]) -> str:
    """The names of passes, for the end of `--help`."""
    return "passes of xDSL:\n" + textwrap.fill(
        ", ".join(sorted(passes)),
        96,
        initial_indent="  ",
        subsequent_indent="  ",
        break_on_hyphens=False,
        break_long_words=False,
    )
