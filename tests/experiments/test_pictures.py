# SPDX-License-Identifier: Apache-2.0
"""Pictures of experiments: what is drawn is what the results say."""

import pytest

from freightyard.errors import UserError
from freightyard.experiments import experiment
from freightyard.report import pictures
from freightyard.system import results

RUN = {"id": "r1", "config": "c", "settings": {}, "seed": 1, "commit": "c1", "tools": {},
       "cycles": 1}  # fmt: skip


def points():
    return [
        results.result("fleet", {"mover": mover, "sweep": sweep, "bytes": size, "copies": 10,
                                 "bin": 1, "workload_seed": 1, "source_offset": 0},
                       {"cycles": cycles}, RUN)
        for sweep in ("mix", "bins", "break_even")
        for mover, cycles in (("memcpy", 2000), ("engine", 130))
        for size in (8, 64)
    ]  # fmt: skip


def test_bars_carry_their_numbers():
    drawn = pictures.figures(experiment.load("fleet"), points())
    assert len(drawn) == 3  # no point has odd addresses
    bars = next(text for text in drawn if "three lists" in text)
    assert ">200<" in bars and ">13<" in bars
    assert bars.count("<svg") == 2  # light and dark
    assert "tuned memcpy" in bars and "unrolled loop" not in bars


def test_bins_have_names():
    drawn = pictures.figures(experiment.load("fleet"), points())
    assert any(">1-16<" in text for text in drawn)


def test_a_source_is_drawn_beside_ours():
    curve = experiment.load("copy-curve")
    ours = [
        results.result("copy-curve", {"mover": mover, "sweep": "curve", "bytes": size},
                       {"cycles": size}, RUN)
        for mover in ("scalar_loop", "engine") for size in (1024, 262144)
    ]  # fmt: skip
    values = pictures._values(curve.pictures[0], ours, curve.words())
    assert [v["y"] for v in values if v["what"] == "source"] == [163800, 41000]
    assert len([v for v in values if v["what"] == "ours"]) == 4


@pytest.mark.parametrize("name", experiment.names())
def test_an_experiment_without_results_has_no_picture(name):
    assert pictures.figures(experiment.load(name), []) == []


def test_a_metric_that_no_result_has_is_named():
    wrong = points()
    wrong[0]["metric"] = {"seconds": 1}
    with pytest.raises(UserError, match="three lists: no metric is called cycles; legal: seconds"):
        pictures.figures(experiment.load("fleet"), wrong)


def test_two_axes_have_one_colour_and_seeds_their_median():
    linux = experiment.load("linux")
    ours = [
        results.result("linux", {"mover": mover, "page_in": way, "pages": "fresh", "sweep": sweep,
                                 "bytes": 4096, "seed": seed}, {"cycles": cycles + seed}, RUN)
        for sweep, mover, way, cycles in
            (("scalar", "scalar", "none", 10), ("fresh", "engine", "mlock", 20),
             ("fresh", "engine", "touch", 30))
        for seed in (1, 2, 9)
    ]  # fmt: skip
    values = pictures._values(linux.pictures[0], ours, linux.words())
    assert [(v["colour"], v["y"]) for v in values] == [
        ("best scalar", 12), ("copy engine, mlock and munlock", 22),
        ("copy engine, touch at each fault", 32),
    ]  # fmt: skip
