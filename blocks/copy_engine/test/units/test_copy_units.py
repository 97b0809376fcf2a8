# SPDX-License-Identifier: Apache-2.0
"""The parts of the copy engine against plain C++, on one shared top."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
PARTS = ("reader", "writer", "flow", "control", "commands", "translate", "claim", "banks")
TESTS = ["reader", "writer", "buffer", "arbiter", "tracker", "errors", "registers", "frontend"]
TESTS += ["physical", "drain", "queue", "history", "dispatch", "throttle", "turns", "claim"]


@pytest.mark.parametrize("name", TESTS)
def test_unit(name: str) -> None:
    program = build_verilated(
        "copy_units",
        ["copy_engine"],
        cpp=[HERE / "copy_units.cpp", *(HERE / f"copy_units_{part}.cpp" for part in PARTS)],
        sv=[HERE / "copy_units_trackers.sv", HERE / "copy_units.sv"],
        layouts=True,
    )
    assert "passed" in run_program(program, "--test", name, seed=seed_of())
