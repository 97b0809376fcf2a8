# SPDX-License-Identifier: Apache-2.0
"""Interrupts of fy_hart: entry, priority, masks, fences and WFI."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import Run, run

INTERRUPTS = """
  la t0, handler
  ori t0, t0, {mode}
  csrw mtvec, t0
  li t0, 0x10888
  csrw mie, t0
  li a1, 0
{body}
  j exit
.align 8
handler:
.rept 17
  j common
.endr
common:
  sw x0, LINES(gp)
  lw x0, LINES(gp)
  csrr t3, mcause
  csrr t4, mepc
  csrr t5, mstatus
  addi a1, a1, 1
  mret
"""
LINE_OF = {3: 1, 7: 2, 11: 4, 16: 8}


def interrupts(body: str, folder: Path, *options: object, mode: int = 0, xlen: int = 64) -> Run:
    return run(INTERRUPTS.format(body=body, mode=mode), folder, *options, xlen=xlen)


@pytest.mark.parametrize("mode", [0, 1])
@pytest.mark.parametrize("cause", LINE_OF)
def test_interrupt(cause: int, mode: int, tmp_path: Path) -> None:
    body = f"csrsi mstatus, 8\nli t0, {LINE_OF[cause]}\nsw t0, LINES_LATER(gp)\n" + "nop\n" * 40
    done = interrupts(body, tmp_path, mode=mode)
    assert [trap.trap for trap in done.traps] == [(1, cause)]
    taken = done.traps[0]
    index = done.records.index(taken)
    assert done.records[index + 1].pc & 0xFF == (4 * cause if mode else 0)
    assert done.last(28) == 1 << 63 | cause and done.last(29) == taken.pc
    assert done.last(30) == 0xA_0000_1880  # UXL, SXL, MPP 3, MPIE
    # The interrupted instruction runs after the return, and once.
    assert [r.pc for r in done.records].count(taken.pc) == 2


def test_interrupt_priority(tmp_path: Path) -> None:
    body = """
  csrsi mstatus, 8
  li s2, 15
  sw s2, LINES(gp)
  nop
  nop
  nop
  nop
  nop
"""
    order = []
    for mask in (0xFFFF_FFFF, 0x10088, 0x10080, 0x10000):
        done = interrupts(f"li t0, {mask}\ncsrw mie, t0\n{body}", tmp_path)
        assert done.traps[0].trap is not None
        order.append(done.traps[0].trap[1])
    assert order == [11, 3, 7, 16]


def test_interrupt_masked(tmp_path: Path) -> None:
    """Neither without MIE nor without the bit in mie; mip shows the lines."""
    body = "li s2, 15\nsw s2, LINES(gp)\nlw x0, LINES(gp)\nnop\nnop\ncsrr s3, mip\n" + "nop\n" * 9
    assert not interrupts(body, tmp_path).traps
    done = interrupts("csrw mie, x0\ncsrsi mstatus, 8\n" + body, tmp_path)
    assert not done.traps and done.last(19) == 0x10888


def test_interrupt_right_after_enable(tmp_path: Path) -> None:
    """The instruction behind the one that enables is the first that can be interrupted, the one
    behind a disabling CSR write is not."""
    body = """
  li s2, 2
  sw s2, LINES(gp)
  lw t0, LINES(gp)
  add t0, t0, x0
  nop
  nop
  csrsi mstatus, 8
  csrci mstatus, 8
  li s3, 5
"""
    done = interrupts(body, tmp_path)
    assert len(done.traps) == 1 and done.traps[0].instruction & 0x7F == 0x73
    before = done.records[done.records.index(done.traps[0]) - 1]
    assert done.traps[0].pc == before.pc + 4 and before.instruction == 0x30046073


@pytest.mark.parametrize("wait", ["BUSY", "NOT_QUIET"])
def test_fence_is_interruptible(wait: str, tmp_path: Path) -> None:
    body = f"""
  csrsi mstatus, 8
  li t0, 200
  sw t0, {wait}(gp)
  li s2, 2
  sw s2, LINES_LATER(gp)
  fence
  li s3, 5
"""
    done = interrupts(body, tmp_path)
    assert len(done.traps) == 1 and done.traps[0].instruction == 0x0FF0000F
    assert done.counts["cycles"] > 200
    fences = [r for r in done.records if r.instruction == 0x0FF0000F and r.trap is None]
    assert len(fences) == 1 and fences[0].cycle > 200


def test_wait_for_interrupt(tmp_path: Path) -> None:
    """WFI sleeps until a line enabled in mie rises, whatever MIE; then mepc is behind it."""
    sleep = "li s2, 2\nsw s2, LINES_LATER(gp)\nwfi\nli s3, 5\nnop\nnop\n"
    done = interrupts(sleep, tmp_path)
    assert not done.traps and done.last(19) == 5
    done = interrupts("csrsi mstatus, 8\n" + sleep, tmp_path)
    assert len(done.traps) == 1
    before = done.records[done.records.index(done.traps[0]) - 1]
    assert before.instruction == 0x10500073 and done.traps[0].pc == before.pc + 4


YOUNGER = {
    "store": "sw s3, 8(s0)",
    "trap": "ecall",
    "csr": "csrw mscratch, s3",
    "coprocessor": ".insn r CUSTOM_2, 7, 0, t4, s3, s3",
    "branch": "beqz x0, wrong",
}


@pytest.mark.parametrize("younger", YOUNGER)
def test_nothing_acts_behind_a_late_branch(younger: str, tmp_path: Path) -> None:
    """The branch uses the word loaded right in front of it and is predicted wrong."""
    body = f"""
  la s0, data
  li s3, 7
  csrw mscratch, x0
  lw t0, 0(s0)
  lw t0, 0(s0)
  bnez t0, right
  {YOUNGER[younger]}
wrong:
  li s4, 1
  j exit
right:
  lw s5, 8(s0)
  csrr s6, mscratch
  j exit
.align 3
data: .dword 1, 0
"""
    done = interrupts(body, tmp_path)
    assert not done.traps and not done.writes(20)
    assert done.last(21) == 0 and done.last(22) == 0
    assert done.counts["accepts"] == 0


def test_stores_visible(tmp_path: Path) -> None:
    """The bench takes function 2 only when every older store is visible."""
    body = "li t0, 90\nsw t0, NOT_QUIET(gp)\n.insn r CUSTOM_2, 3, 2, x0, a0, a1\nli s3, 5\n"
    done = interrupts(body, tmp_path)
    assert done.counts["accepts"] == 1 and 90 < done.writes(19)[0][0] < 150
