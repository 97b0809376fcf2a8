# SPDX-License-Identifier: Apache-2.0
"""Figures of the mix of copies."""

from __future__ import annotations

from experiments.copies.formulas import SCALAR_MOVERS, Rows, break_even

from freightyard.experiments.rows import number
from freightyard.system.results import Scalar

__all__ = ["break_even"]


def gain_over_best_scalar(rows: Rows, _: Rows) -> float:
    """Cycles of the better scalar mover over those of the engine; the worst over the other axes."""
    found: dict[tuple[Scalar, ...], dict[str, float]] = {}
    for row in rows:
        place = tuple(row.values.get(name) for name in ("workload_seed", "copies", "bin"))
        found.setdefault(place, {})[str(row.values["mover"])] = number(row, "cycles")
    return min(min(by[m] for m in SCALAR_MOVERS if m in by) / by["engine"] for by in found.values())


def gain_over_mix(rows: Rows, every: Rows) -> float:
    """The same for rows of the engine alone, over the scalar movers of the sweep `mix`."""
    scalar = [r for r in every if r.sweep == "mix" and r.values["mover"] in SCALAR_MOVERS]
    seeds = {r.values["workload_seed"] for r in rows}
    beside = [r for r in scalar if r.values["workload_seed"] in seeds]
    return gain_over_best_scalar([*beside, *rows], every)
