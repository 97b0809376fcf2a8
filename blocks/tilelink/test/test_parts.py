# SPDX-License-Identifier: Apache-2.0
"""fy_tl_beats, fy_tl_arbiter, fy_tl_error and fy_tl_device, each alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.bench import run_cocotb


@pytest.mark.parametrize("part", ["beats", "arbiter", "error", "device"])
def test_part(part: str) -> None:
    run_cocotb(
        f"fy_tl_{part}",
        ["tilelink"],
        Path(__file__).with_name("cocotb_parts.py"),
        parameters={"Inputs": 4} if part == "arbiter" else {},
        environment={"PART": part},
        flat=part == "device",
    )
