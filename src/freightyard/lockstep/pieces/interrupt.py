# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that let interrupts of M and S in at chosen instructions.

QEMU without AIA takes the lowest number of those pending: SEIP never stands beside another, nor
those of S beside those of M.
"""

from __future__ import annotations

from freightyard.lockstep.pieces.data import arithmetic
from freightyard.lockstep.pieces.privilege import (
    SUPERVISOR,
    SUPERVISOR_INTERRUPTS,
    TSR,
    TW,
    USER,
    change_mode,
    go_back,
    restrict,
    set_bits,
    to_machine,
)
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST, settle


def wait(context: Context) -> None:
    """WFI in S that finds a pending interrupt and goes on."""
    if context.mode != SUPERVISOR or context.restrictions & TW:
        return
    if not context.interrupts_delegated & 2 or context.external_posted:
        return
    for form, csr, bits in (("csrrci", 0x100, 2), ("csrrsi", 0x104, 2), ("csrrsi", 0x144, 2)):
        context.emit(form, immediate=bits, csr=csr)
    context.emit("wfi")
    context.emit("csrrci", immediate=2, csr=0x144)


def post(context: Context) -> None:
    """S enables its interrupts, and posts its own software interrupt, in any order."""
    if context.mode != SUPERVISOR or context.restrictions & TSR or context.external_posted:
        return
    steps = [("csrrsi", 0x100), ("csrrsi", 0x104), ("csrrsi", 0x144)]
    context.random.shuffle(steps)
    for form, csr in steps:
        context.emit(form, immediate=2, csr=csr)
        for _ in range(context.random.randrange(2)):
            arithmetic(context)
    context.cost += HANDLER_COST


def raise_soft(
    context: Context, bits: int = 0, way: int = -1, delegated: bool | None = None
) -> None:
    """M makes interrupts of S pending; they enter in S, in U or in M, delegated or not."""
    to_machine(context)
    if bits:
        restrict(context, 0)
    bits = bits or context.random.choice((2, 0x20, 0x200, 0x22))
    context.external_posted = bits == 0x200
    enabled = context.random.choice((bits, bits, SUPERVISOR_INTERRUPTS))
    if not context.restrictions & TSR:
        some = context.random.choice((0, SUPERVISOR_INTERRUPTS, bits, 2))
        if delegated is not None:
            some = SUPERVISOR_INTERRUPTS if delegated else 0
        context.interrupts_delegated = some
        register = context.scratch()
        context.immediate(register, context.interrupts_delegated)
        context.emit("csrrw", rs1=register, csr=0x303)
    context.emit("csrrci", immediate=8, csr=0x300)
    set_bits(context, "mip", SUPERVISOR_INTERRUPTS, 0)
    steps = [("mie", enabled), ("mip", bits)]
    context.random.shuffle(steps)
    for csr, value in steps:
        set_bits(context, csr, 0, value)
    way = context.random.randrange(4) if way < 0 else way
    if way == 1 and context.interrupts_delegated:
        context.emit("csrrsi", immediate=2, csr=0x100)
    if way == 0:
        context.emit("csrrsi", immediate=8, csr=0x300)
    else:
        target = SUPERVISOR if way == 1 else USER if way == 2 else -1
        if way == 1 and context.interrupts_delegated:
            go_back(context, target, "mret")  # SRET would take SIE from SPIE
        else:
            change_mode(context, target)
    context.cost += HANDLER_COST


def raise_machine(context: Context, kinds: int = 0, mode: int = -1) -> None:
    """Software and timer interrupt of M, let in by the return to a lower mode."""
    to_machine(context)
    if context.interrupted:
        return
    kinds = kinds or context.random.choice((8, 0x80, 0x88))
    mode = mode if mode >= 0 else context.random.choice((SUPERVISOR, USER))
    clint, other = context.scratch(), 0
    with context.keep(clint):
        other = context.scratch()
    context.emit("csrrci", immediate=8, csr=0x300)
    set_bits(context, "mip", SUPERVISOR_INTERRUPTS, 0)
    context.external_posted = False
    set_bits(context, "mie", 0, kinds)
    if kinds & 8:
        context.immediate(clint, context.machine.software)
        context.immediate(other, 1)
        context.emit("sw", rs1=clint, rs2=other)
    if kinds & 0x80:
        context.immediate(clint, context.machine.timer_compare)
        context.emit("sw", rs1=clint, immediate=4)
        context.emit("sw", rs1=clint)
    context.immediate(clint, context.machine.software)
    settle(context, clint, other)
    change_mode(context, mode)
    context.cost += HANDLER_COST
