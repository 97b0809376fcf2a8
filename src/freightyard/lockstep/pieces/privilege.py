# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that change the privilege, and what is delegated and restricted.

They stand at depth 0 alone: the generator knows the mode in which everything runs, and what is
delegated. TSR is set only while nothing is delegated, for the handlers of S return by SRET.
"""

from __future__ import annotations

from collections.abc import Callable

from freightyard.lockstep.pieces.data import arithmetic
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST
from freightyard.lockstep.target.isa import ALL_CSRS
from freightyard.lockstep.target.pages import USER_WINDOWS, supervisor_windows

Piece = Callable[[Context], None]

MACHINE, SUPERVISOR, USER = 3, 1, 0
DELEGABLE = 0xB3FF
TVM, TW, TSR = 1 << 20, 1 << 21, 1 << 22
SUPERVISOR_INTERRUPTS = 0x222  # interrupts of S
_GATES = {2: (0,), 3: (0x100073,), 8: (0x73,), 9: (0x73,)}


def windows(context: Context, mode: int) -> tuple[int, ...]:
    """Where the program may run in a mode under the present satp."""
    if mode == MACHINE or not context.translating:
        return (context.machine.base,)
    return supervisor_windows(context.machine) if mode == SUPERVISOR else USER_WINDOWS


def set_bits(context: Context, csr: str, clear: int, set_: int) -> None:
    """Some bits of a control register, by CSRRC and CSRRS."""
    register = context.scratch()
    for form, bits in (("csrrc", clear), ("csrrs", set_)):
        if bits:
            context.immediate(register, bits)
            context.emit(form, rs1=register, csr=ALL_CSRS[csr])


def _moved(context: Context, mode: int, window: int) -> None:
    """From here on the program runs in that mode and window: its pointers follow."""
    delta = window - context.window
    context.mode, context.window = mode, window
    if delta:
        register = context.scratch()
        context.immediate(register, delta)
        for pointer in (*context.bases, context.stack):
            context.emit("add", rd=pointer, rs1=pointer, rs2=register)


def _junk(context: Context) -> None:
    for _ in range(context.random.randrange(3)):
        context.build.word(context.random.getrandbits(32))


def go_back(context: Context, mode: int, name: str) -> None:
    """MRET or SRET to a mode, into one of its windows."""
    machine = name == "mret"
    window = context.random.choice(windows(context, mode))
    status, epc = ("mstatus", "mepc") if machine else ("sstatus", "sepc")
    previous = mode << 11 if machine else mode << 8
    enable = 0x80 if machine else 0x20
    kept = context.interrupted and machine
    if context.mode == MACHINE and context.interrupted:
        context.emit("csrrci", immediate=8, csr=0x300)
    set_bits(context, status, 0x1880 if machine else 0x120,
             previous | (enable if kept or context.random.random() < 0.5 else 0))  # fmt: skip
    register = context.scratch()
    with context.keep(register):
        place = context.address(register, 0)
        other = context.scratch()
        context.immediate(other, window - context.window)
        context.emit("add", rd=register, rs1=register, rs2=other)
        context.emit("csrrw", rs1=register, csr=ALL_CSRS[epc])
        for _ in range(context.random.randrange(3)):
            arithmetic(context)
    context.emit(name)
    _junk(context)
    context.build.patch_address(place, register, context.build.here)
    _moved(context, mode, window)


def _gate(context: Context, to: int) -> bool:
    """A trap whose handler, of M or S, goes on as its own mode; false when none leads there."""
    causes = [2, 3, 8 if context.mode == USER else 9]
    wanted = [c for c in causes if bool(context.delegated >> c & 1) == (to == SUPERVISOR)]
    if not wanted or context.mode >= to:
        return False
    window = context.machine.base
    here = context.build.here
    context.emit("addi", rd=context.gate, immediate=1)
    place = context.address(context.resume, 0)
    delta = context.scratch()
    context.immediate(delta, window - context.window)
    context.emit("add", rd=context.resume, rs1=context.resume, rs2=delta)
    context.build.word(context.random.choice(_GATES[context.random.choice(wanted)]))
    _junk(context)
    context.build.patch_address(place, context.resume, context.build.here)
    assert context.build.here > here
    context.cost += HANDLER_COST
    _moved(context, to, window)
    return True


def to_machine(context: Context) -> None:
    if context.mode != MACHINE and not _gate(context, MACHINE):
        assert _gate(context, SUPERVISOR)
        assert _gate(context, MACHINE)


def change_mode(context: Context, mode: int = -1) -> None:
    """Into another mode or window, by a return or by a trap."""
    if mode < 0:
        mode = context.random.choice((MACHINE, SUPERVISOR, SUPERVISOR, USER, USER))
    if context.mode == MACHINE:
        name = "sret" if mode != MACHINE and context.random.random() < 0.4 else "mret"
        go_back(context, mode, name)
    elif mode == MACHINE:
        to_machine(context)
    elif context.mode == USER and mode == SUPERVISOR and _gate(context, SUPERVISOR):
        pass
    elif context.mode == SUPERVISOR and not context.restrictions & TSR:
        go_back(context, mode, "sret")
    else:
        to_machine(context)
        go_back(context, mode, "mret")


def _one_free(context: Context, mask: int) -> int:
    """Of the traps that gates use, one of S and of U is not delegated."""
    if mask & 0xC == 0xC:
        mask &= ~context.random.choice((4, 8, 0x300))
    return mask


def delegate(context: Context) -> None:
    """Other causes are delegated, and other counters shown."""
    to_machine(context)
    if context.restrictions & TSR:
        return
    mask = context.random.choice((0, DELEGABLE, context.random.getrandbits(16)))
    context.delegated = _one_free(context, mask & DELEGABLE)
    register = context.scratch()
    context.immediate(register, context.delegated)
    context.emit("csrrw", rd=context.destination_but(register), rs1=register, csr=0x302)
    if context.random.random() < 0.5:
        context.interrupts_delegated = context.random.choice(
            (0, SUPERVISOR_INTERRUPTS, 2, 0x20, 0x200, 0x22)
        )
        context.immediate(register, context.interrupts_delegated)
        context.emit("csrrw", rs1=register, csr=0x303)
    if context.random.random() < 0.5:
        context.emit("csrrwi", immediate=context.random.randrange(8), csr=0x306)
        context.emit("csrrwi", immediate=context.random.randrange(8), csr=0x106)


def restrict(context: Context, bits: int = -1) -> None:
    """TVM, TW and TSR; TSR only where no handler of S is needed."""
    to_machine(context)
    if bits < 0:
        bits = context.random.choice((0, 0, TVM, TW, TSR, TVM | TW, TVM | TW | TSR))
    if bits & TSR:
        context.delegated = context.interrupts_delegated = 0
        context.emit("csrrw", csr=0x302)
        context.emit("csrrw", csr=0x303)
    set_bits(context, "mstatus", (TVM | TW | TSR) & ~bits, bits)
    context.restrictions = bits


def delegated_trap(context: Context, cause: int, mode: int, delegated: bool, piece: Piece) -> None:
    """A trap of a mode that goes to S, or to M."""
    restrict(context, 0)
    mask = context.delegated & ~(1 << cause) | delegated << cause
    context.delegated = _one_free(context, mask)
    register = context.scratch()
    context.immediate(register, context.delegated)
    context.emit("csrrw", rs1=register, csr=0x302)
    change_mode(context, mode)
    piece(context)


def in_mode(context: Context, mode: int, piece: Piece) -> None:
    change_mode(context, mode)
    piece(context)
