# SPDX-License-Identifier: Apache-2.0
"""The demo's points, table and page from rows made by hand."""

import dataclasses
import io

import pytest
from experiments.demo import points, report, terminal
from rich.console import Console

from freightyard.cli.simulation import exp
from freightyard.experiments import expand, experiment
from freightyard.experiments.rows import Row

SETTINGS = {"transactors": 8, "buffer_blocks": 8, "trackers": 1, "beat_bytes": 32,
            "line_bytes": 64}  # fmt: skip
HELD = {
    name: {"last": value} for name, value in (("get_held", 5), ("put_held", 4), ("block_held", 8))
}
SIZES = (64, 1024, 2048, 4096)
RATES = {"scalar_loop": 2, "memcpy": 2, "engine": 16}
START = {"scalar_loop": 2, "memcpy": 4, "engine": 60}


def row(sweep, mover, size, offsets, role="points", **more):
    run = {"id": f"{sweep}-{mover}-{offsets}", "config": "copy-engine", "settings": SETTINGS,
           "seed": 1, "commit": "c", "tools": {"t": "1"}, "cycles": 1000}  # fmt: skip
    point = {"mover": mover, "bytes": size, "source_offset": offsets[0],
             "target_offset": offsets[1], "resident": "l2"}  # fmt: skip
    values = {**point, "cycles": START[mover] + size // RATES[mover], "wrong": 0, **more}
    return Row(sweep, role, point, values, HELD, 1.0, run)


@pytest.fixture
def rows():
    found = [
        row("prefixes", mover, size, offsets)
        for mover in RATES
        for offsets in points.OFFSETS
        for size in SIZES
    ]
    digests = {"sha256": "a", "sha256_source": "a", "same": True}
    found += [row("whole", mover, 9999, (0, 0), **digests) for mover in RATES]
    return [*found, row("single", "engine", 64, (0, 0), role="constants")]


def made(rows):
    return points.points(experiment.load("demo"), rows)


def printed(found):
    out = Console(file=io.StringIO(), width=100)
    for part in terminal.show(found):
        out.print(part)
    return out.file.getvalue()


def test_points_have_every_part(rows):
    found = made(rows)
    parts = [p["point"]["part"] for p in found]
    assert [parts.count(name) for name in ("prefix", "whole", "slope", "total", "break_even")] == [
        24, 3, 6, 1, 2,
    ]  # fmt: skip
    assert {p["metric"]["break_even"] for p in report.of_part(found, "break_even")} == {1024}
    engine = next(p for p in found if p["point"].get("mover") == "engine" and p["limit"])
    assert min(engine["limit"].values()) == pytest.approx(64 / 3)


def test_the_whole_file_is_no_prefix(rows):
    (total,) = report.of_part(made(rows), "total")
    assert total["metric"] == {"cycles": 7000, "cycles_whole": 3000, "wrong_bytes": 0}


def test_table_and_page_name_the_break_even(rows):
    found = made(rows)
    assert "never slower than the better scalar mover from 1024 B on" in printed(found)
    assert "every byte of every copy is right" in printed(found)
    page = report.page(found)
    assert page.count("From a size of 1024 B on") == 2 and page.count("<svg") == 8


def test_break_even_by_place_and_use(rows):
    """The worst alignment counts; rows of the table change neither curves nor whole file."""
    plain = made(rows)
    for size, engine in ((64, 90), (128, 60), (256, 80)):
        for mover, cycles in (("scalar_loop", 100), ("memcpy", 70), ("engine", engine)):
            for offsets in points.OFFSETS:
                more = {"resident": "memory", "after": "read", "cycles": cycles}
                if mover == "memcpy" and offsets == (3, 5):
                    more["cycles"] = 85
                rows.append(row("break_even", mover, size, offsets, **more))
    found = made(rows)
    assert report.break_even_rows(found) == [["memory", "", "never", ""]]
    assert [p for p in found if p["point"]["part"] in ("prefix", "whole")] == [
        p for p in plain if p["point"]["part"] in ("prefix", "whole")
    ]
    for last in rows[-6:]:
        if last.values["mover"] == "engine":
            last.values["cycles"] = 70
    assert report.break_even_rows(made(rows)) == [["memory", "", "128 B", ""]]
    assert "read once" in printed(made(rows))


def test_an_engine_that_never_wins_is_told(rows):
    slow = [r for r in rows if r.values["mover"] != "engine"]
    slow += [
        row("prefixes", "engine", size, offsets, cycles=10**6 + size)
        for offsets in points.OFFSETS
        for size in SIZES
    ]
    slow += [r for r in rows if r.role == "constants"]
    slow += [r for r in rows if r.sweep == "whole" and r.values["mover"] == "engine"]
    assert "the engine is slower up to the largest size" in printed(made(slow))


@pytest.mark.parametrize("wrong", [{"wrong": 3}, {"same": False}])
def test_a_wrong_byte_or_digest_is_told_and_fails(rows, wrong):
    assert exp._right(made(rows))
    whole = dataclasses.replace(rows[-2], values={**rows[-2].values, **wrong})
    found = made([*rows[:-2], whole, rows[-1]])
    assert "see the table" in printed(found)
    assert not exp._right(found)


def test_a_large_file_is_copied_whole_by_the_engine_alone(tmp_path):
    file = tmp_path / "large"
    for size, movers in ((1 << 20, 3), ((1 << 20) + 1, 1)):
        file.write_bytes(bytes(size))
        simulations = expand.expand(experiment.load("demo", payload=file), smoke=False)
        assert sum(s.output for s in simulations) == movers


def test_a_file_of_one_byte_has_one_prefix(tmp_path):
    file = tmp_path / "small"
    file.write_bytes(b"x")
    simulations = expand.expand(experiment.load("demo", payload=file), smoke=False)
    assert {s.points for s in simulations} == {1}
    assert not any(s.role == "constants" for s in simulations)
