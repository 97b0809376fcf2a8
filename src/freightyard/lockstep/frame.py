# SPDX-License-Identifier: Apache-2.0
"""Random programs of every kind: weights of their pieces, how they start and end."""

from __future__ import annotations

from collections.abc import Callable

from freightyard.lockstep.pieces import atomic as pieces_atomic
from freightyard.lockstep.pieces import control as pieces_control
from freightyard.lockstep.pieces import data as pieces_data
from freightyard.lockstep.pieces import system as pieces_system
from freightyard.lockstep.pieces import trap as pieces_trap
from freightyard.lockstep.target.context import PAGE, PAGES, Context

Piece = Callable[[Context], None]

# Weight of each piece; a piece may hold others. `simple` pieces stand in functions too.
SIMPLE: dict[Piece, float] = {
    pieces_data.arithmetic: 40,
    pieces_data.corner_arithmetic: 8,
    pieces_data.product: 10,
    pieces_data.load: 14,
    pieces_data.store: 12,
    pieces_data.store_then_load: 6,
    pieces_data.load_hazard: 6,
    pieces_data.pointer_chase: 3,
    pieces_data.indexed_access: 4,
    pieces_data.upper: 4,
    pieces_atomic.amo: 5,
    pieces_atomic.reserved: 2,
    pieces_atomic.conditional_elsewhere: 1,
    pieces_system.fence: 1,
}
TRAPS: dict[Piece, float] = {
    pieces_trap.environment: 2,
    pieces_trap.illegal: 5,
    pieces_trap.data_fault: 3,
    pieces_trap.fetch_fault: 2,
    pieces_trap.fetch_misaligned: 2,
    pieces_atomic.misaligned: 2,
}
SYSTEM: dict[Piece, float] = {
    pieces_system.any_csr: 14,
    pieces_system.interrupt: 3,
    pieces_system.change_handler: 1,
    pieces_system.return_jump: 1,
}
CONTROL: dict[Piece, float] = {
    pieces_control.branch: 22,
    pieces_control.branch_on_load: 6,
    pieces_control.branch_pair: 4,
    pieces_control.jump: 5,
    pieces_control.call: 6,
    pieces_control.loop: 4,
    pieces_control.modify_code: 2,
    pieces_data.rebase: 2,
}


def prologue(context: Context) -> None:
    """Every register and control register gets a known value; interrupts are quiet."""
    build = context.build
    one = context.scratch()
    build.load_immediate(one, context.machine.timer_compare)
    build.load_immediate(context.handler[0], -1)
    if context.xlen == 64:
        build.emit("sd", rs1=one, rs2=context.handler[0])
    else:
        build.emit("sw", rs1=one, rs2=context.handler[0], immediate=4)
        build.emit("sw", rs1=one, rs2=context.handler[0])
    build.load_immediate(one, context.machine.software)
    build.emit("sw", rs1=one)
    build.emit("fence", immediate=0xFF)
    build.load_address(one, context.random.choice(context.tables) | context.random.randrange(2))
    build.emit("csrrw", rs1=one, csr=0x305)
    for csr in (0x340, 0x341, 0x342, 0x343, 0x320):
        build.emit("csrrw", csr=csr)
    build.load_immediate(one, 0x800 if context.interrupted else 0)
    build.emit("csrrw", rs1=one, csr=0x304)
    build.load_immediate(one, 0x1800)
    build.emit("csrrw", rs1=one, csr=0x300)
    for register in range(1, 32):
        build.load_immediate(register, context.corner())
    for base in context.bases:
        build.load_immediate(base, context.page())
    build.load_immediate(context.stack, context.machine.data + PAGE * (PAGES + 1))
    if context.interrupted:
        build.emit("csrrsi", immediate=8, csr=0x300)


def epilogue(context: Context) -> None:
    """Every register is stored, so that a wrong one shows; then the test device ends the run."""
    build = context.build
    build.emit("csrrci", immediate=8, csr=0x300)
    size = 8 if context.xlen == 64 else 4
    for register in range(32):
        if context.interrupted and register in context.handler:
            continue
        name = "sd" if size == 8 else "sw"
        build.emit(name, rs1=context.stack, rs2=register, immediate=-2048 + size * register)
    build.emit("fence", immediate=0xFF)
    build.load_immediate(context.handler[0], context.machine.finish)
    build.load_immediate(context.handler[1], 0x5555)
    build.emit("sw", rs1=context.handler[0], rs2=context.handler[1])
    build.emit("jal")
