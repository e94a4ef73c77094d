"""Writes the expected text of lit tests anew: read the difference before you commit it.

    python tests/lit/update.py tests/lit/append-backward/if.mlir ...

For each file, the first RUN line's command is run and the CHECK lines at its end are replaced by
what it prints, line by line.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path


def update(path: Path) -> None:
    """Replaces the CHECK lines of one test."""
    lines = path.read_text().splitlines()
    run = next(line for line in lines if "RUN:" in line)
    command = run.split("RUN:", 1)[1].rsplit("|", 1)[0].replace("%s", str(path))
    command = command.strip().removeprefix("not ")
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    printed = done.stdout.replace(str(path), "{{.*}}" + path.name).splitlines()
    kept = [line for line in lines if not line.startswith("// CHECK")]
    while kept and not kept[-1].strip():
        kept.pop()
    checks = [
        ("// CHECK:      " if index == 0 else "// CHECK-NEXT: ") + line
        for index, line in enumerate(line for line in printed if line.strip())
    ]
    path.write_text("\n".join([*kept, "", *checks]) + "\n")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        update(Path(name))
