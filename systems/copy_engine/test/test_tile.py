# SPDX-License-Identifier: Apache-2.0
"""The wires of a tile: small programs between a TileLink manager and hands on every port."""

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
        "tile_bench",
        ["systems/copy_engine"],
        cpp=[HERE / "tile.cpp"],
        sv=[HERE / "tile_bench.sv"],
        layouts=True,
        flat=True,
    )
    assert "passed" in run_program(program, "--test", name, seed=seed_of())
