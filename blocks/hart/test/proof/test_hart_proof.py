# SPDX-License-Identifier: Apache-2.0
"""Proof of fy_hart by class of instruction: RV32I, no translation (fy_hart_properties.sv).

Bounded, from reset on: every program and every timing of so many cycles. One retires 6 cycles after
reset at the earliest, then one a cycle.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import RVFI

from freightyard.verification.prove import BMC, Outcome, prove

HERE = Path(__file__).parent
NAMES = ("fy_rv32_rules_pkg", "fy_hart_free_memory", "fy_hart_properties")
SOURCES = [*RVFI, *(HERE / f"{name}.sv" for name in NAMES)]
# Signals that take any value: no claim may need more of them.
FREE = (
    "i_fetch.i_predictor.next_o",
    "i_integer.i_multiplier.result_o",
    "i_integer.i_divider.result_o",
    "i_integer.i_divider.done_o",
    "i_csrs.data_o",
    "i_csrs.illegal_o",
    "i_csrs.interrupt_o",
    "i_csrs.interrupt_cause_o",
    "i_csrs.wake_o",
)
# `Claim`, the signal that the twin sets free, too, and cycles that 60 CPU seconds are enough for.
CLAIMS = {
    "between": (0, "i_decode.i_scoreboard.pending_o", 10),
    "immediate": (1, "i_integer.i_alu.less", 10),
    "register": (2, "i_integer.i_alu.difference", 10),
    "upper": (3, "i_integer.pc", 10),
    "branch": (4, "i_flow.i_late_branch.taken", 10),
    "jump": (5, "i_integer.i_branch.sequential_o", 10),
    "load": (6, "i_load_store.request_q", 10),
    "store": (7, "i_load_store.misaligned", 10),
    "illegal": (8, "i_decode.i_decoder.shift_legal", 10),
}


def run(name: str, claim: int, depth: int, *cuts: str, limit: int = 900) -> Outcome:
    outcome = prove(
        f"hart-{name}",
        "fy_hart_properties",
        ["hart", "data_port"],
        sv=SOURCES,
        parameters={"Claim": claim},
        mode="bmc",
        engine=BMC,
        depth=depth,
        prepare=["flatten", *(f"cutpoint w:i_hart.{cut}" for cut in (*FREE, *cuts)), "opt_clean"],
        limit=limit,
    )
    print(f"{name}: {outcome.depth} cycles, {outcome}")
    return outcome


@pytest.mark.default
def test_instructions_follow_each_other() -> None:
    """Next pc, registers and accesses: what needs no rule of an instruction. The cheapest."""
    outcome = run("between", 0, depth=9)
    assert outcome.status == "PASS" and outcome.depth == 9, outcome


@pytest.mark.long
@pytest.mark.parametrize("name", CLAIMS)
def test_as_deep_as_five_minutes_go(name: str) -> None:
    claim, _, cycles = CLAIMS[name]
    outcome = run(name, claim, depth=100, limit=300)
    assert outcome.status in ("PASS", "UNKNOWN") and outcome.depth >= cycles, outcome


@pytest.mark.long
@pytest.mark.parametrize("name", CLAIMS)
def test_twins_fail(name: str) -> None:
    """With one more signal that takes any value the claim fails, soon."""
    claim, cut, _ = CLAIMS[name]
    outcome = run(f"twin-{name}", claim, 12, cut)
    assert outcome.status == "FAIL" and outcome.depth <= 10, outcome
