# SPDX-License-Identifier: Apache-2.0
"""The points of the demo, made from the rows of its simulations."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from freightyard.experiments import figures, formulas, source_figures
from freightyard.experiments.experiment import Row, point_of
from freightyard.system import results
from freightyard.system.results import Result, Scalar

MOVERS = ("scalar_loop", "memcpy", "engine")
OFFSETS = ((0, 0), (3, 5))
SIZES = tuple(1 << power for power in range(19))  # 1 B to 256 KB
WHOLE_BY_ALL = 1 << 20  # a larger file is copied whole by the engine alone
CYCLE_BUDGET = 20_000_000  # of everything beside the whole file
SLOPE_FROM = 1024


@dataclass(frozen=True)
class Part:
    """One simulation of the demo."""

    name: str  # single, prefixes or whole
    script: str
    points: int


def points_of(
    workload: str, size: int, wanted: str, done: Sequence[tuple[Part, list[Row], str]]
) -> list[Result]:
    rows = [row for _, found, _ in done for row in found]
    single = next((row for row in rows if row.sweep == "single"), None)
    limit: dict[str, Scalar] = dict(formulas.limits(rows, single)) if single else {}
    best = _best_scalar(rows)
    points = [
        _point(workload, row, limit, best.get(_place(row)))
        for row in rows
        if row.sweep == "prefixes"
    ]
    for part, found, digest in done:
        if part.name != "whole":
            continue
        point = _point(workload, found[0], limit, best.get(_place(found[0])))
        point["point"] |= {"bytes": size, "part": "whole"}
        point["metric"] |= {
            "sha256": digest,
            "sha256_source": wanted,
            "same": digest == wanted,
        }
        points.append(point)
    return points + _slopes(workload, rows, limit) + _summary(workload, done, points)


def _place(row: Row) -> tuple[Scalar, ...]:
    return (
        row.sweep,
        row.values["bytes"],
        row.values.get("source_offset", 0),
        row.values.get("target_offset", 0),
    )


def _best_scalar(rows: Sequence[Row]) -> dict[tuple[Scalar, ...], tuple[float, float]]:
    """Cycles of the loop and of the better scalar mover at each place where both were run."""
    found: dict[tuple[Scalar, ...], dict[str, float]] = {}
    for row in rows:
        cycles = formulas.number(row, "cycles")
        found.setdefault(_place(row), {})[str(row.values["mover"])] = cycles
    return {
        place: (by["scalar_loop"], min(by["scalar_loop"], by["memcpy"]))
        for place, by in found.items()
        if "scalar_loop" in by and "memcpy" in by
    }


def _point(
    workload: str, row: Row, limit: dict[str, Scalar], scalar: tuple[float, float] | None
) -> Result:
    cycles = formulas.number(row, "cycles")
    rate = formulas.number(row, "bytes") / cycles
    metric: dict[str, Scalar] = {
        "cycles": row.values["cycles"],
        "bytes_per_cycle": rate,
        "wrong_bytes": row.values["wrong"],
    }
    if scalar is not None:
        metric |= {
            "gain_over_loop": scalar[0] / cycles,
            "gain_over_best_scalar": scalar[1] / cycles,
        }
    own = limit if row.values["mover"] == "engine" else {}
    if own:
        metric["limit_share"] = rate / min(float(str(v)) for v in own.values())
    point: dict[str, Scalar] = {"part": "prefix", "source_offset": 0, "target_offset": 0}
    point |= point_of(row) | {"workload": workload}
    return results.result("demo", point, metric, row.run, limit=own)


def _slopes(workload: str, rows: Sequence[Row], limit: dict[str, Scalar]) -> list[Result]:
    """A slope a mover and offset, over the sizes from 1 KB."""
    points = []
    large = [
        row
        for row in rows
        if row.sweep == "prefixes" and formulas.number(row, "bytes") >= SLOPE_FROM
    ]
    for group in formulas.by_hardware(large):
        if len(group) < 3:
            continue
        per_byte, intercept = formulas.slope_fit(group)
        metric: dict[str, Scalar] = {
            "bytes_per_cycle": 1 / per_byte,
            "intercept_cycles": intercept,
        }
        mover = str(group[0].values["mover"])
        own = limit if mover == "engine" else {}
        if own:
            metric["limit_share"] = 1 / per_byte / min(float(str(v)) for v in own.values())
        source = source_figures.source_rate(mover, group[0].run["settings"])
        point = figures.common_point(group) | {"workload": workload, "part": "slope"}
        points.append(
            results.result("demo", point, metric, group[-1].run, source=source, limit=own)
        )
    return points


def break_even(points: Sequence[Result], source: int, target: int) -> int | None:
    """The smallest size from which the engine is never slower than the better scalar mover."""
    gains = sorted(
        (int(str(p["point"]["bytes"])), float(str(p["metric"]["gain_over_best_scalar"])))
        for p in points
        if p["point"].get("part") == "prefix"
        and p["point"]["mover"] == "engine"
        and (p["point"]["source_offset"], p["point"]["target_offset"]) == (source, target)
    )
    slower = max((size for size, gain in gains if gain < 1), default=0)
    return next((size for size, _ in gains if size > slower), None)


def _summary(
    workload: str, done: Sequence[tuple[Part, list[Row], str]], points: Sequence[Result]
) -> list[Result]:
    """Break-even sizes and the cycles that all of it took."""
    runs = {(part.script, rows[0].run["id"]): (part, rows[0].run) for part, rows, _ in done}
    spent = sum(run["cycles"] for part, run in runs.values() if part.name != "whole")
    whole = sum(run["cycles"] for part, run in runs.values() if part.name == "whole")
    run = done[-1][1][0].run
    found = [
        results.result(
            "demo",
            {"workload": workload, "part": "total"},
            {
                "cycles": spent,
                "cycles_whole": whole,
                "wrong_bytes": sum(int(str(p["metric"].get("wrong_bytes", 0))) for p in points),
            },
            run,
            limit={"cycles": CYCLE_BUDGET},
        )
    ]
    for source, target in OFFSETS:
        size = break_even(points, source, target)
        place: dict[str, Scalar] = {"source_offset": source, "target_offset": target}
        found.append(
            results.result(
                "demo",
                {"workload": workload, "part": "break_even"} | place,
                {"break_even": formulas.NEVER if size is None else size},
                run,
            )
        )
    return found
