# SPDX-License-Identifier: Apache-2.0
"""Random programs that run in M, S and U, and on a 64-bit core behind page tables of all kinds."""

from __future__ import annotations

import random
from functools import partial

from freightyard.lockstep.frame import CONTROL, SIMPLE, TRAPS, Piece, epilogue, prologue
from freightyard.lockstep.pieces import atomic as pieces_atomic
from freightyard.lockstep.pieces import control as pieces_control
from freightyard.lockstep.pieces import data as pieces_data
from freightyard.lockstep.pieces import interrupt as pieces_interrupt
from freightyard.lockstep.pieces import paging as pieces_paging
from freightyard.lockstep.pieces import privilege as pieces_privilege
from freightyard.lockstep.pieces import supervisor as pieces_supervisor
from freightyard.lockstep.pieces import system as pieces_system
from freightyard.lockstep.pieces import tables as pieces_tables
from freightyard.lockstep.pieces import trap as pieces_trap
from freightyard.lockstep.target.context import PAGE, PAGES, Context
from freightyard.lockstep.target.handlers import emit_handlers
from freightyard.lockstep.target.isa import DELEGATION_CSRS
from freightyard.lockstep.target.machine import Machine
from freightyard.lockstep.target.pages import BAD, GOOD, Tables
from freightyard.lockstep.target.program import Image

# At depth 0 alone: they change what the generator knows of the mode.
MODES: dict[Piece, float] = {
    pieces_privilege.change_mode: 10,
    pieces_privilege.delegate: 2,
    pieces_privilege.restrict: 1.5,
    pieces_interrupt.raise_soft: 3,
    pieces_interrupt.raise_machine: 1.5,
    pieces_supervisor.supervisor_handler: 1,
    pieces_interrupt.wait: 1,
    pieces_interrupt.post: 2,
    pieces_paging.change_satp: 3,
    pieces_tables.change_page: 12,
    pieces_tables.unmap_table: 2,
}
ANYWHERE: dict[Piece, float] = {
    pieces_supervisor.privileged_instruction: 2,
    pieces_supervisor.denied_csr: 1.5,
    pieces_supervisor.counter: 1,
    pieces_supervisor.supervisor_csr: 3,
    pieces_paging.meet: 9,
    pieces_paging.non_canonical: 0.7,
    pieces_paging.rights: 2,
    pieces_paging.fence: 1.5,
}
AGENDA_EVERY = 60  # instructions for a piece of the agenda
DIRECTED_EVERY = 120


def agenda(xlen: int) -> list[Piece]:
    """Every kind of page with every access, every register of S with every form, in turn."""
    rare: list[Piece] = []
    if xlen == 64:
        for access in pieces_paging.ACCESSES:
            rare += [
                partial(pieces_paging.meet, kind=k, access=access, level=level)
                for k in (*GOOD, *BAD)
                for level in range(3)
            ]
            rare.append(partial(pieces_paging.non_canonical, access=access))
    for name, form in pieces_supervisor.pairs():
        rare.append(partial(pieces_supervisor.supervisor_csr, name=name, form=form))
    return rare


def directed(xlen: int) -> list[Piece]:
    """Every trap and interrupt of every mode, delegated or not, and what is denied."""
    rare: list[Piece] = [
        partial(pieces_interrupt.raise_soft, bits=bit, way=0, delegated=False)
        for bit in (2, 0x20, 0x200)
    ]
    for mode in (pieces_privilege.SUPERVISOR, pieces_privilege.USER):
        bits = pieces_privilege.TVM | pieces_privilege.TW | pieces_privilege.TSR
        rare.append(partial(pieces_supervisor.restricted, mode=mode, bits=bits))
        rare.append(partial(pieces_supervisor.hidden_counter, mode=mode))
        rare.append(
            partial(pieces_privilege.in_mode, mode=mode, piece=pieces_supervisor.denied_csr)
        )
        traps: list[tuple[int, Piece]] = [
            (0, pieces_trap.fetch_misaligned),
            (2, pieces_trap.illegal),
            (3, partial(pieces_trap.environment, name="ebreak")),
            (
                8 if mode == pieces_privilege.USER else 9,
                partial(pieces_trap.environment, name="ecall"),
            ),
            (4, partial(pieces_atomic.misaligned, name="lr")),
            (6, partial(pieces_atomic.misaligned, name="amoadd")),
        ]
        if xlen == 32:
            traps += [
                (5, partial(pieces_trap.data_fault, out=False)),
                (7, partial(pieces_trap.data_fault, out=True)),
                (1, pieces_trap.fetch_fault),
            ]
        else:
            for cause, access in ((1, "fetch"), (5, "load"), (7, "store")):
                traps.append((cause, partial(pieces_paging.meet_nowhere, access=access)))
        for kinds in (8, 0x80):
            rare.append(partial(pieces_interrupt.raise_machine, kinds=kinds, mode=mode))
        for delegated in (False, True):
            for cause, piece in traps:
                rare.append(partial(pieces_privilege.delegated_trap, cause=cause, mode=mode,
                                    delegated=delegated, piece=piece))  # fmt: skip
            for bit in (2, 0x20, 0x200):
                way = 1 if mode == pieces_privilege.SUPERVISOR else 2
                rare.append(
                    partial(pieces_interrupt.raise_soft, bits=bit, way=way, delegated=delegated)
                )
    return rare


def in_turn(rare: list[Piece], seed: int, step: int) -> list[Piece]:
    """All in an order of its own; the next program goes on where this one stops."""
    random.Random(len(rare)).shuffle(rare)
    start = seed // 2 * step % len(rare)
    return rare[start:] + rare[:start]


def generate(seed: int, machine: Machine, xlen: int, instructions: int, interrupted: bool) -> Image:
    """A program that executes roughly so many instructions before it ends."""
    source = random.Random(f"lockstep-privileged-{xlen}-{seed}")
    context = Context(source, machine, xlen, interrupted, privileged=True)
    context.simple = SIMPLE | (
        {pieces_system.fence: 6, pieces_data.product: 20} if interrupted else {}
    )
    lean = source.choice((0.3, 0.6, 1.0))
    special = {piece: w * lean * source.choice((0.3, 1, 1, 3)) for piece, w in TRAPS.items()}
    special |= {piece: w * lean * source.choice((0.5, 1, 2)) for piece, w in ANYWHERE.items()}
    context.all = context.simple | special | CONTROL

    build = context.build
    start = build.emit("jal")
    emit_handlers(context)
    build.align(PAGE)
    landing = build.here
    for _ in range(PAGE // 4):
        build.emit("jalr", rs1=context.resume)
    pieces_control.emit_functions(context)
    build.patch(start, "jal", immediate=build.here - start)
    prologue(context)
    if xlen == 64:
        context.pages = Tables(source, machine, landing)
    _begin(context)
    context.cost = 0
    count = max(1, instructions // AGENDA_EVERY)
    rare = in_turn(agenda(xlen), seed, count)[:count]
    count = max(1, instructions // DIRECTED_EVERY)
    scenes = in_turn(directed(xlen), seed, count)[:count]
    limit = machine.code - 0x4000
    while context.cost < instructions and build.here < limit:
        context.pick(context.all)
        if source.random() < 0.15:
            context.pick(MODES)
        if rare and source.random() < 0.15:
            _apart(context, rare.pop(0))
        if scenes and source.random() < 0.06:
            scenes.pop(0)(context)
    for piece in rare:
        _apart(context, piece)
    for piece in scenes:
        piece(context)
    pieces_privilege.to_machine(context)
    epilogue(context)
    tables = bytes(context.pages.data) if context.pages else b""
    return build.image(source.randbytes(PAGE * (PAGES + 1)) + tables)


def _apart(context: Context, piece: Piece) -> None:
    """A piece of the agenda, in a mode in which it means something."""
    if context.pages is not None and not context.translating:
        pieces_paging.change_satp(context, translating=1)
    piece_mode = -1
    if getattr(piece, "func", None) is pieces_supervisor.supervisor_csr:
        piece_mode = context.random.choice((pieces_privilege.MACHINE, pieces_privilege.SUPERVISOR))
        name = getattr(piece, "keywords", {}).get("name", "")
        if name in DELEGATION_CSRS or context.restrictions:
            piece_mode = pieces_privilege.MACHINE
    elif "access" in getattr(piece, "keywords", {}):
        piece_mode = context.random.choice((0, 0, 1, 1, 3))
        if piece_mode == 3 and getattr(piece, "keywords", {})["access"] == "fetch":
            piece_mode = 1
    pieces_privilege.change_mode(context, piece_mode)
    piece(context)


def _begin(context: Context) -> None:
    """Registers of S get known values; translation begins, or does not."""
    build = context.build
    register = context.scratch()
    table = context.random.choice(context.supervisor_tables) | context.random.randrange(2)
    build.load_address(register, table)
    build.emit("csrrw", rs1=register, csr=0x105)
    for csr in (0x140, 0x141, 0x142, 0x143, 0x106, 0x306, 0x10A, 0x30A, 0x302, 0x303):
        build.emit("csrrw", csr=csr)
    build.emit("addi", rd=context.gate)
    pieces_privilege.delegate(context)
    pieces_paging.change_satp(context)
    pieces_privilege.change_mode(context)
