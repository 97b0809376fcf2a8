# SPDX-License-Identifier: Apache-2.0
"""`fy run` and its bad input as a user meets them: one sentence, exit code, nothing left behind."""

import json

import pytest

from freightyard.cli.main import main


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("run copy-engin hello", "did you mean copy-engine"),
        ("run copy-engine helo", "did you mean hello"),
        ("run copy-engine hello --set l2_way=4", "did you mean l2_ways"),
        ("run copy-engine copy --input /nowhere/x", "the input /nowhere/x does not exist"),
        ("run copy-engine hello --console /nowhere/x", "the console input /nowhere/x: No such"),
        ("run copy-engine hello --json /nowhere/x.json", "/nowhere is not a folder"),
        ("demo --input /nowhere/x", "the input /nowhere/x does not exist"),
        ("exp one-cpy", "did you mean one-copy"),
        ("exp memory-systems --set tracker=2", "did you mean trackers? legal: banks_per_channel"),
        ("exp memory-systems --set channels=3", "channels is 3; it must be 1, 2 or 4"),
        ("exp one-copy --set mover=vector", "legal is scalar_loop, memcpy, engine"),
        ("exp one-copy --set unroll=8", "no axis is called unroll; legal: after, buffer_blocks"),
        ("exp one-copy --set size", "write --set AXIS=VALUE"),
        ("report nothing-like-this", "no results to report"),
    ],
)
def test_bad_input_is_one_sentence(capsys, words, says):
    assert main(words.split()) != 0
    errors = capsys.readouterr().err
    assert says in errors
    assert len(errors.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "words", ["run copy-engine hello --inptu x", "demo --inpt x", "exp x --jbs"]
)
def test_unknown_option_is_named(capsys, words):
    assert main(words.split()) == 2
    assert words.split()[-1 if "--jbs" in words else -2] in capsys.readouterr().err


@pytest.mark.default
def test_run_ends_with_the_code_of_the_program(capfd, tmp_path):
    result = tmp_path / "x.json"
    assert main(["run", "copy-engine", "hello", "--json", str(result)]) == 0
    (point,) = json.loads(result.read_text())
    assert set(point) == {"experiment", "point", "metric", "source", "limit", "run"}
    assert {"config", "seed", "commit", "tools", "cycles", "id"} <= set(point["run"])
    assert capfd.readouterr().out.startswith("hello from Freightyard")


@pytest.mark.default
def test_cycle_limit_is_exit_code_124(capfd):
    assert main(["run", "copy-engine", "hello", "--cycles", "1000"]) == 124
    assert "raise --cycles" in capfd.readouterr().err
