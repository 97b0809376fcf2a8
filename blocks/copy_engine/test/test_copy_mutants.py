# SPDX-License-Identifier: Apache-2.0
"""The tests are tested: seeded faults in the engine's RTL are found by its bench."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard import hdl
from freightyard.bench import random_start
from freightyard.mutate import Campaign, campaign, mutate

HERE = Path(__file__).parent
SOURCES = ["copy_volume.cpp", "cases_copy.cpp", "cases_control.cpp", "cases_timing.cpp"]
# Quick ones first: most faults fall to the first case.
CASES = {
    "lengths": 1,
    "timing": 1,
    "strides": 40,
    "instructions": 500,
    "occupancy": 1,
    "pause": 40,
    "errors": 120,
    "reset": 20,
    "offsets": 500,
}


def run(amount: int, seed: int) -> Campaign:
    files = [f for f in hdl.read_list("copy_engine")[2] if not hdl.is_package(f)]
    mutation = mutate(files, amount, seed)
    program = hdl.build_verilated(
        "fy_copy_engine",
        ["copy_engine"],
        cpp=[HERE / name for name in SOURCES],
        layouts=True,
        change=mutation.apply,
    )
    commands = [
        [program, case, "--amount", count, "--seed", seed, *random_start(seed)]
        for case, count in CASES.items()
    ]
    result = campaign(commands, mutation.mutants)
    print(result)
    return result


@pytest.mark.default
def test_sample(seed: int) -> None:
    assert run(20, seed).share >= 0.85


@pytest.mark.long
def test_many(seed: int) -> None:
    assert run(100, seed).share >= 0.85
