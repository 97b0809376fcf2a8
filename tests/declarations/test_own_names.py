# SPDX-License-Identifier: Apache-2.0
"""A system names its keys and regions as it likes: `fy` finds them by what its tables say.

The system is a copy of minimal with other names. Nothing is built.
"""

import re

import pytest

from freightyard.errors import UserError
from freightyard.hardware import boundary, configuration
from freightyard.hardware.declarations import load_system
from freightyard.system import loading, simulator

COUNTERS = 0x2000_0000  # where the map of minimal has them


@pytest.fixture
def renamed(minimal):
    """Writes other names into the copy, then loads its default configuration."""

    def change(**names):
        for file in ("config", "map", "system", "counters"):
            path = minimal / f"{file}.toml"
            text = path.read_text()
            for old, new in names.get(file, {}).items():
                assert old in text, old
                text = text.replace(old, new)
            path.write_text(text)
        system = load_system("minimal", minimal.parent)
        values = {name: key.default for name, key in system.keys.items()}
        return configuration.with_settings("minimal", system, values, {})

    return change


def test_other_keys(renamed, tmp_path):
    config = renamed(
        config={"keys.xlen]": "keys.width]", "keys.memory_bytes]": "keys.room]"},
        map={'"memory_bytes"': '"room"'},
        system={"[ports]": 'registers = "width"\n\n[ports]'},
    )
    assert not {"xlen", "memory_bytes"} & set(config.built)
    assert boundary.register_bits(config) == 64
    assert boundary.memory_bytes(config) == 0x4_0000
    file = tmp_path / "input"
    file.write_bytes(bytes(0x4_0000))
    with pytest.raises(UserError, match="more than the 262144 of the simulated memory"):
        loading.check_input(file, config)
    file.write_bytes(bytes(0x3_FFFF))
    loading.check_input(file, config)


def test_another_name_of_the_counters(renamed):
    config = renamed(map={'name = "counter"': 'name = "events"'})
    text = simulator.counter_names(config)
    assert f"snapshot {COUNTERS:#x}\n" in text


def test_no_region_of_counters(renamed):
    config = renamed(map={'device = "peripherals.counter"\n': "size = 0x2_0000\n"})
    said = r"counters\.toml:\d+: no region of map\.toml has the device peripherals\.counter; add"
    with pytest.raises(UserError, match=said):
        simulator.counter_names(config)


@pytest.mark.parametrize(
    ("timer", "line", "said"),
    [
        ("base = 0x0200_0000\nsize = 0x1_0000", 1, None),
        ("base = 0x0200_0000\nsize = 0x1000", 1, "size of timer is 4096; peripherals.timer has "
         "0x10000 bytes: leave size out"),
        ("base = 0x0200_0000\nsize = 'memory_bytes'", 1, "size of timer is memory_bytes; "),
        ("base = 0x0200_8000", -2, "timer has 0x10000 bytes at 0x2008000; a device's size is a "
         "power of two that divides its base"),
    ],
)  # fmt: skip
def test_the_size_of_a_device(renamed, minimal, timer, line, said):
    file = minimal / "map.toml"
    line += file.read_text().splitlines().index("base = 0x0200_0000") + 1
    renamed(map={"base = 0x0200_0000": timer})
    system = load_system("minimal", minimal.parent)
    if said is None:
        assert system.map.named("timer").size == 0x1_0000
        return
    with pytest.raises(UserError, match=rf"map\.toml:{line}: {re.escape(said)}"):
        system.map  # noqa: B018 - the property checks


def test_numbers_in_a_region(renamed, minimal):
    renamed(map={'"peripherals.timer"': '"copy_engine.copy"'})
    said = r"map\.toml:\d+: the registers of copy_engine\.copy have numbers; no region holds them"
    with pytest.raises(UserError, match=said):
        load_system("minimal", minimal.parent).map  # noqa: B018 - the property checks
