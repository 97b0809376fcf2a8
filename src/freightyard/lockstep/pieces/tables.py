# SPDX-License-Identifier: Apache-2.0
"""Pieces of random programs that change page tables and fence what they have changed."""

from __future__ import annotations

from freightyard.lockstep.pieces.paging import ACCESSES, by_mprv, go_to, slots
from freightyard.lockstep.pieces.privilege import MACHINE, SUPERVISOR, TVM, USER
from freightyard.lockstep.target.context import Context
from freightyard.lockstep.target.pages import BAD, GOOD, PAGE, SUPERVISOR_GIGA, Slot


def _may_fence(context: Context) -> bool:
    if context.pages is None or context.mode == USER or not context.translating:
        return False
    return context.mode == MACHINE or not context.restrictions & TVM


def _visit(context: Context, slot: Slot, access: str = "") -> str:
    """An access of a page that the present root shows: the one named, or any; tells which."""
    fetches = context.mode != MACHINE
    known = [a for a in ACCESSES if slot in slots(context, "", a) and (fetches or a != "fetch")]
    if not known:
        return access
    access = access if access in known else context.random.choice(known)
    if context.mode == MACHINE:
        by_mprv(context, slot, access)
    else:
        go_to(context, slot, access)
    return access


def _write(context: Context, where: int, entry: int) -> None:
    """A store into a table, or a swap, in one of the places where S sees it."""
    place = context.scratch()
    with context.keep(place):
        value = context.scratch()
        if context.mode == SUPERVISOR and context.random.random() < 0.5:
            where += SUPERVISOR_GIGA - context.machine.base
        context.immediate(place, where)
        context.immediate(value, entry)
        if context.random.random() < 0.3:
            context.emit("amoswap.d", rd=context.destination_but(place), rs1=place, rs2=value)
        else:
            context.emit("sd", rs1=place, rs2=value)


def change_page(context: Context) -> None:
    """Another entry for a page, a fence that is enough, and an access before and after it."""
    pages = context.pages
    if pages is None or not _may_fence(context):
        return
    known = [slot for slot in pages.slots if slot.level < 2]
    if context.random.random() < 0.9:
        known = [slot for slot in known if slot.root in (-1, context.root)]
    if context.random.random() < 0.7:  # of those that the mode may use
        kinds_now = GOOD if context.mode == MACHINE else [k for k in GOOD if k[-1] != "u"]
        known = [slot for slot in known if slot.kind in kinds_now] or known
    level = context.random.randrange(2)
    slot = context.random.choice([slot for slot in known if slot.level == level] or known)
    access = ""
    if context.random.random() < 0.8:
        access = _visit(context, slot)
    old = slot.kind
    kinds = [k for k in (*GOOD, *BAD) if slot.level or k not in ("misaligned", "leaf bits")]
    if slot.level:
        kinds.remove("pointer")
    slot.kind = context.random.choice(kinds)
    if slot.target == "nowhere":
        slot.kind = context.random.choice(GOOD)
    _write(context, slot.entry, pages.entry(slot.kind, slot.level, slot.target, slot.root < 0))
    if old != "invalid" or context.random.random() < 0.7:
        _fence(context, slot)
    _visit(context, slot, access if context.random.random() < 0.8 else "")


def unmap_table(context: Context) -> None:
    """A table goes and comes back: what was known of it above the pages goes, too."""
    pages = context.pages
    if pages is None or not _may_fence(context):
        return
    root = context.random.choice((-1, context.root))
    where, value = context.random.choice(pages.pointers[root])
    slot = context.random.choice([s for s in pages.slots if s.root == root and s.level == 0])
    _visit(context, slot)
    _write(context, where, value & ~1)
    _fence_all(context, root)
    _visit(context, slot)
    _write(context, where, value)
    _visit(context, slot)


def _owned(context: Context, root: int) -> int:
    """The only ASID that a root was used with, or -1."""
    owned = [asid for asid, user in context.asids.items() if user == root]
    return owned[0] if root >= 0 and len(owned) == 1 else -1


def _fence_all(context: Context, root: int) -> None:
    """A fence for every address, of one ASID where it is enough."""
    asid = _owned(context, root)
    register = 0
    if asid >= 0 and context.random.random() < 0.6:
        register = context.scratch()
        context.immediate(register, asid)
    context.emit("sfence.vma", rs2=register)


def _fence(context: Context, slot: Slot) -> None:
    """A fence for one page: by address or of everything, by ASID where it has only one."""
    page = all_ = 0
    if context.random.random() < 0.6:
        page = context.scratch()
        inside = context.random.randrange(PAGE << 9 * slot.level)
        context.immediate(page, slot.address + inside)
    with context.keep(page):
        asid = _owned(context, slot.root)
        if asid >= 0 and context.random.random() < 0.6:
            all_ = context.scratch()
            context.immediate(all_, asid)
        context.emit("sfence.vma", rs1=page, rs2=all_)
