# SPDX-License-Identifier: Apache-2.0
"""What `fy exp` prints: the figures beside what was asked, and the slopes with their limits."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rich import box
from rich.table import Table

from freightyard.experiments import columns
from freightyard.experiments.experiment import Experiment
from freightyard.report.page import binding_limit
from freightyard.system.results import Result


def figure_table(title: str, judged: Sequence[Result], smoke: bool) -> Table:
    """Ours beside what was asked."""
    note = " (smoke: few points, not the figures of record)" if smoke else ""
    shown = Table(title=f"{title}: figures{note}", box=box.SIMPLE_HEAD, padding=(0, 1, 0, 0))
    shown.add_column("figure", no_wrap=True)
    shown.add_column("ours", justify="right")
    shown.add_column("asked", justify="right")
    with_source = any(point["source"] for point in judged)
    if with_source:
        shown.add_column("source", justify="right")
    shown.add_column("pass")
    shown.add_column("run")
    shown.add_column("commit")
    for point in judged:
        name = str(point["point"]["figure"])
        ok = bool(point["metric"]["pass"])
        signs = {"at_least": ">=", "at_most": "<="}
        asked = " ".join(f"{signs[key]} {value}" for key, value in point["limit"].items())
        shown.add_row(
            name,
            f"{float(str(point['metric'][name])):,.3f}".rstrip("0").rstrip("."),
            asked,
            *([str(point["source"].get(name, ""))] if with_source else []),
            ("yes" if ok else "[red]no[/red]") if point["limit"] else "",
            point["run"]["id"],
            point["run"]["commit"],
        )
    return shown


def slope_table(experiment: Experiment, slopes: Sequence[Result]) -> Table:
    """Every slope with its limits."""
    short = columns.heads(experiment)
    names = columns.columns(experiment, slopes)
    legend = ", ".join(f"{short[n]}: {n.replace('_', ' ')}" for n in names if n in short)
    shown = Table(title="slopes, bytes a cycle", box=box.SIMPLE_HEAD, padding=0, caption=legend)
    heads = [short.get(name, name.replace("_", " ")) for name in names]
    for head in (*heads, "ours", "const", "limit", "share", "source"):
        justify: Literal["left", "right"] = "left" if head == heads[0] else "right"
        shown.add_column(head, justify=justify, no_wrap=True)
    for point in slopes:
        metric, limit = point["metric"], binding_limit(point)
        share = metric.get("limit_share")
        source = point["source"].get("bytes_per_cycle")
        shown.add_row(
            *(str(point["point"].get(name, "")) for name in names),
            f"{float(str(metric['bytes_per_cycle'])):.2f}",
            f"{float(str(metric['intercept_cycles'])):.0f}",
            f"{limit[1]:.2f} {short.get(limit[0], limit[0])}" if limit else "",
            "" if share is None else f"{float(str(share)):.3f}",
            "" if source is None else str(source),
        )
    return shown
