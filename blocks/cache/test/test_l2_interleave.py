# SPDX-License-Identifier: Apache-2.0
"""fy_l2_interleave: every bank of every number of banks and interleave, against arithmetic."""

from __future__ import annotations

from pathlib import Path

from freightyard.bench import run_program, seed_of
from freightyard.hdl import build_verilated

HERE = Path(__file__).parent


def test_l2_interleave() -> None:
    program = build_verilated(
        "l2_interleave",
        ["cache"],
        cpp=[HERE / "l2_interleave.cpp"],
        sv=[HERE / "l2_interleave.sv"],
    )
    assert "passed" in run_program(program, seed=seed_of())
