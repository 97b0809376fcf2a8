# SPDX-License-Identifier: Apache-2.0
"""The published tables of the engine, ours beside the source and the limit, as table and chart."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import altair
from markupsafe import Markup

from freightyard.experiments.experiment import Experiment
from freightyard.report import charts
from freightyard.report import page as report
from freightyard.system.results import Result, Scalar

# Axes of a cell; a table is what agrees on all the others.
_ROWS = ("channels", "transactors")
_COLUMNS = ("trackers", "buffer_blocks")
_TABLE = ("sweep", "mover", "memory", "resident", "banks_per_channel", "beat_bytes", "throttle")
_POINTS = "channels, transactors a bank"
_FEWEST = 5  # slopes of a table
_LETTERS = {"port": "P", "buffer": "B", "transactors": "T", "bank": "K"}

LEGEND = (
    "A cell: ours / source (- where it prints none) / physical limit, in bytes a cycle; the letter "
    "says what binds: P the ports of the trackers, B their buffers, T the transactors, K the banks."
)


def parts(_: Experiment, slopes: Sequence[Result]) -> tuple[list[Markup], list[Result]]:
    """Charts and a matrix for each group of slopes, and the slopes that they show."""
    groups = _groups(slopes)
    made: list[Markup] = []
    for group in groups:
        made.append(report.heading(_heading(group[0]["point"])))
        made.append(report.figures_side_by_side(*panels(group)))
        made.append(matrix(group))
    if groups:
        made.append(report.paragraph(LEGEND))
    return made, [p for group in groups for p in group]


def _groups(points: Sequence[Result]) -> list[list[Result]]:
    """Slopes of the engine that differ in rows and columns alone, when there are enough."""
    groups: dict[tuple[Scalar, ...], list[Result]] = {}
    for p in points:
        if p["point"].get("mover") == "engine":
            groups.setdefault(tuple(p["point"].get(name) for name in _TABLE), []).append(p)
    return [group for group in groups.values() if len(group) >= _FEWEST]


def _heading(point: Mapping[str, Scalar]) -> str:
    words = [f"Point {point['memory']}", f"resident {point['resident']}"]
    words.append(f"beats of {point['beat_bytes']} bytes")
    banks = point["banks_per_channel"]
    words.append("one bank a channel" if banks == 1 else f"{banks} banks a channel")
    throttle = point.get("throttle")
    words.append(f"throttle {throttle}" if throttle else "no throttle")
    return ", ".join(words)


def matrix(points: Sequence[Result]) -> Markup:
    """A cell: ours / source / limit with the letter of what binds."""
    columns = sorted({_place(p, _COLUMNS) for p in points})
    head = [_POINTS]
    head += [f"{t} tracker{'s' if t > 1 else ''}, {b} blocks" for t, b in columns]
    rows: list[list[report.Cell]] = []
    for row in sorted({_place(p, _ROWS) for p in points}):
        cells: list[report.Cell] = [f"{row[0]}, {row[1]}"]
        found = {_place(p, _COLUMNS): p for p in points if _place(p, _ROWS) == row}
        cells += [_cell(found[column]) if column in found else "" for column in columns]
        rows.append(cells)
    return report.table(head, rows)


def _cell(point: Result) -> report.Cell:
    ours = float(str(point["metric"]["bytes_per_cycle"]))
    source = point["source"].get("bytes_per_cycle")
    text = f"{ours:.1f} / {'-' if source is None else source}"
    limit = report.binding_limit(point)
    if limit:
        text += f" / {limit[1]:.1f} {_LETTERS[limit[0]]}"
    below = source is not None and ours < float(str(source))
    return (text, "no") if below else text


def _place(point: Result, axes: Sequence[str]) -> tuple[int, ...]:
    return tuple(int(str(point["point"][name])) for name in axes)


def panels(points: Sequence[Result]) -> list[Markup]:
    """Rates against the memory points: a figure a number of trackers, all with one scale."""
    values: dict[int, list[dict[str, Any]]] = {}
    for p in sorted(points, key=lambda p: _place(p, (*_ROWS, *_COLUMNS))):
        channels, transactors = _place(p, _ROWS)
        trackers, blocks = _place(p, _COLUMNS)
        point = {"memory": f"{channels}, {transactors}", "blocks": f"{blocks} blocks"}
        for what, rate in (("ours", p["metric"]), ("source", p["source"])):
            if "bytes_per_cycle" in rate:
                value = point | {"what": what, "rate": rate["bytes_per_cycle"]}
                values.setdefault(trackers, []).append(value)
    top = max(float(v["rate"]) for own in values.values() for v in own)
    return [
        report.figure(
            _finding(own),
            f"{trackers} tracker{'s' if trackers > 1 else ''}",
            {s: charts.render(_panel(own, top, s), s) for s in charts.COLOURS},
        )
        for trackers, own in sorted(values.items())
    ]


def _finding(values: Sequence[Mapping[str, Any]]) -> str:
    """How our rates compare with those that the source prints."""
    places = ("memory", "blocks")
    rates = {(*(v[n] for n in places), v["what"]): float(v["rate"]) for v in values}
    gains = [
        rate / rates[*place, "source"]
        for (*place, what), rate in rates.items()
        if what == "ours" and (*place, "source") in rates
    ]
    if not gains:
        return f"Up to {max(rates.values()):.1f} bytes a cycle; the source prints none"
    above = sum(gain >= 1 for gain in gains)
    return (
        f"{above} of {len(gains)} reach the source's rate; "
        f"ours over its: {min(gains):.2f} to {max(gains):.2f}"
    )


def _panel(values: list[dict[str, Any]], top: float, scheme: str) -> Any:
    names = sorted({v["blocks"] for v in values}, key=lambda text: int(text.split()[0]))
    colour = altair.Scale(domain=names, range=charts.COLOURS[scheme][: len(names)])
    shape = altair.Scale(domain=["ours", "source"], range=["square", "cross"])
    return (
        altair.Chart(charts.data(values))
        .mark_point(filled=True, size=50, opacity=0.9)
        .encode(
            x=altair.X("memory:N", sort=None, axis=altair.Axis(title=_POINTS, labelAngle=0)),
            xOffset=altair.XOffset("blocks:N", sort=names),
            y=altair.Y(
                "rate:Q",
                scale=altair.Scale(domain=[0, top], nice=True),
                axis=altair.Axis(title="bytes a cycle"),
            ),
            color=altair.Color(
                "blocks:N", scale=colour, legend=altair.Legend(title=None, orient="top")
            ),
            shape=altair.Shape(
                "what:N", scale=shape, legend=altair.Legend(title=None, orient="top")
            ),
        )
        .properties(width=330, height=260)
    )
