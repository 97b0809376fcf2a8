# SPDX-License-Identifier: Apache-2.0
"""Proofs of ownership: others do not reach the owner; a fence leaves nothing of a user.

For all reachable states, by induction: `fy_copy_claim_properties.sv` compares two engines whose
strangers execute different instructions; `fy_copy_forget_properties.sv` follows the engine behind
SFENCE.VMA without address.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.prove import BMC, INDUCTION, Outcome, prove

HERE = Path(__file__).parent
# The trackers take any value: what they do is no matter of these claims.
CUT = ["flatten"] + [
    f"cutpoint w:i_engine.{name}"
    for name in ("tracker_busy", "tracker_ready", "tracker_error", "tracker_error_valid")
]


def run(name: str, top: str, **options: object) -> Outcome:
    outcome = prove(name, top, ["copy_engine"], sv=[HERE / f"{top}.sv"], **options)
    print(name, outcome)
    return outcome


def claim(name: str, **options: object) -> Outcome:
    return run(name, "fy_copy_claim_properties", **options)


def forget(name: str, prepare: list[str] = CUT, **options: object) -> Outcome:
    return run(name, "fy_copy_forget_properties", prepare=prepare, **options)


@pytest.mark.default
def test_strangers_do_not_reach_the_owner() -> None:
    outcome = claim("claim", engine=INDUCTION, depth=2)
    assert outcome.status == "PASS", outcome


def test_nothing_of_a_user_goes_on() -> None:
    outcome = forget("forget", engine=INDUCTION, depth=2)
    assert outcome.status == "PASS", outcome


@pytest.mark.parametrize(
    "rule",
    [
        pytest.param("passes", marks=pytest.mark.default),
        pytest.param("same_q", marks=pytest.mark.long),
    ],
)
def test_claim_twins_fail(rule: str) -> None:
    """Without the rule (its signal takes any value) a stranger reaches the owner."""
    name = f"claim-twin-{rule}"
    prepare = ["flatten", f"cutpoint w:gen_copy[0].i_claim.{rule}"]
    outcome = claim(name, mode="bmc", engine=BMC, depth=8, prepare=prepare)
    assert outcome.status == "FAIL", outcome


@pytest.mark.long
@pytest.mark.parametrize("rule", ["abort", "quiet"])
def test_forget_twins_fail(rule: str) -> None:
    """Without the rule a user's transfer, or its walk, outlives the fence."""
    prepare = [*CUT, f"cutpoint w:i_engine.{rule}"]
    options = {"parameters": {"Lemmas": 0}, "mode": "bmc", "engine": BMC, "depth": 20}
    outcome = forget(f"forget-twin-{rule}", prepare, **options)
    assert outcome.status == "FAIL", outcome


@pytest.mark.long
def test_covers_are_reached() -> None:
    assert claim("claim-cover", mode="cover", engine=INDUCTION, depth=12).status == "PASS"
    assert forget("forget-cover", mode="cover", engine=INDUCTION, depth=20).status == "PASS"
