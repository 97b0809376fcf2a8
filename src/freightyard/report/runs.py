# SPDX-License-Identifier: Apache-2.0
"""The section of single runs (`fy run`), and what machine and tools ran everything."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from freightyard.report import page
from freightyard.system.results import Result


def section(points: Sequence[Result]) -> Markup:
    """A table with a row a run."""
    rows: list[list[page.Cell]] = [
        [
            str(p["point"]["workload"]),
            (p["run"]["config"], "word"),
            (f"{p['metric']['exit_code']} ({p['metric']['reason']})", "word"),
            page.show(p["metric"]["cycles"]),
            page.show(p["metric"]["instructions"]),
            page.show(p["metric"]["sim_hz"], 0),
            page.source_of(p),
        ]
        for p in points
    ]
    head = ("program", ("configuration", "word"), ("exit code", "word"), "cycles", "instructions",
            "simulated cycles a CPU second", "run @ commit")  # fmt: skip
    return page.section("Single runs", page.table(head, rows))


def machine(points: Sequence[Result]) -> Markup:
    """Commits, and the tools of each."""
    rows: list[list[page.Cell]] = []
    for commit in sorted({p["run"]["commit"] for p in points}):
        own = [p["run"] for p in points if p["run"]["commit"] == commit]
        names = ", ".join(f"{name} {value}" for name, value in own[0]["tools"].items())
        rows.append([commit, str(len({run["id"] for run in own})), (names, "text")])
    return page.section("What ran it", page.table(("commit", "runs", ("with", "text")), rows))
