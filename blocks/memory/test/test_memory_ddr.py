# SPDX-License-Identifier: Apache-2.0
"""fy_memory_ddr: exact cycles, and every command of random traffic against the data sheets."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.store import ROOT
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
MODULES = "fy_ddr_window fy_ddr_banks fy_ddr_scheduler"  # exercised here as parts


@pytest.mark.parametrize(
    ("channels", "interleave"),
    [(1, 64), pytest.param(4, 4096, marks=pytest.mark.default)],
)
def test_memory_ddr(channels: int, interleave: int) -> None:
    """Row hit, miss, conflict, bank overlap, turnaround, refresh; commands, bytes, patience."""
    program = build_verilated(
        "fy_memory_ddr_top",
        ["memory"],
        cpp=[HERE / "memory_ddr.cpp", ROOT / "sim" / "endpoints" / "memory_contents.cpp"],
        sv=[HERE / "fy_memory_ddr_top.sv"],
        parameters={"Channels": channels, "Interleave": interleave},
        layouts=True,
        flat=True,
    )
    for seed in range(seed_of(), seed_of() + 2):
        out = run_program(program, "--channels", channels, "--interleave", interleave, seed=seed)
        assert "passed" in out
