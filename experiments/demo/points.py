# SPDX-License-Identifier: Apache-2.0
"""The points of the demo: prefixes, the whole file, slopes, break-even sizes, the cycles spent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from experiments.copies.curve import Curve, curve
from experiments.copies.formulas import NEVER, beside_slope, break_even, limits

from freightyard.experiments.experiment import Experiment
from freightyard.experiments.rows import Row, common_point, constants, number, slope_fit, slopes
from freightyard.system.results import Result, Scalar, result

OFFSETS = ((0, 0), (3, 5))
SLOPE_FROM = 1024
TABLE = "break_even"  # the sweep of the table of break-even sizes
CYCLE_BUDGET = 20_000_000  # of everything beside the whole file

_Scalars = Mapping[tuple[Scalar, ...], tuple[float, float]]


def points(experiment: Experiment, rows: Sequence[Row]) -> list[Result]:
    """What the table and the page of the demo show, and nothing else."""
    assert experiment.payload is not None
    workload = experiment.payload.name
    single = constants(rows)
    limit: dict[str, Scalar] = dict(limits(rows, single)) if single else {}
    sizes = [row for row in rows if row.sweep.startswith("prefixes")]
    best = _best_scalar([row for row in rows if row.sweep != TABLE])
    found = [_prefix(workload, row, limit, best) for row in sizes]
    found += [_whole(workload, row, limit, best) for row in rows if "sha256" in row.values]
    return [*found, *_slopes(workload, sizes, rows), *_summary(workload, rows, found)]


def _place(row: Row) -> tuple[Scalar, ...]:
    offsets = (row.values.get("source_offset", 0), row.values.get("target_offset", 0))
    return "sha256" in row.values, row.values["bytes"], *offsets


def _best_scalar(rows: Sequence[Row]) -> _Scalars:
    """Cycles of the loop and of the better scalar mover at each place where both were run."""
    found: dict[tuple[Scalar, ...], dict[str, float]] = {}
    for row in rows:
        found.setdefault(_place(row), {})[str(row.values["mover"])] = number(row, "cycles")
    return {
        place: (by["scalar_loop"], min(by["scalar_loop"], by["memcpy"]))
        for place, by in found.items()
        if "scalar_loop" in by and "memcpy" in by
    }


def _prefix(workload: str, row: Row, limit: dict[str, Scalar], best: _Scalars) -> Result:
    cycles = number(row, "cycles")
    rate = number(row, "bytes") / cycles
    metric: dict[str, Scalar] = {
        "cycles": row.values["cycles"],
        "bytes_per_cycle": rate,
        "wrong_bytes": row.values["wrong"],
    }
    scalar = best.get(_place(row))
    if scalar is not None:
        metric |= {
            "gain_over_loop": scalar[0] / cycles,
            "gain_over_best_scalar": scalar[1] / cycles,
        }
    own = limit if row.values["mover"] == "engine" else {}
    if own:
        metric["limit_share"] = rate / min(float(str(v)) for v in own.values())
    point: dict[str, Scalar] = {"part": "prefix", "source_offset": 0, "target_offset": 0}
    return result("demo", point | row.point | {"workload": workload}, metric, row.run, limit=own)


def _whole(workload: str, row: Row, limit: dict[str, Scalar], best: _Scalars) -> Result:
    found = _prefix(workload, row, limit, best)
    found["point"] |= {"part": "whole"}
    found["metric"] |= {name: row.values[name] for name in ("sha256", "sha256_source", "same")}
    return found


def _slopes(workload: str, sizes: Sequence[Row], every: Sequence[Row]) -> list[Result]:
    """A slope a mover and offset, over the sizes from 1 KB."""
    found = []
    for group in slopes([row for row in sizes if number(row, "bytes") >= SLOPE_FROM]):
        if len(group) < 3:
            continue
        per_byte, intercept = slope_fit(group)
        metric: dict[str, Scalar] = {
            "bytes_per_cycle": 1 / per_byte,
            "intercept_cycles": intercept,
        }
        source, limit = beside_slope(group, every)
        if limit:
            metric["limit_share"] = 1 / per_byte / min(limit.values())
        point = common_point(group) | {"workload": workload, "part": "slope"}
        found.append(result("demo", point, metric, group[-1].run, source=source, limit=limit))
    return found


def prefixes(points: Sequence[Result], offsets: tuple[int, int]) -> Curve:
    """The prefixes of an alignment as a curve."""
    return curve(
        [
            p
            for p in points
            if p["point"].get("part") == "prefix"
            and (p["point"]["source_offset"], p["point"]["target_offset"]) == offsets
        ]
    )


def _summary(workload: str, rows: Sequence[Row], found: Sequence[Result]) -> list[Result]:
    """Break-even sizes and the cycles that all of it took."""
    runs = {row.run["id"]: (row.run["cycles"], "sha256" in row.values) for row in rows}
    metric: dict[str, Scalar] = {
        "cycles": sum(cycles for cycles, whole in runs.values() if not whole),
        "cycles_whole": sum(cycles for cycles, whole in runs.values() if whole),
        "wrong_bytes": sum(int(number(row, "wrong")) for row in rows),
    }
    run, limit = rows[-1].run, {"cycles": CYCLE_BUDGET}
    total: dict[str, Scalar] = {"workload": workload, "part": "total"}
    summary = [result("demo", total, metric, run, limit=limit)]
    for source, target in OFFSETS:
        size = prefixes(found, (source, target)).never_slower()
        place = {"source_offset": source, "target_offset": target}
        point: dict[str, Scalar] = {"workload": workload, "part": "break_even", **place}
        metric = {"break_even": NEVER if size is None else size}
        summary.append(result("demo", point, metric, run))
    return summary + _table(workload, [row for row in rows if row.sweep == TABLE])


def _table(workload: str, rows: Sequence[Row]) -> list[Result]:
    """Break-even sizes, all offsets together, by place of the source and use of the target."""
    cells: dict[tuple[str, str], list[Row]] = {}
    for row in rows:
        cells.setdefault((str(row.values["resident"]), str(row.values["after"])), []).append(row)
    return [
        result(
            "demo",
            {"workload": workload, "part": TABLE + "_table", "resident": resident, "after": after},
            {"break_even": break_even(own, ())},
            own[-1].run,
        )
        for (resident, after), own in cells.items()
    ]
