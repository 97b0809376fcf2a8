# SPDX-License-Identifier: Apache-2.0
"""Every rule of the monitor is broken by a bad agent and named; good traffic stays silent."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.bench import run_cocotb


@pytest.mark.parametrize("kind", ["2", "0"], ids=["coherent", "lightweight"])
def test_rules(kind: str) -> None:
    run_cocotb(
        "fy_tl_monitor",
        ["tilelink"],
        Path(__file__).with_name("cocotb_monitor.py"),
        parameters={"Kind": f"2'd{kind}", "Sources": 16, "Fatal": False},
        environment={"KIND": kind},
    )
