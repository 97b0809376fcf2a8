# SPDX-License-Identifier: Apache-2.0
"""The page of the demo, made from its points alone."""

from __future__ import annotations

from collections.abc import Sequence

from freightyard.experiments.demo_points import MOVERS, OFFSETS
from freightyard.report import charts
from freightyard.report import page as report
from freightyard.system.results import Result

HEAD = ("bytes", "loop", "memcpy", "engine", "engine B/cycle", "gain over loop", "gain over better",
        "share of limit", "wrong bytes")  # fmt: skip
ALIGNMENT = {(0, 0): "aligned (0/0)", (3, 5): "awkward addresses (3/5)"}


def of_part(points: Sequence[Result], part: str) -> list[Result]:
    return [p for p in points if p["point"].get("part") == part]


def prefix_rows(points: Sequence[Result], offsets: tuple[int, int]) -> list[dict[str, Result]]:
    """The points of each size by mover, small sizes first."""
    by_size: dict[int, dict[str, Result]] = {}
    for p in of_part(points, "prefix"):
        if (p["point"]["source_offset"], p["point"]["target_offset"]) == offsets:
            row = by_size.setdefault(int(str(p["point"]["bytes"])), {})
            row[str(p["point"]["mover"])] = p
    return [by_size[size] for size in sorted(by_size)]


def cells(row: dict[str, Result]) -> list[str]:
    """What the table of the terminal and that of the page say of one size."""
    engine = row["engine"]["metric"]
    wrong = sum(int(str(p["metric"]["wrong_bytes"])) for p in row.values())
    return [
        report.size_name(row["engine"]["point"]["bytes"]),
        *(report.show(row[mover]["metric"]["cycles"]) for mover in MOVERS),
        report.show(engine["bytes_per_cycle"]),
        report.show(engine.get("gain_over_loop")),
        report.show(engine.get("gain_over_best_scalar")),
        report.show(engine.get("limit_share")),
        str(wrong),
    ]


def break_even_of(points: Sequence[Result], offsets: tuple[int, int]) -> int | None:
    for p in of_part(points, "break_even"):
        if (p["point"]["source_offset"], p["point"]["target_offset"]) == offsets:
            size = int(str(p["metric"]["break_even"]))
            return None if size >= 1_000_000_000 else size
    return None


def html(points: Sequence[Result]) -> str:
    """The whole page."""
    run = points[0]["run"]
    name = str(points[0]["point"]["workload"])
    sections = [_whole(points), *(_prefixes(points, offsets) for offsets in OFFSETS)]
    sections += [_slopes(points), _origin(points)]
    lead = (
        f"configuration {run['config']}, commit {run['commit']}, "
        f"seed {run['seed']}; every number below names its run"
    )
    return report.page(f"Freightyard demo: {name} copied", lead, sections)


def _whole(points: Sequence[Result]) -> str:
    rows: list[list[report.Cell]] = []
    wanted = ""
    for p in of_part(points, "whole"):
        metric = p["metric"]
        wanted = str(metric["sha256_source"])
        rows.append(
            [
                charts.NAMES[str(p["point"]["mover"])],
                report.show(p["point"]["bytes"]),
                report.show(metric["cycles"]),
                report.show(metric["bytes_per_cycle"]),
                report.show(metric.get("gain_over_best_scalar")),
                report.show(metric["wrong_bytes"]),
                (str(metric["sha256"]), "hash"),
                ("yes", "yes") if metric["same"] else ("no", "no"),
                report.source_of(p),
            ]
        )
    head = ("mover", "bytes", "cycles", "B/cycle", "gain over better scalar", "wrong bytes",
            "SHA-256 of the target", "same", "run @ commit")  # fmt: skip
    return report.section(
        "The whole file",
        f'<p>SHA-256 of the file on the host: <span class="hash">{wanted}</span></p>',
        report.table(head, rows),
        report.paragraph(
            "The target is read out of the simulated system through its coherent host agent."
        ),
    )


def _prefixes(points: Sequence[Result], offsets: tuple[int, int]) -> str:
    even = break_even_of(points, offsets)
    pictures = [
        report.figure(caption, charts.copy_chart(points, offsets, even, metric))
        for caption, metric in (
            ("Cycles against size, lower is better", "cycles"),
            ("Bytes a cycle against size, higher is better", "bytes_per_cycle"),
        )
    ]
    rows: list[list[report.Cell]] = [
        [*cells(row), report.source_of(row["engine"])] for row in prefix_rows(points, offsets)
    ]
    text = (
        "The engine is slower than the better scalar mover up to the largest size."
        if even is None
        else f"From a size of {even} B on, the engine is never slower than the better scalar mover."
    )
    return report.section(
        f"Prefixes of the file, {ALIGNMENT[offsets]}",
        report.paragraph(
            f"{text} Cycles from before the call to after it; the engine's include its register "
            "writes, FENCE and status. Source and target lie in the L2."
        ),
        report.figures_side_by_side(*pictures),
        report.table((*HEAD, "run of the engine @ commit"), rows),
    )


def _slopes(points: Sequence[Result]) -> str:
    rows: list[list[report.Cell]] = []
    for p in of_part(points, "slope"):
        limit = {k: float(str(v)) for k, v in p["limit"].items()}
        binding = min(limit, key=lambda k: limit[k]) if limit else ""
        rows.append(
            [
                charts.NAMES[str(p["point"]["mover"])],
                f"{p['point']['source_offset']}/{p['point']['target_offset']}",
                report.show(p["metric"]["bytes_per_cycle"]),
                report.show(p["metric"]["intercept_cycles"]),
                f"{limit[binding]:.2f} ({binding})" if binding else "",
                report.show(p["metric"].get("limit_share"), 3),
                report.show(p["source"].get("bytes_per_cycle")),
                report.source_of(p),
            ]
        )
    head = ("mover", "offsets", "bytes a cycle", "constant cycles", "limit", "share",
            "source: bytes a cycle", "run @ commit")  # fmt: skip
    return report.section(
        "Slopes from 1 KB on",
        report.table(head, rows),
        report.paragraph(
            "Source figures: Mao 2017, tables 4 and 6, one channel, the same numbers of "
            "transactors and buffer blocks; the source has another memory system."
        ),
    )


def _origin(points: Sequence[Result]) -> str:
    total = of_part(points, "total")[0]
    settings = ", ".join(f"{k} {v}" for k, v in total["run"]["settings"].items())
    tools = ", ".join(f"{k} {v}" for k, v in total["run"]["tools"].items())
    return report.section(
        "How it was measured",
        report.paragraph(
            f"{report.show(total['metric']['cycles'])} simulated cycles beside the whole file "
            f"(budget {report.show(total['limit']['cycles'])}), "
            f"{report.show(total['metric']['cycles_whole'])} for the whole file."
        ),
        report.paragraph(f"Configuration: {settings}."),
        report.paragraph(f"Tools: {tools}. Repeat it with: ./fy demo"),
    )
