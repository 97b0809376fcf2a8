# SPDX-License-Identifier: Apache-2.0
"""Declarations: one entry in one file is found everywhere; a bad one is told with file and line."""

import json
import os
import re
import shutil
import subprocess
import sys

import pytest

from freightyard import store
from freightyard.errors import UserError
from freightyard.hardware import configuration
from freightyard.hardware.declarations import load_system, page, registers, verilog
from freightyard.hardware.declarations.tables import read
from freightyard.hardware.verilator import tool_environment, verilator

# Runs in a scratch copy: everything that is generated from the tables, by name.
SHOW = """
import json
from freightyard.hardware import configuration, sources
from freightyard.hardware.declarations import generate, load_system, page, rdl
system = load_system("copy_engine")
files = [*sources.sources("systems/copy_engine"), *generate.headers(system).iterdir()]
found = {f.name: f.read_text() for f in files if "generated" in f.parts and f.is_file()}
found["page"], found["rdl"] = page.text(system), rdl.text(system, 1)
found["settings"] = configuration.load("copy-engine").values()
found["counters"] = system.counter_addresses(2)
print(json.dumps(found))
"""
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


@pytest.fixture
def scratch(tmp_path):
    """A copy of the sources and tables."""
    shutil.copytree(store.ROOT / "src", tmp_path / "src")
    skip = shutil.ignore_patterns("test", "test_*", "__pycache__")
    for name in ("systems", "blocks"):
        shutil.copytree(store.ROOT / name, tmp_path / name, ignore=skip)
    return tmp_path


def python(scratch, *words):
    environment = {**os.environ, "PYTHONPATH": str(scratch / "src")}
    return subprocess.run(
        [sys.executable, *words], cwd=scratch, env=environment, capture_output=True, text=True
    )


def shown(scratch):
    result = python(scratch, "-c", SHOW)
    assert result.returncode == 0, result.stderr
    return json.loads(result.stdout)


def append(file, text):
    file.write_text(file.read_text() + text)


def lint(scratch, top):
    show = (
        "from freightyard.hardware.sources import sources; print(*sources('systems/copy_engine'))"
    )
    files = python(scratch, "-c", show).stdout.split()
    return subprocess.run(
        [str(verilator()), "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", top, *files],
        env=tool_environment(),
        capture_output=True,
        text=True,
    )


# ---- one entry in one file ------------------------------------------------------------------


def test_a_new_key_is_found_everywhere(scratch):
    append(scratch / "systems" / "copy_engine" / "config.toml", KEY)
    found = shown(scratch)
    package = found["fy_copy_engine_config_pkg.sv"]
    assert "int unsigned colour;" in package and "colour: 5" in package
    assert "logic [2:0] colour;" in package
    assert "colour is %0d; it must be 3 to 7" in found["fy_copy_engine_config_check.sv"]
    assert "FY_STRAP_COLOUR" in found["fy_config.h"]
    assert "| `colour` | 3 to 7 | 5 |" in found["page"] and found["settings"]["colour"] == 5
    words = ("run", "copy-engine", "hello", "--set", "colour=8")
    told = python(scratch, "-m", "freightyard", *words)
    assert told.stderr == "fy: --set: colour is 8; it must be 3 to 7\n" and told.returncode == 1


def test_a_new_counter_is_found_everywhere(scratch):
    append(scratch / "systems" / "copy_engine" / "counters.toml", 'colours = "core.trap"\n')
    found = shown(scratch)
    number = found["fy_copy_engine_counters_pkg.sv"].count("amounts_of[") - 1
    assert f"FY_COUNTER_COLOURS = {number}," in found["fy_counters.h"]
    assert found["counters"]["colours"] == 0x2000_1000 + 8 * number
    assert found["counters"]["hart1_colours"] == 0x2000_2000 + 8 * number
    assert "| `colours` | `core.trap` | hart |" in found["page"]
    result = lint(scratch, "fy_devices")
    assert result.returncode == 0, result.stderr[:2000]


def test_an_event_that_no_block_has_stops_the_build(scratch):
    append(scratch / "systems" / "copy_engine" / "counters.toml", 'colours = "core.colour"\n')
    assert "colour" in lint(scratch, "fy_devices").stderr


def test_a_new_register_is_found_everywhere(scratch):
    append(scratch / "blocks" / "peripherals" / "registers.toml", REGISTER)
    found = shown(scratch)
    assert "TestColour = 32'h10;" in found["fy_peripherals_registers_pkg.sv"]
    assert "#define FY_TEST_COLOUR (FY_TEST_BASE + 0x10UL)" in found["fy_map.h"]
    assert "| 0x10 | `colour` |" in found["page"] and r"\colour @ 0x10;" in found["rdl"]


def test_a_moved_region_moves_everywhere(scratch):
    file = scratch / "systems" / "copy_engine" / "map.toml"
    file.write_text(file.read_text().replace("base = 0x2000_0000", "base = 0x2100_0000"))
    found = shown(scratch)
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


# ---- kinds of keys --------------------------------------------------------------------------

TOY = """
description = "a toy"
prefix = "fy_toy"
[keys.cores]
kind = "integer"
range = [1, 4]
default = 2
when = ["built"]
meaning = "cores"
[keys.ways]
kind = "integer"
range = [1, 8]
power_of_two = true
per = "cores"
default = 4
when = ["built"]
meaning = "ways of each core"
[keys.policy]
kind = "choice"
choices = ["write_back", "write_through"]
default = "write_back"
when = ["built"]
meaning = "of stores"
[keys.quiet]
kind = "boolean"
default = false
when = ["built", "run_time"]
meaning = "no console"
[[rule]]
condition = "cores != 3 or quiet"
sentence = "cores is {cores}; with 3 the console must be quiet"
"""


@pytest.fixture
def toy(tmp_path):
    def made(text=TOY, **files):
        folder = tmp_path / "systems" / "toy"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "config.toml").write_text(text)
        for name, content in files.items():
            (folder / f"{name}.toml").write_text(content)
        return load_system("toy", tmp_path / "systems")

    return made


def settings(system, **changes):
    values = {name: key.default for name, key in system.keys.items()}
    checked = {k: configuration.check(k, v, "x", system) for k, v in changes.items()}
    return configuration.with_settings("x", system, values, checked)


def test_lists_words_and_switches(toy):
    system = toy()
    assert settings(system).built.ways == (4, 4)
    chosen = settings(system, cores=3, ways=(1, 2, 8), policy="write_through", quiet=True)
    assert chosen.values() == {
        "cores": 3, "ways": (1, 2, 8), "policy": "write_through", "quiet": True,
    }  # fmt: skip
    record = verilog.record(system, chosen.built)
    assert record == "'{cores:3,ways:'{0:1,1:2,2:8,default:0},policy:1,quiet:1'b1}"
    assert "| `policy` | write_back or write_through |" in page.text(system)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"ways": (4, 3)}, "x: ways is 3; it must be a power of two from 1 to 8"),
        ({"ways": (4, 4, 4)}, "x: ways has 3 values; cores is 2"),
        ({"policy": "never"}, "x: policy is 'never'; it must be write_back or write_through"),
        ({"quiet": 1}, "x: quiet is 1; it must be true or false"),
        ({"cores": 3}, "x: cores is 3; with 3 the console must be quiet"),
        ({"core": 3}, "x sets core, which toy does not have; did you mean cores?"),
    ],
)
def test_bad_values_of_every_kind(toy, changes, sentence):
    with pytest.raises(UserError) as told:
        settings(toy(), **changes)
    assert str(told.value).startswith(sentence)


def test_every_kind_elaborates(toy, tmp_path):
    system = toy()
    record = verilog.record(system, settings(system, ways=(1, 2)).built)
    top = tmp_path / "x.sv"
    top.write_text(
        f"{verilog.package(system)}{verilog.check_module(system)}"
        f"module good; fy_toy_config_check #(.Config(fy_toy_config_pkg::config_t{record})) i_x ();"
        "\nendmodule\nmodule bad; fy_toy_config_check #(.Config(fy_toy_config_pkg::config_t"
        f"{record.replace('0:1', '0:3')})) i_x ();\nendmodule\n"
    )
    for name, sentence in (("good", ""), ("bad", "ways is 3; it must be a power of two from 1")):
        result = subprocess.run(
            [str(verilator()), "--lint-only", "-Wno-lint", "-Wno-style", "--top-module", name, top],
            env=tool_environment(),
            capture_output=True,
            text=True,
        )
        assert (result.returncode == 0) == (not sentence), result.stderr
        assert sentence in result.stderr


# ---- bad declarations -----------------------------------------------------------------------

REGION = (
    '[[region]]\nname = "{}"\nbase = {}\nsize = {}\naccess = "rw"\nkind = "device"\nmeaning = "x"\n'
)
MAP = 'reset = "a"\n' + REGION.format("a", "0x1000", "0x100")


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('kind = "boolean"', 'kind = "switch"', "config.toml:25: kind: Input should be"),
        ('per = "cores"', 'pre = "cores"', "config.toml:14: no key is called pre here; did you m"),
        ('per = "cores"', 'per = "core"', "config.toml:14: core is no key that counts"),
        ("default = 4", "default = 3", "the default is 3; it must be a power of two from 1 to 8"),
        ('"cores != 3 or quiet"', '"core != 3"', "config.toml:30: core is no built key; there are"),
        ('"cores != 3 or quiet"', '"cores +"', "config.toml:30: condition: 'cores +' is no expr"),
        ('"cores != 3 or quiet"', '"cores.x"', "config.toml:30: condition: 'cores.x' uses"),
        ('"cores != 3 or quiet"', '"cores == 3"', "config.toml:30: the defaults break the rule"),
        ("{cores}; with", "{ores}; with", "config.toml:31: the sentence names ores,"),
        ('prefix = "fy_toy"\n', "", "config.toml:1: prefix is missing; add it"),
        ("range = [1, 4]", "range = [1", "config.toml is not TOML"),
    ],
)  # fmt: skip
def test_bad_keys(toy, before, after, sentence):
    assert before in TOY
    with pytest.raises(UserError) as told:
        toy(TOY.replace(before, after))
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (MAP + REGION.format("b", "0x1080", "0x100"), "map.toml:9: b overlaps a ("),
        (MAP + REGION.format("a", "0x2000", "0x100"), "map.toml:10: two regions are called a"),
        (MAP + REGION.format("b", "0x2000", '"colour"'), "map.toml:12: colour is no built key"),
        (MAP.replace('"a"', '"c"', 1), "map.toml:1: reset is c; there are: a"),
        (MAP + 'device = "x.y"\n', "map.toml:9: there is no"),
        (
            MAP.replace("0x1000", "0x1010") + 'device = "x.y"\n',
            "power of two that divides its base",
        ),
    ],
)
def test_bad_maps(toy, text, sentence):
    system = toy(map=text)
    with pytest.raises(UserError) as told:
        assert system.map and system.registers
    assert sentence in str(told.value)


COUNTERS = '[sources]\nl2 = {{ record = "fy_x_pkg::x_t" }}\n[counters]\n{}'


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        ('Good = "l2.get"\nb = "l2.put"\n', "counters.toml:4: the counter 'Good' is not lower"),
        ('good = "get"\nb = "l2.put"\n', "counters.toml:4: the counter 'good' has no event like"),
        ('a = "l2.get"\nb = "l3.put"\n', "counters.toml:5: no source is called l3; there are: l2"),
        ('a = "l2.get"\n', "1 counters; the unit holds 2 to 512"),
    ],
)
def test_bad_counters(toy, rows, sentence):
    system = toy(counters=COUNTERS.format(rows))
    with pytest.raises(UserError) as told:
        assert system.counters
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (REGISTER.replace("0x10", "0x0"), "colour lies on finish; say in `view` when each is seen"),
        (REGISTER.replace("0x10", "0x2000"), "colour lies at 0x2000; the device has 0x1000"),
        (REGISTER.replace("colour", "finish"), "two registers are called finish"),
        (REGISTER.replace("access", "acces"), "access is missing; add it"),
    ],
)
def test_bad_registers(scratch, text, sentence):
    append(scratch / "blocks" / "peripherals" / "registers.toml", text)
    with pytest.raises(UserError) as told:
        assert load_system("copy_engine", scratch / "systems").registers
    assert sentence in str(told.value) and "registers.toml:" in str(told.value)


def test_two_systems_with_one_name(scratch):
    shutil.copytree(scratch / "systems" / "copy_engine", scratch / "systems" / "copy-engine")
    told = python(scratch, "-m", "freightyard", "run", "copy-engine", "hello").stderr
    assert "config.toml: two systems have the name copy-engine; rename a folder" in told


def test_two_configurations_with_one_name(scratch):
    shutil.copytree(scratch / "systems" / "copy_engine", scratch / "systems" / "other")
    told = python(scratch, "-m", "freightyard", "run", "copy-engine", "hello").stderr
    assert "two configurations are called copy-engine-32; rename one" in told


def test_a_system_without_its_declaration(scratch):
    (scratch / "systems" / "empty").mkdir()
    told = python(scratch, "-m", "freightyard", "run", "empty", "hello").stderr
    assert told.startswith("fy: systems/empty/config.toml is missing"), told


def test_a_key_that_no_system_has(scratch):
    words = ("run", "copy-engine", "hello", "--set", "tracker=2")
    told = python(scratch, "-m", "freightyard", *words).stderr
    assert "--set sets tracker, which copy_engine does not have; did you mean trackers?" in told
