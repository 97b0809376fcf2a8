# SPDX-License-Identifier: Apache-2.0
"""Figures of the memory systems: gains by more hardware, and ours over the published tables."""

from __future__ import annotations

import itertools
import statistics

from experiments.copies.formulas import Rows, beside_slope, limit_share, note, shares
from experiments.copies.limits import source_rate

from freightyard.experiments.rows import number, slope_fit, slopes, whole_settings
from freightyard.system.results import Scalar

__all__ = ["beside_slope", "limit_share", "note"]


def limit_share_median(rows: Rows, every: Rows) -> float:
    """The median of the shares of the limit that the slopes reach."""
    return statistics.median(shares(rows, every))


def source_margin(rows: Rows, _: Rows) -> float:
    """Least ratio of our slopes to what the source prints for the same point."""
    return min(_source_ratios(rows))


def below_source(rows: Rows, _: Rows) -> float:
    """Slopes below what the source prints for the same point."""
    return sum(ratio < 1 for ratio in _source_ratios(rows))


def _source_ratios(rows: Rows) -> list[float]:
    ratios = []
    for group in slopes(rows):
        source = source_rate(str(group[0].values["mover"]), whole_settings(group[0]))
        if source:
            ratios.append(1 / slope_fit(group)[0] / float(str(source["bytes_per_cycle"])))
    return ratios


def regression_worst(rows: Rows, _: Rows) -> float:
    """Largest loss of a slope against one with fewer trackers or a smaller buffer, else equal."""
    rates = [(whole_settings(group[0]), 1 / slope_fit(group)[0]) for group in slopes(rows)]
    more = ("trackers", "buffer_blocks")
    worst = 0.0
    for (large, ours), (small, theirs) in itertools.permutations(rates, 2):
        same = all(large[name] == small[name] for name in large if name not in more)
        if same and all(large[name] >= small[name] for name in more):
            worst = max(worst, 1 - ours / theirs)
    return worst


def tracker_gain(rows: Rows, _: Rows, *, trackers: int) -> float:
    """Rate with a number of trackers over the rate with one."""
    rates = {whole_settings(g[0])["trackers"]: 1 / slope_fit(g)[0] for g in slopes(rows)}
    return rates[trackers] / rates[1]


def copy_gain(rows: Rows, _: Rows, *, trackers: int) -> float:
    """Cycles of a single copy with one tracker over those with several; the worst copy."""
    cycles: dict[tuple[Scalar, ...], dict[int, float]] = {}
    for row in rows:
        place = tuple(row.values[k] for k in ("bytes", "source_offset", "target_offset"))
        cycles.setdefault(place, {})[whole_settings(row)["trackers"]] = number(row, "cycles")
    return min(by[1] / by[trackers] for by in cycles.values())
