# SPDX-License-Identifier: Apache-2.0
"""A bad declaration is told in one sentence, with its file and line."""

import shutil

import pytest

from freightyard.errors import UserError
from freightyard.hardware.declarations import load_system, memory_map
from freightyard.store import ROOT

REGISTER = """
[[device.test.register]]
name = "colour"
offset = 0x10
access = "rw"
meaning = "of the case"
"""
FIELD = """
[[device.test.register.field]]
name = "tone"
bits = [0, 0]
values = { red = 1, blue = 2 }
meaning = "of the case"
"""
REGION = """[[region]]
name = "{}"
base = {}
size = {}
access = "rwx"
kind = "device"
meaning = "x"
"""
MAP = 'reset = "a"\n' + REGION.format("a", "0x1000", "0x100")


def test_python_and_hardware_have_one_limit_of_regions():
    """The table of attributes is sized in the package; the sentence is Python's."""
    package = (ROOT / "blocks" / "interfaces" / "rtl" / "fy_core_pkg.sv").read_text()
    assert f"AttributeRegions = {memory_map.MOST_REGIONS};" in package


@pytest.mark.parametrize(
    ("before", "after", "sentence"),
    [
        ('kind = "boolean"', 'kind = "switch"', "config.toml:25: kind: 'switch' should be '"),
        ('per = "cores"', 'pre = "cores"', "config.toml:14: no key is called pre here; did you m"),
        ('per = "cores"', 'per = "core"', "config.toml:14: core is no key that counts"),
        ("default = 4", "default = 3", "the default is 3; it must be a power of two from 1 to 8"),
        ('"cores != 3 or quiet"', '"core != 3"', "config.toml:30: core is no built key; there are"),
        ('"cores != 3 or quiet"', '"cores +"', "config.toml:30: condition: 'cores +' is no expr"),
        ('"cores != 3 or quiet"', '"cores.x"', "config.toml:30: condition: 'cores.x' uses"),
        ('"cores != 3 or quiet"', '"cores == 3"', "config.toml:30: the defaults break the rule"),
        ("{cores}; with", "{ores}; with", "config.toml:31: the sentence names ores,"),
        ('prefix = "fy_toy"\n', "", "config.toml:1: prefix is missing; add it"),
        ("[keys.policy]", "[keys.priority]", "config.toml:18: priority is a reserved word of Sy"),
        ("range = [1, 4]", "range = 4", "config.toml:6: range: 4 should be a list in [ ]"),
        ("range = [1, 4]", "range = [4, 1]", "config.toml:4: cores: the range is [4, 1]; the l"),
        ('when = ["built"]', 'when = ["build"]', "config.toml:8: when: 'build' should be 'built'"),
        ('description = "a toy"', "description = 3", "config.toml:2: description: 3 should be a t"),
        ("range = [1, 4]", "range = [1", "config.toml:7: this is not TOML: "),
    ],
)  # fmt: skip
def test_bad_keys(toy, before, after, sentence):
    with pytest.raises(UserError) as told:
        toy(before, after)
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("rows", "sentence"),
    [
        (
            'a = "cores + b"\nb = "cores"',
            "config.toml:30: a reads b, which is not declared above it",
        ),
        ('a = "b"\nb = "a"', "config.toml:30: a reads b, which is not declared above it; a"),
        ('a = "a + 1"', "config.toml:30: a reads a, which is not declared above it; a"),
        ('a = "core"', "config.toml:30: core is no built key; there are: cores, policy, quiet, w"),
        ('ways = "cores"', "config.toml:30: ways is a key, too; choose another name"),
        ('buffer = "cores"\nbuf = "cores"', "config.toml:31: buf is a reserved word of System"),
        ('A = "cores"', "config.toml:30: A: 'A' should match pattern"),
        ('a = "cores +"', "config.toml:30: a: 'cores +' is no expression"),
    ],
)
def test_bad_derived_values(toy, rows, sentence):
    rule = "[[rule]]\n"
    with pytest.raises(UserError) as told:
        toy(rule, f"[derived]\n{rows}\n{rule}")
    assert sentence in str(told.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (MAP + REGION.format("b", "0x1080", "0x100"), "map.toml:9: b overlaps a ("),
        (
            MAP
            + "".join(REGION.format(f"r{i}", f"{0x2000 + i * 4096:#x}", "64") for i in range(16)),
            "a map has 16 regions at most",
        ),
        (MAP + REGION.format("a", "0x2000", "0x100"), "map.toml:10: two regions are called a"),
        (MAP + REGION.format("b", "0x2000", '"colour"'), "map.toml:12: colour is no built key"),
        (MAP.replace('"a"', '"c"', 1), "map.toml:1: reset is c; there are: a"),
        (MAP + 'device = "x.y"\n', "map.toml:9: there is no"),
        (MAP.replace("rwx", "rw"), "map.toml:6: harts start in a; its access must have r and x"),
        (MAP.replace("rwx", "wr"), "map.toml:6: access: 'wr' should match pattern"),
        (MAP.replace("0x1000", '"x"'), "map.toml:4: base: 'x' should be a whole number"),
        (MAP.replace("0x1000", "0xff_ffff_ff80"), "map.toml:4: a ends at 0x10000000080, above"),
        (MAP.replace("size", "# size"), "map.toml:2: size of a is missing; add it"),
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
        (REGISTER.replace("0x10", "0x2"), "colour has 4 bytes; 0x2 is no multiple of them"),
        (REGISTER + "bits = 8\n", None),
        (REGISTER.replace("0x10", "0x2") + "bits = 8\n", "colour lies on finish; say in `view`"),
        (REGISTER + FIELD, "blue is 2; tone has bits 0 to 0"),
        (REGISTER.replace("0x10", "0x2000"), "colour ends at 0x2004; the device has 0x1000 bytes"),
        (REGISTER + "count = 1024\nstride = 4\n", "colour ends at 0x1010; the device has 0x1000"),
        (REGISTER.replace("colour", "finish"), "two registers are called finish"),
        (REGISTER.replace("access", "acces"), "no key is called acces here; did you mean access"),
        (REGISTER.replace("access = ", "# "), "access is missing; add it"),
    ],
)
def test_bad_registers(scratch, text, sentence):
    scratch.registers.write_text(scratch.registers.read_text() + text)
    if sentence is None:
        assert load_system("copy_engine", scratch.folder / "systems").registers
        return
    with pytest.raises(UserError) as told:
        assert load_system("copy_engine", scratch.folder / "systems").registers
    assert sentence in str(told.value) and "registers.toml:" in str(told.value)


def test_two_systems_with_one_name(scratch):
    shutil.copytree(
        scratch.folder / "systems" / "copy_engine", scratch.folder / "systems" / "copy-engine"
    )
    told = scratch.fy("run", "copy-engine", "hello").stderr
    assert "config.toml:1: two systems have the name copy-engine; rename a folder" in told


def test_two_configurations_with_one_name(scratch):
    shutil.copytree(
        scratch.folder / "systems" / "copy_engine", scratch.folder / "systems" / "other"
    )
    told = scratch.fy("run", "copy-engine", "hello").stderr
    assert "copy-engine-32.toml:1: two configurations are called copy-engine-32; rename one" in told


def test_a_system_without_its_declaration(scratch):
    (scratch.folder / "systems" / "empty").mkdir()
    told = scratch.fy("run", "empty", "hello").stderr
    assert told.startswith("fy: systems/empty/config.toml is missing"), told


def test_a_key_that_no_system_has(scratch):
    words = ("run", "copy-engine", "hello", "--set", "tracker=2")
    told = scratch.fy(*words).stderr
    assert "--set sets tracker, which copy_engine does not have; did you mean trackers?" in told


def test_a_counter_with_the_name_of_a_register(scratch):
    table = scratch.system / "counters.toml"
    table.write_text(table.read_text() + 'control = "core.trap"\n')
    with pytest.raises(
        UserError, match=r"counters.toml:.*a register of the unit is called control"
    ):
        assert load_system("copy_engine", scratch.folder / "systems").counters
