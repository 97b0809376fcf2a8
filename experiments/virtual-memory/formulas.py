# SPDX-License-Identifier: Apache-2.0
"""Figures of translation: what it costs a copy, and a load."""

from __future__ import annotations

from experiments.copies.formulas import Rows, beside_slope

from freightyard.experiments.formulas import worst_stall
from freightyard.experiments.rows import number, slope_fit, slopes
from freightyard.system.results import Scalar

__all__ = ["beside_slope"]
_BARE, _SV39 = "bare", "sv39"


def translation_stall(rows: Rows, every: Rows) -> float:
    """Worst stall of a load under Sv39 minus that under Bare."""
    by = {mode: [r for r in rows if r.values.get("translation") == mode] for mode in (_BARE, _SV39)}
    return worst_stall(by[_SV39], every) - worst_stall(by[_BARE], every)


def page_loss_copy(rows: Rows, _: Rows, *, at_most: int) -> float:
    """1 - cycles under Bare / cycles under Sv39 of the worst single copy up to a size."""
    cycles: dict[tuple[Scalar, ...], dict[Scalar, float]] = {}
    for row in rows:
        place = tuple(row.values[name] for name in ("bytes", "source_offset", "target_offset"))
        if number(row, "bytes") <= at_most:
            cycles.setdefault(place, {})[row.values["translation"]] = number(row, "cycles")
    return max(1 - by_mode[_BARE] / by_mode[_SV39] for by_mode in cycles.values())


def page_loss(rows: Rows, _: Rows) -> float:
    """1 - rate under Sv39 / rate under Bare, slopes; the worst over the offsets."""
    rates: dict[tuple[Scalar, ...], dict[Scalar, float]] = {}
    for group in slopes(rows):
        values = group[0].values
        place = tuple(values[name] for name in ("source_offset", "target_offset"))
        rates.setdefault(place, {})[values["translation"]] = 1 / slope_fit(group)[0]
    return max(1 - by_mode[_SV39] / by_mode[_BARE] for by_mode in rates.values())
