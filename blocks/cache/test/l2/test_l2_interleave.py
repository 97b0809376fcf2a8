# SPDX-License-Identifier: Apache-2.0
"""Addresses of the banks of fy_l2: every bank, number of banks and interleave, by arithmetic."""

from __future__ import annotations

from pathlib import Path

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent


def test_l2_interleave() -> None:
    program = build_verilated(
        "l2_interleave",
        ["cache"],
        cpp=[HERE / "l2_interleave.cpp"],
        sv=[HERE / "l2_interleave.sv"],
    )
    assert "passed" in run_program(program, seed=seed_of())
