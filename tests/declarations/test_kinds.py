# SPDX-License-Identifier: Apache-2.0
"""Kinds of keys: numbers, words, switches, lists with an entry a core; rules between them."""

import pytest

from freightyard.errors import UserError
from freightyard.hardware import configuration
from freightyard.hardware.declarations import page, verilog


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


def test_every_kind_elaborates(toy, tmp_path, elaborate):
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
        result = elaborate(name, top)
        assert (result.returncode == 0) == (not sentence), result.stderr
        assert sentence in result.stderr
