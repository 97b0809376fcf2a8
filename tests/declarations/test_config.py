# SPDX-License-Identifier: Apache-2.0
"""Configurations: strict keys, inheritance, and what is a strap."""

import pytest

from freightyard.errors import UserError
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import load_system


@pytest.mark.parametrize("name", config.known())
def test_every_configuration_loads(name):
    assert config.load(name).name == name


def test_variant_inherits():
    assert config.load("copy-engine-32").built.xlen == 32
    assert config.load("copy-engine-32").built.l2_sets == 2048


def test_smaller_setting_is_a_strap():
    base = config.load("copy-engine")
    changed = config.load("copy-engine", ["transactors=2", "buffer_blocks=4", "memory_latency=60"])
    assert changed.built == base.built
    assert (changed.straps.transactors, changed.straps.buffer_blocks) == (2, 4)
    assert changed.straps.memory_latency == 60


def test_larger_setting_builds_more():
    changed = config.load("copy-engine", ["buffer_blocks=32"])
    assert changed.built.buffer_blocks == changed.straps.buffer_blocks == 32


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("transctors=2", "did you mean transactors"),
        ("xlen=33", "--set: xlen is 33; it must be 32 or 64"),
        ("buffer_blocks=1", "buffer_blocks is 1; it must be 2 to 32"),
        ("l2_ways=many", "l2_ways is 'many'; it must be a power of two from 2 to 16"),
        ("l2_ways", "--set KEY=VALUE"),
    ],
)
def test_bad_setting(setting, says):
    with pytest.raises(UserError, match=says):
        config.load("copy-engine", [setting])


def test_unknown_name_suggests_the_nearest():
    with pytest.raises(UserError, match="did you mean copy-engine"):
        config.load("copy-engin")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("xlen = 64\n", "x.toml:1: nothing names its system"),
        ("xlen = [\n", ":1: this is not TOML"),
        ('based_on = "none"\n', "x.toml:1: no configuration is called none"),
        ('based_on = "copy-engine"\nl2_set = 16\n', "x.toml:2 sets l2_set.*did you mean l2_sets"),
        ('system = "copy_engine"\n\nl2_sets = true\n', "x.toml:3: l2_sets is True"),
    ],
)
def test_bad_file(tmp_path, text, says):
    file = tmp_path / "x.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=says):
        config.load(str(file))


def test_a_system_alone_means_its_defaults():
    loaded = config.load("copy-engine")
    keys = load_system("copy_engine").keys
    assert loaded.system == "copy_engine"
    assert loaded.values() == {name: key.default for name, key in keys.items()}


def test_what_is_built_holds_what_is_asked():
    changed = config.load("copy-engine", ["buffer_blocks=12"])
    assert (changed.built.buffer_blocks, changed.straps.buffer_blocks) == (16, 12)
    assert config.as_asked(config.load("copy-engine", ["buffer_blocks=3"])).built.buffer_blocks == 4


def test_values_follow_from_keys():
    assert config.load("memory-system").built.banks == 4
