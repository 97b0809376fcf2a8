# SPDX-License-Identifier: Apache-2.0
"""The parts of the first-level caches against plain C++, on one shared top."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
PARTS = ("arrays", "misses", "atomics", "slots", "lines", "channels")
TESTS = [
    "replacement",
    "tags",
    "data",
    "arrays",
    "store_buffer",
    "load_queue",
    "line_buffers",
    "decide",
    "decide_atomic",
    "atomic",
    "loads",
    "events",
    "miss_slot",
    "miss_slots",
    "sequencer",
    "probe",
    "lines",
    "response",
    "return",
    "uncached",
    "refill",
    "requests",
]


@pytest.mark.parametrize("name", TESTS)
def test_unit(name: str) -> None:
    program = build_verilated(
        "l1_units",
        ["cache"],
        cpp=[HERE / "l1_units.cpp", *(HERE / f"l1_units_{part}.cpp" for part in PARTS)],
        sv=[HERE / "l1_units.sv"],
        layouts=True,
    )
    assert "passed" in run_program(program, "--test", name, seed=seed_of())
