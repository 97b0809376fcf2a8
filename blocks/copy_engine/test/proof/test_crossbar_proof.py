# SPDX-License-Identifier: Apache-2.0
"""Proof that trackers behind the crossbar cannot stop each other (README of the block); twins fail.

Four claims (fy_copy_crossbar_properties.sv) on the RTL of turns, throttle and crossbar, by
induction: agreement of ports and banks, places of the throttle, the deadlock rule, progress. A
tracker is any port that keeps the contract of fy_copy_port_properties, which test_tracker_proof.py
shows; what that proof assumes about the environment is shown here. A step of the induction is a
bounded check from any state in which the claims have held: a SAT solver closes it soonest.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.verification.prove import BMC, STEP, Outcome, prove

HERE = Path(__file__).parent
PARTS = (
    "crossbar_proof_pkg", "port_properties", "tracker_arrivals", "tracker_properties", "free_bank",
    "place_count", "crossbar_reached", "crossbar_system", "crossbar_properties",
)  # fmt: skip
TOPS = [HERE / f"fy_copy_{part}.sv" for part in PARTS]
AGREEMENT, PLACES, RULE, PROGRESS, FROM_RESET, REACHED, ALL = range(7)
QUEUES, WAITING_BANKS = 1, 2
STEPS = [(AGREEMENT, 1), (PLACES, 1), (RULE, 1), (PROGRESS, 2)]


def run(name: str, depth: int, engine: str = BMC, **parameters: int) -> Outcome:
    top = "fy_copy_crossbar_properties"
    outcome = prove(
        f"crossbar-{name}",
        top,
        ["copy_engine"],
        sv=TOPS,
        parameters=parameters,
        mode="bmc",
        engine=engine,
        depth=depth,
    )
    print(name, parameters, outcome)
    return outcome


def claim(step: int, cycles: int, **parameters: int) -> None:
    """When it has held so many cycles it holds in the next."""
    outcome = run(f"step-{step}", cycles + 3, STEP, Step=step, Depth=cycles, **parameters)
    assert outcome.status == "PASS", outcome


def base(**parameters: int) -> None:
    """All claims, in the first cycles: where the induction begins."""
    outcome = run("base", 5, Step=ALL, **parameters)
    assert outcome.status == "PASS", outcome


def fails(name: str, label: str, depth: int, **parameters: int) -> None:
    outcome = run(name, depth, **parameters)
    assert outcome.status == "FAIL" and label in outcome.detail, outcome


@pytest.mark.default
def test_claims_from_reset() -> None:
    base()


@pytest.mark.default
@pytest.mark.parametrize(("step", "cycles"), STEPS)
def test_claim(step: int, cycles: int) -> None:
    claim(step, cycles)


@pytest.mark.long
def test_claims_with_slots_from_reset() -> None:
    base(Trackers=3, Queued=0)


@pytest.mark.long
@pytest.mark.parametrize(("step", "cycles"), STEPS)
def test_claim_with_slots(step: int, cycles: int) -> None:
    """Three trackers: the progress of slots takes a turn of their phases."""
    claim(step, 4 if step == PROGRESS else cycles, Trackers=3, Queued=0)


@pytest.mark.default
def test_banks_that_wait_deadlock() -> None:
    """A bank whose answers wait for the block Put it is taking closes a circle."""
    fails("waiting", "progress", 12, Step=FROM_RESET, Twin=WAITING_BANKS, MaxBytes=8, Queued=0)


@pytest.mark.long
def test_queues_deadlock() -> None:
    """With a queue between port and bank "sent" comes before arbitration: a circle of two banks."""
    fails("queues", "progress", 14, Step=FROM_RESET, Twin=QUEUES, MaxBytes=8, Queued=0)


@pytest.mark.long
def test_reached() -> None:
    """Each of two Puts waits for data that the bank of the other owes, and all comes to an end."""
    fails("reached", "reached", 20, Step=REACHED, MaxBytes=8, Queued=0)


@pytest.mark.default
def test_from_reset() -> None:
    """Progress with nothing taken as proved, as deep as it is quick."""
    outcome = run("from-reset", 9, Step=FROM_RESET, Queued=0)
    assert outcome.status == "PASS", outcome
