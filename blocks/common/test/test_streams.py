# SPDX-License-Identifier: Apache-2.0
"""Queue and slice: items come out once, in order, under random stalls."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.bench import run_cocotb

STREAM = Path(__file__).with_name("cocotb_fifo.py")


@pytest.mark.parametrize("depth", [1, 2, 5])
@pytest.mark.parametrize("fall_through", [0, 1])
def test_fifo(depth: int, fall_through: int) -> None:
    run_cocotb(
        "fy_fifo", ["common"], STREAM, parameters={"Depth": depth, "FallThrough": fall_through}
    )


def test_stream_slice() -> None:
    run_cocotb("fy_stream_slice", ["common"], STREAM)
