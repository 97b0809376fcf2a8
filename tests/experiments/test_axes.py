# SPDX-License-Identifier: Apache-2.0
"""Axes and files of experiments: what is unknown or illegal is told with what is legal."""

import pytest

from freightyard.errors import UserError
from freightyard.experiments import axes, expand, experiment, figures
from freightyard.hardware import configuration as config
from freightyard.hardware.declarations import load_system
from freightyard.system import program_sources

FILE = """
title = "t"
question = "q"
config = "copy-engine"
program = "copy"
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
finding = "fewest"
sweep = "s"
x = "bytes"
y = "cycles"
colour = "mover"
{picture}
"""
KEYS = load_system("copy_engine").keys
PROGRAMS = sorted(name for name, folder in program_sources.named("copy_engine").items()
                  if (folder / "script.toml").is_file())  # fmt: skip
WORDS = [
    (program, name) for program in PROGRAMS for name in axes.script_of(program, "copy_engine").word
]


@pytest.fixture
def load(tmp_path, monkeypatch):
    def write(**parts):
        folder = tmp_path / "made"
        folder.mkdir()
        text = {"top": "", "sweep": "", "figure": "", "picture": 'kind = "curve"', **parts}
        (folder / "experiment.toml").write_text(FILE.format(**text))
        monkeypatch.setattr(experiment, "EXPERIMENTS", tmp_path)
        found = experiment.load("made")
        figures.check(found)
        return found

    return write


def of_program(name):
    return axes.Axes("copy_engine", axes.script_of(name, "copy_engine").word)


def test_the_file_is_legal(load):
    assert load().sweeps[0].name == "s"


@pytest.mark.parametrize(("program", "name"), WORDS)
def test_illegal_value_names_the_legal_ones(program, name):
    word = axes.script_of(program, "copy_engine").word[name]
    for value in (-1, True, "none of them", "1/2/3"):
        with pytest.raises(UserError, match=f"sets {name} = .*; legal is") as found:
            of_program(program).check({name: [value]}, "here")
        assert all(str(legal) in str(found.value) for legal in word.values or word.range or ())


def test_named_points_name_themselves():
    with pytest.raises(UserError, match="sets memory = 'X'; legal is S, D"):
        of_program("copy").check({"memory": ["X"]}, "here")


@pytest.mark.parametrize("name", KEYS)
def test_illegal_hardware_names_the_legal_values(name):
    for value in (-1, KEYS[name].largest * 2 + 1, "many", True):
        legal = KEYS[name].legal(run_time=KEYS[name].run_time)
        with pytest.raises(UserError, match=f"it must be {legal}"):
            of_program("copy").check({name: [value]}, "here")


@pytest.mark.parametrize("name", KEYS)
def test_illegal_setting_of_a_run_names_the_legal_values(name):
    legal = KEYS[name].legal(run_time=KEYS[name].run_time)
    with pytest.raises(UserError, match=f"it must be {legal}"):
        config.load("copy-engine", [f"{name}={KEYS[name].largest * 2 + 1}"])


def test_points_name_keys_of_their_system():
    for axis in axes.hardware_of("copy_engine"):
        named = {key for point in axis.named for key in point.keys}
        assert ({axis.key or axis.otherwise} | named) <= set(KEYS)


@pytest.mark.parametrize(
    ("settings", "name"),
    [
        ({"memory_model": 0, "memory_latency": 16}, "S"),
        ({"memory_model": 0, "memory_latency": 60}, 60),
        ({"memory_model": 1, "memory_latency": 60}, "D"),
        ({"memory_model": 2, "memory_latency": 16}, "D"),
    ],
)
def test_a_point_has_the_name_that_fits(settings, name):
    memory = next(axis for axis in axes.hardware_of("copy_engine") if axis.name == "memory")
    assert memory.of(settings) == name


@pytest.mark.parametrize(
    ("parts", "says"),
    [
        ({"sweep": "axes = { trackrs = [1] }"}, "did you mean trackers"),
        ({"sweep": "axes = { colour = [1] }"}, "no axis is called colour; legal: num_harts"),
        ({"sweep": "axes = { trackers = [9] }"}, "it must be 1 to 4"),
        ({"sweep": 'axes = { memory = ["Q"] }'}, "legal is S, D"),
        ({"sweep": "axes = { size = 64 }"}, "experiment.toml:11: size: 64 should be a list"),
        ({"sweep": "axes = { size = [] }"}, "give at least one"),
        ({"sweep": "smoke = { sizes = [1] }"}, "smoke: no axis is called sizes; did you mean size"),
        ({"sweep": "repeats = 3"}, "experiment.toml:11: no key is called repeats here; .*repeat"),
        ({"sweep": "repeat = 0"}, "experiment.toml:11: repeat: .* greater than or equal to 1"),
        ({"sweep": 'role = "quick"'}, "role: 'quick' should be 'points', 'constants' or 'speed'"),
        ({"sweep": 'program = "copies"'}, "no program is called copies; did you mean copy"),
        ({"sweep": 'after = { threshold = "g" }'}, "no figure is called g; legal: f"),
        ({"sweep": '[[sweep]]\nname = "s"'}, "two sweeps are called s"),
        ({"top": "axis = 1"}, "experiment.toml:7: axis: 1 should be a table"),
        ({"top": "question = 1"}, r"experiment.toml:\d+: this is not TOML"),
        ({"top": "[axes]\ntracker = [1]"}, "experiment.toml:8: no axis is called tracker; did you"),
        ({"top": "[axis.new]\ntitle = 't'"}, "an axis has one of `values`, `range` and `parts`"),
        ({"figure": "minimum = 1"}, "no key is called minimum here; legal: name"),
        ({"figure": 'at_least = "1"'}, "at_least"),
        ({"figure": "with = { trackers = 2 }"}, "the formula slope: got an unexpected keyword"),
        ({"picture": 'kind = "pie"'}, "kind: 'pie' should be 'curve' or 'bars'"),
        ({"picture": 'kind = "curve"\nper = "copies"'}, "no axis is called copies; legal: mover"),
        ({"picture": 'kind = "curve"\nwhere = { sizes = 1 }'}, "no axis is called sizes"),
        ({"top": 'columns = ["movers"]'}, "toml:7: no axis is called movers; did you mean mover"),
        ({"picture": 'kind = "curve"\nz = 1'}, "no key is called z here; legal: finding"),
    ],
)
def test_what_is_wrong_in_a_file_is_told_before_anything_is_built(load, parts, says):
    with pytest.raises(UserError, match=says) as found:
        load(**parts)
    assert "made/experiment.toml" in str(found.value) or "sets" in str(found.value)


def test_a_sweep_and_a_picture_must_be_there(tmp_path, monkeypatch):
    for old, new, says in (
        (
            'formula = "slope"\nsweep = "s"',
            'formula = "slope"\nsweep = "t"',
            "no sweep is called t",
        ),
        ('"fewest"\nsweep = "s"', '"fewest"\nsweep = "t"', "no sweep is called t"),
        ('program = "copy"\n', "", "the sweep s has no program; name one"),
        ('title = "t"', "", "title is missing; add it"),
    ):
        folder = tmp_path / "made"
        folder.mkdir(exist_ok=True)
        parts = {"top": "", "sweep": "", "figure": "", "picture": 'kind = "curve"'}
        (folder / "experiment.toml").write_text(FILE.replace(old, new).format(**parts))
        monkeypatch.setattr(experiment, "EXPERIMENTS", tmp_path)
        with pytest.raises(UserError, match=says):
            experiment.load("made")


def sizes(simulations):
    return {word for s in simulations for word in s.script.split() if word.startswith("size=")}


@pytest.mark.parametrize("smoke", [False, True])
def test_values_of_the_command_line_replace_those_of_the_file(smoke):
    """In the sweeps of points; those that calibrate stay as they are."""
    written = experiment.load("one-copy")
    changed = experiment.with_axes(written, axes.parse(["size=64,128", "resident=memory"]))
    before, after = (expand.expand(one, smoke=smoke) for one in (written, changed))
    assert sizes(s for s in after if s.role == "points") == {"size=64", "size=128"}
    assert [s for s in after if s.role != "points"] == [s for s in before if s.role != "points"]
    assert {s.role for s in after} >= {"constants"}


def test_axes_of_calibration_alone_cannot_be_set(load):
    found = load(sweep='role = "constants"\naxes = { size = [64], offsets = ["0/0"] }')
    with pytest.raises(UserError, match="no axis is called size; legal: "):
        experiment.with_axes(found, axes.parse(["size=128"]))


def test_a_script_has_a_line_a_size_the_largest_first(load):
    found = load(sweep='axes = { mover = ["engine"], size = [8, 64], offsets = ["0/0", "3/5"] }')
    (simulation,) = expand.expand(found, smoke=False)
    places = [line.split(" ", 2)[2] for line in simulation.script.splitlines()]
    assert simulation.points == 4
    assert places[:3] == [
        "size=64 source_offset=0 target_offset=0",
        "size=8 source_offset=0 target_offset=0",
        "size=64 source_offset=3 target_offset=5",
    ]


def test_sweeps_and_sizes_that_the_payload_is_too_small_for_are_left_out(load, tmp_path):
    small = tmp_path / "small"
    small.write_bytes(bytes(100))
    found = load(
        sweep='within_payload = true\naxes = { size = [64, 128], offsets = ["0/0"] }\n'
        '[[sweep]]\nname = "large"\npayload_bytes = [101, 1000]'
    )
    assert [s.sweep for s in expand.expand(found, smoke=False)] == ["s"]
    chosen = experiment.load("made", payload=small)
    (simulation,) = expand.expand(chosen, smoke=False)
    assert "size=64" in simulation.script and "size=128" not in simulation.script
