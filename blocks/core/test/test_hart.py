# SPDX-License-Identifier: Apache-2.0
"""Traps, interrupts, fences, coprocessor and port corner cases of fy_hart, directed."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.core.test.programs import Run, run

# Skips the instruction that trapped; a1 counts. A fetch fault or s11 = 1 goes on at `resume`.
HANDLER = """
  la t0, handler
  csrw mtvec, t0
  la s0, data
  li a1, 0
{body}
  j exit
.align 6
handler:
  addi a1, a1, 1
  csrr t1, mcause
  li t2, 1
  csrr t0, mepc
  addi t0, t0, 4
  bne t1, t2, 1f
  la t0, resume
1: csrw mepc, t0
  mret
.align 3
data: .dword 0x1122334455667788, 0, 0, 0
"""

ILLEGAL_CSR = 0x7FF022F3  # csrr t0, 0x7ff

# name: body with the label `here` at the instruction that traps, cause, tval (None: its address,
# "bits": its encoding)
EXCEPTIONS: dict[str, tuple[str, int, int | str | None]] = {
    "fetch_misaligned": ("la t0, resume+2\nhere: jalr x0, 0(t0)\nresume:", 0, "target"),
    "fetch_access": ("li t0, 0x300\njr t0\nresume:", 1, 0x300),
    "illegal": ("here: .word 0xffffffff", 2, "bits"),
    "illegal_csr": (f"here: .word {ILLEGAL_CSR}", 2, "bits"),
    "illegal_write": ("here: csrw mhartid, x0", 2, "bits"),
    "breakpoint": ("here: ebreak", 3, None),
    "load_misaligned": ("here: lw t0, 1(s0)", 4, 1),
    "load_access": ("li t0, 0x1000\nhere: lw t0, 0(t0)", 5, 0x1000),
    "store_misaligned": ("here: sd x0, 4(s0)", 6, 4),
    "store_access": ("li t0, 0x40000000\nhere: sb x0, 0(t0)", 7, 0x40000000),
    "call": ("here: ecall", 11, 0),
    "coprocessor": ("here: .insn r CUSTOM_2, 7, 1, t0, a0, a1", 2, "bits"),
}


@pytest.mark.parametrize("stress", [False, True])
@pytest.mark.parametrize("name", EXCEPTIONS)
def test_exception(name: str, stress: bool, tmp_path: Path) -> None:
    body, cause, tval = EXCEPTIONS[name]
    young = "\nsd x0, 0(s0)\nli t5, 7\n" if name in ("illegal", "call", "coprocessor") else "\n"
    # Nothing younger may act before the trap: t3 still sees the old word afterwards.
    body = f"ld t4, 0(s0)\nli t0, 0\nld t3, 0(s0)\n{body}{young}"
    if "resume:" not in body:
        body += "resume:\n"
    done = run(HANDLER.format(body=body), tmp_path, *(["--stress"] if stress else []), seed=3)
    assert len(done.traps) == 1
    trap = done.traps[0]
    assert trap.trap == (0, cause)
    data = done.last(8)
    if name == "fetch_access":
        assert trap.pc == trap.tval == 0x300 and trap.instruction == 0
    elif tval == "target":
        assert trap.tval == trap.pc + 6
    elif tval == "bits":
        assert trap.tval == trap.instruction != 0
    elif tval is None:
        assert trap.tval == trap.pc
    elif name.endswith("misaligned"):
        assert isinstance(tval, int) and trap.tval == data + tval
    else:
        assert trap.tval == tval
    assert not trap.registers and trap.store is None
    assert done.last(11) == 1


def test_wrong_path_stays_inside(tmp_path: Path) -> None:
    """A return address that the predictor gets wrong, to no memory; the bench checks the port."""
    body = """
  li s1, 6
1: la t0, 2f
  li t1, 0x300
  li t2, 1
  bne s1, t2, 3f
  mv t0, t1
3: jr t0
2: addi s1, s1, -1
  bnez s1, 1b
resume:
"""
    done = run(HANDLER.format(body=body), tmp_path)
    assert [trap.pc for trap in done.traps] == [0x300]


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
    assert done.last(30) == 0x1880  # MPP 3, MPIE
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


@pytest.mark.parametrize("state", ["BUSY", "NOT_QUIET"])
@pytest.mark.parametrize("fence", ["fence", "fence.tso", "pause", "fence.i"])
def test_fence_waits(fence: str, state: str, tmp_path: Path) -> None:
    source = f"li t0, 150\nsw t0, {state}(gp)\nnop\nnop\n{fence_word(fence)}\nli t6, 1\nj exit\n"
    done = run(source, tmp_path)
    waits = fence == "fence" or (state == "NOT_QUIET" and fence != "pause")
    assert (done.writes(31)[0][0] > 150) == waits
    assert (done.counts["fences"] != 0) == (fence == "fence.i")


def fence_word(name: str) -> str:
    return ".word 0x0100000f" if name == "pause" else name


def test_wait_for_interrupt(tmp_path: Path) -> None:
    """WFI sleeps until a line enabled in mie rises, whatever MIE; then mepc is behind it."""
    sleep = "li s2, 2\nsw s2, LINES_LATER(gp)\nwfi\nli s3, 5\nnop\nnop\n"
    done = interrupts(sleep, tmp_path)
    assert not done.traps and done.last(19) == 5
    done = interrupts("csrsi mstatus, 8\n" + sleep, tmp_path)
    assert len(done.traps) == 1
    before = done.records[done.records.index(done.traps[0]) - 1]
    assert before.instruction == 0x10500073 and done.traps[0].pc == before.pc + 4


COPROCESSOR = """
  li s2, 30
  li s3, 12
  li s7, 5
.rept 3
  li t0, 40
  sw t0, NOT_QUIET(gp)
  .insn r CUSTOM_2, 7, 0, s4, s2, s3
  .insn r CUSTOM_2, 3, 0, s5, s2, s3
  .insn r CUSTOM_2, 4, 3, s6, x0, x0
  .insn r CUSTOM_2, 3, 2, x0, s2, s3
  .insn r CUSTOM_2, 0, 4, s7, s2, s3
  fence
.endr
  j exit
"""


@pytest.mark.parametrize("seed", range(1, 5))
def test_coprocessor(seed: int, tmp_path: Path) -> None:
    """Results, no result without xd, an offer held under interrupts, stores_visible, busy."""
    done = run(COPROCESSOR, tmp_path)
    assert done.counts["accepts"] == 15 and done.last(20) == 42 and done.last(22) == 5
    assert not done.writes(21)[1:] and done.last(23) == 5
    hard = run(
        "csrsi mstatus, 8\nla t0, h\ncsrw mtvec, t0\nli t0, 128\ncsrw mie, t0\n"
        + COPROCESSOR
        + ".align 3\nh: sw x0, LINES(gp)\nlw x0, LINES(gp)\nnop\nmret\n",
        tmp_path,
        "--stress",
        "--interrupt-period",
        37,
        seed=seed,
    )
    assert hard.counts["accepts"] == 15 and hard.counts["interrupts"] > 3
    assert hard.last(20) == 42


STREAM = """
  la s0, data
  li s1, 40
  li a0, 3
1:
.rept 4
  sd s1, 0(s0)
  ld a1, 0(s0)
  sd a0, 8(s0)
  ld a2, 8(s0)
  ld a3, 0(s0)
  lw a3, 4(s0)
  li a3, 9
  add a0, a1, a2
  ld a4, 8(s0)
  mul a4, a0, a3
  ld a5, 16(s0)
  sd a4, 16(s0)
  beq a5, a4, 2f
  xor a0, a0, a5
2:
  ld x0, 0(s0)
  div a6, a4, s1
  sb a6, 24(s0)
  lbu a7, 24(s0)
  add a0, a0, a7
  addi s0, s0, 8
.endr
  addi s0, s0, -24
  addi s1, s1, -1
  bnez s1, 1b
  j exit
.align 3
data: .fill 100, 8, 0
"""


@pytest.mark.parametrize("seed", range(1, 9))
def test_replay_kill_late(seed: int, tmp_path: Path) -> None:
    """Stalls, replays, kills and late results change no architectural result."""
    ideal, hard = run(STREAM, tmp_path), run(STREAM, tmp_path, "--stress", seed=seed)
    for name in ("kills", "replays", "lates"):
        assert hard.counts[name] > 0, name
    assert [r.pc for r in ideal.records] == [r.pc for r in hard.records if not r.late]
    assert [r.store for r in ideal.records if r.store] == [r.store for r in hard.records if r.store]
    assert final_registers(ideal) == final_registers(hard)


def final_registers(done: Run) -> dict[int, int]:
    """Registers at the end; every result that was announced late has come, once."""
    values: dict[int, int] = {}
    owed: set[int] = set()
    for record in done.records:
        for register, value in record.registers.items():
            assert record.late == (register in owed), (record, owed)
            if value is None:
                owed.add(register)
            else:
                values[register] = value
                owed.discard(register)
    assert not owed
    return values


def test_narrow_core(tmp_path: Path) -> None:
    """The same stream with 32-bit registers."""
    source = STREAM.replace("ld ", "lw ").replace("sd ", "sw ")
    ideal = run(source, tmp_path, xlen=32)
    hard = run(source, tmp_path, "--stress", xlen=32, seed=2)
    assert final_registers(ideal) == final_registers(hard)
    assert all(value < 1 << 32 for value in final_registers(hard).values())


def test_self_modifying_code(tmp_path: Path) -> None:
    source = """
  la s0, 1f
  lw t0, 2f
  li s1, 3
3:
  sw t0, 0(s0)
  fence.i
1: li a0, 1
  addi t0, t0, 0
  addi s1, s1, -1
  bnez s1, 3b
  j exit
2: li a0, 2
"""
    for options in ([], ["--stress"]):
        done = run(source, tmp_path, *options)
        assert [value for _, value in done.writes(10)] == [2, 2, 2]


def test_counters(tmp_path: Path) -> None:
    """minstret counts what lies before the read, writes win, inhibited counters stand."""
    source = """
  csrw minstret, x0
  nop
  ld t0, 1f
  csrr s2, minstret
  csrwi mcountinhibit, 5
  csrr s3, mcycle
  csrr s4, minstret
  nop
  csrr s5, mcycle
  csrr s6, minstret
  csrwi mcountinhibit, 0
  csrwi mcycle, 10
  csrr s7, mcycle
  csrr s8, mhpmcounter3
  csrr s9, time
  rdtime s10
  j exit
.align 3
1: .dword 0
"""
    done = run(source, tmp_path)
    assert done.last(18) == 3  # nop, auipc, ld
    assert done.last(19) == done.last(21) and done.last(20) == done.last(22)
    assert done.last(23) == 10 and done.last(24) == 0
    assert done.last(26) == done.last(25) + 1
