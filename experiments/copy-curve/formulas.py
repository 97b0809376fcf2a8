# SPDX-License-Identifier: Apache-2.0
"""What the experiment takes from those with copies."""

from experiments.copies.formulas import beside_slope, gain_over_loop

__all__ = ["beside_slope", "gain_over_loop"]
