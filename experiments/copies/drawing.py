# SPDX-License-Identifier: Apache-2.0
"""Draws the curve of a copy over a logarithmic size, the break-even size and the limit marked."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import altair
from experiments.copies.curve import NAMES, Curve, Metric

from freightyard.report import page as report
from freightyard.report.charts import COLOURS, INK, SIZE_LABEL, data, render

TITLES: Mapping[Metric, str] = {"cycles": "cycles", "bytes_per_cycle": "bytes a cycle"}
WIDTH, HEIGHT = 440, 300


def draw(curve: Curve, metric: Metric = "cycles") -> Mapping[str, str]:
    """A curve as SVG text by colour scheme."""
    return {scheme: render(_layers(curve, metric, scheme), scheme) for scheme in COLOURS}


def _layers(curve: Curve, metric: Metric, scheme: str) -> Any:
    values = [
        {"bytes": size, "mover": NAMES[mover], metric: curve.quantity(metric, size, by[mover])}
        for mover in NAMES
        for size, by in curve.cycles.items()
    ]
    x, y = _axes(metric)
    colour = altair.Color(
        "mover:N",
        scale=altair.Scale(domain=list(NAMES.values()), range=COLOURS[scheme]),
        legend=altair.Legend(title=None, orient="top"),
    )
    lines = altair.Chart(data(values)).mark_line(point=True, strokeWidth=2)
    layers = [lines.encode(x=x, y=y, color=colour)]
    layers += _break_even(curve, INK[scheme])
    layers += _limit(curve, metric, INK[scheme])
    return altair.layer(*layers).properties(width=WIDTH, height=HEIGHT)


def _axes(metric: Metric) -> tuple[Any, Any]:
    """Sizes and cycles logarithmic, rates not."""
    ticks = [8**n for n in range(7)]
    sizes = altair.Axis(title="bytes copied", values=ticks, labelExpr=SIZE_LABEL)
    x = altair.X("bytes:Q", scale=altair.Scale(type="log", base=2), axis=sizes)
    title = TITLES[metric]
    if metric == "bytes_per_cycle":
        return x, altair.Y(f"{metric}:Q", axis=altair.Axis(title=title))
    tens = altair.Axis(title=title, format="~s", values=[10**n for n in range(7)])
    return x, altair.Y(f"{metric}:Q", scale=altair.Scale(type="log"), axis=tens)


def _break_even(curve: Curve, ink: str) -> list[Any]:
    even = curve.never_slower()
    if even is None:
        return []
    at = altair.Chart(data([{"bytes": even}])).encode(x="bytes:Q")
    text = f"engine never slower from {report.size_name(even)}"
    words = at.mark_text(align="left", dx=6, color=ink, text=text, fontSize=12)
    return [at.mark_rule(strokeDash=[5, 4], color=ink), words.encode(y=altair.value(28))]


def _limit(curve: Curve, metric: Metric, ink: str) -> list[Any]:
    """What physics allows, from the size on that needs a cycle of it; its name in the free half."""
    if curve.limit is None:
        return []
    name, rate = curve.limit
    sizes = [size for size in curve.cycles if size >= rate]
    values = [{"bytes": n, metric: curve.quantity(metric, n, n / rate)} for n in sizes]
    line = altair.Chart(data(values)).mark_line(color=ink, strokeWidth=1)
    text = f"limit of the {name}, {rate:.2f} bytes a cycle"
    middle = altair.Chart(data(values[len(values) // 3 :][:1]))
    dx, dy = (12, 10) if metric == "cycles" else (-90, -8)
    words = middle.mark_text(align="left", color=ink, text=text, fontSize=12, dx=dx, dy=dy)
    return [chart.encode(x="bytes:Q", y=f"{metric}:Q") for chart in (line, words)]
