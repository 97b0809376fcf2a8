# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs with the registers of S, and with what a mode may not use."""

from __future__ import annotations

from freightyard.lockstep.pieces.data import arithmetic
from freightyard.lockstep.pieces.privilege import (
    MACHINE,
    SUPERVISOR,
    SUPERVISOR_INTERRUPTS,
    TSR,
    TVM,
    TW,
    USER,
    change_mode,
    restrict,
    to_machine,
)
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST
from freightyard.lockstep.target.isa import (
    ALL_CSRS,
    CSR_FORMS,
    DELEGATION_CSRS,
    SUPERVISOR_CSRS,
    encode,
)

_COUNTERS = (0xC00, 0xC01, 0xC02)


def restricted(context: Context, mode: int, bits: int) -> None:
    """What is illegal in a mode, all of it."""
    restrict(context, bits)
    change_mode(context, mode)
    for _ in range(6):
        privileged_instruction(context)


def hidden_counter(context: Context, mode: int) -> None:
    """A counter that a lower mode may not read."""
    to_machine(context)
    shown = context.random.choice(((0, 7), (7, 0), (7, 7), (0, 0)))
    for csr, value in zip((0x306, 0x106), shown, strict=True):
        context.emit("csrrwi", immediate=value, csr=csr)
    change_mode(context, mode)
    for _ in range(2):
        counter(context)


def privileged_instruction(context: Context) -> None:
    """A return, fence or wait that the mode, or a bit of mstatus, makes illegal."""
    bits, mode = context.restrictions, context.mode
    known = []
    if mode != MACHINE:
        known.append(encode("mret"))
    if mode == USER or (mode == SUPERVISOR and bits & TSR):
        known.append(encode("sret"))
    if mode == USER or (mode == SUPERVISOR and bits & TVM):
        known.append(encode("sfence.vma", rs1=context.source(), rs2=context.source()))
        form = context.random.choice(("csrrw", "csrrs", "csrrc"))
        if mode == SUPERVISOR:  # QEMU lets a write pass that changes nothing
            known.append(encode(form, rd=context.scratch(), rs1=context.source(), csr=0x180))
    if mode == USER or (mode == SUPERVISOR and bits & TW):
        known.append(encode("wfi"))
    if known:
        arithmetic(context)  # an interrupt comes here, not at a WFI, which the core judges first
        context.build.word(context.random.choice(known))
        context.cost += HANDLER_COST * context.scale


def denied_csr(context: Context) -> None:
    """A control register of a higher mode."""
    if context.mode == MACHINE:
        return
    higher = {n: c for n, c in ALL_CSRS.items() if c >> 8 & 3 == 3 and c < 0xC00}
    if context.mode == USER:
        higher |= SUPERVISOR_CSRS
    if context.xlen == 64:
        higher = {n: c for n, c in higher.items() if not n.endswith("h")}
    number = context.random.choice(list(higher.values()))
    form = context.random.choice(CSR_FORMS)
    word = encode(form, rd=context.scratch(), rs1=context.source(), immediate=3, csr=number)
    context.build.word(word)
    context.cost += HANDLER_COST * context.scale


def counter(context: Context) -> None:
    """A counter that mcounteren and scounteren may hide; its value is not compared."""
    register = context.scratch()
    context.emit("addi", rd=register, immediate=5)
    context.emit("csrrs", rd=register, csr=context.random.choice(_COUNTERS))
    context.emit("addi", rd=register, immediate=7)


def pairs() -> list[tuple[str, str]]:
    """Every register of S and of delegation with every form; satp is only read here."""
    known = {**SUPERVISOR_CSRS, **DELEGATION_CSRS}
    left = ("satp", "stvec", "medeleg", "mideleg")
    found = [(name, form) for name in known if name not in left for form in CSR_FORMS]
    found += [(name, form) for name in left for form in ("csrrs", "csrrc", "csrrsi", "csrrci")]
    return found


def supervisor_csr(context: Context, name: str = "", form: str = "") -> None:
    """An access to a register of S, or of M that belongs to S and U, with an agreed value."""
    if context.mode == USER:
        return
    if not name:
        name, form = context.random.choice(pairs())
    if name in DELEGATION_CSRS and context.mode != MACHINE:
        return
    if name == "sip" and context.external_posted:
        return
    if name == "satp" and context.restrictions & TVM and context.mode == SUPERVISOR:
        return
    rd, number = context.scratch(), ALL_CSRS[name]
    some = context.random.getrandbits(31)
    values = {
        "sstatus": some & 0xC0122, "sie": some & SUPERVISOR_INTERRUPTS, "sip": some & 2,
        "scause": some & 15, "sepc": some & ~3, "senvcfg": some & 1, "menvcfg": some & 1,
        "satp": 0, "stvec": 0, "medeleg": 0, "mideleg": 0,
    }  # fmt: skip
    value = values.get(name, some)
    if name == "sstatus" and context.interrupted and context.mode == MACHINE:
        rd = 0
    if form.endswith("i"):
        context.emit(form, rd=rd, immediate=value & 31, csr=number)
        return
    source = context.scratch(rd)
    context.immediate(source, value)
    context.emit(form, rd=rd, rs1=0 if not value else source, csr=number)


def supervisor_handler(context: Context) -> None:
    """Another trap vector of S, or the other mode of it."""
    if context.mode == USER:
        return
    mode = context.random.randrange(2)
    register = context.scratch()
    place = context.address(register, context.random.choice(context.supervisor_tables) | mode)
    assert place >= 0
    other = context.scratch(register)
    with context.keep(register):
        context.immediate(other, context.machine.base - context.window)
        context.emit("add", rd=register, rs1=register, rs2=other)
    context.emit("csrrw", rd=context.destination_but(register), rs1=register, csr=0x105)
