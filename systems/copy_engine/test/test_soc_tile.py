# SPDX-License-Identifier: Apache-2.0
"""The wires of fy_soc_tile: small programs between a TileLink manager and hands on every port."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
TESTS = ["identity", "interrupts", "fetch", "data", "sizes", "errors", "coprocessor", "events"]


@pytest.mark.parametrize("name", TESTS)
def test_tile(name: str) -> None:
    program = build_verilated(
        "soc_tile",
        ["systems/copy_engine"],
        cpp=[HERE / "soc_tile.cpp"],
        sv=[HERE / "soc_tile.sv"],
        layouts=True,
    )
    assert "passed" in run_program(program, "--test", name, seed=seed_of())
