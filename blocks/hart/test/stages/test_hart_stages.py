# SPDX-License-Identifier: Apache-2.0
"""The parts of the core's stages against plain C++, on one shared top per register width."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.sources import BLOCKS
from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program

HERE = Path(__file__).parent
PARTS = ("flow", "data", "decode", "execute", "predict")
TESTS = ["bypass", "fence", "queue", "late_branch", "load_store", "registers", "trap_select"]
TESTS += ["return_stack", "integer", "former", "retire", "entry", "decode", "control", "flow"]
TESTS += ["privilege", "translate", "predictor", "scoreboard"]


@pytest.mark.parametrize("xlen", [64, 32])
@pytest.mark.parametrize("name", TESTS)
def test_part(name: str, xlen: int) -> None:
    program = build_verilated(
        "hart_stages",
        ["hart"],
        cpp=[HERE / "hart_stages.cpp", *(HERE / f"hart_stages_{part}.cpp" for part in PARTS)],
        sv=[BLOCKS / "mmu" / "test" / "fy_bench_map_pkg.sv", HERE / "hart_stages.sv"],
        parameters={"Xlen": xlen},
        layouts=True,
    )
    assert "passed" in run_program(program, "--test", name, "--width", xlen)
