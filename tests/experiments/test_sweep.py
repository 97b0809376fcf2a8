# SPDX-License-Identifier: Apache-2.0
"""Running and keeping simulations, with a simulator that only answers."""

import hashlib
from pathlib import Path

import pytest

from freightyard import store
from freightyard.errors import UserError
from freightyard.experiments import expand, experiment, figures, sweep
from freightyard.hardware import configuration
from freightyard.system import programs, results, simulator

RUN = {"id": "r", "config": "copy-engine", "settings": {}, "seed": 1, "commit": "c", "tools": {},
       "cycles": 9}  # fmt: skip
CONFIG = configuration.load("copy-engine")


@pytest.fixture
def payload(tmp_path):
    path = tmp_path / "payload"
    path.write_bytes(b"what is copied")
    return path


@pytest.fixture
def ran(monkeypatch, tmp_path):
    """Scripts in the order of their runs; the program copies its payload to its output."""
    scripts = []

    def run(config, built, program, options, **_):
        script, _, data = options.input.read_bytes().partition(b"end\n")
        scripts.append(script.decode().split("\n")[0])
        if options.output is not None:
            options.output.write_bytes(data if "good" in scripts[-1] else b"other")
        code = 3 if "bad" in scripts[-1] else 0
        return simulator.Outcome(
            code,
            "exit",
            "",
            "FY whole mover=engine bytes=14 cycles=9 wrong=0\n",
            9,
            9,
            1.0,
            {},
            {},
            RUN,
        )

    built = simulator.Simulator(Path("x"), Path("x"), "key")
    program = programs.Program("copy", Path("x"), None, "key")
    monkeypatch.setattr(simulator, "run", run)
    monkeypatch.setattr(simulator, "build", lambda config, **_: built)
    monkeypatch.setattr(programs, "resolve", lambda *_: program)
    monkeypatch.setattr(results, "commit", lambda: "c")
    monkeypatch.setattr(sweep.Job.__init__, "__defaults__", (tmp_path / "kept",), raising=False)
    return scripts


def simulation(script, **more):
    return expand.Simulation("s", more.pop("role", "points"), CONFIG, "copy", script, 1, **more)


def execute(simulations, payload):
    fates = []
    rows = sweep.execute(
        simulations, payload, 1, sweep.one_by_one, lambda _, fate: fates.append(fate), print
    )
    return rows, fates


def test_speed_is_measured_after_all_others(ran, payload):
    simulations = [simulation("fast\n", role="speed"), simulation("a\n"), simulation("b\n")]
    rows, _ = execute(simulations, payload)
    assert ran == ["a", "b", "fast"]
    assert [row.role for row in rows] == ["speed", "points", "points"]  # rows keep the order


def test_a_finished_simulation_is_found_again(ran, payload):
    first, fates = execute([simulation("a\n")], payload)
    assert fates == ["new"]
    again, fates = execute([simulation("a\n")], payload)
    assert fates == ["kept"] and again == first and ran == ["a"]
    _, fates = execute([simulation("a\n", take=1)], payload)
    assert fates == ["new"]


@pytest.mark.parametrize(("script", "same"), [("good\n", True), ("strange\n", False)])
def test_an_output_is_compared_with_the_payload(ran, payload, script, same):
    (row,), _ = execute([simulation(script, output=True)], payload)
    assert row.values["same"] is same
    assert row.values["sha256_source"] == hashlib.sha256(payload.read_bytes()).hexdigest()
    assert row.point["mover"] == "engine"


def test_a_bad_end_is_told_and_not_kept(ran, payload, tmp_path):
    with pytest.raises(UserError, match="copy in the sweep s ended with exit code 3"):
        execute([simulation("bad\n")], payload)
    assert list((tmp_path / "kept").iterdir()) == []


def test_the_guide_shows_an_experiment_that_loads(tmp_path, monkeypatch):
    text = (store.ROOT / "docs" / "guide.md").read_text()
    shown = text.split("## Add an experiment")[1].split("```toml\n")[1].split("```")[0]
    folder = tmp_path / "short-copies"
    folder.mkdir()
    (folder / "experiment.toml").write_text(shown)
    (folder / "formulas.py").write_text("from experiments.copies.formulas import break_even\n")
    monkeypatch.setattr(experiment, "EXPERIMENTS", tmp_path)
    chosen = experiment.load("short-copies")
    figures.check(chosen)
    assert sum(s.points for s in expand.expand(chosen, smoke=True)) == 4
