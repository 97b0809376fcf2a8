# SPDX-License-Identifier: Apache-2.0
"""fy_counter_unit with two harts, of which each has some counters."""

from __future__ import annotations

from pathlib import Path

from freightyard.verification.bench import run_cocotb

PARAMETERS = {"Counters": 5, "Harts": 2, "PerHart": "5'b01101", "ErrorSources": 2}


def test_counters_of_two_harts() -> None:
    code = Path(__file__).with_name("cocotb_counter_unit.py")
    run_cocotb("fy_counter_unit", ["peripherals"], code, parameters=PARAMETERS)
