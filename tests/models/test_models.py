"""Real models: every trainable parameter that has a gradient in Paddle has the same one here."""

from __future__ import annotations

from pathlib import Path

import pytest

from .check import compare

FOLDERS = sorted(path.parent for path in Path(__file__).parent.glob("*/case.json"))


def test_there_are_models() -> None:
    assert len(FOLDERS) >= 15


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda folder: folder.name)
def test_model(folder: Path) -> None:
    found = compare(folder)
    assert found.with_gradient == found.expected_with_gradient
    assert found.worst[0] <= found.tolerance, found.worst
