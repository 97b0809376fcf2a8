# SPDX-License-Identifier: Apache-2.0
"""Charts of the demo: cycles, and bytes a cycle, against size, with the break-even size."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

import altair

from freightyard.experiments.axes import script_of
from freightyard.report.charts import COLOURS, INK, SIZE_LABEL, data, render
from freightyard.system.results import Result

_MOVER = script_of("copy", "copy_engine").word["mover"]
NAMES = {str(value): _MOVER.name_of(value) for value in _MOVER.values}


def copy_chart(
    points: Sequence[Result], offsets: tuple[int, int], break_even: int | None, metric: str
) -> Mapping[str, str]:
    """Cycles (or bytes a cycle) against size, the break-even size marked: SVG a colour scheme."""
    values = [
        {
            "bytes": p["point"]["bytes"],
            "mover": NAMES[str(p["point"]["mover"])],
            metric: p["metric"][metric],
        }
        for p in points
        if p["point"].get("part") == "prefix"
        and (p["point"]["source_offset"], p["point"]["target_offset"]) == offsets
    ]
    limits = [
        min(float(str(v)) for v in p["limit"].values())
        for p in points
        if p["point"].get("part") == "prefix" and p["limit"]
    ]
    return {
        scheme: render(_copy_layers(values, break_even, metric, limits[:1], scheme), scheme)
        for scheme in COLOURS
    }


def _copy_layers(
    values: list[dict[str, Any]],
    break_even: int | None,
    metric: str,
    limits: Sequence[float],
    scheme: str,
) -> Any:
    size = altair.X(
        "bytes:Q",
        scale=altair.Scale(type="log", base=2),
        axis=altair.Axis(
            title="bytes copied", values=[8**n for n in range(7)], labelExpr=SIZE_LABEL
        ),
    )
    title = {"cycles": "cycles", "bytes_per_cycle": "bytes a cycle"}[metric]
    kind: Literal["log", "linear"] = "log" if metric == "cycles" else "linear"
    axis = altair.Axis(title=title, format="~s") if metric == "cycles" else altair.Axis(title=title)
    height = altair.Y(f"{metric}:Q", scale=altair.Scale(type=kind), axis=axis)
    colour = altair.Color(
        "mover:N",
        scale=altair.Scale(domain=list(NAMES.values()), range=COLOURS[scheme]),
        legend=altair.Legend(title=None, orient="top"),
    )
    layers = [
        altair.Chart(data(values))
        .mark_line(point=True, strokeWidth=2)
        .encode(x=size, y=height, color=colour)
    ]
    ink = INK[scheme]
    if break_even is not None:
        mark = altair.Chart(data([{"bytes": break_even}]))
        text = f"engine never slower from {break_even} B"
        layers.append(mark.mark_rule(strokeDash=[5, 4], color=ink).encode(x="bytes:Q"))
        layers.append(
            mark.mark_text(align="left", dx=6, color=ink, text=text, fontSize=12).encode(
                x="bytes:Q", y=altair.value(28)
            )
        )
    if metric == "bytes_per_cycle" and limits:
        rule = altair.Chart(data([{metric: limits[0]}]))
        layers.append(rule.mark_rule(color=ink, strokeWidth=1).encode(y=f"{metric}:Q"))
        text = f"limit {limits[0]:.2f} bytes a cycle"
        layers.append(
            rule.mark_text(align="left", dy=-7, color=ink, text=text, fontSize=12).encode(
                x=altair.value(6), y=f"{metric}:Q"
            )
        )
    return altair.layer(*layers).properties(width=440, height=300)
