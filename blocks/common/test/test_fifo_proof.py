# SPDX-License-Identifier: Apache-2.0
"""Proof that fy_fifo keeps order, its twin that must fail, and covers."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.prove import INDUCTION, Outcome, prove

TOP = Path(__file__).with_name("fy_fifo_properties.sv")
CHECKER = Path(__file__).parents[1] / "sim" / "fy_stream_checker.sv"


def run(name: str, **options: object) -> Outcome:
    outcome = prove(name, "fy_fifo_properties", ["common"], sv=[CHECKER, TOP], **options)
    print(name, outcome)
    return outcome


@pytest.mark.parametrize("fall_through", [0, 1])
def test_order_is_proved(fall_through: int) -> None:
    outcome = run("fifo", parameters={"FallThrough": fall_through})
    assert outcome.status == "PASS", outcome


def test_twin_fails() -> None:
    outcome = run("fifo-twin", parameters={"FallThrough": 1, "Broken": 1})
    assert outcome.status == "FAIL", outcome


def test_spaces_in_the_place_of_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FY_BUILD_STORE", str(tmp_path / "a store"))
    outcome = run("fifo-spaces", parameters={"FallThrough": 1, "Broken": 1})
    assert outcome.status == "FAIL", outcome
    assert (outcome.folder / "engine_0" / "trace.vcd").is_file()


def test_covers_are_reached() -> None:
    outcome = run("fifo-cover", mode="cover", engine=INDUCTION, depth=12)
    assert outcome.status == "PASS", outcome
