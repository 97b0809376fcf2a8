# SPDX-License-Identifier: Apache-2.0
"""Figures of the unrolled loop, and of the search for the best scalar copy."""

from __future__ import annotations

from collections.abc import Sequence

from experiments.copies.formulas import Rows, beside_slope

from freightyard.experiments.rows import Row, number, slope_fit, slopes
from freightyard.system.results import Scalar

__all__ = ["beside_slope"]

_TURN = ("unroll", "ahead", "merge")  # what makes a copy of the grid
_PLACE = ("resident", "bytes")  # what it is measured at


def best_factor(rows: Rows, _: Rows) -> float:
    """The unroll factor with the largest slope; the smaller of equals."""
    rates = {number(group[0], "unroll"): 1 / slope_fit(group)[0] for group in slopes(rows)}
    return max(sorted(rates), key=lambda factor: round(rates[factor], 3))


def fastest_turn(rows: Rows, _: Rows, *, axis: str) -> float:
    """Where the fastest copy of the grid lies on an axis."""
    return number(_fastest(rows)[0], axis)


def piece_gain(rows: Rows, _: Rows) -> float:
    """Cycles of the fastest merge with an OR over those of the fastest with a piece."""
    by = {name: [r for r in rows if r.values["merge"] == name] for name in ("or", "piece")}
    return _cycles(_fastest(by["or"])) / _cycles(_fastest(by["piece"]))


def kept_share(rows: Rows, every: Rows) -> float:
    """Cycles of the fastest of the grid over those of the copy that is kept; the worst offsets.

    The grid merges at 2/0 alone; an OR takes as long at any offsets, and stands for 6/0.
    """
    shares = []
    for source in {row.values["source_offset"] for row in rows}:
        kept = [row for row in rows if row.values["source_offset"] == source]
        places = [_place(row) for row in kept]
        grid = [
            row
            for row in every
            if row.sweep == ("merges" if source else "turns")
            and (source != 6 or row.values["merge"] == "or")
            and _place(row) in places
        ]
        shares.append(_cycles(_fastest(grid)) / _cycles(kept))
    return min(shares)


def _place(row: Row) -> tuple[Scalar, ...]:
    return tuple(row.values[name] for name in _PLACE)


def _cycles(rows: Sequence[Row]) -> float:
    return sum(number(row, "cycles") for row in rows)


def _fastest(rows: Rows) -> list[Row]:
    """The rows of the copy with the fewest cycles, all its places together."""
    copies: dict[tuple[Scalar, ...], list[Row]] = {}
    for row in rows:
        copies.setdefault(tuple(row.values.get(name, "") for name in _TURN), []).append(row)
    return min(copies.values(), key=_cycles)
