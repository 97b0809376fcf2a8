# SPDX-License-Identifier: Apache-2.0
"""Proof that fy_walker loses no request, answers each once, and lets no port wait for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.prove import BMC, INDUCTION, PDR, Outcome, prove

pytestmark = pytest.mark.default
TOP = "fy_walker_properties"
SOURCES = [Path(__file__).with_name(f"{name}.sv") for name in ("fy_bench_map_pkg", TOP)]


def run(name: str, **options: object) -> Outcome:
    outcome = prove(name, TOP, ["mmu"], sv=SOURCES, **options)
    print(name, outcome)
    return outcome


def test_walks_are_proved() -> None:
    outcome = run("walker", engine=PDR)
    assert outcome.status == "PASS", outcome


@pytest.mark.parametrize(
    ("rule", "claim"),
    [
        ("i_walker.i_choice.mask_q", "a_fair"),  # whose turn it is
        ("i_walker.port_q", "a_once"),  # the port that asked
        ("i_walker.stale_q", "a_clean"),  # a walk met a fence
        ("i_mux.core_taken_q", "a_kill"),  # the side that a kill is for
        ("i_mux.core_stalled_q", "a_hold"),  # what stalls stays
    ],
)
def test_twins_fail(rule: str, claim: str) -> None:
    """Without the rule (its signal takes any value) the claim fails."""
    prepare = ["flatten", f"cutpoint w:{rule}"]
    outcome = run(f"walker-twin-{rule}", mode="bmc", engine=BMC, depth=20, prepare=prepare)
    assert outcome.status == "FAIL" and claim in outcome.detail, outcome


def test_covers_are_reached() -> None:
    outcome = run("walker-cover", mode="cover", engine=INDUCTION, depth=40)
    assert outcome.status == "PASS", outcome
