# SPDX-License-Identifier: Apache-2.0
"""Figures of the unrolled loop."""

from __future__ import annotations

from experiments.copies.formulas import Rows, beside_slope

from freightyard.experiments.rows import number, slope_fit, slopes

__all__ = ["beside_slope"]


def best_factor(rows: Rows, _: Rows) -> float:
    """The unroll factor with the largest slope; the smaller of equals."""
    rates = {number(group[0], "unroll"): 1 / slope_fit(group)[0] for group in slopes(rows)}
    return max(sorted(rates), key=lambda factor: round(rates[factor], 3))
