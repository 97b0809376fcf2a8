# SPDX-License-Identifier: Apache-2.0
"""What an experiment, a system or a block brings beside its tables: formulas, points, sections."""

import pytest

from freightyard import store
from freightyard.errors import UserError
from freightyard.experiments import code, experiment, figures, points
from freightyard.experiments.rows import Row
from freightyard.report import page, sections
from freightyard.system import results

FILE = """
title = "A title"
question = "A question?"
config = "copy-engine"
program = "copy"
[[sweep]]
name = "s"
[[figure]]
name = "f"
formula = "own"
sweep = "s"
"""
RUN = {"id": "r1", "config": "copy-engine", "settings": {}, "seed": 1, "commit": "c1",
       "tools": {}, "cycles": 1}  # fmt: skip
ROWS = [Row("s", "points", {"bytes": n}, {"bytes": n, "cycles": n}, {}, 1.0, RUN) for n in (1, 2)]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    made = tmp_path / "experiments" / "made"
    made.mkdir(parents=True)
    (made / "experiment.toml").write_text(FILE)
    monkeypatch.setattr(experiment, "EXPERIMENTS", made.parent)
    monkeypatch.setattr(store, "ROOT", tmp_path)
    caches = (code.module, page._environment)  # both know the root of the checkout
    for cache in caches:
        cache.cache_clear()
    yield made
    for cache in caches:
        cache.cache_clear()


def value(folder, text):
    (folder / "formulas.py").write_text(text)
    chosen = experiment.load("made")
    figures.check(chosen)
    return figures.value_of(chosen, chosen.figures[0], ROWS)


def test_an_experiment_brings_its_formulas(folder):
    text = "def own(rows, every):\n    return len(rows) + len(every)\n"
    assert value(folder, text) == 4


def test_without_formulas_the_general_ones_are_named(folder):
    with pytest.raises(UserError, match=r"no formula is called own; legal: .*slope"):
        figures.check(experiment.load("made"))


def test_a_helper_is_no_formula(folder):
    with pytest.raises(UserError, match="no formula is called own"):
        value(folder, "def _own(rows, every):\n    return 1\n")


def test_a_formula_that_fails_is_named_with_its_line(folder):
    text = "def own(rows, every):\n    rates = {}\n    return rates['engine']\n"
    with pytest.raises(UserError, match=r"f of experiments/made: .*KeyError: 'engine' \(.*py:3\)"):
        value(folder, text)


def test_a_smoke_run_does_not_hide_a_formula_that_fails(folder):
    (folder / "formulas.py").write_text("def own(rows, every):\n    return 1 / 0\n")
    with pytest.raises(UserError, match="ZeroDivisionError"):
        figures.evaluate(experiment.load("made"), ROWS, smoke=True)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("def own(:\n", r"cannot load .*made/formulas.py: SyntaxError: .*formulas.py:1\)"),
        ("x = 1\nimport nothing_like_this\n", r"ModuleNotFoundError: .*formulas.py:2\)"),
    ],
)
def test_code_that_cannot_be_loaded_is_one_sentence(folder, text, says):
    with pytest.raises(UserError, match=says):
        value(folder, text)


def test_a_formula_says_what_it_needs(folder):
    with pytest.raises(UserError, match="missing a required argument: 'size'; see `with`"):
        value(folder, "def own(rows, every, *, size):\n    return 1\n")


def test_an_experiment_can_make_its_own_points(folder):
    (folder / "points.py").write_text(
        "def points(experiment, rows):\n    return [experiment.id, len(rows)]\n"
    )
    assert points.points(experiment.load("made"), ROWS) == ["made", 2]


def test_rows_are_the_points_of_an_experiment_that_makes_none(folder):
    found = points.points(experiment.load("made"), ROWS)
    assert [p["metric"]["bytes_per_cycle"] for p in found] == [1.0, 1.0]


def point(name):
    metric = {"f": 1.5, "pass": True}
    return results.result(name, {"figure": "f"}, metric, RUN, limit={"at_most": 2})


def test_the_section_of_an_experiment_has_its_question_and_figures(folder):
    text = sections.section("made", [point("made")])
    assert "<h2>A title</h2>" in text and "A question?" in text and ">at most 2<" in text


def test_an_experiment_can_bring_its_section(folder):
    (folder / "report.py").write_text("def section(points):\n    return f'<p>{len(points)}</p>'\n")
    assert sections.section("made", [point("made")]) == "<p>1</p>"


def test_a_system_can_bring_the_section_of_its_results(folder):
    system = store.ROOT / "systems" / "packets"
    system.mkdir(parents=True)
    (system / "report.py").write_text(
        "SECTIONS = {'rate': lambda points: points[0]['run']['id']}\n"
    )
    assert sections.section("rate", [point("rate")]) == "r1"


def test_results_that_nobody_knows_still_show_their_figures(folder):
    text = sections.section("elsewhere <b>", [point("elsewhere")])
    assert "<h2>elsewhere &lt;b&gt;</h2>" in text and ">1.500<" in text
