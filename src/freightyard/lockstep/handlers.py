# SPDX-License-Identifier: Apache-2.0
"""Trap handlers of the random programs: several, each behind a table that serves both modes."""

from __future__ import annotations

from freightyard.lockstep.context import Context
from freightyard.lockstep.program import CLAIM, CLINT, TIMER_COMPARE

HANDLERS = 3
TABLE_ENTRIES = 16
HANDLER_COST = 12  # instructions that a trap adds, about


def emit_handlers(context: Context) -> None:
    """Tables of jumps (exceptions at 0, interrupts at their cause when vectored), then code."""
    build = context.build
    for _ in range(HANDLERS):
        build.align(256)
        table = build.here
        context.tables.append(table)
        for _entry in range(TABLE_ENTRIES):
            build.emit("jal")
        common = build.here
        _exception(context)
        vectored = build.here
        _interrupt(context)
        for entry in range(TABLE_ENTRIES):
            place = table + 4 * entry
            target = vectored if entry in (3, 7, 11) else common
            build.patch(place, "jal", immediate=target - place)


def _exception(context: Context) -> None:
    """Reads what the trap left, steps over the instruction, or resumes after a fetch fault."""
    build = context.build
    one, two = context.handler
    build.emit("csrrs", rd=one, csr=0x342)
    is_interrupt = build.emit("addi")
    reads = [0x343, 0x341, 0x344, 0x304, 0x340]
    context.random.shuffle(reads)
    for csr in reads[: context.random.randrange(1, 6)]:
        build.emit("csrrs", rd=two, csr=csr)
    if context.random.random() < 0.7:
        build.emit("csrrs", rd=two, csr=0x300)
        build.emit("andi", rd=two, rs1=two, immediate=0x88)
    build.emit("csrrs", rd=two, csr=0x341)  # what was read before need not be the same everywhere
    build.emit("addi", rd=one, rs1=one, immediate=-1)
    other = build.emit("addi")
    build.emit("csrrw", rs1=context.resume, csr=0x341)
    over = build.emit("addi")
    build.patch(other, "bne", rs1=one, immediate=build.here - other)
    build.emit("csrrs", rd=two, csr=0x341)
    build.emit("addi", rd=two, rs1=two, immediate=4)
    build.emit("csrrw", rs1=two, csr=0x341)
    build.patch(over, "jal", immediate=build.here - over)
    build.emit("addi", rd=one, rs1=two)
    # QEMU reports 16 bits of a compressed instruction; nobody may see mtval after this.
    build.emit("csrrw", rs1=one, csr=0x343)
    build.emit("mret")
    build.patch(is_interrupt, "blt", rs1=one, immediate=build.here - is_interrupt)


def _interrupt(context: Context) -> None:
    """Silences both sources and waits until they are silent, by a fence or by reading back."""
    build = context.build
    one, two = context.handler
    build.emit("csrrs", rd=one, csr=0x342)
    build.emit("csrrs", rd=one, csr=0x344)
    build.emit("csrrs", rd=one, csr=0x341)
    if context.interrupted:
        build.load_immediate(one, CLAIM)
        build.emit("sw", rs1=one)
        settle(context, one, two)
    else:
        silence(context, one, two)
    build.emit("csrrs", rd=one, csr=0x344)
    build.emit("mret")


def silence(context: Context, one: int, two: int) -> None:
    """Clears the software interrupt and the timer's; uses two registers."""
    build = context.build
    build.load_immediate(one, TIMER_COMPARE)
    build.load_immediate(two, -1)
    if context.xlen == 64:
        build.emit("sd", rs1=one, rs2=two)
    else:
        build.emit("sw", rs1=one, rs2=two, immediate=4)
        build.emit("sw", rs1=one, rs2=two)
    build.load_immediate(one, CLINT)
    build.emit("sw", rs1=one)
    settle(context, one, two)


def settle(context: Context, clint: int, other: int) -> None:
    """After this the interrupt lines show the stores before it."""
    build = context.build
    if context.random.random() < 0.6:
        build.emit("fence", immediate=0xFF)
    else:
        build.emit("lw", rd=other, rs1=clint)
        build.emit("add", rd=other, rs1=other, rs2=other)
        # The timer's store came first and device accesses are in order: both have arrived.
        build.emit("fence", immediate=0xFF)
