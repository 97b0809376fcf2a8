# SPDX-License-Identifier: Apache-2.0
"""Figures of an experiment: formulas over its rows, beside what was asked."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from freightyard import source_figures
from freightyard.errors import UserError
from freightyard.experiment import Experiment, Row, point_of
from freightyard.results import Result, Scalar, fit, result

NEVER = 1e9
ROUNDING = 1e-6
MOVERS = ("scalar_loop", "memcpy")
TRANSLATIONS = ("bare", "sv39")
Figure = Mapping[str, Any]


def number(row: Row, name: str) -> float:
    """A value of a row that must be a number."""
    value = row.values.get(name)
    if not isinstance(value, int | float):
        raise UserError(f"a line of the sweep {row.sweep} gives no number for {name}: {row.values}")
    return value


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


# ---- formulas -------------------------------------------------------------------------------


def rate(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return number(rows[0], "bytes") / number(rows[0], "cycles")


def slope_fit(rows: Sequence[Row]) -> tuple[float, float]:
    """Cycles a byte and constant cycles, least squares over the sizes."""
    return fit([(number(row, "bytes"), number(row, "cycles")) for row in rows])


def slope(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return 1 / slope_fit(rows)[0]


def worst_stall(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return max((number(r, "cycles") - number(r, "base")) / number(r, "hops") for r in rows)


def translation_stall(rows: Sequence[Row], figure: Figure, every: Sequence[Row]) -> float:
    """Worst stall of a load under Sv39 minus that under Bare."""
    by = {mode: [r for r in rows if r.values.get("translation") == mode] for mode in TRANSLATIONS}
    bare, sv39 = (worst_stall(by[mode], figure, every) for mode in TRANSLATIONS)
    return sv39 - bare


def page_loss(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    """1 - rate under Sv39 / rate under Bare, slopes; the worst over the offsets."""
    rates: dict[tuple[Scalar, ...], dict[Scalar, float]] = {}
    for group in by_hardware(rows):
        values = group[0].values
        place = tuple(values[name] for name in ("source_offset", "target_offset"))
        rates.setdefault(place, {})[values["translation"]] = 1 / slope_fit(group)[0]
    bare, sv39 = TRANSLATIONS
    return max(1 - by_mode[sv39] / by_mode[bare] for by_mode in rates.values())


def total(rows: Sequence[Row], figure: Figure, __: Sequence[Row]) -> float:
    """Sum of the value that the figure names."""
    return sum(number(row, figure["value"]) for row in rows)


def instructions_per_cycle(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return number(rows[0], "instructions") / number(rows[0], "cycles")


def tracker_last(rows: Sequence[Row], figure: Figure, __: Sequence[Row]) -> float:
    return tracker(rows[-1], figure["statistic"], "last")


def tracker_maximum(rows: Sequence[Row], figure: Figure, __: Sequence[Row]) -> float:
    return max(tracker(row, figure["statistic"], "maximum") for row in rows)


def tracker(row: Row, statistic: str, part: str) -> float:
    """A statistic of the tracker port in the simulation of a row."""
    seen = row.tracker.get(statistic)
    if seen is None:
        raise UserError(f"the sweep {row.sweep} saw no {statistic} at the port of tracker 0")
    return float(seen[part])


def break_even(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    """The smallest size from which the engine is never slower, at any offsets."""
    cycles: dict[tuple[Scalar, ...], dict[str, float]] = {}
    for row in rows:
        place = tuple(row.values[k] for k in ("bytes", "source_offset", "target_offset"))
        cycles.setdefault(place, {})[str(row.values["mover"])] = number(row, "cycles")
    sizes = sorted({int(str(place[0])) for place in cycles})
    slower = [
        int(str(place[0]))
        for place, by in cycles.items()
        if by["engine"] > min(by[mover] for mover in MOVERS)
    ]
    enough = [size for size in sizes if size > max(slower, default=0)]
    return float(enough[0]) if enough else NEVER


def limits(rows: Sequence[Row], single: Row) -> dict[str, float]:
    """Limits of sheet 11 in bytes a cycle for the hardware of a slope."""
    settings = rows[0].run["settings"]
    held = tracker(single, "get_held", "last") + tracker(single, "put_held", "last")
    return {
        "port": source_figures.port_limit(),
        "buffer": settings["buffer_blocks"] * 64 / tracker(single, "block_held", "last"),
        "transactors": settings["transactors"] * 64 / held,
    }


def by_hardware(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each slope."""
    groups: dict[tuple[Scalar, ...], list[Row]] = {}
    for row in rows:
        settings = row.run["settings"]
        key = (
            row.sweep,
            row.values.get("mover"),
            row.values.get("resident"),
            row.values.get("translation"),
            *(settings[name] for name in ("transactors", "buffer_blocks", "memory_latency")),
            row.values.get("source_offset"),
            row.values.get("target_offset"),
        )
        groups.setdefault(key, []).append(row)
    return list(groups.values())


def limit_share(rows: Sequence[Row], figure: Figure, every: Sequence[Row]) -> float:
    """The worst share of the limit; a share above 1 is a wrong limit and counts as 0."""
    single = next((row for row in every if row.sweep == figure["constants"]), None)
    if single is None:
        raise UserError(f"{figure['name']} needs the sweep {figure['constants']}, which has no row")
    shares = []
    for group in by_hardware(rows):
        bound = limits(group, single)
        others = min(value for name, value in bound.items() if name != "port")
        if "port_binds_by" in figure and others < figure["port_binds_by"] * bound["port"]:
            continue
        share = 1 / slope_fit(group)[0] / min(bound.values())
        shares.append(share if share <= 1 + ROUNDING else 0.0)
    if not shares:
        raise UserError(f"{figure['name']}: the port binds nowhere in the sweep {figure['sweep']}")
    return min(shares)


def wrong_bytes(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return sum(number(row, "wrong") for row in rows if "wrong" in row.values)


def median_speed(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return statistics.median(row.sim_hz for row in rows)


FORMULAS: dict[str, Callable[[Sequence[Row], Figure, Sequence[Row]], float]] = {
    f.__name__: f
    for f in (
        *(rate, slope, worst_stall, instructions_per_cycle, tracker_last, tracker_maximum),
        *(break_even, limit_share, wrong_bytes, median_speed),
        *(translation_stall, page_loss, total),
    )
}


# ---- results --------------------------------------------------------------------------------


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
        points.append(result(experiment.id, point, metric, own[-1].run, limit=asked))
    return points


def common_point(rows: Sequence[Row]) -> dict[str, Scalar]:
    """Axes on which all rows agree; `bytes` is `slope` when they have several sizes."""
    points = [point_of(row) for row in rows]
    point = {k: v for k, v in points[0].items() if all(p.get(k) == v for p in points)}
    if "bytes" in points[0] and "bytes" not in point:
        point["bytes"] = "slope"
    return point


def measured(experiment: Experiment, rows: Sequence[Row]) -> list[Result]:
    """One point a row, and one a slope."""
    points = [_measured_row(experiment, row) for row in rows]
    single = next((row for row in rows if row.sweep == "single_block"), None)
    for group in by_hardware([row for row in rows if "mover" in row.values]):
        if len({row.values["bytes"] for row in group}) > 2 and group[0].sweep != "break_even":
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
    settings = group[0].run["settings"]
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
    source = source_figures.source_rate(mover, settings["transactors"], settings["buffer_blocks"])
    point = common_point(group) | {"sweep": group[0].sweep}
    return result(experiment.id, point, metric, group[-1].run, source=source, limit=limit)
