# SPDX-License-Identifier: Apache-2.0
"""fy_devices with fy_test_device, fy_timer, fy_console and fy_counter_unit, one build."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.counters import TableError, generate, header_text, read_table
from freightyard.verification.bench import run_cocotb


@pytest.mark.parametrize(
    "case", ["test_device", "nobody", "timer", "console", "counters", "bus_errors"]
)
def test_devices(case: str) -> None:
    code = Path(__file__).with_name("cocotb_devices.py")
    run_cocotb("fy_devices", ["systems/copy_engine"], code, testcase=case)


def test_table_is_checked(tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text('[counters]\nGood = "core.retired"\nother = "l2.get"\n')
    with pytest.raises(TableError, match="Good"):
        read_table(bad)
    bad.write_text('[counters]\ngood = "retired"\nother = "l2.get"\n')
    with pytest.raises(TableError, match="good"):
        read_table(bad)
    bad.write_text('[counters]\ngood = "core.retired"\n')
    with pytest.raises(TableError, match="1 counters"):
        read_table(bad)


def test_generated_files(tmp_path: Path) -> None:
    files = generate(tmp_path)
    assert [f.name for f in files] == ["fy_counters_pkg.sv"]
    before = files[0].stat().st_mtime_ns
    generate(tmp_path)
    assert files[0].stat().st_mtime_ns == before, "an unchanged file was written again"
    assert "FY_COUNTER_INSTRUCTIONS = 0," in header_text(read_table())
