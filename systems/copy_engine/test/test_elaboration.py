# SPDX-License-Identifier: Apache-2.0
"""Other configurations elaborate without a warning; illegal ones stop with a sentence."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.hardware.sources import sources
from freightyard.verification import bench

# Each case elaborates the whole system: seconds of work.
pytestmark = pytest.mark.default

TOP = """
module other_system import fy_copy_engine_config_pkg::*; (input logic clk_i, input logic rst_ni);
  function automatic config_t config_of();
    config_of = DefaultConfig;
    {settings}
  endfunction
  fy_copy_engine_system #(.Config(config_of())) i_system (.clk_i, .rst_ni);
endmodule
"""


def elaborate(folder: Path, **settings: int) -> str:
    lines = " ".join(f"config_of.{name} = 32'd{value};" for name, value in settings.items())
    top = folder / "other_system.sv"
    top.write_text(TOP.replace("{settings}", lines))
    # A refusal ends it where it is met, as in every build.
    switches = ["-Wno-fatal", "-Werror-USERERROR", "-Wno-PINMISSING"]
    result = bench.elaborate("other_system", [*sources("systems/copy_engine"), top], *switches)
    return result.stdout + result.stderr


@pytest.mark.parametrize(
    "settings",
    [
        {"xlen": 32},
        {"num_harts": 2},
        {"line_bytes": 32},
        {"transactors": 2, "buffer_blocks": 2, "l2_sets": 256, "miss_slots": 4},
    ],
    ids=["xlen32", "two_harts", "lines", "small"],
)
def test_other_configurations(tmp_path: Path, settings: dict[str, int]) -> None:
    report = elaborate(tmp_path, **settings)
    assert "%Error" not in report and "WIDTH" not in report, report[:2000]


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        ({"num_harts": 5}, "num_harts is 5; it must be 1 to 4"),
        ({"xlen": 48}, "xlen is 48; it must be 32 or 64"),
        ({"line_bytes": 16}, "line_bytes is 16 with beat_bytes 32; a line must have a beat"),
        ({"memory_bytes": 5000}, "memory_bytes is 5000; it must be a power of two"),
        ({"timer_divider": 0}, "Divider is 0; it must be 1 to 65536"),
        ({"channels": 3}, "fy_l2: channels is 3; it must be 1, 2 or 4"),
        ({"banks_per_channel": 4}, "fy_l2: banks_per_channel is 4; it must be 1 or 2"),
    ],
    ids=["harts", "xlen", "lines", "memory", "divider", "channels", "banks"],
)
def test_illegal_values(tmp_path: Path, settings: dict[str, int], sentence: str) -> None:
    assert sentence in elaborate(tmp_path, **settings)
