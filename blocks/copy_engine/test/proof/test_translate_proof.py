# SPDX-License-Identifier: Apache-2.0
"""Proof that after SFENCE.VMA no request of the engine uses an older translation.

For all reachable states, by induction (fy_copy_translate_properties.sv): from the fence on no
request uses what it named; none starts while it is held; it is done only when those from before
have drained, and then at once.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.prove import BMC, INDUCTION, Outcome, prove

TOP = Path(__file__).with_name("fy_copy_translate_properties.sv")


def run(name: str, **options: object) -> Outcome:
    outcome = prove(name, "fy_copy_translate_properties", ["copy_engine"], sv=[TOP], **options)
    print(name, outcome)
    return outcome


@pytest.mark.parametrize("entries", [2, pytest.param(8, marks=pytest.mark.default)])
def test_old_translations_are_never_used(entries: int) -> None:
    outcome = run("translate", parameters={"Entries": entries}, engine=INDUCTION, depth=3)
    assert outcome.status == "PASS", outcome


@pytest.mark.parametrize(
    ("rule", "claim"),
    [
        # A fence closes the translation and sends it back to the source; done waits for trackers,
        # also for the requests of a command before this one; the TLB drops what the fence names.
        ("open", "a_fenced"),
        ("earlier_q", "a_drained"),
        pytest.param("translation_fence_done_o", "a_drained", marks=pytest.mark.default),
        pytest.param("i_tlb.dropped", "a_fenced", marks=pytest.mark.default),
    ],
)
def test_twins_fail(rule: str, claim: str) -> None:
    """Without the rule (its signal takes any value) the claim fails."""
    outcome = run(
        f"translate-twin-{rule}",
        parameters={"Lemmas": 0},
        mode="bmc",
        engine=BMC,
        depth=20,
        prepare=["flatten", f"cutpoint w:i_translate.{rule}"],
    )
    assert outcome.status == "FAIL" and claim in outcome.detail, outcome


@pytest.mark.default
def test_covers_are_reached() -> None:
    """Old and new translations in use; a fence that meets a walk and busy trackers, its end.

    And a fence that waits for the requests of a translated command under one that is not.
    """
    outcome = run("translate-cover", mode="cover", engine=INDUCTION, depth=16)
    assert outcome.status == "PASS", outcome
