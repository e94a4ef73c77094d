"""What the README shows is what the commands print."""

from __future__ import annotations

from pathlib import Path

import pytest
from pdgrad.tools import pd_opt

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", ["if", "while"])
def test_tour(
    name: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(ROOT)
    assert pd_opt.run([f"examples/{name}.mlir", "--append-backward"]) == 0
    readme = (ROOT / "README.md").read_text()
    assert capsys.readouterr().out.strip() in readme
    assert (ROOT / "examples" / f"{name}.mlir").read_text().strip() in readme


def test_ci_runs_the_readme_command() -> None:
    command = "\n.venv/bin/pip install -q -e '.[test]' && .venv/bin/lit -q tests/lit"
    assert command in (ROOT / "README.md").read_text()
    assert command in (ROOT / ".ci" / "run").read_text()
