# SPDX-License-Identifier: Apache-2.0
"""Pictures that an experiment asks for (`[[picture]]`): curves against size, bars by an axis."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

import altair

from freightyard.experiments.axes import unknown
from freightyard.experiments.experiment import Experiment
from freightyard.report import charts
from freightyard.report import page as report
from freightyard.system.results import Result

KINDS = ("curve", "bars")
KEYS = (
    "caption",
    "kind",
    "sweep",
    "where",
    "bytes",
    "x",
    "x_names",
    "y",
    "y_title",
    "colour",
    "source",
)
TITLES = {
    "bytes": "bytes",
    "cycles": "cycles",
    "cycles_a_copy": "cycles a copy",
    "bytes_per_cycle": "bytes a cycle",
    "unroll": "words a turn of the loop",
    "bin": "bytes of a copy",
    "workload_seed": "seed of the list",
}
Picture = Mapping[str, Any]


def check(experiment: Experiment) -> None:
    """Every key and kind of the pictures is known."""
    sweeps = [sweep["name"] for sweep in experiment.sweeps]
    for picture in experiment.pictures:
        where = f"experiments/{experiment.id}/experiment.toml, picture {picture.get('caption')}"
        for key in picture:
            if key not in KEYS:
                raise unknown("key", key, KEYS, where)
        if picture.get("kind") not in KINDS:
            raise unknown("kind", str(picture.get("kind")), KINDS, where)
        if picture.get("sweep") not in sweeps:
            raise unknown("sweep", str(picture.get("sweep")), sweeps, where)


def figures(experiment: Experiment, points: Sequence[Result]) -> list[str]:
    """The pictures of an experiment for a page; one without points is left out."""
    found = []
    for picture in experiment.pictures:
        values = _values(picture, points)
        if values:
            svg = {scheme: _svg(picture, values, scheme) for scheme in charts.COLOURS}
            found.append(report.figure(picture["caption"], svg))
    return found


def _values(picture: Picture, points: Sequence[Result]) -> list[dict[str, Any]]:
    """What is drawn, from the results alone; crosses are the source's."""
    slope = picture.get("bytes") == "slope"
    where = picture.get("where", {})
    found = []
    for p in points:
        point, metric = p["point"], dict(p["metric"])
        if point.get("sweep") != picture["sweep"] or (point.get("bytes") == "slope") != slope:
            continue
        if any(point.get(name) != value for name, value in where.items()):
            continue
        if "cycles" in metric and point.get("copies"):
            metric["cycles_a_copy"] = float(str(metric["cycles"])) / int(str(point["copies"]))
        found.append(
            {
                "x": _x(picture, point[picture["x"]]),
                "y": metric[picture["y"]],
                "colour": charts.NAMES[str(point[picture["colour"]])],
                "what": "ours",
            }
        )
    for anchor in picture.get("source", ()) if found else ():
        colour = charts.NAMES[anchor[picture["colour"]]]
        found.append(
            {"x": anchor["bytes"], "y": anchor[picture["y"]], "colour": colour, "what": "source"}
        )
    return found


def _x(picture: Picture, value: Any) -> Any:
    names = picture.get("x_names")
    return value if names is None else names[int(value)]


def _svg(picture: Picture, values: list[dict[str, Any]], scheme: str) -> str:
    chart = _curve(picture, values, scheme)
    if picture["kind"] == "bars":
        chart = _bars(picture, values, scheme)
    return charts.render(chart.properties(width=440, height=300), scheme)


def _title(picture: Picture) -> str:
    return str(picture.get("y_title", TITLES[picture["y"]]))


def _colour(values: list[dict[str, Any]], scheme: str) -> Any:
    pairs = zip(charts.NAMES.values(), charts.COLOURS[scheme], strict=True)
    used = {name: ink for name, ink in pairs if any(v["colour"] == name for v in values)}
    return altair.Color(
        "colour:N",
        scale=altair.Scale(domain=list(used), range=list(used.values())),
        legend=altair.Legend(title=None, orient="top"),
    )


def _curve(picture: Picture, values: list[dict[str, Any]], scheme: str) -> Any:
    """Both axes logarithmic."""
    x = altair.X(
        "x:Q",
        scale=altair.Scale(type="log", base=2),
        axis=altair.Axis(title=TITLES[picture["x"]], labelExpr=charts.SIZE_LABEL, tickCount=6),
    )
    y = altair.Y(
        "y:Q",
        scale=altair.Scale(type="log", nice=False),
        axis=altair.Axis(title=_title(picture), format="~s", tickCount=5),
    )
    colour = _colour(values, scheme)
    ours = altair.Chart(charts.data([v for v in values if v["what"] == "ours"]))
    layers = [ours.mark_line(point=True, strokeWidth=2).encode(x=x, y=y, color=colour)]
    source = [v for v in values if v["what"] == "source"]
    if source:
        crosses = altair.Chart(charts.data(source))
        mark = crosses.mark_point(shape="cross", size=120, filled=True, opacity=1)
        layers.append(mark.encode(x=x, y=y, color=colour))
    return altair.layer(*layers)


def _bars(picture: Picture, values: list[dict[str, Any]], scheme: str) -> Any:
    """Bars side by side, each with its number."""
    order = [name for name in charts.NAMES.values() if any(v["colour"] == name for v in values)]
    floor, height = _height(values)
    base = altair.Chart(charts.data(values)).encode(
        x=altair.X("x:N", sort=None, axis=altair.Axis(title=TITLES[picture["x"]], labelAngle=0)),
        xOffset=altair.XOffset("colour:N", sort=order),
        y=altair.Y("y:Q", scale=height, axis=altair.Axis(title=_title(picture))),
    )
    bars = base.mark_bar().encode(y2=altair.datum(floor), color=_colour(values, scheme))
    text = base.mark_text(dy=-6, fontSize=10, color=charts.INK[scheme])
    return altair.layer(bars, text.encode(text=altair.Text("y:Q", format=",.3~r")))


def _height(values: list[dict[str, Any]]) -> tuple[float, Any]:
    """Where bars begin, and their scale: logarithmic when they differ more than a reader sees."""
    heights = [float(v["y"]) for v in values if float(v["y"]) > 0]
    if max(heights, default=1) < 50 * min(heights, default=1):
        return 0, altair.Scale(type="linear")
    floor = 10.0 ** math.floor(math.log10(min(heights)))
    return floor, altair.Scale(type="log", domainMin=floor)
