# SPDX-License-Identifier: Apache-2.0
"""Fetch stage and predictor tables against plain C++."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.sources import BLOCKS
from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program

HERE = Path(__file__).parent
TESTS = ["fetch", "direction", "targets", "translated"]


@pytest.mark.parametrize("name", TESTS)
def test_part(name: str) -> None:
    program = build_verilated(
        "hart_fetch",
        ["hart"],
        cpp=[HERE / "hart_fetch.cpp", HERE / "hart_fetch_translated.cpp"],
        sv=[BLOCKS / "mmu" / "test" / "fy_bench_map_pkg.sv", HERE / "hart_fetch.sv"],
        layouts=True,
    )
    assert "passed" in run_program(program, "--test", name)
