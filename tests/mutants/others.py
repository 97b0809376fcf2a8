# SPDX-License-Identifier: Apache-2.0
"""Faults of what lies between and behind the blocks: interconnect, tightly coupled RAM, memory."""

from __future__ import annotations

from tests.mutants.judges import Block, Judge

CROSSBAR = ("random", "throughput", "fairness", "lock", "unmapped", "routing", "queued")
CONTENTS = "../../../sim/endpoints/memory_contents.cpp"
STALLS = "../../../sim/system/link_stalls.cpp"
TO_AXI = ("fy_tl_to_axi", "fy_tl_axi_requests", "fy_tl_axi_answers")


def _seeds(*words: object) -> tuple[tuple[object, ...], ...]:
    return tuple((*words, "--seed", seed) for seed in (1, 2))


INTERCONNECT = Block(
    "interconnect",
    ("tilelink",),
    45,
    (
        Judge(
            "fy_tl_test",
            "tilelink",
            ("crossbar.cpp", STALLS),
            tuple(("--test", case, "--count", 3000) for case in CROSSBAR),
            sv=("fy_tl_test.sv", "fy_tl_ram.sv"),
            flat=True,
        ),
        Judge(
            "fy_tl_to_axi",
            "tilelink",
            ("tl_to_axi.cpp",),
            _seeds("--outstanding", 4, "--count", 3000),
            parameters={"BeatBytes": 8, "Outstanding": 4},
        ),
    ),
    # fy_tl_devices has tests in cocotb alone.
    belongs=lambda module: module != "fy_tl_devices",
    share=0.85,
    sampled=8,
    turning=2,
)

TCM = Block(
    "tcm",
    ("tcm",),
    15,
    (
        Judge(
            "fy_tcm",
            "tcm",
            ("tcm.cpp",),
            (("--mode", "fence"), *_seeds("--count", 20000)),
            pinned=(("--mode", "cycles"),),
            parameters={"Bytes": 1024},
            flat=True,
        ),
    ),
    share=0.85,
    sampled=3,
    turning=1,
)

MEMORY = Block(
    "memory",
    ("memory",),
    25,
    (
        Judge(
            "fy_axi_mux_top",
            "memory",
            ("axi_mux.cpp", CONTENTS, STALLS),
            _seeds("--clients", 2),
            sv=("fy_axi_mux_top.sv",),
            parameters={"Clients": 2},
            flat=True,
        ),
        Judge(
            "fy_memory_ddr_top",
            "memory",
            ("memory_ddr.cpp", CONTENTS),
            _seeds("--channels", 1, "--interleave", 64),
            sv=("fy_memory_ddr_top.sv",),
            parameters={"Channels": 1, "Interleave": 64},
            flat=True,
        ),
    ),
    belongs=lambda module: (
        module.startswith("fy_ddr_") or module in ("fy_axi_mux", "fy_memory_ddr")
    ),
    # Models of simulation: when a request is served is mostly free.
    share=0.8,
)
