# SPDX-License-Identifier: Apache-2.0
"""fy_memory_fixed with fy_memory_contents: exact cycles, errors, contents."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.store import ROOT
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
MODULES = "fy_memory_read_channel fy_memory_write_channel"  # exercised here as parts


@pytest.mark.parametrize("beat_cycles", [1, pytest.param(3, marks=pytest.mark.default)])
def test_memory_fixed(beat_cycles: int) -> None:
    """Latency and bandwidth to the cycle at latencies 1 to 1023, then random traffic."""
    program = build_verilated(
        "fy_memory_top",
        ["memory"],
        cpp=[HERE / "memory.cpp", ROOT / "sim" / "endpoints" / "memory_contents.cpp"],
        sv=[HERE / "fy_memory_top.sv"],
        parameters={"BeatCycles": beat_cycles},
        layouts=True,
        flat=True,
    )
    print(run_program(program, "--beat-cycles", beat_cycles, seed=seed_of()))
