# SPDX-License-Identifier: Apache-2.0
"""fy_tlb, fy_walker, fy_walk_cache, fy_data_port_mux and attributes against plain C++, one top."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent
TESTS = [
    "rights",
    "translation",
    "miss",
    "faults",
    "refill",
    "fences",
    "places",
    "tables",
    "latency",
    "walk_fences",
    "order",
    "errors",
    "mux",
    "walk_cache",
    "attributes",
]


PARTS = ("tlb", "faults", "walker", "parts", "random")


def program_of() -> Path:
    return build_verilated(
        "mmu_units",
        ["mmu"],
        cpp=[HERE / "mmu_units.cpp", *(HERE / f"mmu_units_{part}.cpp" for part in PARTS)],
        sv=[HERE / f"{name}.sv" for name in ("fy_bench_map_pkg", "mmu_units_pkg", "mmu_units")],
        layouts=True,
    )


@pytest.mark.parametrize("name", TESTS)
def test_unit(name: str) -> None:
    assert "passed" in run_program(program_of(), "--test", name, seed=seed_of())


@pytest.mark.parametrize("offset", range(3))
def test_random_tables(offset: int) -> None:
    print(run_program(program_of(), "--test", "random", "--count", 50_000, seed=seed_of() + offset))


@pytest.mark.long
def test_random_volume() -> None:
    for offset in range(20):
        seed = seed_of() + 100 + offset
        print(run_program(program_of(), "--test", "random", "--count", 1_000_000, seed=seed))
