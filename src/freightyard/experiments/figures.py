# SPDX-License-Identifier: Apache-2.0
"""Figures of an experiment beside what was asked, and its rows and slopes as results."""

from __future__ import annotations

from collections.abc import Sequence

from freightyard.errors import UserError
from freightyard.experiments import source_figures
from freightyard.experiments.axes import unknown
from freightyard.experiments.experiment import Experiment, Row, point_of
from freightyard.experiments.formulas import (
    FORMULAS,
    Figure,
    by_hardware,
    limits,
    number,
    slope_fit,
)
from freightyard.system.results import Result, Scalar, result

KEYS = (
    *("name", "means", "formula", "sweep", "where", "at_least", "at_most", "source"),
    *("statistic", "value", "trackers", "constants", "port_binds_by"),  # of formulas
)

SOURCE_UNROLL = 8  # of the scalar loop that the source measured


def check(experiment: Experiment) -> None:
    """Say before the first run that a figure can never be computed."""
    sweeps = [sweep["name"] for sweep in experiment.sweeps]
    for figure in experiment.figures:
        where = f"experiments/{experiment.id}/experiment.toml, figure {figure.get('name', '?')}"
        for key in figure:
            if key not in KEYS:
                raise unknown("key", key, KEYS, where)
        if figure.get("formula") not in FORMULAS:
            raise unknown("formula", str(figure.get("formula")), sorted(FORMULAS), where)
        for key in ("sweep", "constants"):
            if key in figure and figure[key] not in sweeps:
                raise unknown("sweep", figure[key], sweeps, where)


def values(experiment: Experiment, rows: Sequence[Row], smoke: bool) -> dict[str, float]:
    """The figures that these rows are enough for, by name."""
    found = {}
    present = {row.sweep for row in rows}
    for figure in experiment.figures:
        if figure.get("sweep") in present:
            try:
                found[figure["name"]] = FORMULAS[figure["formula"]](
                    chosen(rows, figure), figure, rows
                )
            except UserError:
                if not smoke:
                    raise
    return found


def chosen(rows: Sequence[Row], figure: Figure) -> list[Row]:
    """The rows that a figure is made of."""
    where = figure.get("where", {})
    found = [
        row
        for row in rows
        if row.sweep == figure.get("sweep", row.sweep)
        and all({**row.run["settings"], **row.values}.get(k) == v for k, v in where.items())
    ]
    if not found:
        raise UserError(f"no row of the experiment fits the figure {figure['name']}")
    return found


def passes(figure: Figure, value: float) -> bool:
    """Whether a figure reaches what was asked."""
    return bool(figure.get("at_least", value) <= value <= figure.get("at_most", value))


def evaluate(experiment: Experiment, rows: Sequence[Row], smoke: bool) -> list[Result]:
    """One point a figure; figures whose sweep a smoke run leaves out are left out."""
    present = {row.sweep for row in rows}
    points = []
    for figure in experiment.figures:
        if smoke and figure.get("sweep", "") not in {*present, ""}:
            continue
        try:
            own = chosen(rows, figure)
            value = FORMULAS[figure["formula"]](own, figure, rows)
        except UserError:
            if not smoke:
                raise
            continue
        asked: dict[str, Scalar] = {k: figure[k] for k in ("at_least", "at_most") if k in figure}
        point = common_point(own) | {"figure": figure["name"]}
        metric: dict[str, Scalar] = {figure["name"]: value, "pass": passes(figure, value)}
        source = {figure["name"]: figure["source"]} if "source" in figure else {}
        points.append(result(experiment.id, point, metric, own[-1].run, limit=asked, source=source))
    return points


def common_point(rows: Sequence[Row]) -> dict[str, Scalar]:
    """Axes on which all rows agree; `bytes` is `slope` when they have several sizes."""
    points = [point_of(row) for row in rows]
    point = {k: v for k, v in points[0].items() if all(p.get(k) == v for p in points)}
    if "bytes" in points[0] and "bytes" not in point and "workload" not in point:
        point["bytes"] = "slope"
    return point


def measured(experiment: Experiment, rows: Sequence[Row]) -> list[Result]:
    """One point a row, and one a slope."""
    points = [_measured_row(experiment, row) for row in rows]
    single = next((row for row in rows if row.sweep == "single_block"), None)
    for group in by_hardware([row for row in rows if "mover" in row.values]):
        single_copies = group[0].sweep != "break_even" and "workload" not in group[0].values
        if len({row.values["bytes"] for row in group}) > 2 and single_copies:
            points.append(_measured_slope(experiment, group, single))
    return points


def _measured_row(experiment: Experiment, row: Row) -> Result:
    point = point_of(row)
    skip = {*point, "command", "size"}
    metric: dict[str, Scalar] = {k: v for k, v in row.values.items() if k not in skip}
    if "wrong" in metric:
        metric["wrong_bytes"] = metric.pop("wrong")
    if {"bytes", "cycles"} <= row.values.keys():
        metric["bytes_per_cycle"] = number(row, "bytes") / number(row, "cycles")
    point["sweep"] = row.sweep
    return result(experiment.id, point, metric, row.run)


def _measured_slope(experiment: Experiment, group: Sequence[Row], single: Row | None) -> Result:
    per_byte, intercept = slope_fit(group)
    metric: dict[str, Scalar] = {
        "bytes_per_cycle": 1 / per_byte,
        "intercept_cycles": intercept,
        "wrong_bytes": sum(number(row, "wrong") for row in group),
    }
    limit: dict[str, Scalar] = {}
    mover = str(group[0].values["mover"])
    if mover == "engine" and single is not None and group[0].values["resident"] == "l2":
        bound = limits(group, single)
        limit |= bound
        metric["limit_share"] = 1 / per_byte / min(bound.values())
    source = source_figures.source_rate(mover, group[0].run["settings"])
    if group[0].values.get("unroll", SOURCE_UNROLL) != SOURCE_UNROLL:
        source = {}
    point = common_point(group) | {"sweep": group[0].sweep}
    return result(experiment.id, point, metric, group[-1].run, source=source, limit=limit)
