# SPDX-License-Identifier: Apache-2.0
"""Proof that fy_tlb never uses what a fence named, nor tells a fault that is not fresh."""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.prove import BMC, INDUCTION, PDR, Outcome, prove

TOP = Path(__file__).with_name("fy_tlb_properties.sv")


def run(name: str, **options: object) -> Outcome:
    outcome = prove(name, "fy_tlb_properties", ["mmu"], sv=[TOP], **options)
    print(name, outcome)
    return outcome


@pytest.mark.parametrize(
    ("replace", "entries", "engine"),
    [
        (0, 2, INDUCTION),
        (1, 2, INDUCTION),
        pytest.param(0, 8, INDUCTION, marks=pytest.mark.default),
        pytest.param(1, 4, PDR, marks=pytest.mark.default),
    ],
)
def test_old_entries_are_never_used(replace: int, entries: int, engine: str) -> None:
    parameters = {"Replace": replace, "Entries": entries}
    outcome = run("tlb", parameters=parameters, engine=engine, depth=2)
    assert outcome.status == "PASS", outcome


@pytest.mark.parametrize(
    ("replace", "rule", "claim"),
    [
        (0, "stale_q", "a_f"),  # a walk that met a fence is remembered
        # Entries that a fence names go; a fault is for a lookup that stayed; entries of a page that
        # was walked go.
        pytest.param(0, "dropped", "a_fenced", marks=pytest.mark.default),
        pytest.param(0, "stayed_q", "a_fresh", marks=pytest.mark.default),
        pytest.param(1, "dropped", "a_replaced", marks=pytest.mark.default),
    ],
)
def test_twins_fail(replace: int, rule: str, claim: str) -> None:
    """Without the rule (its signal takes any value) the claim fails."""
    outcome = run(
        f"tlb-twin-{rule}",
        parameters={"Replace": replace, "Lemmas": 0},
        mode="bmc",
        engine=BMC,
        depth=20,
        prepare=["flatten", f"cutpoint w:i_tlb.{rule}"],
    )
    assert outcome.status == "FAIL" and claim in outcome.detail, outcome


@pytest.mark.parametrize("replace", [0, 1])
def test_covers_are_reached(replace: int) -> None:
    parameters = {"Replace": replace}
    outcome = run("tlb-cover", parameters=parameters, mode="cover", engine=INDUCTION, depth=14)
    assert outcome.status == "PASS", outcome
