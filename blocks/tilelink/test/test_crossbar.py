# SPDX-License-Identifier: Apache-2.0
"""Crossbar, arbiter, error responder, RAM, width adapter and link on one verilated top."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware import sources
from freightyard.hardware.verilator import build_verilated
from freightyard.store import ROOT
from freightyard.verification.bench import run_program, seed_of

HERE = Path(__file__).parent


def program() -> Path:
    return build_verilated(
        "fy_tl_test",
        ["tilelink"],
        sv=[HERE / "fy_tl_test.sv", HERE / "fy_tl_ram.sv"],
        cpp=[HERE / "crossbar.cpp", ROOT / "sim" / "system" / "link_stalls.cpp"],
        layouts=True,
        flat=True,
        change=sources.inspecting,  # links that can hold a channel
    )


@pytest.mark.parametrize(
    "case", ["throughput", "fairness", "lock", "unmapped", "routing", "queued", "link"]
)
def test_directed(case: str) -> None:
    assert "passed" in run_program(program(), "--test", case)


@pytest.mark.parametrize("number", range(3))
def test_random_traffic(number: int) -> None:
    """Three clients, all regions, every size, random pauses, against a flat memory."""
    seed = seed_of() + number
    assert "passed" in run_program(program(), "--test", "random", "--count", 20000, seed=seed)


@pytest.mark.long
def test_random_traffic_volume() -> None:
    assert "passed" in run_program(program(), "--test", "random", "--count", 2_000_000)
