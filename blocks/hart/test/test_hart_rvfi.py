# SPDX-License-Identifier: Apache-2.0
"""What the RVFI probe of fy_hart shows agrees with itself: in every run of hart_bench.

Here: that nothing is left out, late loads among it, and that each rule of the checker finds what
is shown wrong.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import run

# Loads and stores of every size, late operands of branches, atomics, a trap.
BODY = """
  la t0, handler
  csrw mtvec, t0
  la s0, data
  li s1, 12
1:
  lb a0, 3(s0)
  lhu a1, 4(s0)
  lw a2, 4(s0)
  add a3, a0, a1
  sh a3, 8(s0)
  sb a2, 11(s0)
  sw a3, 12(s0)
  amoadd.w a4, a3, (s0)
  amomaxu.w x0, a2, (s0)
  lr.w a5, (s0)
  sc.w a6, a4, (s0)
  lw x0, 8(s0)
  lw a7, 8(s0)
  beq a7, a3, 2f
  ecall
2:
  lw t1, 12(s0)
  bne t1, a3, 1b
  addi s1, s1, -1
  bnez s1, 1b
  j exit
.align 3
handler:
  csrr t2, mepc
  addi t2, t2, 4
  csrw mepc, t2
  mret
.align 3
data: .word 0x80112233, 0x84556677, 0, 0
"""
WRONG = {
    "order": "rvfi_order",
    "trap": "an access of a trap",
    "intr": "rvfi_intr behind a trap",
    "rs1_rdata": "rvfi_rs1_rdata",
    "rs2_rdata": "rvfi_rs2_rdata",
    "rd_addr": "rvfi_r",
    "rd_wdata": "rvfi_r",
    "pc_rdata": "rvfi_pc_rdata",
    "pc_wdata": "rvfi_pc_rdata",
    "mem_addr": "a byte of rvfi_mem_rdata",
    "mem_rdata": "a byte of rvfi_mem_rdata",
    "mem_wmask": "a byte of rvfi_mem_rdata",
    "mem_wdata": "a byte of rvfi_mem_rdata",
}


@pytest.mark.parametrize("xlen", [32, 64])
def test_everything_is_shown(xlen: int, tmp_path: Path) -> None:
    ideal = run(BODY, tmp_path, xlen=xlen)
    assert ideal.counts["shown"] == len(ideal.records) and ideal.counts["bytes_read"] > 300
    hard = run(BODY, tmp_path, "--stress", xlen=xlen, seed=4)
    waiting = [record for record in hard.records if record.late]
    # Behind a load that has no value yet at the end some wait.
    assert waiting and ideal.counts["shown"] - 8 <= hard.counts["shown"]
    assert hard.counts["shown"] <= ideal.counts["shown"]


@pytest.mark.parametrize("field", WRONG)
def test_checker_finds_what_is_shown_wrong(field: str, tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match=f": {WRONG[field]}"):
        run(BODY, tmp_path, "--wrong", field)


def test_checker_finds_a_handler_without_cause(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="more handlers by RVFI than interrupts"):
        run(BODY.replace("ecall", "nop"), tmp_path, "--wrong", "intr")


@pytest.mark.parametrize(("latency", "lost"), [(1000, False), (1100, True)])
def test_depth_of_the_queue(latency: int, lost: bool, tmp_path: Path) -> None:
    """1024 instructions wait for a load; of more, the numbers have a gap."""
    # One leaves a cycle: a fence gives them time.
    body = "la s0, exit\nli t0, 1400\nlw a0, 0(s0)\n" + "nop\n" * 1200
    body += "add a1, a0, a0\nsw t0, NOT_QUIET(gp)\nnop\nnop\nfence\nj exit\n"
    options = ("--load-latency", latency)
    if lost:
        with pytest.raises(AssertionError, match=r"rvfi_order: found 0x4.., expected 0x4.."):
            run(body, tmp_path, *options)
    else:
        done = run(body, tmp_path, *options)
        assert done.counts["lates"] == 1 and done.counts["shown"] == done.counts["retired"]
