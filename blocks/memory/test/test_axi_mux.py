# SPDX-License-Identifier: Apache-2.0
"""fy_axi_mux in front of a memory: cycles, fairness, random bursts with stalls."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware import sources
from freightyard.hardware.verilator import build_verilated
from freightyard.store import ROOT
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("clients", "write_bursts"), [(2, 2), pytest.param(3, 8, marks=pytest.mark.default)]
)
def test_axi_mux(clients: int, write_bursts: int) -> None:
    """No cycle added, a beat a cycle, W in the order of AW, ids back to their clients."""
    program = build_verilated(
        "fy_axi_mux_top",
        ["memory"],
        cpp=[
            HERE / "axi_mux.cpp",
            ROOT / "sim" / "endpoints" / "memory_contents.cpp",
            ROOT / "sim" / "system" / "link_stalls.cpp",
        ],
        sv=[HERE / "fy_axi_mux_top.sv"],
        parameters={"Clients": clients, "WriteBursts": write_bursts},
        layouts=True,
        flat=True,
        change=sources.inspecting,  # a link that can hold a channel
    )
    for seed in range(seed_of(), seed_of() + 3):
        assert "passed" in run_program(program, "--clients", clients, "--links", 1, seed=seed)
