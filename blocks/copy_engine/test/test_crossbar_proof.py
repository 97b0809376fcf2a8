# SPDX-License-Identifier: Apache-2.0
"""Proof that trackers behind the crossbar cannot stop each other (copy-engine.md 7.4); twins fail.

Four claims (fy_copy_crossbar_properties.sv) on the RTL of two trackers and the crossbar, by
induction: agreement of ports and banks, the rule of 7.4, turns, progress. They build on the claims
of test_tracker_proof.py, whose assumptions about the environment are shown here.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.prove import BMC, INDUCTION, Outcome, prove

HERE = Path(__file__).parent
TOPS = [HERE / f"fy_copy_{part}_properties.sv" for part in ("tracker", "crossbar")]
AGREEMENT, RULE, TURNS, PROGRESS, FROM_RESET, REACHED = range(6)
QUEUES, WAITING_BANKS = 1, 2


def run(name: str, mode: str, engine: str, depth: int, **parameters: int) -> Outcome:
    top = "fy_copy_crossbar_properties"
    outcome = prove(
        f"crossbar-{name}",
        top,
        ["copy_engine"],
        sv=TOPS,
        parameters=parameters,
        mode=mode,
        engine=engine,
        depth=depth,
    )
    print(name, parameters, outcome)
    return outcome


def claim(step: int, **parameters: int) -> None:
    """Two steps of induction: an assertion is seen in the cycle after its values."""
    outcome = run(f"claim-{step}", "prove", INDUCTION, 2, Step=step, **parameters)
    assert outcome.status == "PASS", outcome


def fails(name: str, label: str, depth: int, **parameters: int) -> None:
    """Requests whose block Put takes bytes of two reads show it soonest."""
    outcome = run(name, "bmc", BMC, depth, Shifted=1, MaxBytes=8, **parameters)
    assert outcome.status == "FAIL" and label in outcome.detail, outcome


@pytest.mark.default
@pytest.mark.parametrize("step", [RULE, TURNS, PROGRESS])
def test_claim(step: int) -> None:
    claim(step)


@pytest.mark.long
def test_agreement() -> None:
    claim(AGREEMENT)


@pytest.mark.default
def test_banks_that_wait_deadlock() -> None:
    """A bank whose answers wait for the block Put it is taking closes a circle."""
    fails("waiting", "progress", 12, Step=FROM_RESET, Twin=WAITING_BANKS)


@pytest.mark.long
def test_queues_deadlock() -> None:
    """With a queue between port and bank "sent" comes before arbitration: a circle of two banks."""
    fails("queues", "progress", 14, Step=FROM_RESET, Twin=QUEUES)


@pytest.mark.long
def test_reached() -> None:
    """Each of two Puts waits for data that the bank of the other owes, and all comes to an end."""
    fails("reached", "reached", 20, Step=REACHED)


@pytest.mark.default
def test_from_reset() -> None:
    """Progress with nothing taken as proved, as deep as it is quick."""
    outcome = run("from-reset", "bmc", BMC, 9, Step=FROM_RESET)
    assert outcome.status == "PASS", outcome
