# SPDX-License-Identifier: Apache-2.0
"""fy_tl_to_axi in front of a flat AXI memory: cycles, all sizes, stalls, order, failures."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent


@pytest.mark.parametrize(
    ("beat", "outstanding"),
    [(8, 4), *(pytest.param(*sizes, marks=pytest.mark.default) for sizes in ((32, 1), (64, 8)))],
)
def test_tl_to_axi(beat: int, outstanding: int) -> None:
    """A line of eight beats, of two with one message at a time, and of one.

    Its answers are those of fy_tl_axi_answers.
    """
    program = build_verilated(
        "fy_tl_to_axi",
        ["tilelink"],
        cpp=[HERE / "tl_to_axi.cpp"],
        parameters={"BeatBytes": beat, "Outstanding": outstanding},
        layouts=True,
    )
    run_program(program, "--outstanding", outstanding, seed=seed_of())
