# SPDX-License-Identifier: Apache-2.0
"""Axes of experiments: what is unknown or illegal is told with what is legal."""

import pytest

from freightyard.errors import UserError
from freightyard.experiments import axes, experiment, figures
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import load_system
from freightyard.report import pictures

FILE = """
title = "t"
question = "q"
config = "copy-engine"
payload = "workloads/timezones.tar"
{top}
[[sweep]]
name = "s"
command = "run"
{sweep}
[[figure]]
name = "f"
formula = "slope"
sweep = "s"
{figure}
[[picture]]
caption = "c"
sweep = "s"
x = "bytes"
y = "cycles"
colour = "mover"
{picture}
"""
ILLEGAL = {"memory": "X", "mover": "vector", "resident": "l3", "translation": "sv48",
           "fence": "none", "unroll": 3, "workload": "web", "bin": 5, "overlap": 2, "size": -1,
           "copies": 0, "workload_seed": "x", "threshold": -1, "offsets": "0"}  # fmt: skip


def load(tmp_path, monkeypatch, **parts):
    folder = tmp_path / "made"
    folder.mkdir()
    text = {"top": "", "sweep": "", "figure": "", "picture": 'kind = "curve"', **parts}
    (folder / "experiment.toml").write_text(FILE.format(**text))
    monkeypatch.setattr(experiment, "EXPERIMENTS", tmp_path)
    found = experiment.load("made")
    figures.check(found)
    pictures.check(found)
    return found


def test_the_file_is_legal(tmp_path, monkeypatch):
    assert load(tmp_path, monkeypatch).sweeps[0]["name"] == "s"


@pytest.mark.parametrize("name", [*axes.WORDS, *axes.NUMBERS, "offsets"])
def test_illegal_value_names_the_legal_ones(name):
    with pytest.raises(UserError, match=f"sets {name} = .*; legal is") as found:
        axes.check({name: [ILLEGAL[name]]}, "here")
    for value in axes.WORDS.get(name, axes.NUMBERS.get(name, ())):
        assert str(value) in str(found.value)


@pytest.mark.parametrize("name", axes.HARDWARE)
def test_illegal_hardware_names_the_legal_values(name):
    key = load_system("copy_engine").keys[name]
    for value in (-1, key.largest * 2 + 1, "many", True):
        with pytest.raises(UserError, match=f"it must be {key.legal(run_time=key.run_time)}"):
            axes.check({name: [value]}, "here")


@pytest.mark.parametrize("name", axes.HARDWARE)
def test_illegal_setting_of_a_run_names_the_legal_values(name):
    key = load_system("copy_engine").keys[name]
    with pytest.raises(UserError, match=f"it must be {key.legal(run_time=key.run_time)}"):
        config.load("copy-engine", [f"{name}={key.largest * 2 + 1}"])


def test_every_hardware_axis_is_a_key_of_configurations():
    assert set(axes.HARDWARE) <= set(load_system("copy_engine").keys)


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"sweep": "axes = { trackrs = [1] }"}, "did you mean trackers"),
        ({"sweep": "axes = { colour = [1] }"}, "no axis is called colour; legal: num_harts"),
        ({"sweep": "axes = { trackers = [9] }"}, "it must be 1 to 4"),
        ({"sweep": 'axes = { memory = ["Q"] }'}, "legal is S, D"),
        ({"sweep": "axes = { size = 64 }"}, "give a list"),
        ({"sweep": "axes = { size = [] }"}, "give a list"),
        ({"sweep": "smoke = { sizes = [1] }"}, "smoke: no axis is called sizes; did you mean size"),
        ({"sweep": "repeats = 3"}, "no key is called repeats; did you mean repeat"),
        ({"sweep": 'program = "copies"'}, "no program is called copies; did you mean copy"),
        ({"sweep": 'after = { threshold = "g" }'}, "no figure is called g; legal: f"),
        ({"top": "axis = 1"}, "no key is called axis; did you mean axes"),
        ({"top": "[axes]\ntracker = [1]"}, "did you mean trackers"),
        ({"figure": "minimum = 1"}, "no key is called minimum; legal: name"),
        ({"figure": 'constants = "one"'}, "no sweep is called one; legal: s"),
        ({"picture": 'kind = "pie"'}, "no kind is called pie; legal: curve, bars"),
        ({"picture": 'kind = "curve"\nz = 1'}, "no key is called z; legal: caption"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_before_anything_is_built(
    tmp_path, monkeypatch, parts, says
):
    with pytest.raises(UserError, match=says):
        load(tmp_path, monkeypatch, **parts)


def test_values_of_the_command_line_replace_those_of_the_file():
    changed = experiment.with_axes(experiment.load("one-copy"), axes.parse(["size=64,128"]))
    simulations = experiment.expand(changed, smoke=False)
    sizes = {word for s in simulations for word in s.script.split() if word.startswith("size=")}
    assert sizes == {"size=64", "size=128"}
