# SPDX-License-Identifier: Apache-2.0
"""The demo's page, and what it says of one size and one part; made from its points alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from experiments.copies.curve import NAMES, Metric
from experiments.copies.drawing import draw
from experiments.copies.formulas import NEVER
from experiments.demo.points import OFFSETS, prefixes
from markupsafe import Markup

from freightyard.report import page as report
from freightyard.system.results import Result

HEAD = ("bytes", "loop", "memcpy", "engine", "engine B/cycle", "gain over loop", "gain over better",
        "share of limit", "wrong bytes")  # fmt: skip
PLACES = {"l1_clean": "L1", "l1_dirty": "L1, dirty", "l2": "L2", "memory": "memory"}
AFTER = {"untouched": "untouched", "read": "read once", "update": "read and written"}
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
        *(report.show(row[mover]["metric"]["cycles"]) for mover in NAMES),
        report.show(engine["bytes_per_cycle"]),
        report.show(engine.get("gain_over_loop")),
        report.show(engine.get("gain_over_best_scalar")),
        report.show(engine.get("limit_share")),
        str(wrong),
    ]


def break_even_of(points: Sequence[Result], offsets: tuple[int, int]) -> int | None:
    for p in of_part(points, "break_even"):
        if (p["point"]["source_offset"], p["point"]["target_offset"]) == offsets:
            size = float(str(p["metric"]["break_even"]))
            return None if size >= NEVER else int(size)
    return None


def break_even_rows(points: Sequence[Result]) -> list[list[str]]:
    """Break-even sizes: where the source lies, then a size for each use of the target."""
    rows: dict[str, dict[str, str]] = {}
    for p in of_part(points, "break_even_table"):
        size = float(str(p["metric"]["break_even"]))
        text = "never" if size >= NEVER else report.size_name(int(size))
        rows.setdefault(str(p["point"]["resident"]), {})[str(p["point"]["after"])] = text
    return [
        [place, *(rows[name].get(after, "") for after in AFTER)]
        for name, place in PLACES.items()
        if name in rows
    ]


def page(points: Sequence[Result]) -> Markup:
    """The whole page."""
    run = points[0]["run"]
    lead = (
        f"configuration {run['config']}, commit {run['commit']}, "
        f"seed {run['seed']}; every number below names its run"
    )
    return report.page(f"Freightyard demo: {_workload(points)} copied", lead, [_body(points, "h2")])


def section(points: Sequence[Result]) -> Markup:
    """The same on the page of all results."""
    return _body(points, "h3", f"Demo: {_workload(points)} copied")


def _workload(points: Sequence[Result]) -> str:
    return str(of_part(points, "total")[0]["point"]["workload"])


def _body(points: Sequence[Result], level: str, title: str = "") -> Markup:
    (total,) = of_part(points, "total")
    whole = of_part(points, "whole")
    return report.render(
        "experiments/demo/report.html",
        level=level,
        title=title,
        digest=whole[0]["metric"]["sha256_source"],
        whole=_whole(whole),
        prefixes=[_prefixes(points, offsets) for offsets in OFFSETS],
        slopes=_slopes(points),
        even_head=("source in", *AFTER.values()),
        even_rows=break_even_rows(points),
        cycles=report.show(total["metric"]["cycles"]),
        cycles_whole=report.show(total["metric"]["cycles_whole"]),
        budget=report.show(total["limit"]["cycles"]),
        settings=", ".join(f"{k} {v}" for k, v in total["run"]["settings"].items()),
        tools=", ".join(f"{k} {v}" for k, v in total["run"]["tools"].items()),
    )


def _whole(points: Sequence[Result]) -> dict[str, Any]:
    head = ("mover", "bytes", "cycles", "B/cycle", "gain over better scalar", "wrong bytes",
            "SHA-256 of the target", "same", "run @ commit")  # fmt: skip
    rows = [
        [
            NAMES[str(p["point"]["mover"])],
            report.show(p["point"]["bytes"]),
            report.show(p["metric"]["cycles"]),
            report.show(p["metric"]["bytes_per_cycle"]),
            report.show(p["metric"].get("gain_over_best_scalar")),
            report.show(p["metric"]["wrong_bytes"]),
            (str(p["metric"]["sha256"]), "hash"),
            ("yes", "yes") if p["metric"]["same"] else ("no", "no"),
            report.source_of(p),
        ]
        for p in points
    ]
    return {"head": head, "rows": rows}


def _prefixes(points: Sequence[Result], offsets: tuple[int, int]) -> dict[str, Any]:
    drawn = prefixes(points, offsets)
    caption = f"Copies within the L2, {ALIGNMENT[offsets]}"
    metrics: tuple[Metric, ...] = get_args(Metric)
    return {
        "alignment": ALIGNMENT[offsets],
        "even": break_even_of(points, offsets),
        "charts": [
            report.figure(drawn.finding(metric), caption, draw(drawn, metric)) for metric in metrics
        ],
        "head": (*HEAD, "run of the engine @ commit"),
        "rows": [
            [*cells(row), report.source_of(row["engine"])] for row in prefix_rows(points, offsets)
        ],
    }


def _slopes(points: Sequence[Result]) -> dict[str, Any]:
    head = ("mover", "offsets", "bytes a cycle", "constant cycles", "limit", "share",
            "source: bytes a cycle", "run @ commit")  # fmt: skip
    rows = []
    for p in of_part(points, "slope"):
        limit = report.binding_limit(p)
        rows.append(
            [
                NAMES[str(p["point"]["mover"])],
                f"{p['point']['source_offset']}/{p['point']['target_offset']}",
                report.show(p["metric"]["bytes_per_cycle"]),
                report.show(p["metric"]["intercept_cycles"]),
                f"{limit[1]:.2f} ({limit[0]})" if limit else "",
                report.show(p["metric"].get("limit_share"), 3),
                report.show(p["source"].get("bytes_per_cycle")),
                report.source_of(p),
            ]
        )
    return {"head": head, "rows": rows}
