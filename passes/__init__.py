"""The passes of pdgrad: one file a pass, named as the pass. This table loads none of them."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from xdsl.passes import ModulePass

PASSES = {
    "append-backward": "AppendBackwardPass",
    "grad": "GradPass",
    "decompose-grad": "DecomposeGradPass",
    "functionalize": "FunctionalizePass",
    "inline-pylayer": "InlinePylayerPass",
    "check-dominance": "CheckDominancePass",
}


def get_all_passes() -> dict[str, Callable[[], type[ModulePass]]]:
    """A function that loads it for each pass, by name."""
    return {name: _loader(name, class_name) for name, class_name in PASSES.items()}


def _loader(name: str, class_name: str) -> Callable[[], type[ModulePass]]:
    def load() -> type[ModulePass]:
        module = import_module(f".{name.replace('-', '_')}", __name__)
        return getattr(module, class_name)

    return load
