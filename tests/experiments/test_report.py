# SPDX-License-Identifier: Apache-2.0
"""The page of all results: its numbers are those of the result files."""

import base64
import json
import re

import pytest
from experiments.copies import limits as source_figures
from experiments.copies import tables as report_tables

from freightyard import store
from freightyard.cli import report as command_report
from freightyard.errors import UserError
from freightyard.report import page as report_page
from freightyard.system import results

RUN = {"id": "r1", "config": "c", "settings": {}, "seed": 1, "commit": "c1", "tools": {"a": "1"},
       "cycles": 1}  # fmt: skip


def slopes():
    points = []
    for trackers, table in source_figures.ENGINE_TABLES.items():
        for (channels, transactors), rates in table.items():
            for blocks, rate in zip(source_figures.BLOCKS, rates, strict=True):
                hardware = {"channels": channels, "transactors": transactors,
                            "trackers": trackers, "buffer_blocks": blocks,
                            "beat_bytes": 32}  # fmt: skip
                point = {"mover": "engine", "bytes": "slope", "memory": "S", "resident": "l2",
                         "banks_per_channel": 1, "throttle": 0,
                         "sweep": "engine", **hardware}  # fmt: skip
                ours = 1000 + len(points) + 0.5
                metric = {"bytes_per_cycle": ours, "intercept_cycles": 1.0}
                points.append(
                    results.result(
                        "memory-systems", point, metric, RUN,
                        source={"bytes_per_cycle": rate},
                        limit=source_figures.limits({**hardware, "line_bytes": 64}, 7, 9),
                    )
                )  # fmt: skip
    return points


def test_every_number_of_the_results_stands_in_the_table():
    points = slopes()
    text = report_tables.matrix(points)
    for p in points:
        name, limit = report_page.binding_limit(p)
        cell = f"{p['metric']['bytes_per_cycle']:.1f} / {p['source']['bytes_per_cycle']}"
        assert text.count(f">{cell} / {limit:.1f} {report_tables._LETTERS[name]}<") == 1
    assert text.count("<tr>") == 10


def test_a_rate_below_the_source_is_marked():
    points = slopes()
    points[0]["metric"]["bytes_per_cycle"] = 1.0
    assert report_tables.matrix(points).count('class="no"') == 1


def test_page_stands_alone(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    monkeypatch.setattr(store, "BUILD", tmp_path)
    (tmp_path / "memory-systems.json").write_text(json.dumps(slopes()))
    command_report.command()
    page = (tmp_path / "reports" / "all.html").read_text()
    assert not re.search(r'(src|href)="(?!data:)', page)
    assert page.count("<svg") == 6  # three panels, light and dark
    assert "the published tables" in page and "1000.5" in page


@pytest.mark.parametrize(
    ("configs", "systems"),
    [
        (["minimal"], []),
        (["copy-engine"], ["copy_engine"]),
        (["copy-engine-small", "minimal", "copy-engine"], ["copy_engine"]),
        (["a-configuration-that-is-gone"], []),
    ],
)
def test_picture_is_that_of_the_systems_with_results(tmp_path, monkeypatch, configs, systems):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    monkeypatch.setattr(store, "BUILD", tmp_path)
    points = [{**slopes()[0], "run": {**RUN, "config": name}} for name in configs]
    (tmp_path / "memory-systems.json").write_text(json.dumps(points))
    command_report.command()
    page = (tmp_path / "reports" / "all.html").read_text()
    shown = [base64.b64decode(data) for data in re.findall(r'svg\+xml;base64,([^"]*)"', page)]
    assert shown == [(store.ROOT / "systems" / s / "picture.svg").read_bytes() for s in systems]


def test_damaged_result_is_one_sentence(tmp_path, monkeypatch):
    monkeypatch.setattr(results, "RESULTS", tmp_path)
    (tmp_path / "x.json").write_text("[{")
    with pytest.raises(UserError, match="cannot read the result"):
        command_report.command()
