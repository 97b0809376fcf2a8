# SPDX-License-Identifier: Apache-2.0
"""Proof of fy_hart by class of instruction: RV32I, no translation (fy_hart_properties.sv).

Bounded, from reset on: every program and every timing of so many cycles. One retires 6 cycles after
reset at the earliest, then one a cycle.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import RVFI, SIM

from freightyard.verification.prove import BMC, Outcome, prove

HERE = Path(__file__).parent
NAMES = ("fy_rv32_rules_pkg", "fy_hart_free_memory", "fy_scratch_rule", "fy_hart_properties")
SOURCES = [SIM / "fy_hart_retirement.sv", *RVFI, *(HERE / f"{name}.sv" for name in NAMES)]
# Signals that take any value; the claim on a control register needs those of CSRS.
CSRS = ("i_csrs.data_o", "i_csrs.illegal_o")
CONTROL = 9
FREE = (
    "i_fetch.i_predictor.next_o",
    "i_integer.i_multiplier.result_o",
    "i_integer.i_divider.result_o",
    "i_integer.i_divider.done_o",
    *CSRS,
    "i_csrs.interrupt_o",
    "i_csrs.interrupt_cause_o",
    "i_csrs.wake_o",
)
# `Claim`, and cycles that 60 CPU seconds are enough for.
CLAIMS = {
    "between": (0, 11),
    "immediate": (1, 23),
    "register": (2, 24),
    "upper": (3, 24),
    "branch": (4, 18),
    "jump": (5, 19),
    "load": (6, 16),
    "store": (7, 16),
    "illegal": (8, 60),
    "control": (CONTROL, 11),
}
# A claim, the signal that its twin sets free, too, and the assertion that fails. A constant signal
# cannot be set free: the cut has no effect on it.
TWINS = (
    ("between", "i_decode.i_scoreboard.pending_o", "a_owed"),
    ("between", "i_decode.i_bypass1.wait_o", "a_register"),
    ("between", "i_flow.away", "a_next"),
    ("between", "i_load_store.kill_q", "a_once"),
    ("between", "i_fetch.stalled_address_q", "a_word"),
    ("between", "i_decode.i_registers.read1_data_o", "a_zero"),
    ("between", "i_load_store.i_tlb.state_q", "a_no_walk"),
    ("immediate", "i_integer.i_alu.less", "a_class"),
    ("register", "i_integer.i_alu.difference", "a_class"),
    ("upper", "i_integer.a", "a_class"),
    ("branch", "i_flow.i_late_branch.taken", "a_class"),
    ("jump", "i_integer.i_branch.sequential_o", "a_class"),
    ("load", "i_load_store.request_q", "a_class"),
    ("store", "i_load_store.misaligned", "a_class"),
    ("illegal", "i_decode.i_decoder.shift_legal", "a_class"),
    ("control", "i_requests.csr_o", "a_control"),
)


def run(name: str, claim: int, depth: int, *cuts: str, limit: int = 900) -> Outcome:
    free = [cut for cut in FREE if claim != CONTROL or cut not in CSRS]
    outcome = prove(
        f"hart-{name}",
        "fy_hart_properties",
        ["hart", "data_port"],
        sv=SOURCES,
        parameters={"Claim": claim},
        mode="bmc",
        engine=BMC,
        depth=depth,
        prepare=["flatten", *(f"cutpoint w:i_hart.{cut}" for cut in (*free, *cuts)), "opt_clean"],
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
    claim, cycles = CLAIMS[name]
    outcome = run(name, claim, depth=100, limit=300)
    assert outcome.status in ("PASS", "UNKNOWN") and outcome.depth >= cycles, outcome


@pytest.mark.long
@pytest.mark.parametrize(("name", "cut", "assertion"), TWINS)
def test_twins_fail(name: str, cut: str, assertion: str) -> None:
    """With one more signal that takes any value the claim fails, soon."""
    outcome = run(f"twin-{name}", CLAIMS[name][0], 12, cut)
    assert outcome.status == "FAIL" and assertion in outcome.detail, outcome
