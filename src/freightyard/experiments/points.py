# SPDX-License-Identifier: Apache-2.0
"""The points of an experiment beside its figures: its rows and slopes, or what it makes of them.

An experiment may bring a `points.py` with `points(experiment, rows)` in place of these, and in
its formulas.py a `beside_slope(rows, every)`: what the source reports for a slope, and its limits.
"""

from __future__ import annotations

from collections.abc import Sequence

from freightyard.experiments import code
from freightyard.experiments.experiment import Experiment
from freightyard.experiments.rows import Row, common_point, number, slope_fit, slopes
from freightyard.system.results import Result, Scalar, result

FEWEST = 3  # sizes of a slope


def points(experiment: Experiment, rows: Sequence[Row]) -> list[Result]:
    """One point a row, and one a slope; or those that the experiment makes itself."""
    own = code.function(experiment.folder / "points.py", "points")
    if own is not None:
        made: list[Result] = own(experiment, rows)
        return made
    with_slope = {sweep.name for sweep in experiment.sweeps if sweep.slope}
    found = [_row(experiment, row) for row in rows]
    for group in slopes([row for row in rows if {"bytes", "cycles"} <= row.values.keys()]):
        sizes = {row.values["bytes"] for row in group}
        if len(sizes) >= FEWEST and group[0].sweep in with_slope:
            found.append(_slope(experiment, group, rows))
    return found


def _row(experiment: Experiment, row: Row) -> Result:
    point = dict(row.point)
    skip = {*point, "command", "size"}
    metric: dict[str, Scalar] = {k: v for k, v in row.values.items() if k not in skip}
    if "wrong" in metric:
        metric["wrong_bytes"] = metric.pop("wrong")
    if {"bytes", "cycles"} <= row.values.keys():
        metric["bytes_per_cycle"] = number(row, "bytes") / number(row, "cycles")
    point["sweep"] = row.sweep
    return result(experiment.id, point, metric, row.run)


def _slope(experiment: Experiment, group: Sequence[Row], every: Sequence[Row]) -> Result:
    per_byte, intercept = slope_fit(group)
    metric: dict[str, Scalar] = {
        "bytes_per_cycle": 1 / per_byte,
        "intercept_cycles": intercept,
        "wrong_bytes": sum(number(row, "wrong") for row in group if "wrong" in row.values),
    }
    beside = code.function(experiment.folder / "formulas.py", "beside_slope")
    source, limit = beside(group, every) if beside else ({}, {})
    if limit:
        metric["limit_share"] = 1 / per_byte / min(limit.values())
    point = common_point(group) | {"sweep": group[0].sweep}
    return result(experiment.id, point, metric, group[-1].run, source=source, limit=limit)
