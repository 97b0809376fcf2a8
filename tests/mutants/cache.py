# SPDX-License-Identifier: Apache-2.0
"""Faults of the block cache: first-level caches, L2 and simple caches."""

from __future__ import annotations

from blocks.cache.test.l1.units.test_l1_units import PARTS as L1_PARTS
from blocks.cache.test.l1.units.test_l1_units import TESTS as L1_TESTS
from blocks.cache.test.l2.units.test_l2_units import PARTS as L2_PARTS
from blocks.cache.test.l2.units.test_l2_units import TESTS as L2_TESTS
from tests.mutants.judges import Block, Judge, of_parts

SMALL_L2 = ("--sets", 8, "--used-sets", 8, "--lines", 40)
# Of the sixteen simple caches of the bench: lines of 4 bytes in four ways, written back, a store
# that misses goes on; lines of four beats, written through; the same, written back, without replay.
SIMPLE = (4, 11, 15)


CACHE = Block(
    "cache",
    ("cache",),
    200,
    (
        Judge(
            "fy_data_cache",
            "cache",
            ("l1/data_cache.cpp",),
            tuple(("--count", 20000 * seed, "--seed", seed) for seed in (1, 2, 3)),
            pinned=(("--mode", "cycles"),),
            flat=True,
        ),
        Judge(
            "fy_instruction_cache",
            "cache",
            ("l1/instruction_cache.cpp",),
            tuple(("--count", 30000, "--seed", seed) for seed in (1, 2, 3)),
            pinned=(("--mode", "cycles"),),
            flat=True,
        ),
        Judge(
            "fy_hooked_l2",
            "cache",
            ("l2/l2_stress.cpp",),
            (
                *(
                    (*SMALL_L2, "--count", 30000, "--hooked", 1, "--seed", seed)
                    for seed in (1, 2, 3)
                ),
                (*SMALL_L2, "--mode", "counts", "--count", 2000),
            ),
            sv=("l2/hooks/fy_l2_hook_client.sv", "l2/hooks/fy_hooked_l2.sv"),
            parameters={"Sets": 8, "Ways": 2, "Clients": 4, "CachingClients": 3},
            flat=True,
            prefix="Vfy_l2_bank",
        ),
        Judge(
            "fy_cache_simple_top",
            "cache",
            ("simple/cache_simple.cpp",),
            tuple(
                ("--only", one, "--count", 3000, "--seed", seed)
                for seed in (1, 2)
                for one in SIMPLE
            ),
            pinned=tuple(("--cycles", one) for one in SIMPLE),
            sv=("simple/fy_cache_simple_top.sv",),
            parameters={"Built": sum(1 << one for one in SIMPLE)},
        ),
        Judge(
            "fy_instruction_cache_simple",
            "cache",
            ("simple/instruction_cache_simple.cpp",),
            tuple(("--seed", seed) for seed in (1, 2)),
            parameters={"BeatBytes": 8, "Sets": 8, "Ways": 2},
            sampled=False,
        ),
        Judge(
            "l1_units",
            "cache",
            of_parts("l1/units/l1_units", L1_PARTS),
            tuple(("--test", name) for name in L1_TESTS),
            sv=("l1/units/l1_units.sv",),
            sampled=False,
        ),
        Judge(
            "l2_units",
            "cache",
            of_parts("l2/units/l2_units", L2_PARTS),
            tuple(("--test", name, "--seed", seed) for name in L2_TESTS for seed in (1, 2)),
            sv=("l2/units/l2_units.sv",),
            sampled=False,
        ),
        Judge(
            "fy_l2_bank",
            "cache",
            ("l2/l2_stress.cpp",),
            ((*SMALL_L2, "--count", 30000),),
            # A line in eight beats.
            parameters={
                "Sets": 8,
                "Ways": 2,
                "Clients": 4,
                "CachingClients": 3,
                "BeatBytes": 8,
            },
            flat=True,
            sampled=False,
        ),
        Judge(
            "fy_guarded_cache",
            "cache",
            ("l1/data_cache.cpp",),
            tuple(("--count", 60000, "--window", "0x88000000", "--seed", seed) for seed in (1, 2)),
            sv=("l1/guard/fy_guarded_cache.sv",),
            flat=True,
            prefix="Vfy_data_cache",
            sampled=False,
        ),
    ),
    sampled=10,
    turning=6,
)
