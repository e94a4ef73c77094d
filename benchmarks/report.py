"""Writes docs/benchmarks.md and docs/benchmarks.svg from pytest-benchmark's JSON."""

from __future__ import annotations

import json
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent.parent / "docs"

Times = dict[tuple[str, str], dict[int, float]]


def read(path: str) -> Times:
    """Seconds by shape, kind and n."""
    times: Times = defaultdict(dict)
    for entry in json.loads(Path(path).read_text())["benchmarks"]:
        info: dict[str, Any] = entry["extra_info"]
        times[info["shape"], info["what"]][info["n"]] = entry["stats"]["min"]
    return times


def table(times: Times) -> str:
    """Microseconds an op, and append-backward over the parser in the same run."""
    lines = [
        "# Benchmarks",
        "",
        "Time of append-backward, and of what it stands beside, in µs an op of the forward",
        "program; all of it from one run of `benchmarks/` on one machine. The ratio is",
        "append-backward over xDSL's parser on the same text.",
        "",
        "| shape | n | append-backward | xDSL's parser | ratio | Paddle | JAX |",
        "|---|---|---|---|---|---|---|",
    ]
    for shape, what in list(times):
        if what != "append-backward":
            continue
        for n, seconds in sorted(times[shape, what].items()):
            parse = times[shape, "xDSL's parser"].get(n)
            row = [shape, f"{n:,}", f"{seconds / n * 1e6:.0f}"]
            row += [f"{parse / n * 1e6:.0f}", f"{seconds / parse:.2f}"] if parse else ["", ""]
            for peer in ("Paddle's gradients", "JAX's grad, traced"):
                other = times.get((shape, peer), {}).get(n)
                row.append(f"{other / n * 1e6:,.0f}" if other else "")
            lines.append("| " + " | ".join(row) + " |")
    return "\n".join([*lines, "", "![time against n](benchmarks.svg)", ""])


def plot(times: Times, path: Path) -> None:
    """Time against n, both logarithmic: parallel lines grow alike."""
    import matplotlib

    matplotlib.use("svg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(7, 5))
    for (shape, what), points in times.items():
        if shape != "chain":
            continue
        ns = sorted(points)
        axes.loglog(ns, [points[n] for n in ns], marker="o", label=what)
    axes.set_xlabel("ops in a chain")
    axes.set_ylabel("seconds")
    axes.grid(True, which="major", alpha=0.3)
    axes.legend()
    figure.tight_layout()
    figure.savefig(path)


def main(path: str) -> None:
    """Writes both files."""
    times = read(path)
    DOCS.mkdir(exist_ok=True)
    (DOCS / "benchmarks.md").write_text(table(times))
    plot(times, DOCS / "benchmarks.svg")


if __name__ == "__main__":
    main(sys.argv[1])
