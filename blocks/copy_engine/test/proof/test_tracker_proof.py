# SPDX-License-Identifier: Apache-2.0
"""Proof that a 2-block buffer of fy_copy_tracker cannot deadlock; with one block it must fail.

Nine claims (fy_copy_tracker_properties.sv), each proved for all reachable states by induction from
those before it: 0 space, 1 transactions, 2 to 6 where bytes lie and that they arrive, 7 progress:
while work remains and the environment owes nothing, a message is offered at most a cycle later,
8 what the port owes its environment (fy_copy_port_properties.sv), which the crossbar's proof takes.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.prove import BMC, INDUCTION, STEP, Outcome, prove

HERE = Path(__file__).parent
PARTS = ("port_properties", "tracker_arrivals", "tracker_properties")
TOPS = [HERE / f"fy_copy_{part}.sv" for part in PARTS]
ALONE, ALL, CHOSEN = 9, 11, 12  # progress from no claim; all claims; any from those below
SPACE = 0


def run(name: str, **options: object) -> Outcome:
    outcome = prove(name, "fy_copy_tracker_properties", ["copy_engine"], sv=TOPS, **options)
    print(name, outcome)
    return outcome


def claims(max_bytes: int) -> None:
    """All steps of the induction: a bounded check from any state in which a claim holds.

    The solver chooses the claim: the design is prepared once for the nine.
    """
    parameters = {"Step": CHOSEN, "MaxBytes": max_bytes, "Depth": 1}
    outcome = run("tracker-claims", parameters=parameters, mode="bmc", engine=STEP, depth=4)
    assert outcome.status == "PASS", outcome


@pytest.mark.default
def test_claims_from_reset() -> None:
    """All claims, in the first cycles: where the induction begins."""
    outcome = run("tracker-base", parameters={"Step": ALL}, mode="bmc", engine=BMC, depth=5)
    assert outcome.status == "PASS", outcome


@pytest.mark.default
def test_claims() -> None:
    claims(11)


@pytest.mark.long
def test_claims_for_longer_requests() -> None:
    claims(15)


def test_one_block_has_no_space() -> None:
    """The rule that fails is the one that the two blocks are for."""
    parameters = {"BufferBlocks": 1, "Step": SPACE}
    outcome = run("tracker-twin", parameters=parameters, mode="bmc", engine=BMC, depth=20)
    assert outcome.status == "FAIL", outcome


def test_one_block_deadlocks() -> None:
    """Progress itself fails, with no claim taken as proved."""
    parameters = {"BufferBlocks": 1, "Step": ALONE}
    outcome = run("tracker-twin", parameters=parameters, mode="bmc", engine=BMC, depth=20)
    assert outcome.status == "FAIL", outcome


@pytest.mark.default
def test_two_blocks_do_not() -> None:
    """The same task with two blocks passes as deep as it is quick."""
    outcome = run("tracker-bmc", parameters={"Step": ALONE}, mode="bmc", engine=BMC, depth=9)
    assert outcome.status == "PASS", outcome


@pytest.mark.default
def test_covers_are_reached() -> None:
    """Full buffer, a PutBlock that waits for data, two requests that overlap, the end."""
    parameters = {"Step": ALONE}
    outcome = run("tracker-cover", parameters=parameters, mode="cover", engine=INDUCTION, depth=24)
    assert outcome.status == "PASS", outcome
