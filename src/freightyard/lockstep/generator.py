# SPDX-License-Identifier: Apache-2.0
"""Random programs: start, handlers, a stream of weighted random pieces, and an end."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

from freightyard.lockstep import pieces_control, pieces_data, pieces_system, pieces_trap
from freightyard.lockstep.context import PAGE, PAGES, Context
from freightyard.lockstep.handlers import emit_handlers
from freightyard.lockstep.pieces_trap import ILLEGAL_KINDS
from freightyard.lockstep.program import BASE, CLINT, DATA, FINISH, TIMER_COMPARE, Image

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
    pieces_system.fence: 1,
}
TRAPS: dict[Piece, float] = {
    pieces_trap.environment: 2,
    pieces_trap.illegal: 5,
    pieces_trap.data_fault: 3,
    pieces_trap.fetch_fault: 2,
    pieces_trap.fetch_misaligned: 2,
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
AGENDA_STEP = 24  # a program of 5000 instructions gets about so far
AGENDA_EVERY = 200  # instructions for a piece of the agenda: nothing rare is left to chance


def is_interrupted(seed: int) -> bool:
    """Every third program is interrupted by the core's surroundings, at any instruction."""
    return seed % 3 == 2


def agenda(context: Context, seed: int) -> list[Piece]:
    """Rare pieces in turn; the next program goes on about where this one stops."""
    rare: list[Piece] = [partial(pieces_trap.illegal, kind=k) for k in range(ILLEGAL_KINDS)]
    if not context.interrupted:
        pairs = pieces_system.pairs(context.xlen)
        rare += [partial(pieces_system.access, name=n, form=f) for n, f in pairs]
    turn = seed // 3 if context.interrupted else seed - seed // 3
    start = turn * AGENDA_STEP % len(rare)
    return rare[start:] + rare[:start]


def generate(seed: int, xlen: int, instructions: int) -> Image:
    """A program that executes roughly so many instructions before it ends."""
    source = random.Random(f"lockstep-{xlen}-{seed}")
    context = Context(source, xlen, is_interrupted(seed))
    # More of what is rare and yet must be met by an interrupt.
    often: dict[Piece, float] = {pieces_system.fence: 6, pieces_data.product: 20}
    context.simple = SIMPLE | (often if context.interrupted else {})
    # Every program leans another way, so that rare neighbours meet.
    special = TRAPS if context.interrupted else TRAPS | SYSTEM
    system = source.choice((0.1, 0.5, 1.0))
    lean = {piece: w * system * source.choice((0.3, 1, 1, 3)) for piece, w in special.items()}
    context.all = context.simple | lean | CONTROL

    build = context.build
    start = build.emit("jal")
    emit_handlers(context)
    pieces_control.emit_functions(context)
    build.patch(start, "jal", immediate=build.here - start)
    _prologue(context)
    context.cost = 0
    rare = agenda(context, seed)
    rare = rare[: max(1, instructions // AGENDA_EVERY)]
    limit = DATA - BASE - 0x4000
    while context.cost < instructions and build.here < limit:
        context.pick(context.all)
        if rare and context.random.random() < 0.1:
            rare.pop(0)(context)
    for piece in rare:
        piece(context)
    _epilogue(context)
    return build.image(source.randbytes(PAGE * (PAGES + 1)))


def _prologue(context: Context) -> None:
    """Every register and control register gets a known value; interrupts are quiet."""
    build = context.build
    one = context.scratch()
    build.load_immediate(one, TIMER_COMPARE)
    build.load_immediate(context.handler[0], -1)
    if context.xlen == 64:
        build.emit("sd", rs1=one, rs2=context.handler[0])
    else:
        build.emit("sw", rs1=one, rs2=context.handler[0], immediate=4)
        build.emit("sw", rs1=one, rs2=context.handler[0])
    build.load_immediate(one, CLINT)
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
    build.load_immediate(context.stack, DATA + PAGE * (PAGES + 1))
    if context.interrupted:
        build.emit("csrrsi", immediate=8, csr=0x300)


def _epilogue(context: Context) -> None:
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
    build.load_immediate(context.handler[0], FINISH)
    build.load_immediate(context.handler[1], 0x5555)
    build.emit("sw", rs1=context.handler[0], rs2=context.handler[1])
    build.emit("jal")
