# SPDX-License-Identifier: Apache-2.0
"""fy_tl_to_axi loses no message and never locks, in all runs of ten cycles; a twin; covers."""

from __future__ import annotations

from pathlib import Path

from freightyard.verification.prove import BMC, INDUCTION, Outcome, prove

TOP = Path(__file__).with_name("fy_tl_to_axi_properties.sv")


def run(name: str, **options: object) -> Outcome:
    blocks = ["interfaces", "common", "tilelink"]
    outcome = prove(name, "fy_tl_to_axi_properties", blocks, sv=[TOP], **options)
    print(name, outcome)
    return outcome


def test_answers_hold() -> None:
    """Bounded: neither reachability nor induction closes it; covers show what ten cycles hold."""
    outcome = run("tl-to-axi", mode="bmc", engine=BMC, depth=10)
    assert outcome.status == "PASS", outcome


def test_twin_fails() -> None:
    outcome = run("tl-to-axi-twin", parameters={"Broken": 1}, mode="bmc", engine=BMC, depth=10)
    assert outcome.status == "FAIL", outcome


def test_covers_are_reached() -> None:
    outcome = run("tl-to-axi-cover", mode="cover", engine=INDUCTION, depth=11)
    assert outcome.status == "PASS", outcome
