# SPDX-License-Identifier: Apache-2.0
"""Titles of pictures, and the headline of the copy engine, say what the values say."""

import pytest
from experiments.copies import headline
from experiments.copies.curve import NAMES, curve

from freightyard.errors import UserError
from freightyard.report import findings
from freightyard.report.findings import Value
from freightyard.system import results

RUN = {"id": "r1", "config": "copy-engine", "settings": {}, "seed": 1,
       "commit": "abc1234", "tools": {}, "cycles": 1}  # fmt: skip
CYCLES = {1: (27, 41, 29), 8: (33, 40, 29), 1024: (349, 365, 73)}  # loop, memcpy, engine


def values(table):
    return [Value(f"{x} B", name, x, y) for x, by in table.items() for name, y in by.items()]


def test_fewest_says_from_where_on_and_how_far_the_next_is():
    table = {8: {"a": 1, "b": 2}, 16: {"a": 5, "b": 4}, 32: {"a": 10, "b": 4}}
    text = "Fewest cycles from 16 B on: b; at 32 B a takes 2.50 times as many"
    assert findings.of("fewest", values(table), "cycles") == text
    table[16] = {"a": 1, "b": 4}
    assert "from 32 B on: b" in findings.of("fewest", values(table), "cycles")


def test_a_place_that_one_name_lacks_does_not_count():
    table = {8: {"a": 1, "b": 2}, 16: {"a": 1}}
    assert findings.of("fewest", values(table), "cycles").endswith(
        "at 8 B b takes 2.00 times as many"
    )


def test_ratio_spans_the_places():
    table = {1: {"a": 2, "b": 1}, 2: {"a": 9, "b": 3}}
    assert (
        findings.of("ratio", values(table), "cycles")
        == "Cycles: a takes 2.00 to 3.00 times those of b"
    )


def test_most_names_the_highest():
    table = {1: {"a": 2, "b": 1}, 2: {"a": 9, "b": 3}}
    assert (
        findings.of("most", values(table), "bytes a cycle")
        == "Most bytes a cycle: a with 2 B, 9.00"
    )


def points(cycles):
    place = {"part": "prefix", "source_offset": 0, "target_offset": 0}
    return [
        results.result("demo", {**place, "mover": mover, "bytes": size}, {"cycles": value}, RUN)
        for size, row in cycles.items()
        for mover, value in zip(NAMES, row, strict=True)
    ]  # fmt: skip


def test_headline_of_the_engine():
    made = curve(points(CYCLES))
    assert made.never_slower() == 8
    assert made.gain(1024) == 349 / 73
    page = str(headline.headline(points(CYCLES)))
    assert "To copy 1 KB:" in page and "a gain of 4.78" in page
    assert "is never slower from 8 B on" in page
    assert headline.picture(points(CYCLES)).startswith("<svg")


def test_a_slower_engine_is_called_slower():
    slower = points({1: (27, 41, 29), 8: (20, 40, 29)})
    assert curve(slower).never_slower() is None
    assert "takes 1.45 times the cycles" in curve(slower).finding("cycles")


def test_without_results_the_command_is_named():
    assert "./fy demo" in str(headline.headline([]))
    with pytest.raises(UserError, match="fy demo"):
        headline.picture([])
