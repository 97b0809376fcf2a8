# SPDX-License-Identifier: Apache-2.0
"""Faults of the core: the pieces that cores share, and the hart."""

from __future__ import annotations

from blocks.core.test.test_core_csr_units import TESTS as CSR_TESTS
from blocks.core.test.test_core_units import PARTS as CORE_PARTS
from blocks.core.test.test_core_units import TESTS as CORE_TESTS
from blocks.hart.test.stages.test_hart_fetch import TESTS as FETCH_TESTS
from blocks.hart.test.stages.test_hart_stages import PARTS as STAGE_PARTS
from blocks.hart.test.stages.test_hart_stages import TESTS as STAGE_TESTS
from tests.mutants.judges import Block, Judge, of_parts

MAP = "../../mmu/test/fy_bench_map_pkg.sv"
RVFI = tuple(f"../sim/{name}.sv" for name in ("fy_rvfi_pkg", "fy_rvfi_order", "fy_hart_rvfi"))
PROGRAMS = ("_timing", "_atomics", "_interrupts", "")


def _units(xlen: int, sampled: bool) -> tuple[Judge, ...]:
    """The benches of parts, of one width of registers."""

    def cases(tests: list[str]) -> tuple[tuple[object, ...], ...]:
        return tuple(("--test", name, "--width", xlen) for name in tests)

    return (
        Judge(
            "core_units",
            "core",
            of_parts("core_units", CORE_PARTS),
            cases(CORE_TESTS),
            sv=("core_units.sv",),
            parameters={"Xlen": xlen},
            title=f"core_units of {xlen} bits",
            sampled=sampled,
        ),
        Judge(
            "core_csr_units",
            "core",
            ("core_csr_units.cpp",),
            cases(CSR_TESTS),
            sv=("core_csr_units.sv",),
            parameters={"Xlen": xlen},
            title=f"core_csr_units of {xlen} bits",
            sampled=sampled,
        ),
        Judge(
            "hart_stages",
            "hart",
            of_parts("stages/hart_stages", STAGE_PARTS),
            cases(STAGE_TESTS),
            sv=(MAP, "stages/hart_stages.sv"),
            parameters={"Xlen": xlen},
            title=f"hart_stages of {xlen} bits",
            sampled=sampled,
        ),
    )


CORE = Block(
    "core",
    ("core", "hart"),
    200,
    (
        *_units(64, sampled=True),
        Judge(
            "hart_fetch",
            "hart",
            of_parts("stages/hart_fetch", ("translated",)),
            tuple(("--test", name) for name in FETCH_TESTS),
            sv=(MAP, "stages/hart_fetch.sv"),
        ),
        *_units(32, sampled=False),
        Judge(
            "fy_test_hart",
            "hart",
            ("hart_bench.cpp",),
            tuple((f"blocks/hart/test/test_hart{name}.py",) for name in PROGRAMS),
            sv=(MAP, *RVFI, "fy_test_hart.sv"),
            uses=("data_port",),
            through="tests.mutants.programs",
            sampled=False,
        ),
    ),
    sampled=10,
    turning=6,
)
