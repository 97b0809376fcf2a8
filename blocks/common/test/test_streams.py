# SPDX-License-Identifier: Apache-2.0
"""Queue and slice: items come out once, in order, under random stalls."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware import sources
from freightyard.hardware.verilator import build_verilated
from freightyard.store import ROOT
from freightyard.verification.bench import run_cocotb, run_program, seed_of

HERE = Path(__file__).parent
STREAM = HERE / "cocotb_fifo.py"


@pytest.mark.parametrize("depth", [1, 2, 5])
@pytest.mark.parametrize("fall_through", [0, 1])
def test_fifo(depth: int, fall_through: int) -> None:
    run_cocotb(
        "fy_fifo", ["common"], STREAM, parameters={"Depth": depth, "FallThrough": fall_through}
    )


def test_stream_link() -> None:
    """The stage of the build `inspect` passes everything, and nothing while it is held."""
    program = build_verilated(
        "fy_stream_link",
        ["common"],
        cpp=[HERE / "stream_link.cpp", ROOT / "sim" / "system" / "link_stalls.cpp"],
        change=sources.inspecting,
    )
    assert "passed" in run_program(program, seed=seed_of())


def test_stream_slice() -> None:
    run_cocotb("fy_stream_slice", ["common"], STREAM)
