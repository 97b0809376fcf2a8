# SPDX-License-Identifier: Apache-2.0
"""The parts of the L2 bank against plain C++, on one shared top."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
PARTS = ("arrays", "channels", "events", "memory", "release", "transactor")
TESTS = [
    "accept",
    "data",
    "events",
    "refill",
    "release",
    "release_race",
    "response",
    "tags",
    "transactor",
    "writeback",
]


@pytest.mark.parametrize("name", TESTS)
def test_unit(name: str) -> None:
    program = build_verilated(
        "l2_units",
        ["cache"],
        cpp=[HERE / "l2_units.cpp", *(HERE / f"l2_units_{part}.cpp" for part in PARTS)],
        sv=[HERE / "l2_units.sv"],
        layouts=True,
    )
    for seed in range(seed_of(), seed_of() + 3):
        assert "passed" in run_program(program, "--test", name, seed=seed)
