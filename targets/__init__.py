"""How programs get out of pdgrad."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.utils.target import Target


def get_all_targets() -> dict[str, Callable[[], type[Target]]]:
    """A function that loads it for each target, by name."""
    return {"pir-json": _pir_json}


def _pir_json() -> type[Target]:
    from .pir_json import PirJsonTarget

    return PirJsonTarget
