# SPDX-License-Identifier: Apache-2.0
"""Privileges of fy_hart: what is legal where, delegation, interrupts to S, returns."""

from __future__ import annotations

from pathlib import Path

import pytest
from blocks.hart.test.programs import MEMORY, Run, run
from blocks.hart.test.tables import RWXAD, Tables, U

USER, SUPERVISOR, MACHINE = 0, 1, 3
TVM, TW, TSR = 1 << 20, 1 << 21, 1 << 22
SIE, SSI, STI, SEI = 2, 2, 0x20, 0x200

# Both handlers leave what they see in t3 to t6 and skip the instruction; `done` ends in M by its
# own cause of trap, an environment call with a7 = 93.
FRAME = """
.option norelax
  la t0, machine
  csrw mtvec, t0
  la t0, supervisor{vectored}
  csrw stvec, t0
  la s0, data
  li t0, {exceptions}
  csrw medeleg, t0
  li t0, {interrupts}
  csrw mideleg, t0
  li a7, 0
{setup}
  li t0, 0x1800
  csrc mstatus, t0
  li t0, {status}
  csrs mstatus, t0
  la t0, begin
  csrw mepc, t0
  mret
begin:
{body}
  li a7, 93
  ecall
.align 6
machine:
  li t0, 93
  beq a7, t0, 1f
  csrr t3, mcause
  csrr t4, mepc
  csrr t5, mstatus
  csrr t6, mtval
  addi t4, t4, 4
  csrw mepc, t4
  mret
1: la t0, exit
  jr t0
.align 8
supervisor:
.rept 17
  j 1f
.endr
1:
  csrr t3, scause
  csrr t4, sepc
  csrr t5, sstatus
  csrr t6, stval
  bltz t3, 2f
  addi t4, t4, 4
  csrw sepc, t4
2: csrw sie, x0
  sret
.align 3
data: .dword 0x1122334455667788, 0
{tables}
"""


def at(
    privilege: int,
    body: str,
    folder: Path,
    *options: object,
    exceptions: int = 0,
    interrupts: int = 0,
    setup: str = "",
    status: int = 0,
    vectored: bool = False,
    tables: str = "",
    xlen: int = 64,
) -> Run:
    """Runs the body in that privilege after the setup in M."""
    source = FRAME.format(
        body=body,
        exceptions=exceptions,
        interrupts=interrupts,
        setup=setup,
        tables=tables,
        status=status | privilege << 11,
        vectored="+1" if vectored else "",
    )
    return run(source, folder, *options, xlen=xlen)


# instruction: {privilege: trap bits that make it illegal there, None: always legal, -1: never}
RULES: dict[str, dict[int, int | None]] = {
    "mret": {USER: -1, SUPERVISOR: -1},
    "sret": {USER: -1, SUPERVISOR: TSR, MACHINE: None},
    "sfence.vma": {USER: -1, SUPERVISOR: TVM, MACHINE: None},
    "wfi": {USER: -1, SUPERVISOR: TW, MACHINE: None},
    "csrr a0, satp": {USER: -1, SUPERVISOR: TVM, MACHINE: None},
    "csrw satp, x0": {USER: -1, SUPERVISOR: TVM, MACHINE: None},
    "csrr a0, sstatus": {USER: -1, SUPERVISOR: None, MACHINE: None},
    "csrr a0, mstatus": {USER: -1, SUPERVISOR: -1, MACHINE: None},
    "csrw medeleg, x0": {USER: -1, SUPERVISOR: -1, MACHINE: None},
    "csrr a0, cycle": {USER: -1, SUPERVISOR: -1, MACHINE: None},
    ".insn r CUSTOM_2, 7, 0, a0, a1, a2": {USER: None, SUPERVISOR: None, MACHINE: None},
    "fence.i": {USER: None, SUPERVISOR: None, MACHINE: None},
}


@pytest.mark.parametrize("xlen", [64, 32])
@pytest.mark.parametrize("instruction", RULES)
def test_legality(instruction: str, xlen: int, tmp_path: Path) -> None:
    """In every privilege, with each of TVM, TW, TSR set alone, and with all but it."""
    for privilege, trapping in RULES[instruction].items():
        for bit in (TVM, TW, TSR):
            for bits in (bit, (TVM | TW | TSR) ^ bit):
                body = f"here: {instruction}"
                setup = ""
                if instruction == "wfi" and privilege != USER:  # it goes on
                    setup = "li t0, 2\ncsrw mie, t0\ncsrw mip, t0\n"
                if instruction == "sret":
                    setup += "la t0, here + 4\ncsrw sepc, t0\n"
                    if privilege == MACHINE:
                        setup += "li t0, 0x100\ncsrs mstatus, t0\n"
                done = at(
                    privilege, body, tmp_path, status=bits, setup=setup, interrupts=2, xlen=xlen
                )
                illegal = trapping is not None and bool(trapping & bits)
                causes = [trap.trap for trap in done.traps]
                assert causes[:-1] == ([(0, 2)] if illegal else []), (privilege, hex(bits))
                if illegal:
                    assert done.traps[0].tval == done.traps[0].instruction
                    assert done.traps[0].privilege == privilege


@pytest.mark.parametrize("delegated", [False, True])
@pytest.mark.parametrize("privilege", [USER, SUPERVISOR, MACHINE])
def test_delegation(privilege: int, delegated: bool, tmp_path: Path) -> None:
    """Exceptions go to S when delegated, never from M; the state on entry and after the return."""
    traps = {
        "ecall": (8 + privilege, 0),
        ".word 0xffffffff": (2, 0xFFFFFFFF),
        "ebreak": (3, None),
        "ld a0, 1(s0)": (4, "data"),
        "lw a0, 0(x0)": (5, 0),
    }
    for instruction, (cause, tval) in traps.items():
        exceptions = 1 << cause if delegated else 0xFFFF & ~(1 << cause)
        body = f"{instruction}\nli s11, 1\nsw x0, EXIT(gp)\n1: j 1b"
        done = at(privilege, body, tmp_path, exceptions=exceptions, status=0xA2)
        trap = done.traps[0]
        assert trap.trap == (0, cause) and trap.privilege == privilege
        assert trap.tval == (
            trap.pc if tval is None else done.last(8) + 1 if tval == "data" else tval
        )
        assert len(done.traps) == 1 and done.last(27) == 1
        goes = delegated and privilege != MACHINE
        inside = done.records[done.records.index(trap) + 1]
        assert inside.privilege == (SUPERVISOR if goes else MACHINE)
        assert done.last(28) == cause and done.last(31) == trap.tval
        status = done.last(30)
        if goes:
            assert status & 0x122 == (0x20 | (privilege << 8)), hex(status)
        else:
            assert status & 0x1888 == 0x80 | privilege << 11, hex(status)
        after = [r for r in done.records if 27 in r.registers]
        assert after[0].privilege == privilege


@pytest.mark.parametrize("vectored", [False, True])
@pytest.mark.parametrize("privilege", [USER, SUPERVISOR])
@pytest.mark.parametrize("cause", [1, 5, 9])
def test_supervisor_interrupts(cause: int, privilege: int, vectored: bool, tmp_path: Path) -> None:
    """Set in mip by M, delegated: taken in S with SIE, in U always, not in M."""
    for enabled in (False, True):
        setup = f"""
  li t0, {1 << cause}
  csrw mie, t0
  csrw mip, t0
  csrsi mstatus, 8
  nop
  nop
"""
        done = at(
            privilege,
            "nop\nnop\nnop\nli s11, 1\n",
            tmp_path,
            setup=setup,
            interrupts=1 << cause,
            status=SIE if enabled else 0,
            vectored=vectored,
        )
        interrupts = [trap for trap in done.traps if trap.trap == (1, cause)]
        taken = enabled or privilege == USER
        assert len(interrupts) == taken and done.last(27) == 1
        if taken:
            inside = done.records[done.records.index(interrupts[0]) + 1]
            assert inside.privilege == SUPERVISOR and interrupts[0].privilege == privilege
            assert inside.pc & 0xFF == (4 * cause if vectored else 0)
            assert done.writes(28)[0][1] == 1 << 63 | cause


def test_supervisor_sees_its_part(tmp_path: Path) -> None:
    """sie and sip show what is delegated; SSIP is written where it is; sstatus hides M."""
    body = """
  csrr s2, sie
  csrr s3, sip
  csrw sip, x0
  csrr s4, sip
  li t0, -1
  csrw sie, t0
  csrr s5, sie
  csrw sstatus, t0
  csrr s6, sstatus
"""
    setup = "li t0, -1\ncsrw mie, t0\nli t0, 0x222\ncsrw mip, t0\ncsrw mie, x0\n"
    done = at(SUPERVISOR, body, tmp_path, setup=setup, interrupts=0x22)
    assert not [trap for trap in done.traps if trap.trap and trap.trap[1] == 2]
    assert done.last(18) == 0 and done.last(19) == 0x22 and done.last(20) == 0x20
    assert done.last(21) == 0x22 and done.last(22) & ~0x122 == 0x2_000C_0000


@pytest.mark.parametrize("stress", [False, True])
def test_user_program_under_translation(stress: bool, tmp_path: Path) -> None:
    """M starts S, that starts U behind its own pages; S handles the page faults of U."""
    tables = Tables()
    tables.map(0x4000_0000, MEMORY, RWXAD | U, level=2)
    body = """
  la t0, user
  li t1, 0x40000000
  sub t0, t0, t1
  csrw sepc, t0
  sret
user:
  la s2, data
  ld a0, 0(s2)
  sd a0, 8(s2)
  li t1, 0x80000000
  ld a1, 0(t1)
  amoadd.w a1, a0, (t1)
  la a2, user
"""
    done = at(
        SUPERVISOR,
        body,
        tmp_path,
        *(["--stress"] if stress else []),
        exceptions=0xB000,
        setup=f"li t0, {tables.satp}\ncsrw satp, t0\nsfence.vma\n",
        tables=tables.text(),
    )
    assert [trap.trap for trap in done.traps] == [(0, 13), (0, 15), (0, 8)]
    assert [trap.tval for trap in done.traps[:2]] == [0x8000_0000] * 2
    assert all(trap.privilege == USER and trap.pc < MEMORY for trap in done.traps)
    assert done.last(10) == 0x1122334455667788 and done.last(12) < MEMORY
    stores = [record.store for record in done.records if record.store and record.privilege == USER]
    # The trace has the physical address of the store.
    assert stores == [(done.last(18) + 0x4000_0008, 0x1122334455667788)]
    assert done.counts["page_faults"] == 2
