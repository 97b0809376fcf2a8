# SPDX-License-Identifier: Apache-2.0
"""What `fy report` shows first of this system's results: how fast its last run was."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markupsafe import Markup

from freightyard.report import page
from freightyard.system.results import Result

TITLE = "one hart beside its memory"
SYSTEM = Path(__file__).parent.name.replace("_", "-")


def headline(points: Sequence[Result]) -> Markup:
    """Three sentences from single runs; without one, the command that makes one.

    A run that a debugger or a hang ended has no counters.
    """
    runs = [p for p in points if p["experiment"] == "run" and "fetch_stalls" in p["metric"]]
    if not runs:
        return page.headline(
            f"{SYSTEM}: {TITLE}",
            [f"No program has run yet: ./fy run {SYSTEM} hello takes seconds."],
        )
    metric, workload = runs[-1]["metric"], runs[-1]["point"]["workload"]
    cycles, instructions = int(str(metric["cycles"])), int(str(metric["instructions"]))
    lost = {name: int(str(metric[f"{name}_stalls"])) for name in ("load_use", "fetch", "fence")}
    most = max(lost, key=lambda name: lost[name])
    return page.headline(f"{SYSTEM}: {TITLE}", [
        f"{workload} took {cycles:,} cycles for {instructions:,} instructions, "
        f"{instructions / cycles:.2f} a cycle.",
        f"Most cycles were lost to {most.replace('_', '-')} stalls: {lost[most]:,}.",
        "Nothing here moves data without the processor; copy-engine is the system that does.",
    ])  # fmt: skip
