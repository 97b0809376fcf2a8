# SPDX-License-Identifier: Apache-2.0
"""Faults of the block mmu."""

from __future__ import annotations

from blocks.mmu.test.test_mmu_units import PARTS, TESTS
from tests.mutants.judges import Block, Judge, of_parts

RANDOM = tuple(("--test", "random", "--count", 50_000, "--seed", seed) for seed in (1, 2))

MMU = Block(
    "mmu",
    ("mmu",),
    200,
    (
        Judge(
            "mmu_units",
            "mmu",
            of_parts("mmu_units", PARTS),
            (*(("--test", name, "--count", 5000) for name in TESTS), *RANDOM),
            sv=("fy_bench_map_pkg.sv", "mmu_units_pkg.sv", "mmu_units.sv"),
        ),
    ),
    sampled=8,
    turning=6,
)
