# SPDX-License-Identifier: Apache-2.0
"""Formulas of the figures, over rows of an experiment."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from freightyard.errors import UserError
from freightyard.experiments import source_figures
from freightyard.experiments.experiment import Row
from freightyard.system.results import Scalar, fit

NEVER = 1e9
ROUNDING = 1e-6
PAGE_BYTES = 4096  # of a copy, by one tracker
MOVERS = ("scalar_loop", "memcpy")
TRANSLATIONS = ("bare", "sv39")
Figure = Mapping[str, Any]


def number(row: Row, name: str) -> float:
    """A value of a row that must be a number."""
    value = row.values.get(name)
    if not isinstance(value, int | float):
        raise UserError(f"a line of the sweep {row.sweep} gives no number for {name}: {row.values}")
    return value


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
        if by["engine"] > min(by[mover] for mover in MOVERS if mover in by)
    ]
    enough = [size for size in sizes if size > max(slower, default=0)]
    return float(enough[0]) if enough else NEVER


def limits(rows: Sequence[Row], single: Row) -> dict[str, float]:
    """Limits of sheet 11 in bytes a cycle for the hardware of a slope."""
    settings = rows[0].run["settings"]
    held = tracker(single, "get_held", "last") + tracker(single, "put_held", "last")
    found = source_figures.limits(settings, tracker(single, "block_held", "last"), held)
    trackers = settings.get("trackers", 1)
    if trackers == 1:
        return found
    alone = {name: found[name] / trackers for name in ("port", "buffer")}
    slowest = min(alone.values())
    sizes = [number(row, "bytes") for row in rows]
    return {
        name: slope_limit(rate, alone.get(name, slowest), sizes) for name, rate in found.items()
    }


def slope_limit(rate: float, one: float, sizes: Sequence[float]) -> float:
    """The slope that copies at a limit of `rate` would show, with `one` for a single tracker.

    A page is copied by one tracker: small sizes go at its rate, so the slope lies a little above
    that of large ones.
    """
    if rate <= one or len(set(sizes)) < 2:
        return rate
    cycles = [(size, max(size / rate, min(size, PAGE_BYTES) / one)) for size in sizes]
    return 1 / fit(cycles)[0]


def by_hardware(rows: Sequence[Row]) -> list[list[Row]]:
    """The rows of each slope."""
    groups: dict[tuple[object, ...], list[Row]] = {}
    for row in rows:
        names = ("mover", "unroll", "resident", "translation", "source_offset", "target_offset")
        settings = tuple(sorted(row.run["settings"].items()))
        key = (row.sweep, *(row.values.get(name) for name in names), *settings)
        groups.setdefault(key, []).append(row)
    return list(groups.values())


def shares(rows: Sequence[Row], figure: Figure, every: Sequence[Row]) -> list[float]:
    """Shares of the limit of each slope; one above 1 is a wrong limit and counts as 0."""
    single = next((row for row in every if row.sweep == figure["constants"]), None)
    if single is None:
        raise UserError(f"{figure['name']} needs the sweep {figure['constants']}, which has no row")
    found = []
    for group in by_hardware(rows):
        bound = limits(group, single)
        others = min(bound["buffer"], bound["transactors"])
        if "port_binds_by" in figure and others < figure["port_binds_by"] * bound["port"]:
            continue
        share = 1 / slope_fit(group)[0] / min(bound.values())
        found.append(share if share <= 1 + ROUNDING else 0.0)
    if not found:
        raise UserError(f"{figure['name']}: the port binds nowhere in the sweep {figure['sweep']}")
    return found


def limit_share(rows: Sequence[Row], figure: Figure, every: Sequence[Row]) -> float:
    return min(shares(rows, figure, every))


def limit_share_median(rows: Sequence[Row], figure: Figure, every: Sequence[Row]) -> float:
    return statistics.median(shares(rows, figure, every))


def regression_worst(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    """Largest loss of a slope against one with fewer trackers or a smaller buffer, else equal."""
    rates = [(group[0].run["settings"], 1 / slope_fit(group)[0]) for group in by_hardware(rows)]
    more = ("trackers", "buffer_blocks")
    worst = 0.0
    for (large, ours), (small, theirs) in itertools.permutations(rates, 2):
        same = all(large[name] == small[name] for name in large if name not in more)
        if same and all(large[name] >= small[name] for name in more):
            worst = max(worst, 1 - ours / theirs)
    return worst


def tracker_gain(rows: Sequence[Row], figure: Figure, __: Sequence[Row]) -> float:
    """Rate with the trackers of the figure over the rate with one."""
    rates = {g[0].run["settings"]["trackers"]: 1 / slope_fit(g)[0] for g in by_hardware(rows)}
    return rates[figure["trackers"]] / rates[1]


def gain_over_best_scalar(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    """Cycles of the better scalar mover over those of the engine; the worst over the other axes."""
    found: dict[tuple[Scalar, ...], dict[str, float]] = {}
    for row in rows:
        place = tuple(row.values.get(name) for name in ("workload_seed", "copies", "bin"))
        found.setdefault(place, {})[str(row.values["mover"])] = number(row, "cycles")
    return min(min(by[m] for m in MOVERS if m in by) / by["engine"] for by in found.values())


def gain_over_loop(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    """Slope of the engine over that of the scalar loop."""
    rates = {group[0].values["mover"]: 1 / slope_fit(group)[0] for group in by_hardware(rows)}
    return rates["engine"] / rates["scalar_loop"]


def best_factor(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    """The unroll factor with the largest slope; the smaller of equals."""
    rates = {number(group[0], "unroll"): 1 / slope_fit(group)[0] for group in by_hardware(rows)}
    return max(sorted(rates), key=lambda factor: round(rates[factor], 3))


def source_margin(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    """Least ratio of our slopes to what the source prints for the same point."""
    ratios = []
    for group in by_hardware(rows):
        mover = str(group[0].values["mover"])
        source = source_figures.source_rate(mover, group[0].run["settings"])
        if source:
            ratios.append(1 / slope_fit(group)[0] / float(str(source["bytes_per_cycle"])))
    return min(ratios)


def wrong_bytes(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return sum(number(row, "wrong") for row in rows if "wrong" in row.values)


def median_speed(rows: Sequence[Row], _: Figure, __: Sequence[Row]) -> float:
    return statistics.median(row.sim_hz for row in rows)


FORMULAS: dict[str, Callable[[Sequence[Row], Figure, Sequence[Row]], float]] = {
    f.__name__: f
    for f in (
        *(rate, slope, worst_stall, instructions_per_cycle, tracker_last, tracker_maximum),
        *(break_even, limit_share, wrong_bytes, median_speed),
        *(translation_stall, page_loss, total, limit_share_median, regression_worst),
        *(tracker_gain, source_margin, gain_over_best_scalar, gain_over_loop, best_factor),
    )
}
