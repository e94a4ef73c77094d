"""How programs get into pdgrad."""

from __future__ import annotations

from collections.abc import Callable

from xdsl.utils.frontend import Frontend


def get_all_frontends() -> dict[str, Callable[[], type[Frontend]]]:
    """A function that loads it for each front end, by name."""
    return {"pir-json": _pir_json}


def _pir_json() -> type[Frontend]:
    from .pir_json import PirJsonFrontend

    return PirJsonFrontend
