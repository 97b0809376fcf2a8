# SPDX-License-Identifier: Apache-2.0
"""fy_devices with fy_test_device, fy_timer, fy_console and fy_counter_unit, one build."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.bench import run_cocotb


@pytest.mark.parametrize(
    "case",
    ["reset_values", "test_device", "unmapped", "timer", "console", "counters", "bus_errors"],
)
def test_devices(case: str) -> None:
    code = Path(__file__).with_name("cocotb_devices.py")
    run_cocotb("fy_devices", ["systems/copy_engine"], code, testcase=case, flat=True)
