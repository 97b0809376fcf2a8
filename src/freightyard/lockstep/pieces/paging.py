# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that meet pages of all kinds, change them, and change satp."""

from __future__ import annotations

from freightyard.lockstep.pieces.atomic import AMOS, sizes
from freightyard.lockstep.pieces.data import loads, size_of, stores
from freightyard.lockstep.pieces.privilege import (
    MACHINE,
    SUPERVISOR,
    TVM,
    USER,
    set_bits,
    to_machine,
)
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.handlers import HANDLER_COST
from freightyard.lockstep.target.isa import ALL_CSRS
from freightyard.lockstep.target.pages import GOOD, PAGE, ROOTS, SUPERVISOR_GIGA, Slot
from freightyard.lockstep.target.translation import MPRV, MXR, SUM

ACCESSES = ("load", "store", "amo", "reserved", "fetch")
_SV39 = 8 << 60
_MARK = 0x5A5


def _translated(context: Context) -> bool:
    return context.translating and context.mode != MACHINE


def slots(context: Context, kind: str, access: str) -> list[Slot]:
    """Pages of a kind that an access may meet, whatever comes of it."""
    assert context.pages is not None
    found = []
    for slot in context.pages.slots:
        if (kind and slot.kind != kind) or slot.root not in (-1, context.root):
            continue
        if access in ("store", "amo", "reserved"):
            if slot.target == "landing" and "w" in slot.kind and slot.kind in GOOD:
                continue
            if slot.target == "nowhere" and access != "store":
                continue
        elif access == "fetch" and slot.target == "data" and slot.kind in GOOD:
            continue
        found.append(slot)
    return found


def meet(context: Context, kind: str = "", access: str = "", level: int = -1) -> None:
    """One access of a page of a zone, as the present mode, or by MPRV."""
    if not context.translating or context.pages is None:
        return
    access = access or context.random.choice(ACCESSES)
    if context.mode == MACHINE and access == "fetch":
        return
    known = slots(context, kind, access)
    known = [slot for slot in known if slot.level == level] or known
    if not known:
        return
    slot = context.random.choice(known)
    if context.mode == MACHINE:
        if context.depth == 0:
            by_mprv(context, slot, access)
    else:
        go_to(context, slot, access)


def meet_nowhere(context: Context, access: str) -> None:
    """A page that leads to where nothing answers, in the present mode."""
    if not _translated(context):
        return
    assert context.pages is not None
    kind = "rwxu" if context.mode == USER else "rwx"
    known = [
        s
        for s in context.pages.slots
        if s.target == "nowhere" and s.kind == kind and s.root in (-1, context.root)
    ]
    if known:
        go_to(context, context.random.choice(known), access)


def non_canonical(context: Context, access: str = "") -> None:
    """An address whose upper bits do not repeat bit 38."""
    if not _translated(context):
        return
    assert context.pages is not None
    access = access or context.random.choice(ACCESSES)
    slot = context.random.choice(context.pages.slots)
    flip = 1 << context.random.randrange(39, 64)
    address = slot.address
    if context.random.random() < 0.5:  # a window, but for all upper bits
        address, flip = SUPERVISOR_GIGA + context.machine.code, (1 << 64) - (1 << 39)
    odd = Slot(address ^ flip, 0, 0, "data", "invalid")
    go_to(context, odd, access)


def go_to(context: Context, slot: Slot, access: str) -> None:
    address = slot.address
    if slot.target == "both":
        data = context.machine.code + PAGE * context.random.randrange(8)
        assert context.pages is not None
        address += context.pages.landing if access == "fetch" else data
        answered = slot.level < 2 or access in ("amo", "reserved")
        if not answered and context.random.random() < 0.4:  # behind the memory
            address = slot.address + PAGE * context.random.randrange(1 << 16, 3 << 16)
    context.cost += HANDLER_COST * context.scale
    if access == "fetch":
        _fetch(context, address + 4 * context.random.randrange(1024))
        return
    size = context.random.choice(sizes(context.xlen))
    name = context.random.choice(loads(64) if access == "load" else stores(64))
    if access == "amo":
        name = context.random.choice(AMOS) + size
    bits = size_of(name) if access in ("load", "store") else 3
    offset = context.random.randrange(PAGE) >> bits << bits
    base = context.scratch()
    context.immediate(base, address + offset)
    with context.keep(base):
        if access == "load":
            context.emit(name, rd=context.destination(), rs1=base)
        elif access == "store":
            context.emit(name, rs1=base, rs2=context.source())
        elif access == "amo":
            context.emit(name, rd=context.destination(), rs1=base, rs2=context.source())
        else:
            _reserve(context, base, size)


def _reserve(context: Context, base: int, size: str) -> None:
    """LR, and SC unless the LR has trapped: QEMU then fails it without a look at the page."""
    read = context.scratch()
    with context.keep(read):
        mark = context.scratch()
        context.immediate(mark, _MARK)
        context.immediate(read, _MARK)
        with context.keep(mark):
            context.emit("lr" + size, rd=read, rs1=base)
            context.emit("beq", rs1=read, rs2=mark, immediate=8)
            context.emit("sc" + size, rd=context.scratch(), rs1=base, rs2=context.source())


def _fetch(context: Context, address: int) -> None:
    """A jump into a page that only jumps back; the handler comes back to the same place."""
    place = context.address(context.resume, 0)
    target = context.scratch()
    context.immediate(target, address)
    context.emit("jalr", rd=context.destination(), rs1=target)
    for _ in range(context.random.randrange(2)):
        context.build.word(context.random.getrandbits(32))
    context.build.patch_address(place, context.resume, context.build.here)


def by_mprv(context: Context, slot: Slot, access: str) -> None:
    """M makes one access with the rights of another mode."""
    if context.interrupted:
        context.emit("csrrci", immediate=8, csr=0x300)
    mode = context.random.choice((SUPERVISOR, USER))
    rights = context.random.choice((0, SUM, MXR, SUM | MXR))
    clear = 0x1800 | MXR | SUM
    set_bits(context, "mstatus", clear, mode << 11 | rights)
    base = context.scratch()
    with context.keep(base):
        context.immediate(base, MPRV)
        context.emit("csrrs", rs1=base, csr=0x300)
    go_to(context, slot, access)
    set_bits(context, "mstatus", MPRV, 0)
    if context.interrupted:
        context.emit("csrrsi", immediate=8, csr=0x300)


def rights(context: Context) -> None:
    """SUM and MXR change."""
    if context.mode != USER:
        bits = context.random.choice((SUM, MXR, SUM | MXR))
        csr = "sstatus" if context.mode == SUPERVISOR else context.random.choice(
            ("sstatus", "mstatus"))  # fmt: skip
        if context.random.random() < 0.5:
            set_bits(context, csr, bits, 0)
        else:
            set_bits(context, csr, 0, bits)


def fence(context: Context) -> None:
    """A fence of translations of any form, which must change nothing."""
    if context.mode == USER or (context.mode == SUPERVISOR and context.restrictions & TVM):
        return
    choice = context.random.choice
    context.emit("sfence.vma", rs1=choice((0, context.source())), rs2=choice((0, context.source())))


def change_satp(context: Context, translating: int = -1) -> None:
    """Another root, with an ASID of its own or one that another had; Bare now and then."""
    if context.mode == USER or (context.mode == SUPERVISOR and context.restrictions & TVM):
        to_machine(context)
    if context.mode == SUPERVISOR and context.window != context.machine.base:
        translating = 1
    pages = context.pages
    register = context.scratch()
    rd = context.destination_but(register)
    if pages is None:
        context.immediate(register, 0)
        context.emit("csrrw", rd=rd, rs1=register, csr=ALL_CSRS["satp"])
        return
    root = context.random.randrange(ROOTS)
    asid = context.random.choice((root, root, root, 0x8000 + root, 3, 0xFFFF))
    mode = context.random.random() < 0.85 if translating < 0 else bool(translating)
    odd = context.random.random() < 0.08
    value = asid << 44 | pages.roots[root] >> 12
    value |= context.random.randrange(1, 8) << 60 if odd else _SV39 if mode else 0
    context.immediate(register, value)
    context.emit("csrrw", rd=rd, rs1=register, csr=ALL_CSRS["satp"])
    if odd:
        return
    context.translating, context.root = bool(mode), root
    if not mode:
        return
    before = context.asids.get(asid, root)
    context.asids[asid] = root
    if before != root:
        context.immediate(register, asid)
        rs2 = 0 if context.random.random() < 0.5 else register
        context.emit("sfence.vma", rs2=rs2)
