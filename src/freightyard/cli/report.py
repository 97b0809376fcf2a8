# SPDX-License-Identifier: Apache-2.0
"""`fy report`: one self-contained page of all results that are there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated

import typer
from rich.console import Console

from freightyard import store
from freightyard.errors import UserError
from freightyard.experiments import experiment
from freightyard.report import area as report_area
from freightyard.report import charts, pictures
from freightyard.report import page as report
from freightyard.report import tables as report_tables
from freightyard.system import results
from freightyard.system.results import Result

LEAD = (
    "What a copy engine beside a RISC-V core gains, simulated cycle by cycle on its RTL: what was "
    "asked, what we measured, what the published source reports, and what physics allows."
)


def command(
    ids: Annotated[
        list[str] | None, typer.Argument(metavar="ID", help="only these experiments; all without")
    ] = None,
) -> None:
    """Write build/reports/all.html from the results of fy exp, fy run and fy demo."""
    wanted = set(ids or ())
    files = (
        f for f in results.RESULTS.glob("*.json") if not f.stem.endswith(("-smoke", "-changed"))
    )
    points = results.read_results(files)
    chosen = [p for p in points if not wanted or p["experiment"] in wanted]
    if not chosen:
        known = ", ".join(sorted({p["experiment"] for p in points})) or "none"
        raise UserError(f"no results to report (there are: {known}); run ./fy exp one-copy first")
    names = sorted({p["experiment"] for p in chosen})
    sections = [_section(name, [p for p in chosen if p["experiment"] == name]) for name in names]
    sections = [_picture(), *sections, _machine(chosen)]
    page = store.BUILD / "reports" / "all.html"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(report.page("Freightyard: all results", LEAD, sections))
    Console().print(f"report {page}", markup=False, highlight=False, soft_wrap=True)


def _section(name: str, points: Sequence[Result]) -> str:
    if name == "synthesis":
        return report_area.section(points)
    title, parts, means = name, [], dict[str, str]()
    if (experiment.EXPERIMENTS / name / "experiment.toml").is_file():
        asked = experiment.load(name)
        title = asked.title
        means = {figure["name"]: figure.get("means", "") for figure in asked.figures}
        parts.append(report.paragraph(asked.question))
        drawn = pictures.figures(asked, points)
        if drawn:
            parts.append(report.figures_side_by_side(*drawn))
    figures = [p for p in points if "figure" in p["point"]]
    if figures:
        parts.append(_figures(figures, means))
    slopes = [p for p in points if p["point"].get("bytes") == "slope" and p not in figures]
    tables = report_tables.tables(slopes)
    for heading, group in tables:
        parts.append(report.heading(heading))
        parts.append(report.figures_side_by_side(*report_tables.panels(group)))
        parts.append(report_tables.matrix(group))
    if tables:
        parts.append(report.paragraph(report_tables.LEGEND))
    in_tables = [p for _, group in tables for p in group]
    rest = [p for p in slopes if p not in in_tables]
    if rest:
        parts.append(_slopes(rest))
    if name == "run":
        parts.append(_runs(points))
    return report.section(title, *parts)


def _picture() -> str:
    """The platform; an image, so that its style stays its own."""
    svg = (store.ROOT / "docs" / "pictures" / "platform.svg").read_bytes()
    return report.picture("The platform", "image/svg+xml", svg)


def _machine(points: Sequence[Result]) -> str:
    rows: list[list[report.Cell]] = []
    for commit in sorted({p["run"]["commit"] for p in points}):
        own = [p["run"] for p in points if p["run"]["commit"] == commit]
        names = ", ".join(f"{name} {value}" for name, value in own[0]["tools"].items())
        rows.append([commit, str(len({run["id"] for run in own})), names])
    return report.section("What ran it", report.table(("commit", "runs", "with"), rows))


def _figures(points: Sequence[Result], means: Mapping[str, str]) -> str:
    rows: list[list[report.Cell]] = []
    for p in points:
        name = str(p["point"]["figure"])
        asked = ", ".join(f"{k.replace('_', ' ')} {v}" for k, v in p["limit"].items())
        ok = ("yes" if p["metric"]["pass"] else "no") if p["limit"] else ""
        source = report.show(p["source"].get(name))
        ours = report.show(p["metric"][name], 3)
        what = (means.get(name, ""), "text")
        rows.append([name, ours, (asked, "brief"), (ok, ok), source, what, report.source_of(p)])
    head = ("figure", "ours", "asked", "reached", "source", ("what it is", "text"), "run @ commit")
    return report.table(head, rows)


def _slopes(points: Sequence[Result]) -> str:
    rows: list[list[report.Cell]] = []
    for p in points:
        point, limit = p["point"], {k: float(str(v)) for k, v in p["limit"].items()}
        binding = min(limit, key=lambda k: limit[k]) if limit else ""
        rows.append(
            [
                charts.NAMES[str(point["mover"])],
                str(point["resident"]),
                str(point["memory"]),
                f"{point['transactors']}/{point['buffer_blocks']}",
                f"{point['source_offset']}/{point['target_offset']}",
                report.show(p["metric"]["bytes_per_cycle"]),
                report.show(p["metric"]["intercept_cycles"], 0),
                f"{limit[binding]:.2f} ({binding})" if binding else "",
                report.show(p["metric"].get("limit_share"), 3),
                report.show(p["source"].get("bytes_per_cycle")),
                report.source_of(p),
            ]
        )
    head = ("mover", "resident", "memory", "transactors/blocks", "offsets", "bytes a cycle",
            "constant cycles", "physical limit", "share", "source", "run @ commit")  # fmt: skip
    return report.table(head, rows)


def _runs(points: Sequence[Result]) -> str:
    rows: list[list[report.Cell]] = [
        [
            str(p["point"]["workload"]),
            p["run"]["config"],
            f"{p['metric']['exit_code']} ({p['metric']['reason']})",
            report.show(p["metric"]["cycles"]),
            report.show(p["metric"]["instructions"]),
            report.show(p["metric"]["sim_hz"], 0),
            report.source_of(p),
        ]
        for p in points
    ]
    head = ("program", "configuration", "exit code", "cycles", "instructions",
            "simulated cycles a second", "run @ commit")  # fmt: skip
    return report.table(head, rows)
