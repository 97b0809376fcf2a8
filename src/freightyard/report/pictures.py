# SPDX-License-Identifier: Apache-2.0
"""Pictures that an experiment asks for (`[[picture]]`): curves over an axis, bars by one."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

import altair
from markupsafe import Markup

from freightyard.errors import unknown
from freightyard.experiments.axes import Word
from freightyard.experiments.experiment import Experiment
from freightyard.experiments.model import Picture
from freightyard.experiments.rows import SLOPE
from freightyard.report import charts, findings
from freightyard.report import page as report
from freightyard.system.results import Result

LEGEND_LETTERS = 70  # in a line as wide as a picture
METRICS = {"bytes_per_cycle": "bytes a cycle"}  # other names with blanks for underscores


def figures(experiment: Experiment, points: Sequence[Result]) -> list[Markup]:
    """The pictures of an experiment for a page; one without points is left out."""
    found = []
    words = experiment.words()
    for picture in experiment.pictures:
        values = _values(picture, points, words)
        if values:
            svg = {s: _svg(picture, values, words, s) for s in charts.COLOURS}
            title = _finding(picture, [v for v in values if v["what"] == "ours"], words)
            found.append(report.figure(title, picture.caption, svg))
    return found


def _values(
    picture: Picture, points: Sequence[Result], words: Mapping[str, Word]
) -> list[dict[str, Any]]:
    """What is drawn, from the results alone, medians of equal places; crosses are the source's."""
    heights: dict[tuple[Any, str], list[float]] = {}
    for p in points:
        point = p["point"]
        of_picture = point.get("sweep") in picture.sweep
        if not of_picture or (point.get("bytes") == SLOPE) != picture.slopes:
            continue
        if any(point.get(name) != value for name, value in picture.where.items()):
            continue
        y = p["metric"].get(picture.y)
        if y is None:
            where = f"experiments/{p['experiment']}/experiment.toml, picture {picture.caption}"
            raise unknown("metric", picture.y, list(p["metric"]), where)
        if picture.per:
            y = float(str(y)) / int(str(point[picture.per]))
        x = point[picture.x]
        place = _name(words, picture.x, x) if picture.kind == "bars" else x
        heights.setdefault((place, _colour_name(picture, words, point)), []).append(float(str(y)))
    found = [
        {"x": x, "y": _median(ys), "colour": colour, "what": "ours"}
        for (x, colour), ys in heights.items()
    ]
    for anchor in picture.source if found else ():
        colour = _colour_name(picture, words, anchor)
        point = {"x": anchor[picture.x], "y": anchor[picture.y]}
        found.append({**point, "colour": colour, "what": "source"})
    return found


def _median(values: list[float]) -> float:
    """Of one value itself, a whole number as such."""
    middle = median(values)
    return int(middle) if middle == int(middle) else middle


def _colour_name(picture: Picture, words: Mapping[str, Word], point: Mapping[str, Any]) -> Any:
    """How readers call its value; of several axes each value but `none`."""
    values = [(axis, point[axis]) for axis in picture.colour]
    if len(values) == 1:
        return _name(words, *values[0])
    return ", ".join(str(_name(words, *value)) for value in values if value[1] != "none")


def _name(words: Mapping[str, Word], axis: str, value: Any) -> Any:
    """A value as readers call it; a number without a name stays one."""
    word = words.get(axis)
    return word.name_of(value) if word and word.names else value


def _svg(
    picture: Picture, values: list[dict[str, Any]], words: Mapping[str, Word], scheme: str
) -> str:
    draw = {"curve": _curve, "bars": _bars}[picture.kind]
    colour = words.get(picture.colour[0])
    order = list(dict.fromkeys(v["colour"] for v in values))
    if colour is not None and len(picture.colour) == 1:  # the same colour on every picture
        order = [colour.name_of(value) for value in colour.values]
    chart = draw(values, order, (_axis(words, picture.x), _title(picture)), scheme)
    return charts.render(chart.properties(width=440, height=300), scheme)


def _finding(
    picture: Picture, values: Sequence[Mapping[str, Any]], words: Mapping[str, Word]
) -> str:
    """What a picture shows, of its values as readers call them."""
    named = [
        findings.Value(
            _called(words, picture.x, v["x"]),
            _called(words, picture.colour[0], v["colour"]),
            v["x"],
            v["y"],
        )
        for v in values
    ]
    return findings.of(picture.finding, named, _title(picture))


def _called(words: Mapping[str, Word], axis: str, value: Any) -> str:
    """A value in a sentence: a size as such, a bare number with its axis."""
    if axis == "bytes":
        return report.size_name(value)
    return f"{value} {_axis(words, axis)}" if isinstance(value, int) else str(value)


def _axis(words: Mapping[str, Word], axis: str) -> str:
    word = words.get(axis)
    return (word.title if word else "") or axis.replace("_", " ")


def _title(picture: Picture) -> str:
    if picture.per:
        return picture.y_title or f"{picture.y} of one of {picture.per}"
    return picture.y_title or METRICS.get(picture.y, picture.y.replace("_", " "))


def _colour(values: list[dict[str, Any]], order: Sequence[str], scheme: str) -> Any:
    pairs = zip(order, itertools.cycle(charts.COLOURS[scheme]), strict=False)
    used = {name: ink for name, ink in pairs if any(v["colour"] == name for v in values)}
    # Names in one line that is longer than the picture would make the picture small.
    columns = max(1, LEGEND_LETTERS // max(len(str(name)) for name in used))
    return altair.Color(
        "colour:N",
        scale=altair.Scale(domain=list(used), range=list(used.values())),
        legend=altair.Legend(title=None, orient="top", columns=columns, labelLimit=0),
    )


Titles = tuple[str, str]  # of both axes


def _curve(values: list[dict[str, Any]], order: Sequence[str], titles: Titles, scheme: str) -> Any:
    """Both axes logarithmic."""
    x = altair.X(
        "x:Q",
        scale=altair.Scale(type="log", base=2),
        axis=altair.Axis(title=titles[0], labelExpr=charts.SIZE_LABEL, tickCount=6),
    )
    y = altair.Y(
        "y:Q",
        scale=altair.Scale(type="log", nice=False),
        axis=altair.Axis(title=titles[1], format="~s", tickCount=5),
    )
    colour = _colour(values, order, scheme)
    ours = altair.Chart(charts.data([v for v in values if v["what"] == "ours"]))
    layers = [ours.mark_line(point=True, strokeWidth=2).encode(x=x, y=y, color=colour)]
    source = [v for v in values if v["what"] == "source"]
    if source:
        crosses = altair.Chart(charts.data(source))
        mark = crosses.mark_point(shape="cross", size=120, filled=True, opacity=1)
        layers.append(mark.encode(x=x, y=y, color=colour))
    return altair.layer(*layers)


def _bars(values: list[dict[str, Any]], order: Sequence[str], titles: Titles, scheme: str) -> Any:
    """Bars side by side, each with its number."""
    present = [name for name in order if any(v["colour"] == name for v in values)]
    floor, height = _height(values)
    base = altair.Chart(charts.data(values)).encode(
        x=altair.X("x:N", sort=None, axis=altair.Axis(title=titles[0], labelAngle=0)),
        xOffset=altair.XOffset("colour:N", sort=present),
        y=altair.Y("y:Q", scale=height, axis=altair.Axis(title=titles[1])),
    )
    bars = base.mark_bar().encode(y2=altair.datum(floor), color=_colour(values, order, scheme))
    text = base.mark_text(dy=-6, fontSize=10, color=charts.INK[scheme])
    return altair.layer(bars, text.encode(text=altair.Text("y:Q", format=",.3~r")))


def _height(values: list[dict[str, Any]]) -> tuple[float, Any]:
    """Where bars begin, and their scale: logarithmic when they differ more than a reader sees."""
    heights = [float(v["y"]) for v in values if float(v["y"]) > 0]
    if max(heights, default=1) < 50 * min(heights, default=1):
        return 0, altair.Scale(type="linear")
    floor = 10.0 ** math.floor(math.log10(min(heights)))
    return floor, altair.Scale(type="log", domainMin=floor)
