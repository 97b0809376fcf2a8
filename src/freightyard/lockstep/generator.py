# SPDX-License-Identifier: Apache-2.0
"""Random programs: start, handlers, a stream of weighted random pieces, and an end."""

from __future__ import annotations

import random
from collections.abc import Callable

from freightyard.lockstep import pieces_control, pieces_data, pieces_system, pieces_trap
from freightyard.lockstep.context import PAGE, PAGES, Context
from freightyard.lockstep.handlers import emit_handlers
from freightyard.lockstep.program import CLINT, DATA, FINISH, TIMER_COMPARE, Image

Piece = Callable[[Context], None]

# Weight of each piece; a piece may hold others. `simple` pieces stand in functions too.
SIMPLE: dict[Piece, int] = {
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
SYSTEM: dict[Piece, int] = {
    pieces_system.plain_csr: 6,
    pieces_system.guarded_csr: 6,
    pieces_system.counter_csr: 3,
    pieces_trap.environment: 2,
    pieces_trap.illegal: 5,
    pieces_trap.data_fault: 3,
    pieces_trap.fetch_fault: 2,
    pieces_trap.fetch_misaligned: 2,
    pieces_system.interrupt: 3,
    pieces_system.change_handler: 1,
    pieces_system.return_jump: 1,
    pieces_data.rebase: 2,
}
CONTROL: dict[Piece, int] = {
    pieces_control.branch: 22,
    pieces_control.branch_pair: 4,
    pieces_control.jump: 5,
    pieces_control.call: 6,
    pieces_control.loop: 4,
    pieces_control.modify_code: 2,
}


def generate(seed: int, xlen: int, instructions: int) -> Image:
    """A program that executes roughly so many instructions before it ends."""
    context = Context(random.Random(f"lockstep-{xlen}-{seed}"), xlen)
    context.simple = SIMPLE
    # Every program leans another way, so that rare neighbours meet.
    lean = {
        piece: weight * context.random.choice((0.3, 1, 1, 3)) for piece, weight in SYSTEM.items()
    }
    system = context.random.choice((0.1, 0.5, 1.0))
    context.all = SIMPLE | {p: w * system for p, w in lean.items()} | CONTROL

    build = context.build
    start = build.emit("jal")
    emit_handlers(context)
    functions = build.here
    pieces_control.emit_functions(context)
    build.patch(start, "jal", immediate=build.here - start)
    _prologue(context)
    del functions
    context.cost = 0
    limit = DATA - 0x8000_0000 - 0x2000
    while context.cost < instructions and build.here < limit:
        context.pick(context.all)
    _epilogue(context)
    data = bytearray(context.random.randbytes(PAGE * (PAGES + 1)))
    return build.image(bytes(data))


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
    build.load_address(one, context.random.choice(context.tables))
    build.emit("csrrw", rs1=one, csr=0x305)
    for csr in (0x304, 0x340, 0x341, 0x342, 0x343, 0x320):
        build.emit("csrrw", csr=csr)
    build.load_immediate(one, 0x1800)
    build.emit("csrrw", rs1=one, csr=0x300)
    for register in range(1, 32):
        build.load_immediate(register, context.corner())
    for base in context.bases:
        build.load_immediate(base, context.page())
    build.load_immediate(context.stack, DATA + PAGE * (PAGES + 1))


def _epilogue(context: Context) -> None:
    """Every register is stored, so that a wrong one shows; then the test device ends the run."""
    build = context.build
    size = 8 if context.xlen == 64 else 4
    for register in range(32):
        name = "sd" if size == 8 else "sw"
        build.emit(name, rs1=context.stack, rs2=register, immediate=-2048 + size * register)
    build.emit("fence", immediate=0xFF)
    build.load_immediate(context.handler[0], FINISH)
    build.load_immediate(context.handler[1], 0x5555)
    build.emit("sw", rs1=context.handler[0], rs2=context.handler[1])
    build.emit("jal")
