# SPDX-License-Identifier: Apache-2.0
"""A key, a counter, a register, a region is one entry in one file, and is found everywhere."""

import os
import re
import subprocess
import sys

from freightyard import store
from freightyard.hardware.declarations import registers
from freightyard.hardware.declarations.tables import read

KEY = """
[keys.colour]
kind = "integer"
range = [3, 7]
default = 5
when = ["built", "run_time"]
meaning = "of the case"
"""
REGISTER = """
[[device.test.register]]
name = "colour"
offset = 0x10
access = "rw"
meaning = "of the case"
"""


def append(file, text):
    file.write_text(file.read_text() + text)


def test_a_new_key_is_found_everywhere(scratch):
    append(scratch.system / "config.toml", KEY)
    found = scratch.shown()
    package = found["fy_copy_engine_config_pkg.sv"]
    assert "int unsigned colour;" in package and "colour: 5" in package
    assert "logic [2:0] colour;" in package
    assert "colour is %0d; it must be 3 to 7" in found["fy_copy_engine_config_check.sv"]
    assert "FY_STRAP_COLOUR" in found["fy_config.h"]
    assert "| `colour` | 3 to 7 | 5 |" in found["page"] and found["settings"]["colour"] == 5
    words = ("run", "copy-engine", "hello", "--set", "colour=8")
    told = scratch.fy(*words)
    assert told.stderr == "fy: --set: colour is 8; it must be 3 to 7\n" and told.returncode == 1


def test_a_new_counter_is_found_everywhere(scratch):
    append(scratch.system / "counters.toml", 'colours = "core.trap"\n')
    found = scratch.shown()
    number = found["fy_copy_engine_counters_pkg.sv"].count("amounts_of[") - 1
    assert f"FY_COUNTER_COLOURS = {number}," in found["fy_counters.h"]
    assert found["counters"]["colours"] == 0x2000_1000 + 8 * number
    assert found["counters"]["hart1_colours"] == 0x2000_2000 + 8 * number
    assert "| `colours` | `core.trap` | hart |" in found["page"]
    result = scratch.lint("fy_devices")
    assert result.returncode == 0, result.stderr[:2000]


def test_an_event_that_no_block_has_stops_the_build(scratch):
    append(scratch.system / "counters.toml", 'colours = "core.colour"\n')
    assert "colour" in scratch.lint("fy_devices").stderr


def test_a_new_register_is_found_everywhere(scratch):
    append(scratch.registers, REGISTER)
    found = scratch.shown()
    assert "TestColour = 32'h10;" in found["fy_peripherals_registers_pkg.sv"]
    assert "#define FY_TEST_COLOUR (FY_TEST_BASE + 0x10UL)" in found["fy_map.h"]
    assert "| 0x10 | `colour` |" in found["page"] and r"\colour @ 0x10;" in found["rdl"]


def test_a_moved_region_moves_everywhere(scratch):
    file = scratch.system / "map.toml"
    file.write_text(file.read_text().replace("base = 0x2000_0000", "base = 0x2100_0000"))
    found = scratch.shown()
    assert "CounterBase = 64'h0000_0000_2100_0000" in found["fy_copy_engine_map_pkg.sv"]
    assert "#define FY_COUNTER_BASE 0x21000000UL" in found["fy_map.h"]
    assert "FY_COUNTER_BASE = 0x21000000;" in found["fy_map.ld"]
    assert found["counters"]["instructions"] == 0x2100_1000


def test_other_tools_read_the_exported_registers(tmp_path):
    file = tmp_path / "x.rdl"
    words = ["-m", "freightyard", "export", "rdl", "copy-engine", "--output", str(file)]
    environment = {**os.environ, "PYTHONPATH": str(store.ROOT / "src")}
    subprocess.run([sys.executable, *words], check=True, env=environment)
    told = subprocess.run(
        [sys.executable, "-m", "peakrdl", "dump", str(file)], capture_output=True, text=True
    )
    assert "0x0200bff8-0x0200bfff: copy_engine.timer.mtime" in told.stdout, told.stderr


def test_the_engine_explains_every_register():
    table = registers.load(read(store.ROOT / "blocks" / "copy_engine" / "registers.toml"))
    text = (store.ROOT / "blocks" / "copy_engine" / "README.md").read_text()
    rows = text.partition("### Registers")[2].partition("### ")[0].splitlines()
    cells = [row.split("|")[1] for row in rows if row.startswith("| ")]
    numbers = [int(word) for cell in cells for word in re.findall(r"\d+", cell)]
    assert numbers == [register.offset for register in table.device["copy"].registers]
