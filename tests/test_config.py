# SPDX-License-Identifier: Apache-2.0
"""Configurations: strict keys, inheritance, and what is a strap."""

import pytest

from freightyard.errors import UserError
from freightyard.hardware import configuration as config


@pytest.mark.parametrize("name", config.known())
def test_every_configuration_loads(name):
    assert config.load(name).name == name


def test_variant_inherits():
    assert config.load("copy-engine-32").hardware.xlen == 32
    assert config.load("copy-engine-32").hardware.l2_sets == 2048


def test_smaller_setting_is_a_strap():
    base = config.load("copy-engine")
    changed = config.load("copy-engine", ["transactors=2", "buffer_blocks=4", "memory_latency=60"])
    assert changed.hardware == base.hardware
    assert (changed.straps.transactors, changed.straps.buffer_blocks) == (2, 4)
    assert changed.straps.memory_latency == 60


def test_larger_setting_builds_more():
    changed = config.load("copy-engine", ["buffer_blocks=32"])
    assert changed.hardware.buffer_blocks == changed.straps.buffer_blocks == 32


@pytest.mark.parametrize(
    ("setting", "says"),
    [
        ("transctors=2", "did you mean transactors"),
        ("xlen=33", "a power of two from 32 to 64"),
        ("buffer_blocks=1", "from 2 to 32"),
        ("l2_ways=many", "legal is"),
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
        ("xlen = 64\n", "says nothing about"),
        ("xlen = [\n", "is not TOML"),
        ('based_on = "none"\n', "no configuration is called none"),
        ("l2_set = 16\n", "did you mean l2_sets"),
        ("l2_sets = true\n", "legal is"),
    ],
)
def test_bad_file(tmp_path, text, says):
    file = tmp_path / "x.toml"
    file.write_text(text)
    with pytest.raises(UserError, match=says):
        config.load(str(file))
