# SPDX-License-Identifier: Apache-2.0
"""fy_cache_simple: all lines and policies against a flat memory, and exact cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import measured, run_program, seed_of

HERE = Path(__file__).parent
MODULES = (  # exercised here as parts of the cache
    "fy_l1_lookup fy_simple_arrays fy_simple_decide fy_simple_flush fy_simple_line "
    "fy_simple_refilled fy_simple_reservation fy_simple_retry fy_simple_rows fy_simple_writes"
)


def program() -> Path:
    return build_verilated(
        "fy_cache_simple_top",
        ["cache"],
        cpp=[HERE / "cache_simple.cpp"],
        sv=[HERE / "fy_cache_simple_top.sv"],
        layouts=True,
    )


def test_stress_short() -> None:
    run_program(program(), "--count", 1500, seed=seed_of())


@pytest.mark.default
def test_stress() -> None:
    run_program(program(), "--count", 15000, seed=seed_of(7))


# Memory answers 5 cycles after a request. The load of a miss over a dirty line waits for the line
# to be sent; a flush finds one dirty line a way.
COUNTS = ("miss", "hit", "store_hit", "store_miss", "miss_over_dirty", "sixteen_hits", "flush")
CYCLES = {
    4: (10, 1, 1, 1, 12, 16, 45),
    12: (11, 1, 1, 1, 13, 16, 30),
    15: (14, 1, 1, 1, 19, 16, 36),
    11: (13, 1, 1, 13, 13, 16, 2),
}


@pytest.mark.parametrize("select", CYCLES)
def test_cycles(select: int) -> None:
    found = measured(run_program(program(), "--cycles", select))
    assert found == dict(zip(COUNTS, CYCLES[select], strict=True))


def test_fetch() -> None:
    """The read-only form: flushes show what others wrote, refusals are told."""
    bench = build_verilated(
        "fy_instruction_cache_simple",
        ["cache"],
        cpp=[HERE / "instruction_cache_simple.cpp"],
        parameters={"BeatBytes": 8, "Sets": 8, "Ways": 2},
        layouts=True,
    )
    run_program(bench, seed=seed_of())
