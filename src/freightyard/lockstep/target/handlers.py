# SPDX-License-Identifier: Apache-2.0
"""Trap handlers of the random programs: several, each behind a table that serves both modes."""

from __future__ import annotations

from freightyard.lockstep.target.context import Context

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
        _fill(context, table, common, vectored)
    for _ in range(HANDLERS if context.privileged else 0):
        build.align(256)
        table = build.here
        context.supervisor_tables.append(table)
        for _entry in range(TABLE_ENTRIES):
            build.emit("jal")
        common = build.here
        _exception(context, supervisor=True)
        vectored = build.here
        _supervisor_interrupt(context)
        _fill(context, table, common, vectored)


def _fill(context: Context, table: int, common: int, vectored: int) -> None:
    for entry in range(TABLE_ENTRIES):
        place = table + 4 * entry
        target = vectored if entry in (1, 3, 5, 7, 9, 11) else common
        context.build.patch(place, "jal", immediate=target - place)


def _exception(context: Context, supervisor: bool = False) -> None:
    """Reads what the trap left, steps over the instruction, or resumes after a fetch fault.

    With `gate` set it resumes in the mode of the handler.
    """
    build = context.build
    one, two = context.supervisor_handler if supervisor else context.handler
    bank = 0x100 if supervisor else 0x300
    status, epc, cause, tval = bank, bank + 0x41, bank + 0x42, bank + 0x43
    build.emit("csrrs", rd=one, csr=cause)
    is_interrupt = build.emit("addi")
    if context.privileged and not supervisor:  # MPRV
        build.emit("lui", rd=two, immediate=0x20)
        build.emit("csrrc", rd=two, rs1=two, csr=status)
    reads = [tval, epc, bank + 0x44, bank + 0x04, bank + 0x40]
    context.random.shuffle(reads)
    for csr in reads[: context.random.randrange(1, 6)]:
        build.emit("csrrs", rd=two, csr=csr)
    if context.random.random() < 0.7:
        build.emit("csrrs", rd=two, csr=status)
        if not context.privileged:
            build.emit("andi", rd=two, rs1=two, immediate=0x88)
    build.emit("csrrs", rd=two, csr=epc)  # what was read before need not be the same everywhere
    leave = _through_gate(context, two, status, epc) if context.privileged else -1
    build.emit("addi", rd=one, rs1=one, immediate=-1)
    other = build.emit("addi")
    if context.privileged:  # a fetch page fault as well
        build.patch(other, "beq", rs1=one, immediate=12)
        build.emit("addi", rd=one, rs1=one, immediate=-11)
        other = build.emit("addi")
    build.emit("csrrw", rs1=context.resume, csr=epc)
    over = build.emit("addi")
    build.patch(other, "bne", rs1=one, immediate=build.here - other)
    build.emit("csrrs", rd=two, csr=epc)
    build.emit("addi", rd=two, rs1=two, immediate=4)
    build.emit("csrrw", rs1=two, csr=epc)
    build.patch(over, "jal", immediate=build.here - over)
    if leave >= 0:
        build.patch(leave, "jal", immediate=build.here - leave)
    build.emit("addi", rd=one, rs1=two)
    # QEMU reports 16 bits of a compressed instruction; no comparison may see mtval after this.
    build.emit("csrrw", rs1=one, csr=tval)
    build.emit("sret" if supervisor else "mret")
    build.patch(is_interrupt, "blt", rs1=one, immediate=build.here - is_interrupt)


def _through_gate(context: Context, two: int, status: int, epc: int) -> int:
    """With `gate` set: previous mode is the handler's own; returns a jump to the end, unpatched."""
    build = context.build
    closed = build.emit("addi")
    build.emit("csrrw", rs1=context.resume, csr=epc)
    build.load_immediate(two, 0x1800 if status == 0x300 else 0x100)
    build.emit("csrrs", rs1=two, csr=status)
    build.emit("addi", rd=context.gate)
    leave = build.emit("jal")
    build.patch(closed, "beq", rs1=context.gate, immediate=build.here - closed)
    return leave


def _supervisor_interrupt(context: Context) -> None:
    """Takes back SSIP; what S cannot take back it disables."""
    build = context.build
    one, two = context.supervisor_handler
    for csr in (0x142, 0x144, 0x141):
        build.emit("csrrs", rd=one, csr=csr)
    build.emit("csrrci", rd=two, immediate=2, csr=0x144)
    build.load_immediate(one, 0x220)
    build.emit("csrrc", rd=two, rs1=one, csr=0x104)
    build.emit("csrrs", rd=two, csr=0x144)
    build.emit("sret")


def _soft(context: Context) -> None:
    """Takes back the interrupts of S, for a handler of M."""
    one = context.handler[0]
    context.build.load_immediate(one, 0x222)
    context.build.emit("csrrc", rs1=one, csr=0x344)


def _interrupt(context: Context) -> None:
    """Silences both sources and waits until they are silent, by a fence or by reading back."""
    build = context.build
    one, two = context.handler
    build.emit("csrrs", rd=one, csr=0x342)
    build.emit("csrrs", rd=one, csr=0x344)
    build.emit("csrrs", rd=one, csr=0x341)
    soft = 0
    if context.interrupted and context.privileged:
        build.emit("csrrs", rd=one, csr=0x342)
        build.emit("andi", rd=one, rs1=one, immediate=15)
        build.emit("addi", rd=one, rs1=one, immediate=-11)
        soft = build.emit("addi")
    if context.interrupted:
        build.load_immediate(one, context.machine.claim)
        build.emit("sw", rs1=one)
        settle(context, one, two)
    else:
        silence(context, one, two)
    if soft:
        end = build.emit("jal")
        build.patch(soft, "bne", rs1=one, immediate=build.here - soft)
        _soft(context)
        build.patch(end, "jal", immediate=build.here - end)
    elif context.privileged:
        _soft(context)
    build.emit("csrrs", rd=one, csr=0x344)
    build.emit("mret")


def silence(context: Context, one: int, two: int) -> None:
    """Clears the software interrupt and the timer's; uses two registers."""
    build = context.build
    build.load_immediate(one, context.machine.timer_compare)
    build.load_immediate(two, -1)
    if context.xlen == 64:
        build.emit("sd", rs1=one, rs2=two)
    else:
        build.emit("sw", rs1=one, rs2=two, immediate=4)
        build.emit("sw", rs1=one, rs2=two)
    build.load_immediate(one, context.machine.software)
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
