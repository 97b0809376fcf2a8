# SPDX-License-Identifier: Apache-2.0
"""fy_tl_beats, fy_tl_arbiter, fy_tl_error and fy_tl_devices, with one device too, each alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.bench import run_cocotb

# Three devices: base and mask of their addresses, the first device in the lowest bits.
REGIONS = ((0x10_0000, 0x1000), (0x200_0000, 0x1_0000), (0x1000_0000, 0x100))
ALL_BITS = (1 << 64) - 1
PARAMETERS: dict[str, dict[str, int | str]] = {
    "arbiter": {"Inputs": 4},
    "devices": {
        "Devices": len(REGIONS),
        "Regions": f"{128 * len(REGIONS)}'h"
        + "".join(f"{base:016x}{ALL_BITS - size + 1:016x}" for base, size in reversed(REGIONS)),
    },
}


@pytest.mark.parametrize("part", ["beats", "arbiter", "error", "device", "devices"])
def test_part(part: str) -> None:
    run_cocotb(
        "fy_tl_devices" if part == "device" else f"fy_tl_{part}",
        ["tilelink"],
        Path(__file__).with_name("cocotb_parts.py"),
        parameters=PARAMETERS.get(part, {}),
        environment={"PART": part},
        flat=part in ("error", "device", "devices"),
    )
