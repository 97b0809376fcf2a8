# SPDX-License-Identifier: Apache-2.0
"""Random programs: start, handlers, a stream of weighted random pieces, and an end."""

from __future__ import annotations

import random
from functools import partial

from freightyard.lockstep import privileged
from freightyard.lockstep.frame import CONTROL, SIMPLE, SYSTEM, TRAPS, Piece, epilogue, prologue
from freightyard.lockstep.pieces import atomic as pieces_atomic
from freightyard.lockstep.pieces import control as pieces_control
from freightyard.lockstep.pieces import data as pieces_data
from freightyard.lockstep.pieces import system as pieces_system
from freightyard.lockstep.pieces import trap as pieces_trap
from freightyard.lockstep.pieces.trap import ILLEGAL_KINDS
from freightyard.lockstep.target.context import PAGE, PAGES, Context
from freightyard.lockstep.target.handlers import emit_handlers
from freightyard.lockstep.target.isa import names
from freightyard.lockstep.target.machine import VIRT, Machine
from freightyard.lockstep.target.program import Image

AGENDA_STEP = 40  # a program of 5000 instructions gets about so far
AGENDA_EVERY = 120  # instructions for a piece of the agenda: nothing rare is left to chance


def is_privileged(seed: int) -> bool:
    """Every second program leaves machine mode."""
    return seed % 2 == 1


def is_interrupted(seed: int) -> bool:
    """Every third of a kind is interrupted by the core's surroundings, at any instruction."""
    return seed // 2 % 3 == 2


def agenda(context: Context, seed: int) -> list[Piece]:
    """Rare pieces in turn; the next program goes on about where this one stops."""
    rare: list[Piece] = [partial(pieces_trap.illegal, kind=k) for k in range(ILLEGAL_KINDS)]
    rare += [partial(pieces_atomic.amo, name=n) for n in names(context.xlen) if n.startswith("amo")]
    if not context.interrupted:
        pairs = pieces_system.pairs(context.xlen)
        rare += [partial(pieces_system.access, name=n, form=f) for n, f in pairs]
    number = seed // 2
    turn = number // 3 if context.interrupted else number - number // 3
    start = turn * AGENDA_STEP % len(rare)
    return rare[start:] + rare[:start]


def generate(seed: int, xlen: int, instructions: int, machine: Machine = VIRT) -> Image:
    """A program that executes roughly so many instructions before it ends."""
    if is_privileged(seed):
        return privileged.generate(seed, machine, xlen, instructions, is_interrupted(seed))
    source = random.Random(f"lockstep-{xlen}-{seed}")
    context = Context(source, machine, xlen, is_interrupted(seed))
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
    prologue(context)
    context.cost = 0
    rare = agenda(context, seed)
    rare = rare[: max(1, instructions // AGENDA_EVERY)]
    limit = machine.code - 0x4000
    while context.cost < instructions and build.here < limit:
        context.pick(context.all)
        if rare and context.random.random() < 0.1:
            rare.pop(0)(context)
    for piece in rare:
        piece(context)
    epilogue(context)
    return build.image(source.randbytes(PAGE * (PAGES + 1)))
