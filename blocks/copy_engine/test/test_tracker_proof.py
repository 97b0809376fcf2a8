# SPDX-License-Identifier: Apache-2.0
"""Proof that a 2-block buffer of fy_copy_tracker cannot deadlock; with one block it must fail.

`space` is proved for all reachable states by induction: whatever has arrived and whoever is slow,
the writer's next message is reserved or the reader has space for its next one. `progress` (work
remains and nothing is owed, yet no message is offered) is checked to a bounded depth.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from freightyard.prove import BMC, INDUCTION, Outcome, prove

TOP = Path(__file__).with_name("fy_copy_tracker_properties.sv")


def run(name: str, **options: object) -> Outcome:
    outcome = prove(name, "fy_copy_tracker_properties", ["copy_engine"], sv=[TOP], **options)
    print(name, outcome)
    return outcome


@pytest.mark.default
def test_space_is_proved() -> None:
    outcome = run("tracker-space", parameters={"SpaceOnly": 1}, engine=INDUCTION, depth=2)
    assert outcome.status == "PASS", outcome


@pytest.mark.default
def test_progress_is_bounded() -> None:
    outcome = run("tracker-progress", mode="bmc", engine=BMC, depth=10)
    assert outcome.status == "PASS", outcome


@pytest.mark.parametrize("space_only", [0, 1])
def test_one_block_fails(space_only: int) -> None:
    parameters = {"BufferBlocks": 1, "SpaceOnly": space_only}
    outcome = run("tracker-twin", parameters=parameters, mode="bmc", engine=BMC, depth=20)
    assert outcome.status == "FAIL", outcome
    assert "space_or_reserved" in outcome.detail or "progress" in outcome.detail, outcome


@pytest.mark.default
def test_covers_are_reached() -> None:
    """Full buffer, a PutBlock that waits for data, two requests that overlap, the end."""
    outcome = run("tracker-cover", mode="cover", engine=INDUCTION, depth=24)
    assert outcome.status == "PASS", outcome
