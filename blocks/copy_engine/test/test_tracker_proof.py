# SPDX-License-Identifier: Apache-2.0
"""Proof that a 2-block buffer of fy_copy_tracker cannot deadlock; with one block it must fail.

Eight claims (fy_copy_tracker_properties.sv), each proved for all reachable states by induction from
those before it: 0 space, 1 transactions, 2 to 6 where bytes lie and that they arrive, 7 progress:
while work remains and the environment owes nothing, a message is offered at most a cycle later.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.prove import BMC, INDUCTION, Outcome, prove

TOP = Path(__file__).with_name("fy_copy_tracker_properties.sv")
ALL = 8  # takes no claim as proved
SPACE, PROGRESS = 0, 7


def run(name: str, **options: object) -> Outcome:
    outcome = prove(name, "fy_copy_tracker_properties", ["copy_engine"], sv=[TOP], **options)
    print(name, outcome)
    return outcome


def claim(step: int, max_bytes: int) -> None:
    """Two steps of induction: an assertion is seen in the cycle after its values."""
    parameters = {"Step": step, "MaxBytes": max_bytes}
    outcome = run(f"tracker-{step}", parameters=parameters, engine=INDUCTION, depth=2)
    assert outcome.status == "PASS", outcome


@pytest.mark.default
@pytest.mark.parametrize("step", range(8))
def test_claim(step: int) -> None:
    claim(step, 11)


@pytest.mark.long
@pytest.mark.parametrize("step", range(8))
def test_claim_for_longer_requests(step: int) -> None:
    claim(step, 15)


def test_one_block_has_no_space() -> None:
    """The rule that fails is the one that the two blocks are for."""
    parameters = {"BufferBlocks": 1, "Step": SPACE}
    outcome = run("tracker-twin", parameters=parameters, mode="bmc", engine=BMC, depth=20)
    assert outcome.status == "FAIL", outcome


def test_one_block_deadlocks() -> None:
    """Progress itself fails, with no claim taken as proved."""
    parameters = {"BufferBlocks": 1, "Step": ALL}
    outcome = run("tracker-twin", parameters=parameters, mode="bmc", engine=BMC, depth=20)
    assert outcome.status == "FAIL", outcome


@pytest.mark.default
def test_two_blocks_do_not() -> None:
    """The same task with two blocks passes as deep as it is quick."""
    outcome = run("tracker-bmc", parameters={"Step": ALL}, mode="bmc", engine=BMC, depth=9)
    assert outcome.status == "PASS", outcome


@pytest.mark.default
def test_covers_are_reached() -> None:
    """Full buffer, a PutBlock that waits for data, two requests that overlap, the end."""
    parameters = {"Step": ALL}
    outcome = run("tracker-cover", parameters=parameters, mode="cover", engine=INDUCTION, depth=24)
    assert outcome.status == "PASS", outcome
