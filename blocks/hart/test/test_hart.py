# SPDX-License-Identifier: Apache-2.0
"""Traps, fences, coprocessor and port corner cases of fy_hart, directed."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import Run, run

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
