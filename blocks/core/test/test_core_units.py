# SPDX-License-Identifier: Apache-2.0
"""The pieces of the core against plain C++, on one shared top per register width."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program

HERE = Path(__file__).parent
PARTS = ("arithmetic", "decode", "csr", "csr_parts")
TESTS = ["alu", "multiplier", "divider", "decoder", "csrs", "trap_csrs", "counter_csrs"]


@pytest.mark.parametrize("xlen", [64, 32])
@pytest.mark.parametrize("name", TESTS)
def test_unit(name: str, xlen: int) -> None:
    program = build_verilated(
        "core_units",
        ["core"],
        cpp=[HERE / "core_units.cpp", *(HERE / f"core_units_{part}.cpp" for part in PARTS)],
        sv=[HERE / "core_units.sv"],
        parameters={"Xlen": xlen},
        layouts=True,
    )
    assert "passed" in run_program(program, "--test", name, "--width", xlen)
