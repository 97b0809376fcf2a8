# SPDX-License-Identifier: Apache-2.0
"""The parts of the control and status registers, each alone, on one shared top a register width."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program

HERE = Path(__file__).parent
TESTS = ["status", "interrupts", "supervisor", "trap_banks"]


@pytest.mark.parametrize("xlen", [64, 32])
@pytest.mark.parametrize("name", TESTS)
def test_unit(name: str, xlen: int) -> None:
    program = build_verilated(
        "core_csr_units",
        ["core"],
        cpp=[HERE / "core_csr_units.cpp"],
        sv=[HERE / "core_csr_units.sv"],
        parameters={"Xlen": xlen},
    )
    assert "passed" in run_program(program, "--test", name, "--width", xlen)
