# SPDX-License-Identifier: Apache-2.0
"""Rows: the machine lines of finished simulations, with the axes on which they lie."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from freightyard.errors import UserError
from freightyard.experiments.axes import hardware_of, script_of
from freightyard.system import results
from freightyard.system.results import Scalar, fit

SLOPE = "slope"  # in place of the bytes of a point: the slope over several sizes


@dataclass(frozen=True)
class Row:
    """One machine line of a finished simulation."""

    sweep: str
    role: str  # of the sweep
    point: dict[str, Scalar]  # its axes, those of the hardware too
    values: dict[str, Scalar]  # all that the line says
    statistics: Mapping[str, Any]  # what probes saw in the whole simulation
    sim_hz: float
    run: results.Run


def point_of(
    program: str, system: str, values: Mapping[str, Scalar], settings: Mapping[str, Any]
) -> dict[str, Scalar]:
    """The axes of a line under the names of the result schema."""
    point = {name: values[name] for name in script_of(program, system).axes if name in values}
    return point | {axis.name: axis.of(settings) for axis in hardware_of(system)}


def number(row: Row, name: str) -> float:
    """A value of a row that must be a number."""
    value = row.values.get(name)
    if not isinstance(value, int | float):
        raise UserError(f"a line of the sweep {row.sweep} gives no number for {name}: {row.values}")
    return value


def statistic(row: Row, name: str, part: str) -> float:
    """A part (`last`, `minimum`, `maximum`, `count`) of a statistic of a row's simulation."""
    seen = row.statistics.get(name)
    if seen is None:
        raise UserError(f"the sweep {row.sweep} saw no {name} at the probe of its statistics")
    return float(seen[part])


def whole_settings(row: Row) -> dict[str, int]:
    """Keys of the configuration whose value is a whole number."""
    settings = row.run["settings"]
    return {name: value for name, value in settings.items() if isinstance(value, int)}


def slope_fit(rows: Sequence[Row]) -> tuple[float, float]:
    """Cycles a byte and constant cycles, least squares over the sizes."""
    return fit([(number(row, "bytes"), number(row, "cycles")) for row in rows])


def slopes(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each slope: those that differ in their bytes alone."""
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        others = tuple(sorted((k, str(v)) for k, v in row.point.items() if k != "bytes"))
        settings = tuple(sorted((k, str(v)) for k, v in row.run["settings"].items()))
        groups.setdefault((row.sweep, others, settings), []).append(row)
    return list(groups.values())


def common_point(rows: Sequence[Row]) -> dict[str, Scalar]:
    """Axes on which all rows agree; `bytes` is `slope` when single copies have several sizes."""
    points = [row.point for row in rows]
    point = {k: v for k, v in points[0].items() if all(p.get(k) == v for p in points)}
    if "bytes" in points[0] and "bytes" not in point and "workload" not in point:
        point["bytes"] = SLOPE
    return point


def constants(rows: Sequence[Row]) -> Row | None:
    """The first row of a sweep whose role is to give the constants of limits."""
    return next((row for row in rows if row.role == "constants"), None)
