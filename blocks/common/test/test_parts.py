# SPDX-License-Identifier: Apache-2.0
"""fy_round_robin, fy_stream_checker and the RAMs in one shared top."""

from __future__ import annotations

from pathlib import Path

from freightyard.verification.bench import run_cocotb

HERE = Path(__file__).parent


def test_parts() -> None:
    top = HERE / "fy_common_test.sv"
    run_cocotb("fy_common_test", ["common"], HERE / "cocotb_parts.py", sv=[top])
