# SPDX-License-Identifier: Apache-2.0
"""`fy claims`: all that a claim names exists, and a bad table is told with its line."""

from __future__ import annotations

import dataclasses
import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from freightyard import store
from freightyard.cli.main import main
from freightyard.errors import UserError
from freightyard.hardware.declarations import load_system
from freightyard.report import claims


@pytest.mark.parametrize("system", claims.systems())
def test_every_claim_stands(system: str) -> None:
    """Commands, experiments and figures: checked when the table is read."""
    assert claims.load(system).claim


@pytest.mark.default
def test_every_test_named_is_one_of_this_tier() -> None:
    named = {name for one in claims.systems() for c in claims.load(one).claim for name in c.tests}
    words = [sys.executable, "-m", "pytest", "--collect-only", "-q", "-p", "no:xdist"]
    words += ["--disable-warnings", *sorted(named)]
    run = subprocess.run(words, cwd=store.ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stdout + run.stderr
    assert named <= set(run.stdout.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('"yes"', '"maybe"', ": verdict: 'maybe' should be 'yes', 'partly' or 'no'"),
        ('id = "CE-F02"', 'id = "CE-F01"', ": CE-F01 is claimed twice"),
        ("test_case[instr", "test_cas[instr", "did you mean test_case?"),
        ("engine/test_copy_engine.py::", "engine/test_copy.py::", "there is no test file blocks/"),
        ('commands = ["exp virtual', 'commands = ["expp virtual', "did you mean exp?"),
        ('commands = ["exp virtual', 'commands = ["exp virtul', "did you mean virtual-memory?"),
        ('["synth copy-engine"', '["synth copy-engin"', "did you mean copy-engine?"),
        ("memory/page_loss", "memory/page_los", "did you mean page_loss?"),
        ('/tracker_gain_2" = ', '/tracker_gain_2" = -', "is yes and memory-systems/tracker_gain_2"),
        ("memory-systems = ", "memory-system = ", "[recorded] names no commit of memory-systems/"),
        ('note = "there is no vector unit', 'text = "', "this is not TOML"),
        ('note = "there is no vector unit (CE-F27)"\n', "", "CE-E3 is no; say why in `note`"),
    ],
)
def test_a_wrong_table_is_told_with_its_line(
    old: str, new: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    system = load_system("copy_engine")
    text = (system.folder / claims.FILE).read_text()
    assert old in text
    (tmp_path / claims.FILE).write_text(text.replace(old, new, 1))
    there = dataclasses.replace(system, folder=tmp_path)
    monkeypatch.setattr(claims, "names", lambda: ["copy_engine"])
    monkeypatch.setattr(claims, "load_system", lambda name: there)
    with pytest.raises(UserError) as raised:
        claims.load("copy-engine")
    assert re.search(r"claims\.toml:\d+: ", str(raised.value)) and told in str(raised.value)


def test_a_yes_needs_a_test_or_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'source = "x"\n[[claim]]\nid = "X-1"\ntext = "x"\nverdict = "yes"\n'
    (tmp_path / claims.FILE).write_text(text)
    there = dataclasses.replace(load_system("minimal"), folder=tmp_path)
    monkeypatch.setattr(claims, "names", lambda: ["minimal"])
    monkeypatch.setattr(claims, "load_system", lambda name: there)
    with pytest.raises(UserError, match=r"claims\.toml:2: X-1 is yes and names no test or command"):
        claims.load("minimal")


def test_claims_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["claims", "copy-engine", "--json", str(tmp_path / "claims.json")]) == 0
    told = capsys.readouterr().out
    points = json.loads((tmp_path / "claims.json").read_text())
    assert all(f"{point['id']:8}{point['verdict']:8}{point['text']}" in told for point in points)
    assert [p["id"] for p in points[:35]] == [f"CE-F{number:02}" for number in range(1, 36)]
    assert [p["id"] for p in points[35:]] == [f"CE-E{number}" for number in range(1, 11)]


def test_experiments_answer_to_the_ids_of_the_sheet(capsys: pytest.CaptureFixture[str]) -> None:
    assert claims.experiment_of("ce-e5") == "memory-systems"
    assert claims.experiment_of("unroll") == "unroll"
    assert main(["exp", "CE-E8"]) == 1
    assert "no experiment answers CE-E8" in (told := capsys.readouterr().err)
    assert "`./fy synth copy-engine`" in told and told.count("\n") == 1
    assert main(["claims", "minimal"]) == 1
    assert "no system with claims is called minimal" in capsys.readouterr().err
