# SPDX-License-Identifier: Apache-2.0
"""Formulas that every experiment may name; its own stand in its formulas.py.

A formula takes the rows of its figure, all rows of the experiment, and by name what the figure
gives `with`.
"""

from __future__ import annotations

import statistics
from collections.abc import Sequence

from freightyard.experiments.rows import Row, number, slope_fit, statistic

Rows = Sequence[Row]


def rate(rows: Rows, _: Rows) -> float:
    """Bytes a cycle of the first row."""
    return number(rows[0], "bytes") / number(rows[0], "cycles")


def slope(rows: Rows, _: Rows) -> float:
    """Bytes a cycle, least squares over the sizes."""
    return 1 / slope_fit(rows)[0]


def total(rows: Rows, _: Rows, *, value: str) -> float:
    """Sum of a value."""
    return sum(number(row, value) for row in rows)


def wrong_bytes(rows: Rows, _: Rows) -> float:
    """Bytes that differ from what was copied, in all rows that compare."""
    return sum(number(row, "wrong") for row in rows if "wrong" in row.values)


def instructions_per_cycle(rows: Rows, _: Rows) -> float:
    """Of the first row."""
    return number(rows[0], "instructions") / number(rows[0], "cycles")


def worst_stall(rows: Rows, _: Rows) -> float:
    """Most cycles that a use waits in a chain of `hops` loads, beyond the chain without them."""
    return max((number(r, "cycles") - number(r, "base")) / number(r, "hops") for r in rows)


def statistic_last(rows: Rows, _: Rows, *, statistic: str) -> float:
    """The last value that a probe saw, of the last row."""
    return _statistic(rows[-1], statistic, "last")


def statistic_maximum(rows: Rows, _: Rows, *, statistic: str) -> float:
    """The largest value that a probe saw in any row."""
    return max(_statistic(row, statistic, "maximum") for row in rows)


def median_speed(rows: Rows, _: Rows) -> float:
    """Simulated cycles a second."""
    return statistics.median(row.sim_hz for row in rows)


_statistic = statistic
