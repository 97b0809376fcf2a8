# SPDX-License-Identifier: Apache-2.0
"""fy_cache_simple: all lines and policies against a flat memory, and exact cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
MODULES = (  # exercised here as parts of the cache
    "fy_simple_arrays fy_simple_decide fy_simple_flush fy_simple_line fy_simple_refilled "
    "fy_simple_reservation fy_simple_retry fy_simple_rows fy_simple_writes"
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
    run_program(program(), "--operations", 1500, seed=seed_of())


@pytest.mark.default
def test_stress() -> None:
    run_program(program(), "--operations", 15000, seed=seed_of(7))


# Memory answers 5 cycles after a request. The load of a miss over a dirty line waits for the line
# to be sent; a flush finds one dirty line a way.
CYCLES = {
    4: "miss 10 hit 1 store_hit 1 store_miss 1 miss_over_dirty 12 sixteen_hits 16 flush 45",
    12: "miss 11 hit 1 store_hit 1 store_miss 1 miss_over_dirty 13 sixteen_hits 16 flush 30",
    15: "miss 14 hit 1 store_hit 1 store_miss 1 miss_over_dirty 19 sixteen_hits 16 flush 36",
    11: "miss 13 hit 1 store_hit 1 store_miss 13 miss_over_dirty 13 sixteen_hits 16 flush 2",
}


@pytest.mark.parametrize("select", CYCLES)
def test_cycles(select: int) -> None:
    assert run_program(program(), "--cycles", select).split() == CYCLES[select].split()


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
