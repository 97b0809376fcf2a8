# SPDX-License-Identifier: Apache-2.0
"""`fy trace` as a user types it."""

import json

import pytest
from systems.copy_engine.test import corners

from freightyard.cli.main import main

# The simulator that the tests of traces build.
SHAPE = tuple(word for setting in corners.TWO_HARTS for word in ("--set", setting))


@pytest.mark.default
def test_window_behind_the_run_is_an_error(capsys, tmp_path):
    target = tmp_path / "x"
    words = ["trace", "copy-engine", "hello", *SHAPE, "--from", "99999999"]
    assert main([*words, "--konata", str(target)]) == 1
    assert "so nothing lies behind --from 99999999" in capsys.readouterr().err
    assert not target.exists()


@pytest.mark.default
def test_command_names_its_files(capsys, tmp_path):
    konata, perfetto, result = tmp_path / "k", tmp_path / "p", tmp_path / "r"
    words = ["trace", "copy-engine", "hello", *SHAPE, "--cycles", "500"]
    words += ["--konata", str(konata), "--perfetto", str(perfetto), "--json", str(result)]
    assert main(words) == 0
    says = capsys.readouterr().err
    assert str(konata) in says
    assert "ui.perfetto.dev" in says
    assert json.loads(result.read_text())
    assert konata.read_text().startswith("Kanata\t0004\nC=\t0\n")
    assert json.loads(perfetto.read_text())["traceEvents"]


@pytest.mark.parametrize(
    ("words", "says"),
    (
        ("helo", "did you mean hello"),
        ("hello --konata /nowhere/x", "/nowhere is not a folder"),
        ("hello --perfetto /nowhere/x", "/nowhere is not a folder"),
        ("hello --input /nowhere/x", "the input /nowhere/x does not exist"),
    ),
)
def test_bad_option_is_one_sentence(capsys, words, says):
    assert main(["trace", "copy-engine", *words.split()]) == 1
    errors = capsys.readouterr().err
    assert says in errors
    assert len(errors.strip().splitlines()) == 1
