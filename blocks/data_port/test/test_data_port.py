# SPDX-License-Identifier: Apache-2.0
"""The arithmetic of fy_atomic_unit; fy_uncached_port is tested behind the ports that use it."""

from __future__ import annotations

from pathlib import Path

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent


def test_atomic_unit() -> None:
    program = build_verilated("fy_atomic_unit", ["data_port"], cpp=[HERE / "atomic_unit.cpp"])
    assert "passed" in run_program(program, seed=seed_of())
