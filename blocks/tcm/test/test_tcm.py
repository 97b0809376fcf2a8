# SPDX-License-Identifier: Apache-2.0
"""fy_tcm and fy_tcm_data: core, device, fetch and host at random against a model, exact cycles."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.verilator import build_verilated
from freightyard.verification.bench import measured, run_program, seed_of

HERE = Path(__file__).parent


def program() -> Path:
    return build_verilated(
        "fy_tcm",
        ["tcm"],
        cpp=[HERE / "tcm.cpp"],
        parameters={"Bytes": 1024},
        layouts=True,
        flat=True,
    )


def test_stress_short() -> None:
    run_program(program(), "--count", 20000, seed=seed_of())


@pytest.mark.default
@pytest.mark.parametrize("turn", range(4))
def test_stress(turn: int) -> None:
    run_program(program(), "--count", 200000, seed=seed_of() + turn)


def test_a_fence_shows_stores_to_fetch() -> None:
    assert "passed" in run_program(program(), "--mode", "fence", seed=seed_of())


# From the first cycle of an access or message to the one in which the last is decided or answered.
CYCLES = {
    "load": 1,
    "sixteen_loads": 16,
    "sixteen_stores": 16,
    "sixteen_store_load_pairs": 32,
    "sixteen_store_store_loads": 48,
    "amo": 1,
    "sixteen_amos": 30,
    "sixteen_amo_load_load": 63,
    "device_load": 4,
    "four_device_stores": 10,
    "host_get_8": 2,
    "host_get_64": 16,
    "host_put_8": 2,
    "host_put_64": 16,
    "sixty_four_loads_beside_get_64": 72,
}


def test_cycles() -> None:
    assert measured(run_program(program(), "--mode", "cycles")) == CYCLES
